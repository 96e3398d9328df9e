import type { ContrastLaw } from './contrasts.ts'
import type { EveningLaw } from './evening/evening-law.ts'
import type { EveningReading } from './evening/evening-reading.ts'
import type { KnownNight } from './frost-night.ts'
import { sigmaAirC } from './spread.ts'

/** How the minima of a thermometer departed from their forecasts on earlier nights [°C]. */
export interface StationRecord {
  readonly usualC: number
  readonly sigmaC: number
}

export interface EveningStation {
  readonly name: string
  /** The thermometer counts for its owner alone. */
  readonly isOwn?: boolean
  readonly isAirport?: boolean
  readonly distanceKm: number
  /** Null: too few of its nights could be compared, or it was set aside. Then it may only make a night colder. */
  readonly record: StationRecord | null
  /**
   * Errors of forecasts for its own point: bias [°C], contrasts, variance about both at one day's lead [°C²]; null or
   * absent: not known.
   */
  readonly own?: {
    readonly biasC: number
    readonly contrasts?: ContrastLaw
    readonly varianceC2: number
  } | null
  /** What its own evenings have taught; null or absent: the general law. */
  readonly law?: EveningLaw | null
  /** How its errors are shared by distance, by what airports have shown; absent: the law's. */
  readonly sharing?: EveningLaw['sharing']
  /** The thermometer less the place [m]; 0 where one of the heights is not known. */
  readonly heightDifferenceM: number
  /** Half of what its readings are rounded to [°C]: 0.5 for METAR. */
  readonly halfResolutionC: number
  /** Newest last. */
  readonly readings: readonly EveningReading[]
}

/** Within this a thermometer is at the place [km, m]. */
const own = { km: 0.1, m: 100 }
/** What is added to forecasts in the evening [°C], and how sure the corrected forecast of the station is [°C²]. */
interface Correction {
  /** Bias at the station, in place of the night's own [°C]. */
  readonly biasC: number
  /** Bias at the place, in addition to the night's own [°C]. */
  readonly placeC: number
  readonly correctedVarianceC2?: number
}

/** `isMeasured`: nights measured at the place taught its errors. `isBelieved`: the forecast no longer counts. */
export function correctionOf(
  night: KnownNight,
  station: EveningStation,
  at: { readonly isMeasured: boolean; readonly isBelieved: boolean; readonly contrastC: number }
): Correction {
  const learned = station.own ?? null
  if (learned === null || at.isBelieved) return { biasC: night.biasC, placeC: 0 }
  const { leadDays, coldestHour, spreadFactor, stepHours } = night
  const spread = { leadDays, coldestHour, spreadFactor, stepHours, ensemble: null }
  const sigmaC = sigmaAirC({ ...spread, siteVarianceC2: learned.varianceC2 })
  return {
    biasC: learned.biasC + at.contrastC,
    // A place near has its share of the bias on every night, and of contrasts it is not known what it has.
    placeC: at.isMeasured || !isAtPlace(station) ? 0 : learned.biasC - night.biasC + at.contrastC,
    correctedVarianceC2: sigmaC * sigmaC
  }
}

function isAtPlace({ distanceKm, heightDifferenceM }: EveningStation): boolean {
  return distanceKm <= own.km && Math.abs(heightDifferenceM) <= own.m
}
