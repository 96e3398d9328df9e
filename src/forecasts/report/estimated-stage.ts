/** The stage of a crop, estimated from the temperatures of its season, or why it is unknown. */
import { cropById } from '../../frost/crops.ts'
import { estimateStage, type StageEstimate } from '../../frost/degree-days.ts'
import { isEstimable, profileOf, type ScoringProfile } from '../../frost/scoring-profile.ts'
import type { Seasons } from '../seasons.ts'
import type { KnownEstimate, ReportQuestion } from './place-report.ts'

export type KnownSeasons = Pick<Seasons, 'known' | 'instantOf'>

export interface EstimatedProfile {
  readonly profile: ScoringProfile
  readonly estimate: KnownEstimate
}

/**
 * The profile with the stage estimated at `at` [ms since epoch]; with an unknown stage the generic profile is
 * used.
 */
export function estimateProfile(
  { point, isSeasonRefused }: ReportQuestion,
  profile: ScoringProfile,
  { seasons, at }: { readonly seasons: KnownSeasons; readonly at: number }
): EstimatedProfile | null {
  const crop = profile.crop === null ? null : cropById(profile.crop)
  if (crop === null || !isEstimable(crop)) return null
  const season = seasons.known(point)
  const { lat, timezone } = point
  const asked = { crop: crop.id, lat, timezone, at: seasons.instantOf(point, at) }
  const estimate = asRefused(estimateStage(asked, season?.hours ?? null), isSeasonRefused === true)
  const stage =
    estimate.state === 'estimated' ? crop.stages.find(({ id }) => id === estimate.stage) : undefined
  return {
    profile: stage === undefined ? profile : profileOf(crop, stage, profile.exposure),
    estimate: { ...estimate, source: estimate.summedFrom === null ? null : (season?.source ?? null) }
  }
}

/** Where the temperatures are missing because the client was refused them, that is the reason. */
function asRefused(estimate: StageEstimate, isSeasonRefused: boolean): StageEstimate {
  const lacksSeason =
    estimate.state === 'unknown' &&
    (estimate.reason === 'season_unavailable' || estimate.reason === 'season_incomplete')
  return lacksSeason && isSeasonRefused ? { ...estimate, reason: 'season_share_spent' } : estimate
}
