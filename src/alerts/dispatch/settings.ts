/** How many attempts run at once, to which receivers, and every timeout. */
import { minuteMs } from '../../common/time.ts'
import type { knownReceivers } from './receiver-queue.ts'
import type { DispatchRules } from './receiver-queues.ts'

export interface DeliverySettings {
  /** Names this worker among all processes; new at each start. */
  readonly worker: string
  readonly concurrency: number
  readonly perReceiver: number
  /** Attempts at a time to receivers that did not answer the last time or were never tried. */
  readonly unproven: number
  /** Attempts at a time to subscribers' servers; the rest is for the operator's, which take most messages. */
  readonly ownServers: number
  readonly known: ReturnType<typeof knownReceivers>
  readonly batch: number
  /** With this many messages waiting, no more are claimed. */
  readonly maxWaiting: number
  readonly attemptTimeoutMs: number
  /** Well above the time of an attempt. */
  readonly leaseMs: number
  /** A signal that aborts after the time, or when the process stops. */
  readonly timeout: (ms: number) => AbortSignal
  /** Once it aborts, no attempt starts: claimed messages go back unchanged, running attempts are awaited. */
  readonly closing?: AbortSignal
  /** While only slow attempts run, newly due messages are claimed each time it resolves; absent: they are not. */
  readonly wait?: () => Promise<void>
}

/** Settings for one process with two cores. */
export const usualDelivery = {
  concurrency: 32,
  perReceiver: 24,
  unproven: 24,
  ownServers: 28,
  batch: 8192,
  maxWaiting: 16_384,
  attemptTimeoutMs: 20_000,
  leaseMs: 2 * minuteMs
} as const

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
    /** A usual number of connections to a mail server. */
    slowWidest: 3,
    /** Ten times what a receiver across the world needs. */
    slowMs: 2000,
    /** Waiting messages are leased and their content is fixed: they should be sent before much has changed. */
    aheadMs: 10_000,
    least: 8,
    patienceMs: 5000,
    overloadedPatienceMs: 1000,
    /** Before the lease is too short for an attempt to start. */
    minLeaseMs: (2 / 3) * leaseMs
  }
}
