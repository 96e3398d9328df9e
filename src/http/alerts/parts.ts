import type { AlertPlaces, Alerts } from '../../alerts/alerts.ts'
import type { DeliverySettings } from '../../alerts/dispatch/settings.ts'
import type { AlertProblem, AlertProblemCode } from '../../alerts/problems.ts'
import type { EvaluatedForecast } from '../../alerts/watched-forecasts.ts'
import { minuteSeconds } from '../../common/time.ts'
import type { Place } from '../../weather/point.ts'
import type { Problem } from '../problem.ts'

const namesMembers: ReadonlySet<AlertProblemCode> = new Set([
  'validation_failed',
  'location_not_found',
  'threshold_out_of_range',
  'unsupported_channel',
  'destination_required',
  'destination_invalid',
  'destination_not_allowed'
])

/** After this time a channel that does not answer is worth another try [s]. */
const unavailableRetrySeconds = minuteSeconds

export function presentProblem(problem: AlertProblem, places: Pick<AlertPlaces, 'find'>): Problem {
  const { code, detail } = problem
  const headers = headersOf(problem)
  const extensions = extensionsOf(problem, places)
  return {
    code,
    detail,
    ...(code === 'location_not_found' ? { about: 'body' as const } : {}),
    ...(headers === null ? {} : { headers }),
    ...(Object.keys(extensions).length === 0 ? {} : { extensions })
  }
}

function extensionsOf(
  problem: AlertProblem,
  places: Pick<AlertPlaces, 'find'>
): NonNullable<Problem['extensions']> {
  const { code, errors, suggestions, available, needs } = problem
  return {
    ...(namesMembers.has(code) ? { errors } : {}),
    ...(code === 'location_not_found'
      ? { suggestions: (suggestions ?? []).map((slug) => ({ slug, name: places.find(slug)?.name ?? slug })) }
      : {}),
    ...(code === 'unsupported_channel'
      ? { available_channels: available ?? [], available: available ?? [] }
      : {}),
    ...(code === 'destination_required' ? { needs: needs ?? [] } : {}),
    ...(code === 'quota_exceeded' ? { 'violated-policies': ['tests'] } : {})
  }
}

function headersOf({ code, retryAfterSeconds }: AlertProblem): Readonly<Record<string, string>> | null {
  if (code === 'channel_unavailable') {
    return { 'Retry-After': String(retryAfterSeconds ?? unavailableRetrySeconds) }
  }
  return retryAfterSeconds === undefined ? null : { 'Retry-After': String(retryAfterSeconds) }
}

export interface AlertOperationDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  /** Fetches a forecast on a client's account, for the present score. Resolves also where no source answers. */
  readonly ensureForecast: (place: Place, stage: string | null, client: string) => Promise<EvaluatedForecast>
  /** How many more points the budget of the first source carries; null where it has none. */
  readonly newPoints: () => Promise<number | null>
  readonly wake: () => void
}
