/** How many are sent at once, to whom, and how long anything is waited for. */
import type { KnownReceivers } from './known-receivers.ts'
import type { DispatchRules } from './receiver-queues.ts'

/** How deliveries are carried out. */
export interface DeliverySettings {
  /** Names this worker among all processes; new at each start. */
  readonly worker: string
  /** How many attempts run at once. */
  readonly concurrency: number
  /** How many of them may go to one receiver. */
  readonly perReceiver: number
  /** How many of them may go to receivers that did not answer when they were last asked, or never were. */
  readonly unproven: number
  /** How many of them may go to the servers of subscribers: the others are kept for the operator's own doors, through which most hear. */
  readonly ownServers: number
  /** Who answered when last asked. */
  readonly known: KnownReceivers
  /** How many rows the first claim takes; while they go out quickly each claim takes twice as many, up to `largestBatch`. */
  readonly batch: number
  readonly largestBatch: number
  /** An attempt that takes longer is given up [ms]. */
  readonly attemptTimeoutMs: number
  /** How long claimed rows are ours [ms]; well above the time of an attempt. */
  readonly leaseMs: number
  /** A signal that aborts after the time, or when the process stops. */
  readonly timeout: (ms: number) => AbortSignal
  /** Once it aborts no attempt begins: what was claimed and not begun goes back as it was, and what is under way is waited for. */
  readonly closing?: AbortSignal
  /** While only slow attempts are left, what has become due meanwhile is looked for whenever this resolves; without it, not. */
  readonly wait?: () => Promise<void>
}

/** Numbers that suit one process with two cores. */
export const usualDelivery = {
  concurrency: 32,
  perReceiver: 24,
  unproven: 24,
  ownServers: 28,
  batch: 64,
  largestBatch: 8192,
  attemptTimeoutMs: 20_000,
  leaseMs: 120_000
} as const

/** How lanes judge their receivers in a delivery with these settings. */
export function dispatchRules({
  perReceiver,
  unproven,
  ownServers,
  leaseMs
}: DeliverySettings): DispatchRules {
  return {
    widest: perReceiver,
    unproven,
    ownServers,
    /** Three at a time is what a mail server is spoken to with. */
    slowWidest: 3,
    /** Ten times what a receiver on the other side of the world needs. */
    slowMs: 2000,
    /** What waits here is fixed and leased: it should leave before much has changed. */
    aheadMs: 10_000,
    least: 8,
    patienceMs: 5000,
    overloadedPatienceMs: 1000,
    /** Well before nobody may begin an attempt any more. */
    leastLeaseMs: (2 / 3) * leaseMs
  }
}
