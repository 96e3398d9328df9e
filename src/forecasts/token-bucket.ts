/** What may be spent within a minute or an hour: half of it at once, half spread over the time. */

export interface TokenBucket {
  /** Takes up to `units`, in whole multiples of `each`; returns how many multiples. */
  readonly take: (each: number, count: number) => number
  readonly giveBack: (units: number) => void
  /** How much may be taken now. */
  readonly tokens: () => number
  /** When so much may be taken [ms since epoch]. */
  readonly freeAt: (units: number) => number
}

/**
 * No span of `windowMs` sees more than `limit`: half of it held, half refilled in a window. A cost above the bucket's
 * size passes when it is full.
 */
export function createTokenBucket(
  { limit, windowMs }: { readonly limit: number; readonly windowMs: number },
  clock: () => number
): TokenBucket {
  const capacity = limit / 2
  const perMs = limit / 2 / windowMs
  let held = capacity
  let filledAt = clock()
  const fill = (): number => {
    const now = clock()
    // A clock that was set back adds nothing, and the bucket continues from there.
    held = Math.min(capacity, held + Math.max(0, now - filledAt) * perMs)
    filledAt = now
    return held
  }
  return {
    tokens: fill,
    giveBack(units) {
      held = Math.min(capacity, held + units)
    },
    take(each, count) {
      const now = fill()
      const whole = each > capacity && now >= capacity ? 1 : Math.max(0, Math.floor(now / each + 1e-9))
      const taken = Math.min(count, whole)
      held -= taken * each
      return taken
    },
    freeAt: (units) => clock() + Math.max(0, Math.ceil((Math.min(units, capacity) - fill()) / perMs))
  }
}
