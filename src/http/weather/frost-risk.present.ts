import { publishedScore } from '../../forecasts/frost-view.ts'
import type { KnownEstimate, PlaceReport } from '../../forecasts/report/place-report.ts'
import type { BriefNight, FrostNight } from '../../frost/frost-night.ts'
import { hasScore, isRiskDay, type PeriodScore } from '../../frost/period.ts'
import { frostMethod, roundToHundredth, roundToTenth } from '../../frost/published.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { publish, type UnitSystem } from '../../weather/units.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { commonBlocks, type Wording } from './blocks.present.ts'
import type { LocationBlock, MetaBlock } from './blocks.schema.ts'
import type { FrostRiskBody, NightBody } from './frost-risk.schema.ts'
import { presentRiskDay } from './risk-day.present.ts'

export function presentFrostRisk(report: PlaceReport, wording: Wording, siteUrl: string): FrostRiskBody {
  const { nights, worst, learned, nightsReached } = report
  // A missing night before a known one is shown; nights after the last known one are beyond the horizon.
  const shown = nights.slice(0, nightsReached)
  const clock = zoneClock(report.place.timezone)
  const method = { ...frostMethod, url: `${siteUrl}/docs/science` }
  return {
    ...commonBlocks(report, wording, report.nightNotices),
    frost_risk: {
      tonight: wholeNight(report.tonight, wording, clock),
      worst: presentWorst(worst),
      score: presentWorst(worst).score,
      level: worst.level,
      level_label: levelLabel(worst.level, wording.lang),
      worst_date: worst.worstDate,
      next_risk_date: worst.nextRiskDate,
      horizon_days: shown.length,
      nights_unknown: shown.filter((night) => !hasScore(night)).length,
      ...presentProfile(report, wording),
      learned_nights: learned?.nights ?? 0,
      learned_method: learned?.method ?? null,
      score_method: method,
      method
    },
    risk_days: nights.filter(isRiskDay).map((night) => presentRiskDay(night, wording, clock)),
    nights: shown.map((night) => presentNight(night, report, wording))
  }
}

type FrostRisk = FrostRiskBody['frost_risk']

/** The members that `detail=short` shows, in their order; nothing else is computed. */
export function presentShortFrostRisk(
  { place, data, brief }: PlaceReport,
  { units }: Wording
): ShortFrostRisk {
  const { slug, name, lat, lon } = place
  const { synthetic, freshness: status, source } = data
  return {
    location: { slug, name, lat, lon },
    meta: { synthetic, freshness: { status }, attribution: source.attribution },
    frost_risk: { worst: presentWorst(brief.worst) },
    nights: brief.nights.map((night) => ({
      date: night.window.date,
      ...publishedScore(night),
      plant_temperature_min: plantMinimum(night, units)
    }))
  }
}

interface ShortFrostRisk {
  readonly location: Pick<LocationBlock, 'slug' | 'name' | 'lat' | 'lon'>
  readonly meta: Pick<MetaBlock, 'synthetic' | 'attribution'> & {
    readonly freshness: Pick<MetaBlock['freshness'], 'status'>
  }
  readonly frost_risk: Pick<FrostRisk, 'worst'>
  readonly nights: readonly Pick<
    FrostRiskBody['nights'][number],
    'date' | 'score' | 'level' | 'plant_temperature_min'
  >[]
}

function presentWorst({ worstDate, score, level }: PeriodScore): FrostRisk['worst'] {
  return { date: worstDate, score: score === null ? null : roundToTenth(score), level }
}

function plantMinimum(night: BriefNight, units: UnitSystem): number | null {
  return night.state === 'known' ? publish(night.plantTemperatureMinC, 'temperature', units) : null
}

/** A night with every member; null where it has no score. */
export function wholeNight(
  night: FrostNight | null,
  wording: Wording,
  clock: ZoneClock
): FrostRiskBody['frost_risk']['tonight'] {
  return hasScore(night) ? presentRiskDay(night, wording, clock) : null
}

export function presentProfile(
  { profile, estimate, tonight, unscoredBecause }: PlaceReport,
  { units }: Wording
): NightBody['profile'] {
  const { crop, stage, curve } = profile
  const night = tonight?.state === 'known' ? tonight : null
  const reached = night === null ? null : roundToHundredth(night.probability.t10)
  return {
    crop,
    stage,
    first_damage:
      stage === null
        ? null
        : {
            temperature: publish(curve.t10C, 'temperature', units) ?? 0,
            first_damage_probability: reached,
            probability: reached
          },
    unscored_because: night === null ? null : unscoredBecause,
    stage_estimate: presentEstimate(estimate),
    exposure: profile.exposure
  }
}

function presentNight(
  night: FrostNight,
  { unscoredBecause }: PlaceReport,
  { units }: Wording
): FrostRiskBody['nights'][number] {
  // Without a stage the temperature of harm is that of any plant.
  const hasLimit = night.state === 'known' && unscoredBecause !== 'stage_unknown'

  const { score, level } = publishedScore(night)
  return {
    date: night.window.date,
    length_hours: night.hours,
    hours: night.hours,
    hours_available: night.hoursAvailable,
    partial: night.partial,
    score,
    level,
    temperature_min: publish(night.airTemperatureMinC ?? Number.NaN, 'temperature', units),
    plant_temperature_min: plantMinimum(night, units),
    first_damage_probability: hasLimit ? roundToHundredth(night.probability.t10) : null
  }
}

/** The same members also where the stage was given. */
function presentEstimate(estimate: KnownEstimate | null): FrostRiskBody['frost_risk']['stage_estimate'] {
  return {
    estimated: estimate?.state === 'estimated',
    plus_minus_days: estimate?.state === 'estimated' ? estimate.plusMinusDays : null,
    summed_from: estimate?.summedFrom ?? null,
    summed_to: estimate?.summedTo ?? null,
    source: estimate?.source ?? null,
    unknown_because: estimate?.state === 'unknown' ? estimate.reason : null
  }
}
