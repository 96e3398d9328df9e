import { minuteSeconds, secondMs } from '../../common/time.ts'
import type { Point } from '../../weather/point.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import type { Problem } from '../problem.ts'

const longestRetrySeconds = 30 * minuteSeconds

/** No source answered, and the stored data are too old to be shown. */
export function unavailable(
  gap: { readonly lastDataAt: number | null; readonly retryAt: number },
  point: Point,
  nowAt: number
): Problem {
  const retrySeconds = Math.min(longestRetrySeconds, Math.max(1, Math.ceil((gap.retryAt - nowAt) / secondMs)))
  const clock = zoneClock(point.timezone)
  const lastDataAt = gap.lastDataAt === null ? null : clock.format(Math.floor(gap.lastDataAt / secondMs))
  const known =
    lastDataAt === null
      ? 'Nothing was ever received for this point.'
      : `The last data are from ${lastDataAt}.`
  return {
    code: 'data_unavailable',
    detail: `No source has data for this point now. ${known} Try again in ${retrySeconds} s.`,
    extensions: { last_data_at: lastDataAt },
    headers: { 'Retry-After': String(retrySeconds) }
  }
}

export function tooManyPoints(retryAfterSeconds: number): Problem {
  return {
    code: 'quota_exceeded',
    detail:
      'You have opened as many new points today as one client may at a public weather service. Points that are ' +
      'known already still answer; new ones pass again after midnight UTC.',
    extensions: { 'violated-policies': ['points'] },
    headers: { 'Retry-After': String(retryAfterSeconds) }
  }
}
