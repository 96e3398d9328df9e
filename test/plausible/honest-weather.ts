/** Weather that is made up hour by hour, and what a model says of it: honest runs, as they follow each other. */
import { dayMs, hourMs } from '../../src/common/time.ts'

/** The minimal standard generator of Park and Miller, 0…1: the same numbers at every run. */
export function generator(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export interface HonestPlace {
  readonly lat: number
  readonly lon: number
  readonly timezone: string
  readonly elevation: number
}

export const spells = ['clear', 'overcast', 'changing', 'front', 'foehn'] as const
export type Spell = (typeof spells)[number]

/** One hour; fractions 0…1. */
export interface HonestHour {
  readonly temperatureC: number
  readonly dewPointC: number
  readonly windMps: number
  readonly cloud: number
}

/** What a model says of an hour, at a lead [h]. */
export type Model = (hour: number, leadHours: number) => HonestHour

export interface Weather {
  readonly place: HonestPlace
  readonly spell: Spell
  /** Its present hour. */
  readonly now: number
  /** The run that is issued so many hours before `now`. */
  readonly run: (hoursBefore: number) => Model
  readonly truth: (hour: number) => HonestHour
}

const places: readonly HonestPlace[] = [
  { lat: 38.35, lon: 38.31, timezone: 'Europe/Istanbul', elevation: 950 },
  { lat: 39.93, lon: 32.86, timezone: 'Europe/Istanbul', elevation: 900 },
  { lat: 47.26, lon: 11.35, timezone: 'Europe/Vienna', elevation: 580 },
  { lat: 52.1, lon: 5.18, timezone: 'Europe/Amsterdam', elevation: 5 },
  { lat: 46.6, lon: -120.5, timezone: 'America/Los_Angeles', elevation: 320 },
  { lat: -33.3, lon: 149.1, timezone: 'Australia/Sydney', elevation: 860 }
]

const hoursBack = 96
const hoursAhead = 400

/** Weather with a name and a number. */
export function honestWeather(seed: number): Weather {
  const random = generator(seed * 7919 + 13)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const place = pick(places)
  const spell = pick(spells)
  const month = place.lat > 0 ? 1 + Math.floor(random() * 5) : 7 + Math.floor(random() * 4)
  const now = Math.floor((Date.UTC(2026, month, 5) + random() * 20 * dayMs) / hourMs)
  const truth = trueWeather({ place, spell, now, random })
  const errors = new Map<number, Model>()
  // Runs share half of their errors with those before.
  const shared = errorsOf(random, now)
  return {
    place,
    spell,
    now,
    truth: (hour) => truth(hour, 0),
    run(hoursBefore) {
      const known = errors.get(hoursBefore)
      if (known !== undefined) return known
      const model = withErrors(truth, shared, errorsOf(generator(seed * 31 + hoursBefore * 17 + 5), now))
      errors.set(hoursBefore, model)
      return model
    }
  }
}

type Truth = (hour: number, timingHours: number) => HonestHour

function trueWeather({
  place,
  spell,
  now,
  random
}: {
  readonly place: HonestPlace
  readonly spell: Spell
  readonly now: number
  readonly random: () => number
}): Truth {
  const meanC = -2 + 12 * random()
  const amplitudeC = 3 + 5 * random()
  const slow = course(random, 60, now)
  const windCourse = course(random, 12, now)
  const cloudCourse = course(random, 9, now)
  const frontAt = now + 4 + Math.floor(60 * random())
  const frontC = spell === 'foehn' ? 6 + 8 * random() : -(6 + 8 * random())
  const frontHours = 2 + 4 * random()
  const spellEnds = spell === 'foehn' ? frontAt + 12 + 24 * random() : Number.POSITIVE_INFINITY
  const hasFront = spell === 'front' || spell === 'foehn'
  return (hour, timing) => {
    const at = hour - timing
    const front = hasFront ? smoothStep((at - frontAt) / frontHours) - smoothStep((at - spellEnds) / 4) : 0
    const latent = cloudCourse(hour) + (hasFront ? 2 * Math.exp(-(((at - frontAt) / 6) ** 2)) : 0)
    const cloud =
      spell === 'overcast'
        ? clamp(1.3 + 0.15 * latent)
        : clamp(spell === 'clear' ? -0.1 + 0.15 * latent : 0.5 + 0.5 * latent)
    const solar = (((hour + place.lon / 15) % 24) + 24) % 24
    const sinceWarmest = (solar - 14.5 + 24) % 24
    const share = sinceWarmest < 15.5 ? sinceWarmest / 15.5 : (24 - sinceWarmest) / 8.5
    const diurnalC = amplitudeC * (1 - 0.75 * cloud) * Math.cos(Math.PI * share)
    const temperatureC = meanC + diurnalC + 2.5 * slow(hour) + frontC * front
    const windMps =
      Math.exp(0.6 + 0.5 * windCourse(hour) + 0.3 * Math.cos(Math.PI * share)) +
      4 * Math.abs(front * (1 - front)) * 4
    return {
      temperatureC,
      dewPointC: Math.min(temperatureC, meanC - 4 + 1.5 * slow(hour) + 0.5 * frontC * front + 3 * cloud),
      windMps,
      cloud
    }
  }
}

interface Errors {
  readonly temperature: (hour: number) => number
  readonly wind: (hour: number) => number
  readonly cloud: (hour: number) => number
  readonly timing: number
}

function errorsOf(random: () => number, now: number): Errors {
  return {
    temperature: course(random, 14, now, 4),
    wind: course(random, 10, now, 4),
    cloud: course(random, 6, now, 4),
    timing: normal(random)
  }
}

function withErrors(truth: Truth, shared: Errors, own: Errors): Model {
  const mixed = (of: 'temperature' | 'wind' | 'cloud', hour: number): number =>
    (shared[of](hour) + own[of](hour)) / Math.SQRT2
  return (hour, lead) => {
    const days = Math.min(6, Math.max(0, lead) / 24)
    const growth = 0.3 + 0.35 * days ** 0.8
    const timing = ((shared.timing + own.timing) / Math.SQRT2) * Math.min(6, 0.3 + 0.9 * days)
    const { temperatureC, dewPointC, windMps, cloud } = truth(hour, timing)
    const errorC = growth * mixed('temperature', hour)
    return {
      temperatureC: temperatureC + errorC,
      dewPointC: Math.min(temperatureC + errorC, dewPointC + 0.7 * errorC),
      windMps: windMps * Math.exp((0.1 + 0.06 * days) * mixed('wind', hour)),
      cloud: clamp(cloud + (0.08 + 0.12 * days) * mixed('cloud', hour) * (cloud > 0 && cloud < 1 ? 1 : 0.5))
    }
  }
}

/** A course of mean 0 and deviation 1 that forgets within so many hours, repeated in spans of a fixed length. */
function course(random: () => number, memoryHours: number, now: number, every = 1): (hour: number) => number {
  const keep = Math.exp(-every / memoryHours)
  const values: number[] = [normal(random)]
  const length = Math.ceil((hoursBack + hoursAhead) / every) + 2
  for (let index = 1; index < length; index++)
    values.push(keep * (values[index - 1] ?? 0) + Math.sqrt(1 - keep * keep) * normal(random))
  return (hour) => {
    const span = hoursBack + hoursAhead
    const position = ((((hour - now + hoursBack) % span) + span) % span) / every
    const index = Math.floor(position)
    const share = position - index
    return (values[index] ?? 0) * (1 - share) + (values[index + 1] ?? 0) * share
  }
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random() * 0.999999)) * Math.cos(2 * Math.PI * random())
}

function smoothStep(share: number): number {
  const inside = clamp(share)
  return inside * inside * (3 - 2 * inside)
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
