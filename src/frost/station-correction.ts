/** What an airport has learned of forecasts for its own point, in the evening there and at places near it. */
import type { EveningStation } from './evening-station.ts'
import type { KnownNight } from './frost-night.ts'
import { sigmaAirC } from './spread.ts'

/** Within this a thermometer is at the place [km, m]. */
const own = { km: 0.1, m: 100 }
/**
 * The share of an airport's bias that a place near has too, to so far [km], nothing at twice that: 0.32, 0.27 and 0.24
 * of raw models up to 20 km in the Pacific North-West.
 */
const near = { share: 0.3, km: 20, perM: 150 }
/** Only a thermometer of the place itself makes its nights warmer by more [°C]. */
const mostWarmerC = 0.3

/** What is added to forecasts in the evening [°C], and how sure the corrected forecast of the station is [°C²]. */
interface Correction {
  /** At the station, in place of the night's own. */
  readonly biasC: number
  /** At the place, in addition to the night's own. */
  readonly placeC: number
  readonly correctedVarianceC2?: number
}

/**
 * @param at `isMeasured`: nights measured at the place have taught what is off there. `isBelieved`: the forecast says
 *   nothing any more.
 */
export function correctionOf(
  night: KnownNight,
  station: EveningStation,
  at: { readonly isMeasured: boolean; readonly isBelieved: boolean }
): Correction {
  const learned = station.own ?? null
  if (learned === null || at.isBelieved) return { biasC: night.biasC, placeC: 0 }
  const { leadDays, coldestHour, spreadFactor, stepHours } = night
  const spread = { leadDays, coldestHour, spreadFactor, stepHours, ensemble: null }
  const sigmaC = sigmaAirC({ ...spread, siteVarianceC2: learned.varianceC2 })
  return {
    biasC: learned.biasC,
    placeC: at.isMeasured ? 0 : shiftAtPlaceC(station, learned.biasC - night.biasC),
    correctedVarianceC2: sigmaC * sigmaC
  }
}

function shiftAtPlaceC({ distanceKm, heightDifferenceM }: EveningStation, shiftC: number): number {
  const apartM = Math.abs(heightDifferenceM)
  if (distanceKm <= own.km && apartM <= own.m) return shiftC
  const reach = Math.min(1, Math.max(0, 2 - distanceKm / near.km)) * Math.max(0, 1 - apartM / near.perM)
  return Math.min(near.share * reach * shiftC, mostWarmerC)
}
