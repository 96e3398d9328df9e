/**
 * Weather of a spring, made from a seed: seasonal mean, anomalies that last some days, clouds; and forecasts whose
 * error grows with lead.
 */
import { BoundedMap } from '../../src/common/bounded-map.ts'
import { hourMs } from '../../src/common/time.ts'
import type { UpstreamWeather, WeatherAt } from '../upstream/weather.ts'

type Point = Parameters<WeatherAt>[0]

/** What can be wrong with the numbers that a source gives at an instant. */
export type WrongNumbers = 'flapping' | 'null_night' | 'absurd_night' | 'fahrenheit'

export interface SpringWeather {
  /** As it came [°C]. */
  readonly airC: (point: Point, hour: number) => number
  /** What the source says at an instant [ms since epoch]: its newest run, and what came before that. */
  readonly said: (point: Point, hour: number, at: number, wrong: WrongNumbers | null) => UpstreamWeather
}

/** What a day is like at noon. */
interface Day {
  readonly meanC: number
  /** 0…1. */
  readonly cloud: number
}

interface Climate {
  /** Daily mean of the coldest and of the warmest time of the year [°C]. */
  readonly coldestMeanC: number
  readonly warmestMeanC: number
  /** Half the difference of day and night under a clear sky [°C]. */
  readonly swingC: number
  /** Standard deviation of the anomalies [°C]. */
  readonly anomalyC: number
  /** Solar time is so far ahead of UTC [h]. */
  readonly solarHours: number
  readonly seed: number
}

const dayHours = 24
/** A new run of the source every so many hours. */
export const runHours = 6
const maxDays = 50_000

/** The same weather for the same seed. */
export function springWeather(seed: number): SpringWeather {
  const climates = new Map<string, Climate>()
  const days = new BoundedMap<string, Day>(maxDays)
  const climateOf = ({ lat, lon }: Point): Climate => {
    const key = `${lat} ${lon}`
    const known = climates.get(key)
    if (known !== undefined) return known
    const climate = climateAt(lat, lon, seed)
    climates.set(key, climate)
    return climate
  }
  /** Of the run issued at that hour; of what came where that is null. */
  const dayOf = (climate: Climate, day: number, run: number | null): Day => {
    const key = `${climate.seed} ${day} ${run}`
    const known = days.get(key)
    if (known !== undefined) return known
    const made = run === null ? realDay(climate, day) : wrongDay(climate, day, run, dayOf(climate, day, null))
    days.set(key, made)
    return made
  }
  const hourOf = (point: Point, hour: number, run: number | null): Day & { readonly airC: number } => {
    const climate = climateOf(point)
    const solar = hour + climate.solarHours
    const before = Math.floor((solar - 12) / dayHours)
    const share = (solar - 12) / dayHours - before
    const [one, other] = [dayOf(climate, before, run), dayOf(climate, before + 1, run)]
    const meanC = one.meanC + share * (other.meanC - one.meanC)
    const cloud = one.cloud + share * (other.cloud - one.cloud)
    const ofDay = ((solar % dayHours) + dayHours) % dayHours
    const wave = climate.swingC * (1 - 0.7 * cloud) * Math.cos(((ofDay - 15) / 12) * Math.PI)
    return { meanC, cloud, airC: meanC + wave }
  }
  return {
    airC: (point, hour) => hourOf(point, hour, null).airC,
    said: (point, hour, at, wrong) => {
      const present = Math.floor(at / hourMs)
      const run = present - (present % runHours)
      const { meanC, cloud, airC } = hourOf(point, hour, hour <= run ? null : run)
      return spoiled(reported(airC, meanC, cloud), { hour, present, wrong, climate: climateOf(point) })
    }
  }
}

/** Places differ by up to six degrees, and in how much a clear night cools. */
function climateAt(lat: number, lon: number, seed: number): Climate {
  const [one, other] = [Math.round(lat * 1000), Math.round(lon * 1000)]
  const own = Math.floor(1e6 * uniform(seed, one, other))
  return {
    coldestMeanC: -2.5 + 6 * uniform(own, 1, 0),
    warmestMeanC: 25,
    swingC: 5 + 2 * uniform(own, 2, 0),
    anomalyC: 3.2,
    solarHours: lon / 15,
    seed: own
  }
}

const memoryDays = 12

function realDay({ coldestMeanC, warmestMeanC, anomalyC, seed }: Climate, day: number): Day {
  let [anomaly, sky] = [0, 0]
  for (let one = day - memoryDays; one <= day; one += 1) {
    anomaly = 0.75 * anomaly + 0.66 * normal(seed + 2, one, 0)
    sky = 0.6 * sky + 0.8 * normal(seed + 3, one, 0)
  }
  // The 20th of January is day 19 of its year.
  const share = (1 - Math.cos(((day - 19) / 365.2425) * 2 * Math.PI)) / 2
  const meanC = coldestMeanC + (warmestMeanC - coldestMeanC) * share + anomalyC * anomaly
  return { meanC, cloud: clamp(0.45 + 0.35 * sky) }
}

/** The error of a day in a run: most of it stays from run to run, the rest is the run's own. */
function wrongDay({ seed }: Climate, day: number, run: number, { meanC, cloud }: Day): Day {
  const leadDays = Math.max(0, day + 0.5 - run / dayHours)
  const slow = normal(seed, day, 7)
  const quick = normal(seed + 1, day, run)
  const missed = (0.5 + 0.5 * leadDays) * (0.8 * slow + 0.6 * quick)
  return { meanC: meanC + missed, cloud: clamp(cloud + 0.08 * leadDays * quick) }
}

function reported(airC: number, meanC: number, cloud: number): UpstreamWeather {
  const dewPointC = Math.min(airC - 0.3, meanC - 4)
  const pressure = (tC: number) => Math.exp((17.62 * tC) / (243.12 + tC))
  const windMps = 1 + 3 * cloud
  return {
    temperatureC: tenth(airC),
    dewPointC: tenth(dewPointC),
    humidityPercent: Math.round((100 * pressure(dewPointC)) / pressure(airC)),
    cloudPercent: Math.round(100 * cloud),
    windMps: tenth(windMps),
    gustMps: tenth(2 * windMps),
    windDirection: 20,
    precipitationMm: 0,
    pressureHpa: 1015,
    visibilityM: 24_000,
    weatherCode: 0
  }
}

interface Spoiling {
  readonly hour: number
  readonly present: number
  readonly wrong: WrongNumbers | null
  readonly climate: Climate
}

const flapC = 1.3

function spoiled(weather: UpstreamWeather, { hour, present, wrong, climate }: Spoiling): UpstreamWeather {
  const { temperatureC } = weather
  if (wrong === null || hour <= present) return weather
  if (wrong === 'flapping') {
    return { ...weather, temperatureC: tenth(temperatureC + (present % 2 === 0 ? flapC : -flapC)) }
  }
  if (wrong === 'fahrenheit') return { ...weather, temperatureC: tenth(temperatureC * 1.8 + 32) }
  const solar = (((hour + climate.solarHours) % dayHours) + dayHours) % dayHours
  const isNight = solar >= 18 || solar < 8
  if (!isNight) return weather
  return { ...weather, temperatureC: wrong === 'null_night' ? Number.NaN : -9999 }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

/** A standard normal number that depends on nothing but these three. */
function normal(seed: number, one: number, other: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniform(seed, one, other)))
  return radius * Math.cos(2 * Math.PI * uniform(seed + 9973, one, other))
}

/** 0 ≤ x < 1, well mixed (the finaliser of MurmurHash3). */
export function uniform(seed: number, one: number, other: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(one, 0x85ebca6b) ^ Math.imul(other, 0xc2b2ae35)
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    hash ^= hash >>> 15
    hash = Math.imul(hash, factor)
  }
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
