import { hourMs } from '../../common/time.ts'
import { unscoredStage } from '../../frost/crops.ts'
import { isLastNight } from '../../frost/period.ts'
import { plantPartOf } from '../../frost/scoring-profile.ts'
import { temperatureOf, thresholdProbability } from '../../frost/temperature-threshold.ts'
import { clockAt, clockSpan, dateTimeLabel, spanOnClock } from '../../language/dates.ts'
import {
  appearanceLabel,
  frostTypeLabel,
  frostTypeMeaning,
  levelLabel,
  updatedByLabel
} from '../../language/frost-words.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber, formatScore, formatTemperature, percent } from '../../language/numbers.ts'
import { probabilityName } from '../../language/threshold-words.ts'
import type { AlertMessage, MessageNight } from '../message-ports.ts'
import { type AlertLine, line } from './rendered-alert.ts'
import { beforeWords, isOver, nightHeading, preparationTime } from './titles.ts'

/** The heading of a night and every known fact. */
export function nightLines(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  return [
    ...headLines(message, night, lang),
    ...plantLine(message, night, lang),
    ...besideLine(night, lang),
    ...airLine(night, lang),
    ...hourLine(message, night, lang),
    ...preparationLine(message, night, lang),
    ...sunLine(message, night, lang),
    ...typeLine(night, lang),
    ...damageLine(message, night, lang),
    ...measuredLine(message, night, lang),
    ...silentLine(message, night, lang)
  ]
}

/** Lines of another night than the chief one: heading, score, plant minimum, hours, and what the last message said. */
export function shortNightLines(
  message: AlertMessage,
  night: MessageNight,
  lang: Language
): readonly AlertLine[] {
  return [
    ...headLines(message, night, lang),
    ...plantLine(message, night, lang),
    ...hourLine(message, night, lang)
  ]
}

function headLines(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  const words = wordsIn(lang).alerts
  const below = isOver(night) ? words.liftedNight : words.belowNight
  const note = night.standing === 'cleared' ? below : message.kind === 'blind' ? words.lastKnown : null
  const standing = note === null ? '' : ` (${note})`
  return [
    line('night', `${nightHeading(message, night, lang)}${standing}`),
    ...scoreLine(message, night, lang),
    ...probabilityLine(message, night, lang),
    ...beforeLine(message, night, lang)
  ]
}

/** Under a crop's name the score is that of the crop, unless said to be of any plant. */
function scoreLine({ crop }: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  const words = wordsIn(lang).alerts
  const name = unscoredStage(crop) === null ? words.score : words.scoreOfAnyPlant
  if (night.score === null) return [fact(name, levelLabel('unknown', lang))]
  const level = levelLabel(night.level, lang)
  return [fact(name, `${formatScore(night.score, lang)} / 100 (${level})`)]
}

function probabilityLine(
  { threshold }: AlertMessage,
  night: MessageNight,
  lang: Language
): readonly AlertLine[] {
  const degrees = temperatureOf(threshold)
  const probability = thresholdProbability(threshold, night)
  if (degrees === null || probability === null) return []
  return [fact(probabilityName(degrees, lang), percent(100 * probability, lang))]
}

function beforeLine(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  const before = beforeWords(message, night, lang)
  return before === null ? [] : [fact(wordsIn(lang).alerts.lastMessage, before)]
}

function plantLine(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  if (night.plantTemperatureMinC === null) return []
  const plant = formatTemperature(night.plantTemperatureMinC, '°C', lang)
  const at =
    night.coldestAt === null || isColderLater(night)
      ? ''
      : `, ${around(clockAt(night.coldestAt, message.place.timezone, lang), lang)}`
  return [fact(wordsIn(lang).alerts.plantMinimum, `${plant}${range(night, lang)}${at}`)]
}

function airLine({ airTemperatureMinC }: MessageNight, lang: Language): readonly AlertLine[] {
  if (airTemperatureMinC === null) return []
  return [fact(wordsIn(lang).alerts.airMinimum, formatTemperature(airTemperatureMinC, '°C', lang))]
}

/** `(range −5.6 … −0.5 °C)` with a leading space, or nothing. */
export function range(night: MessageNight, lang: Language): string {
  if (night.plantTemperatureP10C === null || night.plantTemperatureP90C === null) return ''
  const low = formatNumber(night.plantTemperatureP10C, 1, lang)
  return ` (${wordsIn(lang).alerts.range} ${low} … ${formatTemperature(night.plantTemperatureP90C, '°C', lang)})`
}

/** Whether a later hour may be colder: the coldest hour is the night's last one, and the cold continues. */
export function isColderLater({ coldestAt, frostToAt, isColdAfter }: MessageNight): boolean {
  return isColdAfter === true && coldestAt === frostToAt
}

/** `around 05:00`, `05.00 sularında`. */
export function around(time: string, lang: Language): string {
  return wordsIn(lang).alerts.around(time)
}

/** Whether the hours are those of frost, as without a crop; with a crop's stage they are those of first damage. */
function isOfFrost({ crop }: AlertMessage, { isWithoutStage }: MessageNight): boolean {
  return crop.crop === 'generic' || isWithoutStage === true
}

/** `Hours of harmful cold` and the hours; null: none are to come, and the night is not called the last one. */
export function hoursOf(
  message: AlertMessage,
  night: MessageNight,
  lang: Language
): { readonly label: string; readonly hours: string } | null {
  const { frostFromAt, frostToAt } = night
  if (frostFromAt === null || frostToAt === null) return null
  if (frostToAt + hourMs <= message.createdAt && !isLastNight(night, message.createdAt)) return null
  const { frostHours, harmHours } = wordsIn(lang).alerts
  const reading = { at: message.createdAt, timezone: message.place.timezone, lang }
  const span = spanOnClock({ ...night, from: frostFromAt, to: frostToAt }, reading)
  return {
    label: isOfFrost(message, night) ? frostHours : harmHours,
    hours: clockSpan(span, lang)
  }
}

function hourLine(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  const found = hoursOf(message, night, lang)
  return found === null ? [] : [fact(found.label, found.hours)]
}

/** The hour to be ready by; once past, the line says so until the harm begins. */
function preparationLine(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  const { prepare, past } = wordsIn(lang).protection
  const ahead = preparationTime(message, night, lang)
  if (ahead !== null) return [fact(prepare, ahead)]
  const { lastPreparationAt, frostFromAt, standing } = night
  if (lastPreparationAt == null || standing !== 'raised') return []
  if (frostFromAt === null || message.createdAt >= frostFromAt) return []
  return [fact(prepare, `${clockAt(lastPreparationAt, message.place.timezone, lang)} (${past})`)]
}

function sunLine(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  if (night.sunsetAt === null || night.sunriseAt === null) return []
  return [fact(wordsIn(lang).alerts.sun, clocks(message, [night.sunsetAt, night.sunriseAt], lang).join(', '))]
}

function clocks({ place }: AlertMessage, instants: readonly number[], lang: Language): readonly string[] {
  return instants.map((at) => clockAt(at, place.timezone, lang))
}

function typeLine(night: MessageNight, lang: Language): readonly AlertLine[] {
  if (night.frostType === null || night.level === 'none') return []
  const kind = `${frostTypeLabel(night.frostType, lang)} (${frostTypeMeaning(night.frostType, lang)})`
  const appearance = night.appearance === null ? '' : `. ${appearanceLabel(night.appearance, lang)}`
  return [fact(wordsIn(lang).alerts.frostType, kind + appearance)]
}

function damageLine({ crop }: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  if (night.expectedDamagePercent === null) return []
  const share = percent(night.expectedDamagePercent, lang)
  const { alerts, place } = wordsIn(lang)
  return [fact(alerts.damage, alerts.damagedShare(share, place.parts[plantPartOf(crop) ?? 'buds']))]
}

function besideLine({ beside }: MessageNight, lang: Language): readonly AlertLine[] {
  if (beside === undefined || beside.plantTemperatureMinC === null) return []
  const words = wordsIn(lang).frost.beside
  const plants = formatTemperature(beside.plantTemperatureMinC, '°C', lang)
  return [fact(words.name, words[beside.because](plants))]
}

function measuredLine(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  if (night.updatedBy === null) return []
  const { timezone } = message.place
  return [fact(wordsIn(lang).frost.updatedBy, updatedByLabel(night.updatedBy, { timezone, lang }))]
}

/** The line about a silent thermometer, so that a battery can be changed before the night. */
function silentLine(
  { place: { timezone } }: AlertMessage,
  { thermometerSilentSince: since, standing }: MessageNight,
  lang: Language
): readonly AlertLine[] {
  if (since == null || standing !== 'raised') return []
  const { thermometer, silentSince } = wordsIn(lang).alerts
  return [fact(thermometer, silentSince(dateTimeLabel(since, timezone, lang)))]
}

function fact(label: string, text: string): AlertLine {
  return { role: 'fact', label, text }
}
