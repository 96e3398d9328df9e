/** How long sprinklers run by a rule, and what that costs. */
import { hourMs } from '../../../src/common/time.ts'
import { startWetBulbC } from '../../../src/frost/protection/sprinkler.ts'
import { criticalC, type ProtectedNight } from './nights.ts'

/** From when to when they run [ms since epoch]. */
export interface Run {
  readonly from: number
  readonly to: number
}

/** When sprinklers run in a night, at a cost of `ratio` of the loss; null: not at all. */
export type Rule = (night: ProtectedNight, ratio: number) => Run | null

/** The first whole hour at which wet bulb or plants reach the critical temperature; null where neither does. */
export function reachedAt({ measured }: ProtectedNight): number | null {
  return measured.find(({ wetBulbC, plantC }) => Math.min(wetBulbC, plantC) <= criticalC)?.at ?? null
}

/**
 * To the end of the last hour in which the wet bulb is not above 0 °C, or the plants not above the critical
 * temperature.
 */
function iceGoneAt({ measured }: ProtectedNight): number {
  return (measured.findLast(({ wetBulbC, plantC }) => wetBulbC <= 0 || plantC <= criticalC)?.at ?? 0) + hourMs
}

/** Knows the night before it comes. */
const foresight: Rule = (night) => {
  const from = reachedAt(night)
  return from === null ? null : { from, to: iceGoneAt(night) }
}

/** Runs while the air is at or below +1 °C. */
const plusOne: Rule = ({ measured }) => {
  const from = measured.find(({ airC }) => airC <= 1)?.at
  const last = measured.findLast(({ airC }) => airC <= 1)?.at
  return from === undefined || last === undefined ? null : { from, to: last + hourMs }
}

const isWorth = ({ forecast: { sprinkler } }: ProtectedNight, ratio: number): boolean =>
  sprinkler.startAt !== null && (sprinkler.probability ?? 0) >= ratio

/** Starts at `start_at` where the probability is at least the ratio, and stops when the ice is gone. */
const byTheClock: Rule = (night, ratio) => {
  const { startAt } = night.forecast.sprinkler
  if (startAt === null || !isWorth(night, ratio)) return null
  return { from: startAt, to: Math.max(iceGoneAt(night), startAt + hourMs) }
}

/**
 * Wakes at `start_at`, and starts when the grower's own wet bulb falls to `start_wet_bulb`, or the plants are at T10.
 */
const byThermometer: Rule = (night, ratio) => {
  const { startAt } = night.forecast.sprinkler
  if (startAt === null || !isWorth(night, ratio)) return null
  const limitC = startWetBulbC(criticalC)
  const own = night.perfect.sprinkler.expectedStartAt
  const isThere = night.measured.some(({ wetBulbC, plantC }) => wetBulbC <= limitC || plantC <= criticalC)
  return own === null || !isThere ? null : { from: Math.max(own, startAt), to: iceGoneAt(night) }
}

export const rules: Readonly<Record<string, Rule>> = {
  'perfect foresight': foresight,
  'advice and own wet bulb': byThermometer,
  'advice by the clock': byTheClock,
  '+1 °C rule': plusOne,
  never: () => null
}

export interface Cost {
  readonly hoursPerNight: number
  /** Nights whose cold came before the start, of all. */
  readonly missed: number
  /** Of a loss, per night. */
  readonly expense: number
}

/** Where a mean night of perfect foresight costs `ratio` of the loss. */
export function costOf(nights: readonly ProtectedNight[], rule: Rule, ratio: number): Cost {
  const usualHours =
    hoursOf(nights, foresight, ratio) / (nights.filter((one) => foresight(one, ratio)).length || 1)
  const hours = hoursOf(nights, rule, ratio)
  const missed = nights.filter((night) => {
    const cold = reachedAt(night)
    const run = rule(night, ratio)
    return cold !== null && (run === null || run.from > cold)
  }).length
  const count = nights.length
  return {
    hoursPerNight: hours / count,
    missed: missed / count,
    expense: ((ratio * hours) / usualHours + missed) / count
  }
}

function hoursOf(nights: readonly ProtectedNight[], rule: Rule, ratio: number): number {
  return nights.reduce((sum, night) => {
    const run = rule(night, ratio)
    return sum + (run === null ? 0 : (run.to - run.from) / hourMs)
  }, 0)
}
