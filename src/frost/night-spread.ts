/**
 * How widely the air minimum of one night scatters beside its lead: by season, by how cold it is, and by the place's
 * terrain.
 */
import { type AirSpreadLaw, servedLaws } from './laws.ts'

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
const hoursPerDay = 24

/** What is known of a night beside its lead. */
export interface NightTraits {
  readonly airMinC: number
  /** The hour of the minimum, whole hours since 1970-01-01. */
  readonly hour: number
  /** Degrees north; null: no season. */
  readonly latitude: number | null
  /** Of the place [m]. */
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
