/** Limits how many requests run at a source at a time, and how many may wait for their turn. */

export interface Gate {
  /**
   * A pass once a place is free, in the order of arrival; null where too many wait already, or `givenUp`
   * aborts first.
   */
  readonly enter: (givenUp: AbortSignal) => Promise<Pass | null>
  /** Whether a new request would have to wait. */
  readonly isCrowded: () => boolean
  readonly underWay: () => number
  readonly waiting: () => number
}

/** Returns the place; call it once. */
export type Pass = () => void

export interface GateLimits {
  readonly underWay: number
  readonly waiting: number
}

export function createGate(limits: GateLimits): Gate {
  const queue = new Set<() => void>()
  let underWay = 0
  const leave = (): void => {
    const [next] = queue
    if (next === undefined) underWay--
    else next()
  }
  const wait = (givenUp: AbortSignal): Promise<Pass | null> =>
    new Promise((resolve) => {
      const end = (pass: Pass | null): void => {
        queue.delete(admit)
        givenUp.removeEventListener('abort', refuse)
        resolve(pass)
      }
      const admit = (): void => end(leave)
      const refuse = (): void => end(null)
      queue.add(admit)
      givenUp.addEventListener('abort', refuse, { once: true })
    })
  return {
    isCrowded: () => underWay >= limits.underWay,
    underWay: () => underWay,
    waiting: () => queue.size,
    async enter(givenUp) {
      if (givenUp.aborted) return null
      if (underWay < limits.underWay) {
        underWay++
        return leave
      }
      return queue.size < limits.waiting ? wait(givenUp) : null
    }
  }
}

/**
 * For whom a source is asked: a visitor who waits for an answer, or the service itself (watched places, the
 * map).
 */
export type RequesterKind = 'visitor' | 'watched'

export const requesters: readonly RequesterKind[] = ['visitor', 'watched']

export interface Gates {
  /** @param id As in `requestIds`. */
  readonly of: (id: string, requester: RequesterKind) => Gate
}

/**
 * Reasons: a public provider accepts about sixteen requests at a time from one address. The last in a queue
 * of 256, for a source that answers in half a second, waits 8 s, and no request waits longer. The service's
 * own requests come in batches of twenty places and in bounded rounds.
 */
const limitsOf: Readonly<Record<RequesterKind, GateLimits>> = {
  visitor: { underWay: 16, waiting: 256 },
  watched: { underWay: 16, waiting: Number.POSITIVE_INFINITY }
}

/** The gates of all sources; visitors and the service itself never wait for each other. */
export function createGates(): Gates {
  const gates = new Map<string, Gate>()
  return {
    of(id, requester) {
      const key = `${requester} ${id}`
      const gate = gates.get(key) ?? createGate(limitsOf[requester])
      gates.set(key, gate)
      return gate
    }
  }
}
