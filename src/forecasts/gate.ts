/** Limits how many requests run at a source at a time, and how many may wait for their turn. */

interface Gate {
  /** Enters in the order of arrival, once there is room; null: too many wait, or `givenUp` aborts first. */
  readonly enter: (givenUp: AbortSignal) => Promise<Pass | null>
  readonly isCrowded: () => boolean
  readonly underWay: () => number
  readonly waiting: () => number
}

/** Gives the place at the gate back; call it once. */
type Pass = () => void

interface GateLimits {
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

/** A visitor who waits for an answer, or the service itself (watched places, the map). */
export type RequesterKind = 'visitor' | 'watched'

export const requesters: readonly RequesterKind[] = ['visitor', 'watched']

/**
 * A public provider accepts about sixteen requests at a time from one address; the last of 256 waits 8 s for a source
 * of half a second, the longest wait. The service's own come in batches of twenty and in bounded rounds.
 */
const limitsOf: Readonly<Record<RequesterKind, GateLimits>> = {
  visitor: { underWay: 16, waiting: 256 },
  watched: { underWay: 16, waiting: Number.POSITIVE_INFINITY }
}

/** The gates of all sources; visitors and the service itself never wait for each other. */
export function createGates() {
  const gates = new Map<string, Gate>()
  return {
    /** The gate of a source for a requester. @param id As in `requestIds`. */
    of(id: string, requester: RequesterKind): Gate {
      const key = `${requester} ${id}`
      return gates.getOrInsertComputed(key, () => createGate(limitsOf[requester]))
    }
  }
}
