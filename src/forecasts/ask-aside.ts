import { dayMs, minuteMs } from '../common/time.ts'
import type { Point } from '../weather/point.ts'
import { asSourceError, type ChainDeps, queueMs, reportFailed } from './chain.ts'
import type { RequesterKind } from './gate.ts'

/** A request for a point that is not part of the chain, with its own circuit, gate and account. */
interface Aside<Answer> {
  readonly id: string
  readonly point: Pick<Point, 'key'>
  readonly requester: RequesterKind
  /** Takes its cost from the budget; false where there is too little. */
  readonly pay: () => Promise<boolean>
  readonly fetch: () => Promise<Answer>
  /** Tells the operator of a failure in another way than that of a source. */
  readonly failed?: (error: unknown) => void
}

/** Instants are ms since epoch. */
interface Unasked {
  readonly because: 'budget' | 'no_answer'
  readonly askAgainAt: number
}

/**
 * The answer, once its turn comes, nothing pauses it and it is paid. Never throws: a source's fault opens its circuit,
 * one of the budget does not.
 */
export async function askAside<Answer>(
  deps: Omit<ChainDeps, 'sources' | 'budget'>,
  { id, point: { key }, requester, pay, fetch, failed }: Aside<Answer>
): Promise<{ readonly answer: Answer } | Unasked> {
  const circuits = deps.circuits.by(requester)
  const paused = (): Unasked | null => {
    const askAgainAt = circuits.pausedUntil(id, key)
    return askAgainAt === null ? null : { because: 'no_answer', askAgainAt }
  }
  const busy = (): Unasked => ({ because: 'no_answer', askAgainAt: deps.clock() + minuteMs })
  const before = paused()
  if (before !== null) return before
  const pass = await deps.gates.of(id, requester).enter(deps.abortAfter(queueMs))
  if (pass === null) return busy()
  let isAsked = false
  try {
    // Checked again: the circuit may have opened while this waited for its turn.
    const meanwhile = paused()
    if (meanwhile !== null) return meanwhile
    circuits.started(id)
    if (await pay()) {
      isAsked = true
      const answer = await fetch()
      circuits.succeeded(id, key)
      return { answer }
    }
    circuits.notAsked(id)
    return { because: 'budget', askAgainAt: (Math.floor(deps.clock() / dayMs) + 1) * dayMs }
  } catch (error) {
    const failure = asSourceError(error)
    if (isAsked) circuits.failed(id, [key], failure)
    else circuits.notAsked(id)
    if (failed === undefined) reportFailed(deps, failure, { source: id })
    else failed(error)
    return paused() ?? busy()
  } finally {
    pass()
  }
}
