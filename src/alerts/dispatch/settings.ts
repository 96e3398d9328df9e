/** How many attempts run at once, to which receivers, and every timeout. */
import { minuteMs } from '../../common/time.ts'
import type { KnownReceivers } from './receiver-queue.ts'
import type { DispatchRules } from './receiver-queues.ts'

export interface DeliverySettings {
  /** Names this worker among all processes; new at each start. */
  readonly worker: string
  /** How many attempts run at once. */
  readonly concurrency: number
  readonly perReceiver: number
  /** How many of them may go to receivers that did not answer the last attempt or were never tried. */
  readonly unproven: number
  /**
   * How many of them may go to the servers of subscribers. The others are reserved for the operator's own
   * receivers, which carry most messages.
   */
  readonly ownServers: number
  /** Receivers that answered the last attempt. */
  readonly known: KnownReceivers
  readonly batch: number
  /** While so many claimed messages wait, no more are claimed. */
  readonly mostWaiting: number
  /** An attempt that takes longer is aborted [ms]. */
  readonly attemptTimeoutMs: number
  /** How long a claim lasts [ms]; well above the time of an attempt. */
  readonly leaseMs: number
  /** Returns a signal that aborts after the time, or when the process stops. */
  readonly timeout: (ms: number) => AbortSignal
  /**
   * Once it aborts, no attempt starts: claimed messages go back unchanged, and running attempts are awaited.
   */
  readonly closing?: AbortSignal
  /**
   * While only slow attempts are running, newly due messages are claimed each time this resolves. Without it
   * they are not.
   */
  readonly wait?: () => Promise<void>
}

/** Numbers that suit one process with two cores. */
export const usualDelivery = {
  concurrency: 32,
  perReceiver: 24,
  unproven: 24,
  ownServers: 28,
  batch: 8192,
  mostWaiting: 16_384,
  attemptTimeoutMs: 20_000,
  leaseMs: 2 * minuteMs
} as const

/** How queues judge their receivers in a delivery with these settings. */
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
    /** Three connections at a time are usual towards a mail server. */
    slowWidest: 3,
    /** Ten times what a receiver on the other side of the world needs. */
    slowMs: 2000,
    /** The content of waiting messages is fixed and leased, so they should leave before much has changed. */
    aheadMs: 10_000,
    least: 8,
    patienceMs: 5000,
    overloadedPatienceMs: 1000,
    /** Well before the lease is too short for an attempt to start. */
    leastLeaseMs: (2 / 3) * leaseMs
  }
}
