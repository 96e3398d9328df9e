import type { FrostNight, KnownNight } from '../../frost/frost-night.ts'
import type { ScoringProfile } from '../../frost/scoring-profile.ts'
import type { NoticeParameters } from '../../language/notices.ts'
import { distanceKm } from '../../places/distance.ts'
import type { ForecastSnapshot } from '../forecast-snapshot.ts'
import type { LearnedSite, Neighbours } from '../ports.ts'
import type { KnownEstimate, Notice, ReportData, ReportPlace } from './place-report.ts'

export function dataNotices({
  synthetic,
  freshness,
  ageHours,
  isFallback,
  source,
  hoursSetAside,
  variablesLeftOut,
  hoursCarried,
  isComingNightUnknown,
  modelsLeft,
  check,
  contradicted
}: ReportData): readonly Notice[] {
  const notices: Notice[] = []
  if (synthetic) notices.push({ code: 'synthetic_data', parameters: {} })
  if (isComingNightUnknown) notices.push({ code: 'coming_night_unknown', parameters: {} })
  else if (freshness === 'stale') notices.push({ code: 'stale_data', parameters: { ageHours } })
  else if (freshness === 'aging') notices.push({ code: 'aging_data', parameters: { ageHours } })
  if (hoursCarried > 0)
    notices.push({ code: 'hours_from_earlier_run', parameters: { count: hoursCarried, ageHours } })
  if (check === 'set_aside') notices.push({ code: 'run_set_aside', parameters: { ageHours } })
  if (check === 'disagrees') notices.push({ code: 'runs_disagree', parameters: {} })
  if (contradicted !== null)
    notices.push({
      code: 'run_contradicted',
      parameters: { contradicted: contradicted.by, station: contradicted.station }
    })
  if (isFallback) notices.push({ code: 'source_fallback', parameters: { source: source.name } })
  if (modelsLeft.length > 0) notices.push({ code: 'models_left_out', parameters: { models: modelsLeft } })
  if (hoursSetAside > 0) notices.push({ code: 'hours_set_aside', parameters: { count: hoursSetAside } })
  if (variablesLeftOut.length > 0)
    notices.push({ code: 'values_left_out', parameters: { variables: variablesLeftOut } })
  return notices
}

/** The notice that the source reaches less far than was requested. */
export function reachNotice(requested: number, available: number, span?: 'slot'): readonly Notice[] {
  if (available >= requested) return []
  const parameters = { requested, available, ...(span === undefined ? {} : { span }) }
  return [{ code: 'horizon_truncated', parameters }]
}

export function nightNotices(
  profile: ScoringProfile,
  estimate: KnownEstimate | null,
  nights: readonly FrostNight[]
): readonly Notice[] {
  const known = nights.filter((night): night is KnownNight => night.state === 'known')
  const unknown = nights.length - known.length
  const coarse = Math.max(1, ...known.map((night) => night.stepHours))
  const missing = [...new Set(known.flatMap((night) => night.inputsMissing))]
  const hasSnow = known.some((night) => night.snowCover)
  return [
    ...estimateNotice(estimate),
    ...when(profile.evidence === 'low', { code: 'low_evidence', parameters: {} }),
    ...when(coarse > 1, { code: 'coarse_steps', parameters: { stepHours: coarse } }),
    ...when(missing.length > 0, { code: 'inputs_missing', parameters: { inputs: missing } }),
    ...when(hasSnow, { code: 'snow_cover', parameters: {} }),
    ...when(known[0]?.partial === true, { code: 'partial_night', parameters: {} }),
    ...when(unknown > 0, { code: 'nights_unknown', parameters: { count: unknown } })
  ]
}

function estimateNotice(estimate: KnownEstimate | null): readonly Notice[] {
  if (estimate === null) return []
  return estimate.state === 'estimated'
    ? [{ code: 'stage_estimated', parameters: { days: estimate.plusMinusDays } }]
    : [{ code: 'stage_unknown', parameters: { stageReason: estimate.reason } }]
}

function when(condition: boolean, notice: Notice): readonly Notice[] {
  return condition ? [notice] : []
}

interface Near {
  readonly forecast: ForecastSnapshot
  readonly place: ReportPlace
}

/** Notices about a nearby place: that its record is used, or why it is not; and that it has more models. */
export function neighbourNotices(of: Near, neighbours: Neighbours): readonly Notice[] {
  return [...recordNotice(of, neighbours), ...modelNotice(of, neighbours)]
}

function recordNotice({ forecast, place }: Near, { atOtherHeight }: Neighbours): readonly Notice[] {
  const { nights, at } = forecast.learned ?? { nights: 0 }
  if (nights > 0) {
    const isElsewhere = at !== undefined && distanceKm(at, place) > 0
    return isElsewhere
      ? [{ code: 'record_of_place', parameters: { count: nights, near: nearAt(place, at) } }]
      : []
  }
  const other = atOtherHeight(forecast)
  if (other === null) return []
  const near = nearAt(place, other)
  // No answer says where a thermometer without a name is.
  return near.name === null ? [] : [notUsed(place, near, other)]
}

export function notUsed(
  { elevationM }: Pick<ReportPlace, 'elevationM'>,
  near: NonNullable<NoticeParameters['near']>,
  { elevation }: NonNullable<LearnedSite['at']>
): Notice {
  return { code: 'record_not_used', parameters: { near, heights: { here: elevationM, there: elevation } } }
}

/** Names within 3 km say that a reader may compare the two. */
function modelNotice({ forecast, place }: Near, { isBlended }: Neighbours): readonly Notice[] {
  const { nearest, name } = place
  if (nearest === null || name === null || forecast.models !== null || !isBlended(forecast.source.id))
    return []
  return [{ code: 'one_model', parameters: { near: { name: nearest.name, distanceKm: nearest.distanceKm } } }]
}

/** The place there, seen from another; a point that was measured may have no name. */
export function nearAt(
  from: Pick<ReportPlace, 'lat' | 'lon' | 'nearest'>,
  at: NonNullable<LearnedSite['at']>
): NonNullable<NoticeParameters['near']> {
  const { nearest } = from
  const km = distanceKm(at, from)
  const isNearest = nearest !== null && Math.abs(nearest.distanceKm - km) < 0.01
  return { name: isNearest ? nearest.name : null, distanceKm: km }
}
