import { hourMs } from '../common/time.ts'
import type { FrostHours, KnownNight } from '../frost/frost-night.ts'
import {
  ampleWetBulbC,
  lowestWetBulbC,
  type SprinklerAdvice,
  startsForPipes
} from '../frost/protection/sprinkler.ts'
import type { HeatersAdvice, WindMachineAdvice } from '../frost/protection/wind-machine.ts'
import { roundToTenth } from '../frost/published.ts'
import type { PlantPart } from '../frost/scoring-profile.ts'
import { publish, type Quantity, type UnitSystem, unitOf } from '../weather/units.ts'
import { clockAt, hoursOnClock, sentenceCase } from './dates.ts'
import { isNightPast, nightAdverb } from './headline.ts'
import { type Language, wordsIn } from './language.ts'
import { formatQuantity, percent } from './numbers.ts'

export interface AdviceWording {
  readonly timezone: string
  readonly units: UnitSystem
  readonly lang: Language
}

/** When it is read [ms since epoch], and from which temperature the crop is harmed. */
interface SprinklerWording {
  readonly at: number
  /** Nothing but the thaw is to come. */
  readonly isPast?: boolean
  readonly criticalC: number
  readonly wording: AdviceWording
}

/** At which wet bulb and when to start and stop, or why not; a sentence each, what to do first. */
export function sprinklerWords(advice: SprinklerAdvice, situation: SprinklerWording): readonly string[] {
  const { at, isPast = false, wording } = situation
  if (advice.reason !== null) return [reasonWords(advice.reason, wording)]
  const words = wordsIn(wording.lang).protection.sprinkler
  const { stopAt, probability } = advice
  const zero = wholeDegrees(0, wording)
  const stop = stopAt === null ? words.noStop(zero) : words.stop(zero, clock(stopAt, wording))
  if (isPast || (stopAt !== null && stopAt <= at)) return [stop]
  const share = percent(100 * (probability ?? 0), wording.lang)
  return [...startWords(advice, situation), stop, words.probability(share)]
}

/** The start by the thermometer; by the clock where plants are harmed before the wet bulb shows it. */
function startWords(
  advice: SprinklerAdvice,
  { at, criticalC, wording }: SprinklerWording
): readonly string[] {
  const words = wordsIn(wording.lang).protection.sprinkler
  const { startAt, expectedStartAt, startAirC, isStartPast } = advice
  const startC = advice.startWetBulbC ?? Number.NaN
  const wetBulb = temperature(startC, wording)
  const early = isStartPast || startAt === null ? words.watch : words.earliest(clock(startAt, wording))
  const isPast = expectedStartAt !== null && expectedStartAt <= at
  // Pipes freeze before such a crop is harmed: the start is the last one.
  const isForPipes = startsForPipes(criticalC)
  const latest = temperature(isForPipes ? startC : criticalC, wording)
  if (isPast) return [words.past(clock(expectedStartAt, wording), latest)]
  if (startAirC === null && expectedStartAt !== null) {
    return [words.plantsFirst(wetBulb, clock(expectedStartAt, wording)), words.orWetBulb(wetBulb), early]
  }
  const dry = startAirC === null ? '' : words.dry(temperature(startAirC, wording))
  const start = [`${words.start(wetBulb)}${dry}.`, ...(isForPipes ? [words.pipes] : [])]
  const expected =
    expectedStartAt === null ? words.notExpected : words.expected(clock(expectedStartAt, wording))
  return [...start, expected, early, ...ampleWords(advice, at, wording)]
}

/** The earlier start, for growers with ample water. */
function ampleWords(
  { ampleStartAt }: SprinklerAdvice,
  at: number,
  wording: AdviceWording
): readonly string[] {
  if (ampleStartAt === null) return []
  const time = ampleStartAt <= at ? null : clock(ampleStartAt, wording)
  const { ample } = wordsIn(wording.lang).protection.sprinkler
  return [ample(wholeDegrees(ampleWetBulbC, wording), wholeDegrees(0, wording), time)]
}

/** The gain of a wind machine, whether it is enough, and when to start, or why not. */
export function windMachineWords(advice: WindMachineAdvice, wording: AdviceWording): readonly string[] {
  if (advice.reason !== null) return [reasonWords(advice.reason, wording)]
  const words = wordsIn(wording.lang).protection
  const { gain, enough, tooLittle } = words.machine
  const gained = gain(difference(advice.gainC ?? 0, wording))
  return [...beginWords(advice, wording), gained, advice.isEnough === true ? enough : tooLittle]
}

/** How much heaters must warm the plants, and when to light them, or why not. */
export function heatersWords(advice: HeatersAdvice, wording: AdviceWording): readonly string[] {
  if (advice.reason !== null) return [reasonWords(advice.reason, wording)]
  const words = wordsIn(wording.lang).protection
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

/**
 * In one sentence without a full stop.
 * @param wording.at when it is read [ms since epoch]
 * @param wording.criticalC T10 of the stage, 0 °C without one
 * @param wording.part what of the crop is killed; null without a stage, and where it is the plant as such
 */
export function nightSentence(
  night: KnownNight,
  wording: AdviceWording & {
    readonly at: number
    readonly tonight: string | null
    readonly criticalC: number
    readonly part: PlantPart | null
  }
): string {
  const { lang, part, criticalC } = wording
  const words = wordsIn(lang).protection
  const isFrost = part === null && criticalC === 0
  const facts = {
    night: words.during(nightAdverb(night, wording)),
    harm: words.harms[isFrost ? 'plants' : 'buds'],
    isFrost,
    part: part === null ? null : wordsIn(lang).place.parts[part],
    critical: temperature(criticalC, wording),
    air: temperature(night.airTemperatureMinC, wording),
    plants: temperature(night.plantTemperatureMinC, wording),
    time: isColderLater(night) ? null : clock(night.coldestHour * hourMs, wording)
  }
  const { frostHours, expectedDamagePercent: loss } = night
  if (isNightPast(night, wording.at) || isColdPast(night, wording.at)) return sentenceCase(words.was(facts))
  if (frostHours !== null) return sentenceCase(words.cold({ ...facts, when: spanWords(frostHours, wording) }))
  const share = 100 * night.probability.t10
  if (share < 5) return sentenceCase(words.safe(facts))
  const lost = loss === null ? null : percent(roundToTenth(loss), lang)
  return sentenceCase(words.possible({ ...facts, share: percent(share, lang), loss: lost }))
}

/** The coldest hour is the last and the cold continues: another may be colder. */
function isColderLater({ frostHours, coldestHour }: KnownNight): boolean {
  return frostHours?.isColdAfter === true && frostHours.lastHour === coldestHour
}

/** Cold that holds on at noon neither begins nor ends there; of cold that has begun the end is left. */
function spanWords(hours: FrostHours, wording: AdviceWording & { readonly at: number }): string {
  const words = wordsIn(wording.lang).protection
  const { from, to, isColdBefore, isColdAfter } = hoursOnClock(hours, wording)
  if (isColdBefore) return isColdAfter ? words.dayAndNight : words.until(to)
  if (isColdAfter) return words.after(from)
  return words.span(from, to)
}

function reasonWords(
  reason: NonNullable<(SprinklerAdvice | WindMachineAdvice | HeatersAdvice)['reason']>,
  wording: AdviceWording
): string {
  const { reasons } = wordsIn(wording.lang).protection
  return reason === 'too_cold' ? reasons.too_cold(wholeDegrees(lowestWetBulbC, wording)) : reasons[reason]
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

function wholeDegrees(valueC: number, { units, lang }: AdviceWording): string {
  return formatQuantity(publish(valueC, 'temperature', units), 0, unitOf('temperature', units), lang)
}

/** Coldest and harmful hours are over: nothing is expected. */
function isColdPast(
  { coldestHour, frostHours }: Pick<KnownNight, 'coldestHour' | 'frostHours'>,
  at: number
): boolean {
  return Math.max(coldestHour, frostHours?.lastHour ?? coldestHour) < Math.floor(at / hourMs)
}
