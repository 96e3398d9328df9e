import { hourMs } from '../../common/time.ts'
import type { AlertNight } from '../alert-night.ts'
import type { Alerts } from '../alerts.ts'
import { isTokenHolder, living, type ManageRequest } from '../authorised.ts'
import { worseThanSeen } from '../decisions.ts'
import { type Managed, viewSubscription } from '../manage.ts'
import { type AlertProblem, problem } from '../problems.ts'
import { windowEndsInSeconds } from '../reservations.ts'
import { acknowledgeLast, tonightMs } from '../seen.ts'
import type { Subscription } from '../subscription.ts'
import { tonightOf } from './list-members.ts'
import type { MemberNight } from './member-ports.ts'

export type ShownNight = Pick<
  AlertNight,
  'date' | 'level' | 'plantTemperatureMinC' | 'frostFromAt' | 'lastPreparationAt'
>

/**
 * Acknowledges with the manage token the last message for tonight, with a key the night as it is now: its holder
 * informed the person.
 * @param shown the night as a page showed it
 */
export async function noteSeen(
  deps: Alerts,
  request: ManageRequest,
  shown?: ShownNight
): Promise<Managed | AlertProblem> {
  const found = await living(deps, request)
  if ('ok' in found) return found
  const fault = isTokenHolder(deps, request)
    ? (await acknowledgeLast(deps, found))
      ? null
      : nothingRaised()
    : await noteInformed(deps, found, shown)
  return fault ?? viewSubscription(deps, request)
}

async function noteInformed(
  deps: Alerts,
  found: Subscription,
  shown?: ShownNight
): Promise<AlertProblem | null> {
  const now = deps.now()
  const night = await raisedTonight(deps, found)
  if (night?.run == null) return nothingRaised()
  const isWorse =
    shown !== undefined && (shown.date !== night.run.date || worseThanSeen(night.run, shown, now).length > 0)
  if (isWorse)
    return problem('invalid_state', 'The night has become worse than was shown: look at it, and tell them.')
  const isNoted = await deps.members.seenByPhone({ seq: found.seq, date: night.run.date }, now)
  return isNoted ? null : nothingRaised()
}

/** Most repeats in an hour; more would only fill a telephone. */
const maxAgain = 5

/** The warning about tonight that no person has answered, once more, at once. */
export async function sendAgain(deps: Alerts, request: ManageRequest): Promise<Managed | AlertProblem> {
  const found = await living(deps, request)
  if ('ok' in found) return found
  if (found.preview) return problem('invalid_state', 'A preview sends nothing.')
  if (found.state !== 'active')
    return problem('invalid_state', `The subscription is ${found.state}; this needs one that is active.`)
  const now = deps.now()
  const night = await raisedTonight(deps, found)
  if (night === null || !tonightOf(night, now).isUnanswered)
    return problem('invalid_state', 'No warning about tonight waits to be answered.')
  const use = { scope: 'again', key: deps.keys.hash(found.id), limit: maxAgain, windowMs: hourMs, now }
  if (!(await deps.allowances.take(use))) {
    const retryAfterSeconds = windowEndsInSeconds(use)
    const detail = `No more than ${maxAgain} an hour. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`
    return problem('quota_exceeded', detail, { retryAfterSeconds })
  }
  const isQueued = await deps.members.sendAgain({ seq: found.seq, date: night.episode.date }, now)
  return isQueued ? viewSubscription(deps, request) : nothingRaised()
}

async function raisedTonight(deps: Alerts, { seq }: Subscription): Promise<MemberNight | null> {
  const now = deps.now()
  const night = await deps.members.night(seq, now, now + tonightMs)
  return night?.episode.state === 'raised' ? night : null
}

function nothingRaised(): AlertProblem {
  return problem('invalid_state', 'There is no warning about tonight to answer.')
}
