import type { Static } from 'typebox'
import { hourMs } from '../../common/time.ts'
import type { NightHour } from '../../forecasts/report/night-hours.ts'
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
import { column, type SeriesVariable, valueAt } from '../../weather/series.ts'
import { publish } from '../../weather/units.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import type { Problem } from '../problem.ts'
import { invalidParameters } from '../query.ts'
import { commonBlocks, localInstant, localInstantOrNull, type Wording } from './blocks.present.ts'
import { presentProfile, wholeNight } from './frost-risk.present.ts'
import type { NightBody } from './frost-risk.schema.ts'
import { nightParameter } from './parameters.ts'
import type { protection } from './protection.schema.ts'

type ProtectionBody = Static<typeof protection>

/** The body; a problem where the report has no night of the date, null where it has none at all. */
export function presentNight(
  report: PlaceReport,
  wording: Wording & { readonly date?: string | null }
): NightBody | Problem | null {
  const { chosenNight: night, chosenHours } = report
  if (night === null) return withoutNight(report, wording.date ?? null)
  const clock = zoneClock(report.place.timezone)
  return {
    ...commonBlocks(report, wording, report.nightNotices),
    date: night.window.date,
    night: wholeNight(night, wording, clock),
    unknown_because: night.state === 'unknown' ? night.reason : report.unscoredBecause,
    profile: presentProfile(report, wording),
    protection: presentProtection(report, wording),
    hours: chosenHours.map((hour) => presentHour(hour, wording, clock)),
    hourly: horizon(report, wording, clock)
  }
}

function horizon(
  { hours: series, at }: PlaceReport,
  { units }: Wording,
  clock: ZoneClock
): NightBody['hourly'] {
  const first = Math.max(Math.floor(at / hourMs), series.startHour)
  const air = column(series, 'temperature')
  const last = series.startHour + air.findLastIndex((value) => !Number.isNaN(value))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const hour = first + index
    const value = (variable: SeriesVariable) => valueAt(series, variable, hour)
    return {
      ...span(hour * hourMs, clock),
      temperature: publish(value('temperature'), 'temperature', units),
      dew_point: publish(value('dewPoint'), 'temperature', units),
      wind_speed: publish(value('windSpeed'), 'wind_speed', units),
      cloud_cover: publish(value('cloudCover'), 'percent', units),
      precipitation: publish(value('precipitation'), 'precipitation', units)
    }
  })
}

function span(at: number, clock: ZoneClock): { readonly from: string; readonly to: string } {
  return { from: localInstant(clock, at), to: localInstant(clock, at + hourMs) }
}

function withoutNight({ nights }: PlaceReport, date: string | null): Problem | null {
  const [first, last] = [nights[0], nights.at(-1)]
  if (date === null || first === undefined || last === undefined) return null
  const span = `${first.window.date} to ${last.window.date}`
  return invalidParameters([
    {
      parameter: nightParameter.name,
      code: 'out_of_range',
      detail: `No night that is not over ends on ${date}; the nights here end on ${span}.`,
      allowed: span
    }
  ])
}

function presentHour(hour: NightHour, { units }: Wording, clock: ZoneClock): NightBody['hours'][number] {
  const temperature = (valueC: number) => publish(valueC, 'temperature', units)
  return {
    ...span(hour.at, clock),
    temperature: temperature(hour.airC),
    air_temperature: temperature(hour.airC),
    plant_temperature: {
      p10: temperature(hour.lowC),
      p50: temperature(hour.plantC),
      p90: temperature(hour.highC)
    },
    wet_bulb_temperature: temperature(hour.wetBulbC),
    wind_speed: publish(hour.windSpeedMps, 'wind_speed', units),
    cloud_cover: publish(hour.cloudCoverFraction, 'percent', units),
    score: Number.isNaN(hour.score) ? null : roundToTenth(hour.score)
  }
}

/** Makes the member of GET /weather/night from the advice on protection. */
const book = 'R. L. Snyder, J. P. de Melo-Abreu, FAO ENRS 10 (2005), ch. 7'
const sources = {
  sprinkler: `${book}, table 7.5; wind: Virginia Cooperative Extension (2017)`,
  windMachine: `${book}; inversion from the radiative offset`,
  heaters: book
}

/** The advice for the chosen night; null where it has no score, without a crop's stage, or the crop rests. */
function presentProtection(report: PlaceReport, wording: Wording): ProtectionBody | null {
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
  const probability = advice.probability === null ? null : roundToHundredth(advice.probability)
  return {
    start_at: localInstantOrNull(clock, advice.startAt),
    expected_start_at: localInstantOrNull(clock, advice.expectedStartAt),
    start_is_past: advice.isStartPast,
    stop_at: localInstantOrNull(clock, advice.stopAt),
    ample_water_start_at: localInstantOrNull(clock, advice.ampleStartAt),
    start_wet_bulb: temperature(advice.startWetBulbC),
    start_air_temperature: temperature(advice.startAirC),
    critical_probability: probability,
    probability,
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
