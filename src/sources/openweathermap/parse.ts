/** Reads OpenWeatherMap's forecast of 5 days in 3-hour steps (openweathermap.org/forecast5). */
import { hourSeconds } from '../../common/time.ts'
import { hoursFromSteps, type StepInterval, type StepStates } from '../../weather/coarse-steps.ts'
import { stationPressureHpa } from '../../weather/moist-air.ts'
import type { HourlySeries } from '../../weather/series.ts'
import {
  asFractions,
  readList,
  readNumber,
  readNumberOrMissing,
  readObject,
  requireUsable,
  unusable
} from '../json-reader.ts'
import type { GridCell } from '../source.ts'
import { weatherCodeOf } from './conditions.ts'

export interface ParsedForecast {
  readonly series: HourlySeries
  readonly grid: GridCell
}

const stepHours = 3

/** Snow is given as mm of water; Open-Meteo's and our cm of snow are 7 for 10 mm. */
const snowCmPerMm = 0.7

type Members = Readonly<Record<string, unknown>>

/**
 * One point's answer, asked with `units=metric`. A slot's `temp_min` and `temp_max` are not read: they are a spread in
 * space.
 * @throws {SourceError} `unusable`
 */
export function parseForecast(json: unknown): ParsedForecast {
  const answer = readObject(json, 'the answer')
  if (String(answer['cod']) !== '200')
    throw unusable(`an error with status 200: ${String(answer['message']).slice(0, 200)}`)
  const slots = readList(answer['list'], 'list').map((slot) => readObject(slot, 'a slot'))
  const first = slots[0]
  if (first === undefined) throw unusable('list is empty')
  const steps = readStates(slots)
  requireSteps(steps)
  const series = hoursFromSteps({
    steps: [...heldBack(steps[0]), ...steps],
    intervals: slots.map(readInterval),
    sunriseHours: []
  })
  series.stepHours.fill(stepHours)
  const coordinates = readObject(readObject(answer['city'] ?? {}, 'city')['coord'] ?? {}, 'city.coord')
  return {
    series: requireUsable(series),
    grid: {
      lat: numberOrNull(coordinates['lat'], 'city.coord.lat'),
      lon: numberOrNull(coordinates['lon'], 'city.coord.lon'),
      elevation: elevationOf(slots)
    }
  }
}

function hourOf(slot: Members): number {
  const hour = readNumber(slot['dt'], 'dt') / hourSeconds
  if (!Number.isInteger(hour)) throw unusable(`dt ${String(slot['dt'])} is not a whole hour`)
  return hour
}

function requireSteps(steps: readonly StepStates[]): void {
  steps.forEach((step, index) => {
    const before = steps[index - 1]
    if (before !== undefined && step.hour - before.hour !== stepHours)
      throw unusable('the slots are not 3 hours apart')
  })
}

function readStates(slots: readonly Members[]): readonly StepStates[] {
  const percent = (member: string, name: string): readonly number[] => {
    const values = slots.map((slot) =>
      readNumberOrMissing(readObject(slot[member] ?? {}, member)[name], `${member}.${name}`)
    )
    return asFractions(values, slots.length * stepHours)
  }
  const [humidity, clouds] = [percent('main', 'humidity'), percent('clouds', 'all')]
  return slots.map((slot, index) => {
    const main = readObject(slot['main'], 'main')
    const wind = readObject(slot['wind'] ?? {}, 'wind')
    return {
      hour: hourOf(slot),
      states: {
        temperature: readNumberOrMissing(main['temp'], 'main.temp'),
        relativeHumidity: humidity[index] ?? Number.NaN,
        apparentTemperature: readNumberOrMissing(main['feels_like'], 'main.feels_like'),
        pressureMsl: readNumberOrMissing(main['sea_level'] ?? main['pressure'], 'main.pressure'),
        cloudCover: clouds[index] ?? Number.NaN,
        visibility: readNumberOrMissing(slot['visibility'], 'visibility'),
        windSpeed: readNumberOrMissing(wind['speed'], 'wind.speed'),
        windGustSpeed: readNumberOrMissing(wind['gust'], 'wind.gust'),
        windDirection: readNumberOrMissing(wind['deg'], 'wind.deg')
      }
    }
  })
}

/**
 * The first slot's states for the three hours before it, in one of which "now" lies. No new extreme
 * comes of it: the lowest value is the slot's own.
 */
function heldBack(first: StepStates | undefined): readonly StepStates[] {
  return first === undefined ? [] : [3, 2, 1].map((hours) => ({ ...first, hour: first.hour - hours }))
}

/** `rain` and `snow` are the amounts of the three hours that end at `dt`; they are absent where none falls. */
function readInterval(slot: Members): StepInterval {
  const toHour = hourOf(slot)
  const [rain, snow] = [readAmount(slot, 'rain'), readAmount(slot, 'snow')]
  const conditions = readList(slot['weather'] ?? [], 'weather')
  const condition = conditions[0] === undefined ? {} : readObject(conditions[0], 'weather')
  return {
    fromHour: toHour - stepHours,
    toHour,
    sums: { precipitation: rain + snow, snowfall: snow * snowCmPerMm },
    held: {
      weatherCode: weatherCodeOf(readNumberOrMissing(condition['id'], 'weather.id')),
      precipitationProbability: readNumberOrMissing(slot['pop'], 'pop')
    },
    temperatureMinC: null
  }
}

function readAmount(slot: Members, name: string): number {
  if (slot[name] === undefined) return 0
  return readNumberOrMissing(readObject(slot[name], name)['3h'], `${name}.3h`)
}

/**
 * The height of the model's ground [m], from its pressure there and at sea level; null where they are not told. Not
 * documented as such; inferred because `grnd_level` is "atmospheric pressure on the ground level" and agrees with known
 * heights to 30 m.
 */
function elevationOf(slots: readonly Members[]): number | null {
  const ratios = slots
    .map((slot) => readObject(slot['main'], 'main'))
    .map(
      (main) =>
        readNumberOrMissing(main['grnd_level'], 'grnd_level') /
        readNumberOrMissing(main['sea_level'], 'sea_level')
    )
    .filter((ratio) => ratio > 0.4 && ratio < 1.1)
    .sort((a, b) => a - b)
  const median = ratios[Math.floor(ratios.length / 2)]
  return median === undefined ? null : Math.round(heightOf(median))
}

/** The height at which pressure is this share of that at sea level [m], by bisection of the app's own formula. */
function heightOf(ratio: number): number {
  let [low, high] = [-1_000, 9_000]
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2
    if (stationPressureHpa(1, middle) > ratio) low = middle
    else high = middle
  }
  return (low + high) / 2
}

function numberOrNull(value: unknown, name: string): number | null {
  const number = readNumberOrMissing(value, name)
  return Number.isNaN(number) ? null : number
}
