/** Reads OpenWeatherMap's forecast of 5 days in 3-hour steps (openweathermap.org/forecast5). */
import { hourSeconds } from '../../common/time.ts'
import {
  hoursFromSteps,
  inOrder,
  type StateVariable,
  type StepInterval,
  type StepStates,
  withoutAbsurdSteps
} from '../../weather/coarse-steps.ts'
import { stationPressureHpa } from '../../weather/moist-air.ts'
import { type Columns, openColumns } from '../columns.ts'
import {
  coordinateOrNull,
  membersOf,
  numberOrNull,
  readList,
  readObject,
  requireUsable,
  unusable
} from '../json-reader.ts'
import type { ParsedForecast } from '../source.ts'

const stepHours = 3

/** Snow is given as mm of water; Open-Meteo's and our cm of snow are 7 for 10 mm. */
const snowCmPerMm = 0.7

type Members = Readonly<Record<string, unknown>>

/** With `units=metric`. `temp_min` and `temp_max` are a spread in space. @throws {SourceError} `unusable` */
export function parseForecast(json: unknown): ParsedForecast {
  const answer = readObject(json, 'the answer')
  if (String(answer['cod'] ?? '200') !== '200')
    throw unusable(`an error with status 200: ${String(answer['message']).slice(0, 200)}`)
  const given = readList(answer['list'], 'list').flatMap(readSlot)
  if (given.length === 0) throw unusable('list has no slot')
  const slots = atTheirHours(inOrder(given) ?? [])
  if (slots === null || slots.length === 0) throw unusable('the slots are not 3 hours apart')
  const columns = openColumns((index) => slots[index]?.hour ?? Number.NaN)
  // Without its temperature a slot is not a step: the two around it are six hours apart.
  const known = readStates(slots, columns).filter(
    ({ states }) => !Number.isNaN(states.temperature ?? Number.NaN)
  )
  const { steps, setAside } = withoutAbsurdSteps(known)
  const series = hoursFromSteps({
    steps: [...heldBack(steps[0]), ...steps],
    intervals: readIntervals(slots, columns),
    sunriseHours: []
  })
  series.stepHours.forEach((hours, index) => {
    series.stepHours[index] = Math.max(hours, stepHours)
  })
  const { lat, lon } = membersOf(membersOf(answer['city'])['coord'])
  return {
    series: requireUsable(series),
    grid: { lat: coordinateOrNull(lat), lon: coordinateOrNull(lon), elevation: elevationOf(slots) },
    leftOut: columns.leftOut(setAside)
  }
}

interface Slot {
  readonly hour: number
  readonly members: Members
}

/** A slot without a whole hour is left out. */
function readSlot(value: unknown): readonly Slot[] {
  const members = membersOf(value)
  const hour = (numberOrNull(members['dt']) ?? Number.NaN) / hourSeconds
  return Number.isInteger(hour) ? [{ hour, members }] : []
}

/** Slots at the hours of most; null where many are at others. */
function atTheirHours(slots: readonly Slot[]): readonly Slot[] | null {
  const byHour = [...Map.groupBy(slots, ({ hour }) => hour % stepHours).values()]
  const [most = []] = byHour.sort((one, other) => other.length - one.length)
  return most.length < (1 - maxElsewhere) * slots.length ? null : most
}

const maxElsewhere = 1 / 8

interface Member {
  /** Where it is in a slot; empty: in the slot itself. */
  readonly of: string
  readonly name: string
  readonly variable: StateVariable
  readonly isPercent?: boolean
}

const states: readonly Member[] = [
  { of: 'main', name: 'temp', variable: 'temperature' },
  { of: 'main', name: 'humidity', variable: 'relativeHumidity', isPercent: true },
  { of: 'main', name: 'feels_like', variable: 'apparentTemperature' },
  { of: 'clouds', name: 'all', variable: 'cloudCover', isPercent: true },
  { of: '', name: 'visibility', variable: 'visibility' },
  { of: 'wind', name: 'speed', variable: 'windSpeed' },
  { of: 'wind', name: 'gust', variable: 'windGustSpeed' },
  { of: 'wind', name: 'deg', variable: 'windDirection' }
]

function readStates(slots: readonly Slot[], columns: Columns): readonly StepStates[] {
  const percent = { factor: 0.01, percentHours: slots.length * stepHours }
  const reported = states.map(({ of, name, variable, isPercent = false }) => {
    const values = slots.map(({ members }) => partOf(members, of, name))
    return { variable, values: columns.read(variable, values, isPercent ? percent : { factor: 1 }) }
  })
  const pressures = slots.map(({ members }) => {
    const { sea_level, pressure } = membersOf(members['main'])
    return sea_level ?? pressure
  })
  reported.push({ variable: 'pressureMsl', values: columns.read('pressureMsl', pressures, { factor: 1 }) })
  return slots.map(({ hour }, index) => ({
    hour,
    states: Object.fromEntries(
      reported.map(({ variable, values }) => [variable, values[index] ?? Number.NaN])
    )
  }))
}

/** A member of a part of a slot; the part itself where it is neither absent nor an object, and so at fault. */
function partOf(members: Members, of: string, name: string): unknown {
  const part = of === '' ? members : (members[of] ?? {})
  return typeof part === 'object' && part !== null ? (part as Members)[name] : part
}

/** The first slot's states for three hours before it, in one of which "now" lies, without a new extreme. */
function heldBack(first: StepStates | undefined): readonly StepStates[] {
  return first === undefined ? [] : [3, 2, 1].map((hours) => ({ ...first, hour: first.hour - hours }))
}

/** `rain` and `snow` are the amounts of the three hours that end at `dt`; they are absent where none falls. */
function readIntervals(slots: readonly Slot[], columns: Columns): readonly StepInterval[] {
  const amounts = (variable: 'precipitation' | 'snowfall', name: string) => {
    const values = slots.map(({ members }) => amountIn(members[name]))
    return columns.read(variable, values, { factor: 1 })
  }
  const [rain, snow] = [amounts('precipitation', 'rain'), amounts('snowfall', 'snow')]
  const chances = slots.map(({ members }) => members['pop'])
  const chance = columns.read('precipitationProbability', chances, { factor: 1 })
  const codes = columns.read('weatherCode', slots.map(codeIn), { factor: 1 })
  return slots.map(({ hour }, index) => {
    const [rainMm, snowMm] = [rain[index] ?? Number.NaN, snow[index] ?? Number.NaN]
    return {
      fromHour: hour - stepHours,
      toHour: hour,
      sums: { precipitation: rainMm + snowMm, snowfall: snowMm * snowCmPerMm },
      held: {
        weatherCode: codes[index] ?? Number.NaN,
        precipitationProbability: chance[index] ?? Number.NaN
      },
      temperatureMinC: null
    }
  })
}

/** The WMO code of a slot's first condition; null without a code, and the value itself where it is no code. */
function codeIn({ members }: Slot): unknown {
  const conditions = members['weather']
  const first = Array.isArray(conditions) ? conditions[0] : conditions
  const id =
    typeof first === 'object' && first !== null && !Array.isArray(first) ? (first as Members)['id'] : first
  return typeof id === 'number' ? weatherCodeOf(id) : id
}

/** The amount itself, or an object that has it; 0 where none is reported. */
function amountIn(value: unknown): unknown {
  if (value === undefined || value === null) return 0
  if (typeof value !== 'object' || Array.isArray(value)) return value
  return Object.keys(value).length === 0 ? 0 : (membersOf(value)['3h'] ?? Number.NaN)
}

/**
 * The model's ground [m] by its pressure there and at sea level; null without. Inferred: `grnd_level` is "atmospheric
 * pressure on the ground level" and agrees with known heights to 30 m.
 */
function elevationOf(slots: readonly Slot[]): number | null {
  const ratios = slots
    .map(({ members }) => membersOf(members['main']))
    .map(
      ({ grnd_level, sea_level }) =>
        (numberOrNull(grnd_level) ?? Number.NaN) / (numberOrNull(sea_level) ?? Number.NaN)
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

/** Sleet shows as snow, which it partly is; smoke, dust, ash, squalls and tornadoes have no code in the app. */
const codeOfId: Readonly<Record<number, number>> = {
  300: 51,
  301: 53,
  302: 55,
  310: 51,
  311: 53,
  312: 55,
  313: 53,
  314: 55,
  321: 53,
  500: 61,
  501: 63,
  502: 65,
  503: 65,
  504: 65,
  511: 66,
  520: 80,
  521: 81,
  522: 82,
  531: 81,
  600: 71,
  601: 73,
  602: 75,
  611: 71,
  612: 85,
  613: 85,
  615: 71,
  616: 73,
  620: 85,
  621: 85,
  622: 86,
  701: 45,
  741: 45,
  800: 0,
  801: 1,
  802: 2,
  803: 2,
  804: 3
}

/** The WMO code of a condition id; null for one that has none, NaN if not an id. */
function weatherCodeOf(id: number): number | null {
  if (!(id >= 200 && id < 1000)) return Number.NaN
  return id < 300 ? 95 : (codeOfId[id] ?? null)
}
