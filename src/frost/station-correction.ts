/** What an airport has learned of forecasts for its own point, in the evening there. */
import type { EveningStation } from './evening-station.ts'
import type { KnownNight } from './frost-night.ts'
import { sigmaAirC } from './spread.ts'

/** Within this a thermometer is at the place [km, m]. */
const own = { km: 0.1, m: 100 }
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
 *   nothing any more. `contrastC`: what the night's contrasts add at the station.
 */
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
