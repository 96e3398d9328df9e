/** The advice on protection of a night in words, the same for pages and the API. */
import type { KnownNight } from '../frost/frost-night.ts'
import type { HeatersAdvice } from '../frost/protection/heaters.ts'
import type { Protection } from '../frost/protection/protection.ts'
import type { SprinklerAdvice } from '../frost/protection/sprinkler.ts'
import type { WindMachineAdvice } from '../frost/protection/wind-machine.ts'
import { hourMs } from '../weather/time.ts'
import { publish, type Quantity, type UnitSystem, unitOf } from '../weather/units.ts'
import { clockAt } from './dates.ts'
import { type Language, wordsIn } from './language.ts'
import { formatQuantity, percent } from './numbers.ts'

/** How the advice wants its times, temperatures and words. */
export interface AdviceWording {
  readonly timezone: string
  readonly units: UnitSystem
  readonly lang: Language
}

/** Sprinklers: at which wet bulb and when to start and to stop, or why not; a sentence each, what to do first. */
export function sprinklerWords(
  advice: SprinklerAdvice,
  { at, wording }: { readonly at: number; readonly wording: AdviceWording }
): readonly string[] {
  const words = wordsIn(wording.lang).protection
  if (advice.reason !== null) return [words.reasons[advice.reason]]
  const { startWetBulbC, startAirC, stopAt, probability } = advice
  const dry = startAirC === null ? '' : words.sprinkler.dry(temperature(startAirC, wording))
  const start = words.sprinkler.start(temperature(startWetBulbC ?? Number.NaN, wording))
  const stop = stopAt === null ? words.sprinkler.noStop : words.sprinkler.stop(clock(stopAt, wording))
  const share = percent(100 * (probability ?? 0), wording.lang)
  return [`${start}${dry}.`, ...whenWords(advice, at, wording), stop, words.sprinkler.probability(share)]
}

function whenWords(
  { startAt, expectedStartAt, isStartPast }: SprinklerAdvice,
  at: number,
  wording: AdviceWording
): readonly string[] {
  const words = wordsIn(wording.lang).protection.sprinkler
  if (expectedStartAt !== null && expectedStartAt <= at) return [words.past(clock(expectedStartAt, wording))]
  const expected =
    expectedStartAt === null ? words.notExpected : words.expected(clock(expectedStartAt, wording))
  const early = isStartPast || startAt === null ? words.watch : words.earliest(clock(startAt, wording))
  return [expected, early]
}

/** A wind machine: what it gains, whether that is enough, and when to start it, or why not. */
export function windMachineWords(advice: WindMachineAdvice, wording: AdviceWording): readonly string[] {
  const words = wordsIn(wording.lang).protection
  if (advice.reason !== null) return [words.reasons[advice.reason]]
  const { gain, enough, tooLittle } = words.machine
  const gained = gain(difference(advice.gainC ?? 0, wording))
  return [...beginWords(advice, wording), gained, advice.isEnough === true ? enough : tooLittle]
}

/** Heaters: by how much they must warm the plants, and when to light them, or why not. */
export function heatersWords(advice: HeatersAdvice, wording: AdviceWording): readonly string[] {
  const words = wordsIn(wording.lang).protection
  if (advice.reason !== null) return [words.reasons[advice.reason]]
  const { neededC } = advice
  const needed = neededC === null || neededC === 0 ? [] : [words.heaters.needed(difference(neededC, wording))]
  return [...beginWords(advice, wording), ...needed]
}

function beginWords(
  { startAt, isStartPast }: Pick<HeatersAdvice, 'startAt' | 'isStartPast'>,
  wording: AdviceWording
): readonly string[] {
  const words = wordsIn(wording.lang).protection
  if (startAt === null) return [words.standBy]
  const time = clock(startAt, wording)
  return [isStartPast ? words.beginPast(time) : words.begin(time)]
}

/** What is going to happen tonight, in one sentence without a full stop; `isOfBuds`: for a crop's stage. */
export function nightSentence(
  night: KnownNight,
  { coldFrom, coldTo, criticalC }: Protection,
  wording: AdviceWording & { readonly isOfBuds: boolean }
): string {
  const words = wordsIn(wording.lang).protection
  const facts = {
    harm: words.harms[wording.isOfBuds ? 'buds' : 'plants'],
    critical: temperature(criticalC, wording),
    air: temperature(night.airTemperatureMinC, wording),
    plants: temperature(night.plantTemperatureMinC, wording),
    time: clock(night.coldestHour * hourMs, wording)
  }
  if (coldFrom !== null && coldTo !== null) {
    return words.cold({ ...facts, from: clock(coldFrom, wording), to: clock(coldTo, wording) })
  }
  const share = 100 * night.probability.t10
  return share < 5 ? words.safe(facts) : words.possible({ ...facts, share: percent(share, wording.lang) })
}

function clock(at: number, { timezone, lang }: AdviceWording): string {
  return clockAt(at, timezone, lang)
}

const temperature = (valueC: number, wording: AdviceWording) => degrees(valueC, 'temperature', wording)
const difference = (valueC: number, wording: AdviceWording) =>
  degrees(valueC, 'temperature_difference', wording)

function degrees(valueC: number, quantity: Quantity, { units, lang }: AdviceWording): string {
  return formatQuantity(publish(valueC, quantity, units), 1, unitOf(quantity, units), lang)
}
