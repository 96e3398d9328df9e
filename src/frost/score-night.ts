import { modelSpreadFactor } from './blend/model-record.ts'
import type { RunChange } from './earlier-runs.ts'
import type { Coverage, FrostColumns } from './frost-columns.ts'
import type {
  Contributions,
  Exposure,
  KnownNight,
  MinimumDistribution,
  MissingInput,
  NightWindow
} from './frost-night.ts'
import { z90 } from './gaussian.ts'
import { servedLaws } from './laws.ts'
import {
  airAtMinimum,
  appearanceOf,
  confidenceOf,
  darkMeans,
  frostTypeAt,
  loweredConfidence,
  overHourOf
} from './night-facts.ts'
import { missingInputs } from './night-inputs.ts'
import { expectedHoursBelow, frostHoursOf, probabilities } from './night-odds.ts'
import { exposureFactors, type OffsetLaw, plantNight } from './plant-temperature.ts'
import { levelOf, mgmClassOf, roundToTenth } from './published.ts'
import type { FrostSettings } from './settings.ts'
import { type SeverityCurve, scoreOf, scoreSpreadC } from './severity.ts'
import { leadDays, sigmaAirC, sigmaOffsetC, spreadFactor as spreadFactorOf } from './spread.ts'

type PlantNight = ReturnType<typeof plantNight>

/** N(μ, σ²) of the minimum of plants [°C], with the night's bias and spread of the air. */
export function exposedMinimum(
  night: KnownNight,
  { columns, settings, exposure }: { columns: FrostColumns; settings: FrostSettings; exposure: Exposure }
): { readonly minimumC: number; readonly sigmaC: number } {
  const { inputsMissing, radiativeOffsetC, sigmaC } = night
  const exposureFactor = exposureFactors[exposure]
  const plant = plantNight(columns, night.window, {
    biasC: night.biasC,
    plantBiasC: settings.plantBiasC ?? 0,
    exposureFactor,
    offsetLaw: offsetLawOf(settings)
  })
  const missing = inputsMissing
  const ofGroundC = sigmaOffsetOf({ offsetC: radiativeOffsetC }, { settings, exposure: 'ground', missing })
  const ofPlantC = sigmaOffsetOf(plant, { settings, exposure, missing })
  return {
    minimumC: plant.plantTemperatureMinC,
    sigmaC: Math.sqrt(sigmaC * sigmaC - ofGroundC * ofGroundC + ofPlantC * ofPlantC)
  }
}

export interface NightSubject {
  readonly columns: FrostColumns
  readonly window: NightWindow
  /** Well enough covered: `unknown` is null. */
  readonly coverage: Coverage
  /** [ms since epoch]. */
  readonly issuedAt: number
  readonly settings: FrostSettings
  readonly change: RunChange
}

/** `biasC` [°C] is how far every hour was moved; `spreadFactor` is without that of earlier runs. */
export type UnscoredNight = PlantNight & Pick<KnownNight, 'biasC' | 'leadDays' | 'spreadFactor' | 'stepHours'>

export function unscoredNight(subject: Omit<NightSubject, 'coverage'>): UnscoredNight {
  const { columns, window, issuedAt, settings, change } = subject
  const biasC = settings.biasC + change.shiftC
  const plant = plantNight(columns, window, {
    biasC,
    plantBiasC: settings.plantBiasC ?? 0,
    exposureFactor: exposureFactors[settings.exposure],
    offsetLaw: offsetLawOf(settings)
  })
  const hour = plant.coldestHour
  const lead = leadDays(hour, issuedAt)
  const { latitude = null, elevationM: heightM = null, laws: { airSpread } = servedLaws } = settings
  const traits = { airMinC: plant.airTemperatureMinC - settings.biasC, hour, latitude, heightM }
  const ofModels = modelSpreadFactor(settings.modelSpread ?? null, { hour, lead })
  return {
    ...plant,
    biasC,
    leadDays: lead,
    spreadFactor: spreadFactorOf(traits, airSpread) * ofModels,
    stepHours: columns.stepHours[hour - columns.startHour] ?? 1
  }
}

export function scoreNight(subject: NightSubject): KnownNight {
  const { columns, window, coverage, settings } = subject
  const plant = unscoredNight(subject)
  const { biasC, leadDays: lead, spreadFactor, stepHours } = plant
  const inputsMissing = missingInputs(columns, window)
  const { plantAirSigmaC, ...distribution } = minimumOf(subject, plant, inputsMissing)
  const { plantBiasC = 0, elevationM = null } = settings
  const overHour = overHourOf(subject, plant, { biasC, plantBiasC, elevationM })
  return {
    state: 'known',
    window: overHour === window.overHour ? window : { ...window, overHour },
    hours: coverage.hours,
    hoursAvailable: coverage.hoursAvailable,
    partial: coverage.partial,
    ...distribution,
    biasC,
    coldestHour: plant.coldestHour,
    leadDays: lead,
    spreadFactor,
    radiativeOffsetC: plant.offsetC,
    fullOffsetMeanC: plant.fullOffsetMeanC,
    inputsMissing,
    stepHours,
    plantTemperatureC: plant.plantTemperatureC,
    ...scoreFacts(plant.plantTemperatureC, { ...distribution, plantAirSigmaC }, settings),
    ...oddsFacts(plant.plantTemperatureC, distribution, subject),
    ...airFacts(plant, subject)
  }
}

/** The minima of plants and of the air with their σ [°C], and the air's share of the plants' σ. */
function minimumOf(subject: NightSubject, plant: UnscoredNight, inputsMissing: readonly MissingInput[]) {
  const { settings } = subject
  const air = airSpreadOf(subject, plant)
  const offsetC = sigmaOffsetOf(plant, { settings, exposure: settings.exposure, missing: inputsMissing })
  return {
    plantTemperatureMinC: plant.plantTemperatureMinC,
    sigmaC: Math.sqrt(air.plantAirSigmaC * air.plantAirSigmaC + offsetC * offsetC),
    airTemperatureMinC: plant.airTemperatureMinC,
    ...air
  }
}

export function airSpreadOf(
  { settings, change }: NightSubject,
  plant: UnscoredNight
): Pick<MinimumDistribution, 'sigmaAirC'> & AirShare {
  const airSigmaC = (siteVarianceC2: number | null) =>
    sigmaAirC({
      leadDays: plant.leadDays,
      spreadFactor: plant.spreadFactor * change.spreadFactor,
      law: (settings.laws ?? servedLaws).airSpread,
      coldestHour: plant.coldestHour,
      ensemble: settings.ensemble ?? null,
      siteVarianceC2,
      stepHours: plant.stepHours
    })
  const airC = airSigmaC(settings.siteVarianceC2 ?? null)
  const { plantVarianceC2 = null } = settings
  return { sigmaAirC: airC, plantAirSigmaC: plantVarianceC2 === null ? airC : airSigmaC(plantVarianceC2) }
}

/** The air's share of the plant's σ [°C]: σ_air, or what was learned at plants alone. */
interface AirShare {
  readonly plantAirSigmaC: number
}

function scoreFacts(
  plantTemperatureC: Float64Array,
  distribution: MinimumDistribution & AirShare,
  { curve, exposure }: FrostSettings
) {
  const spreadC = scoreSpreadC(curve, distribution.plantAirSigmaC, exposureFactors[exposure])
  const hourScore = new Float64Array(plantTemperatureC.length)
  for (let position = 0; position < hourScore.length; position++) {
    hourScore[position] = scoreOf(curve, plantTemperatureC[position] ?? Number.NaN, spreadC)
  }
  const score = scoreOf(curve, distribution.plantTemperatureMinC, spreadC)
  const { airTemperatureMinC, plantTemperatureMinC } = distribution
  const parts = contributionsOf({ curve, score, airTemperatureMinC, plantTemperatureMinC })
  return {
    score,
    level: levelOf(roundToTenth(score)),
    contributions: publishedContributions(parts, score),
    expectedDamagePercent: curve.kind === 'crop' ? score : null,
    hourScore
  }
}

/** The published score of a minimum alone, for a night of which nothing else was stored. */
export function scoreOfMinimum(
  { plantTemperatureMinC, sigmaAirC: airSigmaC }: MinimumDistribution,
  { curve, exposure }: Pick<FrostSettings, 'curve' | 'exposure'>
): number {
  const spreadC = scoreSpreadC(curve, airSigmaC, exposureFactors[exposure])
  return roundToTenth(scoreOf(curve, plantTemperatureMinC, spreadC))
}

function oddsFacts(
  plantTemperatureC: Float64Array,
  distribution: MinimumDistribution,
  { window, settings }: NightSubject
) {
  const { plantTemperatureMinC, sigmaC } = distribution
  const { curve, coldHoursSetAside = [] } = settings
  const isSetAside = coldHoursSetAside.some((hour) => hour >= window.firstHour && hour <= window.lastHour)
  const isMeasured = (settings.plantVarianceC2 ?? settings.siteVarianceC2 ?? null) !== null
  const confidence = confidenceOf(sigmaC, isMeasured)
  const zero = expectedHoursBelow(plantTemperatureC, 0, sigmaC)
  const t10 = curve.t10C === 0 ? zero : expectedHoursBelow(plantTemperatureC, curve.t10C, sigmaC)
  return {
    plantTemperatureP10C: plantTemperatureMinC - z90 * sigmaC,
    plantTemperatureP90C: plantTemperatureMinC + z90 * sigmaC,
    probability: probabilities(distribution, curve),
    expectedHoursBelow: { zero, t10 },
    frostHours: frostHoursOf(plantTemperatureC, curve.t10C, window.firstHour),
    confidence: isSetAside ? loweredConfidence(confidence) : confidence,
    ...(isSetAside && { isColdHourSetAside: true as const })
  }
}

function airFacts(plant: PlantNight, { columns, window, settings }: NightSubject) {
  const air = airAtMinimum(columns, plant.coldestHour, settings.elevationM ?? null)
  const means = darkMeans(columns, window)
  return {
    frostType: frostTypeAt(columns, plant.coldestHour),
    appearance: appearanceOf(plant.plantTemperatureMinC, air.assumedDewPointC),
    mgmClass: mgmClassOf(roundToTenth(plant.airTemperatureMinC)),
    wetBulbTemperatureAtMinC: air.wetBulbC,
    dewPointAtMinC: air.dewPointC,
    windSpeedMeanMps: means.windSpeedMps,
    cloudCoverMeanFraction: means.cloudCoverFraction,
    snowCover: means.snowCover
  }
}

function offsetLawOf(settings: FrostSettings): OffsetLaw {
  const { kappa, offset, laws: { ground } = servedLaws } = settings
  if (kappa === 0 || offset === undefined || offset === null) return { ground, constantC: 0, kappa }
  return { ground, constantC: offset.constantC, kappa: kappa + offset.slope }
}

/** σ_off of a plant from its ΔT, what was missing, and what the place learned [°C]. */
function sigmaOffsetOf(
  plant: Pick<PlantNight, 'offsetC'>,
  from: {
    readonly settings: FrostSettings
    readonly exposure: Exposure
    readonly missing: readonly MissingInput[]
  }
): number {
  const { settings, exposure, missing } = from
  const learned = settings.kappa === 0 ? 1 : (settings.offset?.spreadFactor ?? 1)
  return (
    learned *
    sigmaOffsetC({
      exposureFactor: exposureFactors[exposure],
      offsetC: plant.offsetC,
      cloudDefaulted: missing.includes('cloud_cover'),
      windDefaulted: missing.includes('wind_speed')
    })
  )
}

export function contributionsOf(night: {
  readonly curve: SeverityCurve
  readonly score: number
  readonly airTemperatureMinC: number
  readonly plantTemperatureMinC: number
}): Contributions {
  const airTemperature = scoreOf(night.curve, night.airTemperatureMinC, night.curve.widthC)
  const certain = scoreOf(night.curve, night.plantTemperatureMinC, night.curve.widthC)
  return { airTemperature, radiation: certain - airTemperature, uncertainty: night.score - certain }
}

/** The parts rounded to 0.1 so that they sum to the published score: uncertainty takes the remainder. */
function publishedContributions(parts: Contributions, score: number): Contributions {
  const airTemperature = roundToTenth(parts.airTemperature)
  const radiation = roundToTenth(parts.radiation)
  return {
    airTemperature,
    radiation,
    uncertainty: roundToTenth(roundToTenth(score) - airTemperature - radiation)
  }
}
