/** Notices about a forecast's data, its reach and its nights. */
import type { FrostNight, KnownNight } from '../../frost/frost-night.ts'
import type { ScoringProfile } from '../../frost/scoring-profile.ts'
import type { KnownEstimate, Notice, ReportData } from './place-report.ts'

/** About the data, whichever part of them is shown. */
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

/** Where the source reaches less far than was requested. */
export function reachNotice(requested: number, available: number, span?: 'slot'): readonly Notice[] {
  if (available >= requested) return []
  const parameters = { requested, available, ...(span === undefined ? {} : { span }) }
  return [{ code: 'horizon_truncated', parameters }]
}

/** About nights: how they were scored, and what was missing. */
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

/** An estimated stage is always labelled as an estimate. */
function estimateNotice(estimate: KnownEstimate | null): readonly Notice[] {
  if (estimate === null) return []
  return estimate.state === 'estimated'
    ? [{ code: 'stage_estimated', parameters: { days: estimate.plusMinusDays } }]
    : [{ code: 'stage_unknown', parameters: { stageReason: estimate.reason } }]
}

function when(condition: boolean, notice: Notice): readonly Notice[] {
  return condition ? [notice] : []
}
