/** From the advice on protection to its member of GET /weather/night. */

import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { Protection } from '../../frost/protection/protection.ts'
import type { SprinklerAdvice } from '../../frost/protection/sprinkler.ts'
import { roundToHundredth, roundToTenth } from '../../frost/published.ts'
import { wordsIn } from '../../language/language.ts'
import {
  type AdviceWording,
  heatersWords,
  sprinklerWords,
  windMachineWords
} from '../../language/protection-words.ts'
import { publish } from '../../weather/units.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import { localInstantOrNull, type Wording } from './blocks.present.ts'
import type { ProtectionBody } from './protection.schema.ts'

const book = 'R. L. Snyder, J. P. de Melo-Abreu, FAO ENRS 10 (2005), ch. 7'
const sources = {
  sprinkler: `${book}, table 7.5; wind: Virginia Cooperative Extension (2017)`,
  windMachine: `${book}; inversion from the radiative offset`,
  heaters: book
}

/** The advice for the chosen night; null where it has no score, without a crop's stage, or the crop rests. */
export function presentProtection(report: PlaceReport, wording: Wording): ProtectionBody | null {
  const advice = report.chosenProtection
  if (advice === null) return null
  const clock = zoneClock(report.place.timezone)
  const words = { ...wording, timezone: report.place.timezone }
  return {
    last_preparation_at: localInstantOrNull(clock, advice.lastPreparationAt),
    cold_from: localInstantOrNull(clock, advice.coldFrom),
    cold_to: localInstantOrNull(clock, advice.coldTo),
    critical_temperature: publish(advice.criticalC, 'temperature', wording.units) ?? 0,
    sprinkler: {
      ...presentSprinkler(advice.sprinkler, wording, clock),
      advice: sprinklerWords(advice.sprinkler, {
        at: report.at,
        criticalC: advice.criticalC,
        wording: words
      }).join(' '),
      source: sources.sprinkler
    },
    ...presentWarming(advice, words, clock),
    note: wordsIn(wording.lang).protection.untested
  }
}

function presentSprinkler(
  advice: SprinklerAdvice,
  { units }: Wording,
  clock: ZoneClock
): Omit<ProtectionBody['sprinkler'], 'advice' | 'source'> {
  const temperature = (valueC: number | null) => publish(valueC ?? Number.NaN, 'temperature', units)
  return {
    start_at: localInstantOrNull(clock, advice.startAt),
    expected_start_at: localInstantOrNull(clock, advice.expectedStartAt),
    start_is_past: advice.isStartPast,
    stop_at: localInstantOrNull(clock, advice.stopAt),
    start_wet_bulb: temperature(advice.startWetBulbC),
    start_air_temperature: temperature(advice.startAirC),
    probability: advice.probability === null ? null : roundToHundredth(advice.probability),
    wind_speed_max: publish(advice.strongestWindMps ?? Number.NaN, 'wind_speed', units),
    usable: advice.usable,
    reason: advice.reason
  }
}

function presentWarming(
  { windMachine, heaters }: Protection,
  wording: AdviceWording,
  clock: ZoneClock
): Pick<ProtectionBody, 'wind_machine' | 'heaters'> {
  const tenth = (valueC: number | null) => (valueC === null ? null : roundToTenth(valueC))
  return {
    wind_machine: {
      start_at: localInstantOrNull(clock, windMachine.startAt),
      start_is_past: windMachine.isStartPast,
      gain_celsius: tenth(windMachine.gainC),
      inversion_celsius: tenth(windMachine.inversionC),
      enough: windMachine.isEnough,
      usable: windMachine.usable,
      reason: windMachine.reason,
      advice: windMachineWords(windMachine, wording).join(' '),
      source: sources.windMachine
    },
    heaters: {
      start_at: localInstantOrNull(clock, heaters.startAt),
      start_is_past: heaters.isStartPast,
      needed_celsius: tenth(heaters.neededC),
      usable: heaters.usable,
      reason: heaters.reason,
      advice: heatersWords(heaters, wording).join(' '),
      source: sources.heaters
    }
  }
}
