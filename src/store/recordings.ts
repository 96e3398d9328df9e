/** What is recorded of attempts, by its kind and its keys. */
import type { RecordedOutcome, Recording } from '../alerts/outbox-ports.ts'

export type RecordingOf<Kind extends RecordedOutcome['kind']> = Recording & {
  readonly outcome: Extract<RecordedOutcome, { kind: Kind }>
}

export function seqsOf(recordings: readonly Recording[]): number[] {
  return recordings.map(({ claimed }) => claimed.due.seq)
}

export function subscriptionsOf(recordings: readonly Recording[]): number[] {
  return recordings.map(({ claimed }) => claimed.due.subscription.seq)
}
