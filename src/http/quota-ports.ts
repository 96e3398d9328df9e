/** Quotas that several processes share, as PostgreSQL or Redis counts them. */

/** Requests of one client that came together. */
export interface QuotaRequest {
  /** A hash of the tier and the client: what is counted together. */
  readonly key: string
  readonly quota: number
  readonly windowMs: number
  /** 1 or more. */
  readonly wanted: number
}

export interface QuotaGrant {
  /** So many of the wanted pass; 0…wanted. */
  readonly granted: number
  /** Counted in the window, these included; 0…quota. */
  readonly used: number
  /** When the first counted request leaves the window [ms since epoch]. */
  readonly freeAt: number
}

/**
 * A sliding log with the resolution of a slot (common/window-slots.ts): a request counts from the end of its slot
 * on for a whole window. At most `quota` pass in any window; a client waits at most 1/64 of a window longer than
 * with a log of single requests.
 */
export interface SharedQuotas {
  /** In one step for all, in the order of the requests, whose keys differ. Rejects where the engine is away. */
  readonly take: (requests: readonly QuotaRequest[], nowAt: number) => Promise<readonly QuotaGrant[]>
  /** Notes that a process is there, and returns its place among those that were noted since `goneAt`. */
  readonly announce: (process: string, nowAt: number, goneAt: number) => Promise<PlaceAmongProcesses>
}

/** In an order of the processes that is the same for each. */
export interface PlaceAmongProcesses {
  /** All of them; 1 or more. */
  readonly count: number
  /** How many come before this one. */
  readonly before: number
}
