import { hourMs } from '../common/time.ts'
import { type AirSpreadLaw, servedLaws } from './laws.ts'

/** σ_air² = 1.90 + (1 + 1/M)·s² of an ensemble; docs/science.md [9]. */
const ensembleBaseC2 = 1.9
const greatestSigmaAirC = 4.5
/** σ_off = f·(0.30 + 0.35·min(ΔT, 2.6)) [°C]; docs/science.md [9]. */
const offset = { baseC: 0.3, perDegree: 0.35, greatestC: 2.6 }
/** A defaulted input multiplies σ_off by this; docs/science.md [9]. */
const defaulted = { cloud: 1.5, wind: 1.3 }
/** What a line through 3- and 6-hourly steps adds to σ_air² [°C²]; docs/science.md [9]. */
const coarseVariancesC2 = { three: 0.2, six: 0.8 }
const hoursPerDay = 24

/** The members' spread hour by hour, made once per ensemble by `ensembleSpread`. */
export interface EnsembleSpread {
  readonly startHour: number
  /** Sample standard deviation (M − 1) of the members' temperature [°C]; NaN where fewer than two are known. */
  readonly standardDeviationC: Float64Array
  /** The mean of the members [°C], in the order of the deviation; null where it was not stored. */
  readonly meanC: Float64Array | null
  readonly members: Uint16Array
}

/** @param ensemble.temperatures `members` × `hours` numbers [°C], member after member; NaN = missing. */
export function ensembleSpread(ensemble: {
  readonly startHour: number
  readonly hours: number
  readonly members: number
  readonly temperatures: Float32Array
}): EnsembleSpread {
  const { startHour, hours } = ensemble
  const standardDeviationC = new Float64Array(hours)
  const meanC = new Float64Array(hours)
  const members = new Uint16Array(hours)
  for (let hour = 0; hour < hours; hour++) {
    let known = 0
    let mean = 0
    let squares = 0
    for (let member = 0; member < ensemble.members; member++) {
      const value = ensemble.temperatures[member * hours + hour] ?? Number.NaN
      if (Number.isNaN(value)) continue
      known += 1
      const deviation = value - mean
      mean += deviation / known
      squares += deviation * (value - mean)
    }
    members[hour] = known
    meanC[hour] = known > 1 ? mean : Number.NaN
    standardDeviationC[hour] = known > 1 ? Math.sqrt(squares / (known - 1)) : Number.NaN
  }
  return { startHour, standardDeviationC, meanC, members }
}

/** Mean and spread of the members at an hour [°C]; null where they are not known. */
export function membersAt(
  ensemble: EnsembleSpread | null,
  hour: number
): { readonly meanC: number; readonly spreadC: number } | null {
  const index = hour - (ensemble?.startHour ?? 0)
  const meanC = ensemble?.meanC?.[index] ?? Number.NaN
  const spreadC = ensemble?.standardDeviationC[index] ?? Number.NaN
  return Number.isNaN(meanC) || Number.isNaN(spreadC) ? null : { meanC, spreadC }
}

/** The lead of a night [days]: from the issue to its coldest hour, never below 0. */
export function leadDays(coldestHour: number, issuedAt: number): number {
  return Math.max(0, (coldestHour - issuedAt / hourMs) / hoursPerDay)
}

/** The default variance of a deterministic air minimum at a lead [°C²], for a spread factor of 1 and before the cap. */
export function defaultAirVarianceC2(lead: number, law: AirSpreadLaw = servedLaws.airSpread): number {
  const { baseC2, perDayC2, perSquaredDayC2, perCubedDayC2 } = law
  return baseC2 + lead * (perDayC2 + lead * (perSquaredDayC2 + lead * perCubedDayC2))
}

interface AirSpreadInputs {
  readonly leadDays: number
  readonly coldestHour: number
  readonly ensemble: EnsembleSpread | null
  /** The learned variance at one day's lead and a spread factor of 1 [°C²]; other nights scale with the default's. */
  readonly siteVarianceC2: number | null
  /** What the night's season, temperature and place do to σ (`spreadFactor`); absent: 1. */
  readonly spreadFactor?: number
  /** Absent: what the service uses. */
  readonly law?: AirSpreadLaw
  /** The source's step at the coldest hour [h]. */
  readonly stepHours: number
}

/** σ_air [°C], at most 4.5: the ensemble's where it knows the coldest hour, else the site's, else the default. */
export function sigmaAirC(inputs: AirSpreadInputs): number {
  const variance = ensembleVarianceC2(inputs) ?? leadVarianceC2(inputs)
  return Math.min(Math.sqrt(variance + coarseVarianceC2(inputs.stepHours)), greatestSigmaAirC)
}

/** σ_off [°C] from f, ΔT at the coldest hour, and what had to be replaced by a default. */
export function sigmaOffsetC(inputs: {
  readonly exposureFactor: number
  readonly offsetC: number
  readonly cloudDefaulted: boolean
  readonly windDefaulted: boolean
}): number {
  const cloud = inputs.cloudDefaulted ? defaulted.cloud : 1
  const wind = inputs.windDefaulted ? defaulted.wind : 1
  return inputs.exposureFactor * offsetSpreadC(inputs.offsetC) * cloud * wind
}

/** σ_off of open ground with all inputs known [°C]. */
export function offsetSpreadC(offsetC: number): number {
  return offset.baseC + offset.perDegree * Math.min(offsetC, offset.greatestC)
}

function ensembleVarianceC2({ ensemble, coldestHour }: AirSpreadInputs): number | null {
  if (ensemble === null) return null
  const index = coldestHour - ensemble.startHour
  const deviation = ensemble.standardDeviationC[index] ?? Number.NaN
  const members = ensemble.members[index] ?? 0
  return Number.isNaN(deviation) ? null : ensembleBaseC2 + (1 + 1 / members) * deviation * deviation
}

function leadVarianceC2(inputs: AirSpreadInputs): number {
  const { siteVarianceC2, spreadFactor = 1, law = servedLaws.airSpread } = inputs
  const usual = defaultAirVarianceC2(inputs.leadDays, law) * spreadFactor * spreadFactor
  return siteVarianceC2 === null ? usual : (siteVarianceC2 * usual) / defaultAirVarianceC2(1, law)
}

/** The inverse of `sigmaAirC`, up to its cap, for a law that already knows the night's lead and its source's steps. */
export function siteVarianceForC2(
  sigmaC: number,
  night: { readonly leadDays: number; readonly stepHours: number; readonly spreadFactor: number }
): number {
  const own = Math.max(sigmaC * sigmaC - coarseVarianceC2(night.stepHours), 0)
  const usual = defaultAirVarianceC2(night.leadDays) * night.spreadFactor * night.spreadFactor
  return (own * defaultAirVarianceC2(1)) / usual
}

function coarseVarianceC2(stepHours: number): number {
  if (stepHours < 3) return 0
  return stepHours < 6 ? coarseVariancesC2.three : coarseVariancesC2.six
}

/* Scatter of the air minimum apart from its lead: by season, cold and terrain. */

/** Temperatures count within what was seen [°C]. */
const seenTemperaturesC = { coldest: -25, warmest: 20 }
/** Heights count up to this [m]. */
const greatestHeightM = 2000
/** Where the height is not known: that of an ordinary place [m]. */
const usualHeightM = 200
/** From this latitude on the season counts in full [°]. */
const fullSeasonLatitude = 45
/** Mid-January is the middle of the northern winter: days since 1970-01-01. */
const midwinter = { day: 14, daysPerYear: 365.2425 }

export interface NightTraits {
  readonly airMinC: number
  /** The hour of the minimum, whole hours since 1970-01-01. */
  readonly hour: number
  /** Degrees north; null: no season. */
  readonly latitude: number | null
  /** The place's [m]. */
  readonly heightM: number | null
}

/** The factor on σ: 1 at the reference of the law. */
export function spreadFactor(night: NightTraits, law: AirSpreadLaw = servedLaws.airSpread): number {
  const [winter, coldTens, heightKm] = spreadTraits(night)
  return Math.exp(law.winter * winter + law.perTenDegrees * coldTens + law.perKilometre * heightKm)
}

/** Winter −1…1, the minimum in tens of degrees and the height in kilometres: what ln σ is linear in. */
export function spreadTraits(night: NightTraits): readonly [number, number, number] {
  const { coldest, warmest } = seenTemperaturesC
  const temperatureC = Math.min(Math.max(night.airMinC, coldest), warmest)
  const heightM = Math.min(Math.max(night.heightM ?? usualHeightM, 0), greatestHeightM)
  return [winterOf(night), temperatureC / 10, heightM / 1000]
}

/** 1 in the middle of winter, −1 in that of summer, less towards the equator. */
function winterOf({ hour, latitude }: NightTraits): number {
  const strength = Math.min(Math.max((latitude ?? 0) / fullSeasonLatitude, -1), 1)
  const years = (hour / hoursPerDay - midwinter.day) / midwinter.daysPerYear
  return strength * Math.cos(2 * Math.PI * years)
}
