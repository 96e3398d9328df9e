/** What thermometers send instead of the air's temperature, each from an instant on. */
import { dayMs, hourMs } from '../../src/common/time.ts'
import type { FaultReason } from '../../src/observations/faults/sensor-fault.ts'
import { normal } from './records.ts'
import type { Site } from './site.ts'

export interface LiarAt {
  readonly site: Site
  readonly beganAt: number
  readonly random: () => number
}

/** Null: nothing is sent. */
export type Liar = (at: number) => number | null
export type MakeLiar = (made: LiarAt) => Liar

/** Of the zone [ms]. */
const zoneMs = 3 * hourMs

const offBy =
  (byC: number): MakeLiar =>
  ({ site }) =>
  (at) =>
    site.honestC(at) + byC

const sometimes =
  (share: number, value: (random: () => number, airC: number) => number): MakeLiar =>
  ({ site, random }) =>
  (at) => {
    const airC = site.honestC(at)
    return random() < share ? value(random, airC) : airC
  }

const pick = <One>(random: () => number, all: readonly One[]): One =>
  all[Math.floor(random() * all.length)] as One

const late =
  (hoursOf: (random: () => number) => number): MakeLiar =>
  ({ site, random }) => {
    const hours = hoursOf(random)
    return (at) => site.honestC(at - hours * hourMs)
  }

export const liars = {
  'frozen value': ({ site, beganAt }) => {
    const airC = site.honestC(beganAt)
    return () => airC
  },
  'constant after some hour': ({ site, beganAt, random }) => {
    const from = beganAt + (2 + 10 * random()) * hourMs
    const airC = site.honestC(from)
    return (at) => (at < from ? site.honestC(at) : airC)
  },
  'lost sign':
    ({ site }) =>
    (at) =>
      Math.abs(site.honestC(at)),
  '°F called °C':
    ({ site }) =>
    (at) =>
      1.8 * site.honestC(at) + 32,
  Kelvin:
    ({ site }) =>
    (at) =>
      site.honestC(at) + 273.15,
  tenths: ({ site, random }) => {
    const times = random() < 0.5 ? 10 : 0.1
    return (at) => site.honestC(at) * times
  },
  'hours ahead or behind': late((random) => pick(random, [-6, -4, -3, -2, 2, 3, 4, 6])),
  indoors:
    ({ site, beganAt }) =>
    (at) =>
      19 + 0.12 * site.honestC(at) + 1.2 * Math.sin((at - beganAt) / (4 * hourMs)),
  'in the sun': ({ site, random }) => {
    const clear = 7 + 4 * random()
    return (at) =>
      site.honestC(at) + clear * Math.sqrt(Math.max(0, Math.sin((site.sunDegrees(at) * Math.PI) / 180)))
  },
  'in a greenhouse': ({ site, random }) => {
    const clear = 12 + 6 * random()
    return (at) =>
      site.honestC(at) + 3 + clear * Math.sqrt(Math.max(0, Math.sin((site.sunDegrees(at) * Math.PI) / 180)))
  },
  iced:
    ({ site }) =>
    (at) =>
      Math.max(0, site.honestC(at)),
  'probe of the soil':
    ({ site }) =>
    (at) => {
      const day = Array.from({ length: 24 }, (_, hour) => site.honestC(at - hour * hourMs))
      const meanC = day.reduce((sum, one) => sum + one, 0) / day.length
      return meanC + 1 + 0.3 * (site.honestC(at - 4 * hourMs) - meanC)
    },
  'moved to another height': ({ site, random }) => {
    const byC = pick(random, [-1, 1]) * (5.5 + 3 * random())
    return (at) => site.honestC(at) + byC + 0.8 * Math.sin(at / (7 * hourMs))
  },
  'battery drift': ({ site, beganAt, random }) => {
    const perDayC = pick(random, [-1, 1]) * (3.5 + 1.5 * random())
    return (at) =>
      site.honestC(at) + Math.sign(perDayC) * Math.min(15, Math.abs((perDayC * (at - beganAt)) / dayMs))
  },
  'always +3': offBy(3),
  'always +6': offBy(6),
  'always −6': offBy(-6),
  spikes: sometimes(0.05, (random, airC) => airC + pick(random, [-1, 1]) * (8 + 12 * random())),
  'sentinels before conversion': sometimes(0.1, (random) => pick(random, [-9999, 327.67, -127, 85])),
  'sentinels after conversion': sometimes(0.1, (random) => pick(random, [-17.8, -73.3, 37.8])),
  'copies of the forecast':
    ({ site }) =>
    (at) =>
      site.forecastC(at),
  'copies of yesterday': ({ site }) => {
    const day = new Map<number, number>()
    return (at) => {
      const key = at % dayMs
      const value = day.get(key) ?? site.honestC(at - dayMs)
      day.set(key, value)
      return value
    }
  },
  noise:
    ({ site, random }) =>
    (at) =>
      site.honestC(at) + 4 * normal(random),
  'gaps in the cold hours':
    ({ site }) =>
    (at) => {
      const local = ((at + zoneMs) % dayMs) / hourMs
      return local >= 2 && local < 9 ? null : site.honestC(at)
    },
  'local time sent as UTC': late(() => -zoneMs / hourMs)
} satisfies Record<string, MakeLiar>
export type LiarName = keyof typeof liars
export const liarNames = Object.keys(liars) as readonly LiarName[]

/** Such lies need frost. */
export const frostLies: readonly LiarName[] = ['lost sign', 'iced']

/** What a fault may be found as, the likeliest first; `refused`: at the door, and counted. */
export const foundAs: Readonly<Record<LiarName, readonly (FaultReason | 'refused')[]>> = {
  'frozen value': ['frozen', 'iced'],
  'constant after some hour': ['frozen', 'iced'],
  'lost sign': ['lost_sign'],
  '°F called °C': ['fahrenheit', 'refused', 'moved'],
  Kelvin: ['refused'],
  tenths: ['moved', 'tenths', 'refused', 'jumps', 'noise', 'in_soil', 'indoors', 'iced', 'frozen'],
  'hours ahead or behind': ['other_hour', 'local_time'],
  indoors: ['indoors', 'moved', 'greenhouse', 'elsewhere', 'in_soil'],
  'in the sun': ['in_sun', 'greenhouse'],
  'in a greenhouse': ['greenhouse', 'moved', 'in_sun', 'elsewhere'],
  iced: ['iced'],
  'probe of the soil': ['in_soil', 'moved', 'indoors', 'other_hour'],
  'moved to another height': ['moved', 'elsewhere', 'drift', 'greenhouse', 'in_sun'],
  'battery drift': ['drift', 'elsewhere'],
  'always +3': ['moved', 'elsewhere', 'in_sun'],
  'always +6': ['moved', 'elsewhere', 'in_sun', 'greenhouse'],
  'always −6': ['elsewhere', 'moved'],
  spikes: ['jumps'],
  'sentinels before conversion': ['refused'],
  'sentinels after conversion': ['jumps'],
  'copies of the forecast': ['copies_forecast'],
  'copies of yesterday': ['copies_yesterday'],
  noise: ['noise', 'jumps'],
  'gaps in the cold hours': ['cold_gaps'],
  'local time sent as UTC': ['local_time', 'other_hour']
}

/** In each run. */
export const surelyFound: readonly LiarName[] = [
  'frozen value',
  'constant after some hour',
  '°F called °C',
  'Kelvin',
  'indoors',
  'in a greenhouse',
  'iced',
  'spikes',
  'sentinels before conversion',
  'sentinels after conversion',
  'copies of the forecast',
  'copies of yesterday',
  'noise'
]
