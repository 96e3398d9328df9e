/** Numbers that look like weather and are none: each kind with a strength and the hour from which it lies. */
import type { Answer, Columns } from './answers.ts'

interface Faulting {
  readonly answer: Answer
  readonly random: () => number
  /** Columns of another place. */
  readonly elsewhere: Columns
}

type Fault = (faulting: Faulting) => Columns

const temperature = 'temperature_2m'
const dewPoint = 'dew_point_2m'
const wind = 'wind_speed_10m'
const gusts = 'wind_gusts_10m'
const cloud = 'cloud_cover'
const rain = 'precipitation'
const code = 'weather_code'

type Change = (value: number, index: number) => number

/** The columns with some of them changed, from an index on. */
function changed(
  answer: Answer,
  names: readonly string[],
  change: Change,
  from = 0,
  to = Number.POSITIVE_INFINITY
): Columns {
  const { columns } = answer
  const entries = names.map((name) => [
    name,
    (columns[name] ?? []).map((value, index) =>
      value === null || index < from || index >= to ? value : Math.round(change(value, index) * 100) / 100 + 0
    )
  ])
  return { ...columns, ...(Object.fromEntries(entries) as Columns) }
}

/** Half of the faults lie in the whole answer, the others begin within two days. */
function onset({ answer, random }: Faulting): number {
  return random() < 0.5 ? 0 : answer.now - answer.startHour + Math.floor(36 * random())
}

function pick<Item>(random: () => number, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item
}

/** The index of an hour of the coming night, before its sunrise. */
function inNight({ answer: { now, startHour, place }, random }: Faulting): number {
  const solarNow = (((now + place.lon / 15) % 24) + 24) % 24
  const midnight = now + ((24 - solarNow) % 24)
  return Math.round(midnight - startHour - 4 + 8 * random())
}

const block =
  (to: (value: number, random: () => number) => number, least: number, most: number): Fault =>
  (faulting) => {
    const from = inNight(faulting)
    const hours = least + Math.floor((most - least + 1) * faulting.random())
    return changed(faulting.answer, [temperature], (value) => to(value, faulting.random), from, from + hours)
  }

const night =
  (valueC: number): Fault =>
  (faulting) => {
    const from = inNight({ ...faulting, random: () => 0 }) - 3
    return changed(faulting.answer, [temperature], () => valueC, from, from + 14)
  }

const scaled =
  (names: readonly string[], slope: number, shift = 0): Fault =>
  (faulting) =>
    changed(faulting.answer, names, (value) => slope * value + shift, onset(faulting))

const set =
  (name: string, values: readonly number[]): Fault =>
  (faulting) => {
    const value = pick(faulting.random, values)
    return changed(faulting.answer, [name], () => value, onset(faulting))
  }

const frozen =
  (name: string): Fault =>
  (faulting) => {
    const from = onset(faulting)
    const value = faulting.answer.columns[name]?.[from] ?? 0
    return changed(faulting.answer, [name], () => value, from)
  }

const moved =
  (names: readonly string[]): Fault =>
  (faulting) => {
    const by = pick(faulting.random, [-5, -4, -3, -2, 2, 3, 4, 5])
    const { columns } = faulting.answer
    const at = (name: string, index: number): number =>
      columns[name]?.[index - by] ?? columns[name]?.[index] ?? 0
    const one = names.map((name) => [name, (columns[name] ?? []).map((_, index) => at(name, index))])
    return { ...columns, ...(Object.fromEntries(one) as Columns) }
  }

export const faults = {
  '2 … 6 hours at 20 °C': block(() => 20, 2, 6),
  '2 … 6 hours at 0 °C': block(() => 0, 2, 6),
  '2 … 6 hours at −20 °C': block(() => -20, 2, 6),
  '2 … 6 hours 9 … 20 °C off': (faulting) => {
    const off = (9 + 11 * faulting.random()) * (faulting.random() < 0.5 ? -1 : 1)
    return block((value) => value + off, 2, 6)(faulting)
  },
  'the night at 20 °C': night(20),
  'the night at 0 °C': night(0),
  'temperature at 7 °C': set(temperature, [7]),
  'temperature at 0 °C': set(temperature, [0]),
  'temperature at 55 °C': set(temperature, [55]),
  'temperature frozen': frozen(temperature),
  'sign lost': (faulting) => changed(faulting.answer, [temperature], Math.abs, onset(faulting)),
  'signs lost of both': (faulting) =>
    changed(faulting.answer, [temperature, dewPoint], Math.abs, onset(faulting)),
  'temperature some hours off': moved([temperature]),
  'all some hours off': moved([temperature, dewPoint, cloud, wind, gusts]),
  '°F called °C': scaled([temperature], 1.8, 32),
  '°F called °C, both': scaled([temperature, dewPoint], 1.8, 32),
  '°C taken for °F': scaled([temperature, dewPoint], 1 / 1.8, -32 / 1.8),
  '°C times 1.8': scaled([temperature], 1.8),
  'tenths of a degree': scaled([temperature], 0.1),
  'wind in km/h': scaled([wind, gusts], 3.6),
  'wind in knots': scaled([wind, gusts], 1.944),
  'wind in mph': scaled([wind], 2.237),
  'wind divided by 3.6': scaled([wind, gusts], 1 / 3.6),
  'wind in tenths': scaled([wind, gusts], 10),
  'wind at 100 m/s': set(wind, [100]),
  'wind frozen': frozen(wind),
  'wind at 0': set(wind, [0]),
  'cloud at 100': set(cloud, [100]),
  'cloud at 0': set(cloud, [0]),
  'cloud frozen': frozen(cloud),
  'rain in every hour': set(rain, [0.2, 5]),
  'rain all night': (faulting) => {
    const from = inNight({ ...faulting, random: () => 0 }) - 3
    return changed(faulting.answer, [rain], () => 1, from, from + 14)
  },
  'no rain': set(rain, [0]),
  'fog or rain by the code': set(code, [45, 61]),
  'dew point as °F': scaled([dewPoint], 1.8, 32),
  'dew point frozen': frozen(dewPoint),
  'of another place': ({ elsewhere }) => elsewhere,
  'temperature of another place': ({ answer, elsewhere }) => ({
    ...answer.columns,
    [temperature]: elsewhere[temperature] ?? []
  })
} as const satisfies Readonly<Record<string, Fault>>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as readonly FaultName[]
