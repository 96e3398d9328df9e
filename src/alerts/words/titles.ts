import { hourMs } from '../../common/time.ts'
import { unscoredStage } from '../../frost/crops.ts'
import type { FrostLevel } from '../../frost/frost-night.ts'
import { isLastNight } from '../../frost/period.ts'
import { cropInTitle } from '../../language/crop-names.ts'
import {
  type ClockSpan,
  clockAt,
  dayOf,
  isByDay,
  lowerFirst,
  nightName,
  relativeDay,
  relativeNight,
  sentenceCase,
  shortSpan,
  spanOnClock
} from '../../language/dates.ts'
import { riskLabel } from '../../language/frost-words.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatScore, formatTemperature } from '../../language/numbers.ts'
import type { AlertMessage, MessageNight } from '../message-ports.ts'

/**
 * The night of title and short text: tonight if raised, else the raised night with the highest score (the earliest of
 * equals), else the first (in an all-clear the first that keeps a risk). At dusk and in a data gap the earliest raised
 * one. One whose coldest hour is past gives way to any other.
 */
export function chiefNight(message: AlertMessage): MessageNight | null {
  const { kind } = message
  if (kind === 'confirm' || kind === 'verify') return null
  const raised = message.nights.filter((night) => night.standing === 'raised')
  const isAhead = ({ coldestAt }: MessageNight): boolean => coldestAt > message.createdAt
  const shown = message.nights.filter((night) => night.standing !== 'cleared' && isAhead(night))
  const choices = kind === 'cleared' ? [] : [raised.filter(isAhead), shown, raised]
  const nights = choices.find((some) => some.length > 0) ?? message.nights
  const first = nights[0]
  if (first === undefined) return null
  if (kind === 'cleared') {
    const below = cleared(message)
    return below.find((night) => !isOver(night)) ?? below[0] ?? first
  }
  const isTonight = first.date === message.tonight || relativeTo(message, first) === 'tonight'
  if (kind === 'dusk' || kind === 'escalated' || kind === 'blind' || isTonight) return first
  return nights.reduce((chief, night) => ((night.score ?? -1) > (chief.score ?? -1) ? night : chief), first)
}

function relativeTo({ createdAt, place }: AlertMessage, night: MessageNight) {
  return relativeNight(night, createdAt, place.timezone)
}

function calledOf(message: AlertMessage, night: MessageNight) {
  if (isLastNight(night, message.createdAt)) return 'last_night'
  if (isByDay(night)) return relativeDay(night.coldestAt, message.createdAt, message.place.timezone)
  if (night.date === message.tonight) return 'tonight'
  const relative = relativeTo(message, night)
  return relative === 'tonight' && message.tonight !== null ? null : relative
}

function dateWords({ place }: AlertMessage, night: MessageNight, lang: Language): string {
  return isByDay(night) ? dayOf(night.coldestAt, place.timezone, lang) : nightName(night.date, lang)
}

/** `tonight`, `tomorrow night`, `last night`, `night of 11–12 April`; of cold by day `tomorrow`, `12 April`. */
export function nightWords(message: AlertMessage, night: MessageNight, lang: Language): string {
  const relative = calledOf(message, night)
  return relative === null ? dateWords(message, night, lang) : wordsIn(lang).alerts[relative]
}

/** `Tonight (night of 11–12 April)` */
export function nightHeading(message: AlertMessage, night: MessageNight, lang: Language): string {
  const relative = calledOf(message, night)
  const name = dateWords(message, night, lang)
  return sentenceCase(relative === null ? name : `${wordsIn(lang).alerts[relative]} (${name})`)
}

type Numbers = Pick<
  MessageNight,
  'score' | 'plantTemperatureMinC' | 'frostFromAt' | 'frostToAt' | 'isColdBefore' | 'isColdAfter'
>

function minimumOf({ plantTemperatureMinC }: Numbers, lang: Language): string {
  return formatTemperature(plantTemperatureMinC, '°C', lang)
}

/** The end alone once begun; null once past: a past hour would be taken for one to come. */
export function hoursAhead(
  { place, createdAt }: AlertMessage,
  { frostFromAt, frostToAt, isColdBefore, isColdAfter }: Numbers,
  lang: Language
): ClockSpan | null {
  if (frostFromAt === null || frostToAt === null || frostToAt + hourMs <= createdAt) return null
  const reading = { at: createdAt, timezone: place.timezone, lang }
  return spanOnClock({ from: frostFromAt, to: frostToAt, isColdBefore, isColdAfter }, reading)
}

/** `01–08` */
function hoursOf(message: AlertMessage, night: Numbers, lang: Language): string | null {
  const ahead = hoursAhead(message, night, lang)
  return ahead === null ? null : shortSpan(ahead, lang)
}

/** Risk of damage to the crop in its stage, else of frost on any plant. */
export function riskIn({ crop }: Pick<AlertMessage, 'crop'>, level: FrostLevel, lang: Language): string {
  return lowerFirst(riskLabel(level, lang, crop.stage !== null && unscoredStage(crop) === null))
}

/** `plants −3.1 °C, 01–08`; where nothing is known, that. */
export function numbers(message: AlertMessage, night: Numbers, lang: Language): string {
  if (night.score === null || night.plantTemperatureMinC === null) {
    return lowerFirst(riskLabel('unknown', lang))
  }
  return [plantsAt(minimumOf(night, lang), lang), hoursOf(message, night, lang)]
    .filter((part) => part !== null)
    .join(', ')
}

function plantsAt(minimum: string, lang: Language): string {
  return wordsIn(lang).alerts.plants(minimum)
}

/** Numbers with those of the last message: `plants −4.0 °C (was −3.1 °C), 01–08`. */
function changedNumbers(message: AlertMessage, night: MessageNight, lang: Language): string {
  const { before } = night
  if (before === null || night.score === null || before.score === null) return numbers(message, night, lang)
  const changed = <Now extends string | null>(now: Now, then: string | null): Now | string =>
    now === null || then === null || now === then ? now : `${now} (${wordsIn(lang).alerts.wasBefore(then)})`
  const parts = [
    plantsAt(changed(minimumOf(night, lang), minimumOf(before, lang)), lang),
    changed(hoursOf(message, night, lang), hoursOf(message, before, lang))
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** The last hour to prepare; null once it is past, and where there is none. */
export function preparationTime(
  { createdAt, place }: AlertMessage,
  { lastPreparationAt, standing }: MessageNight,
  lang: Language
): string | null {
  if (lastPreparationAt == null || standing !== 'raised' || createdAt >= lastPreparationAt) return null
  return clockAt(lastPreparationAt, place.timezone, lang)
}

/** `, ready by 22:40`; nothing once that is past. */
function preparation(message: AlertMessage, night: MessageNight, lang: Language): string {
  const time = preparationTime(message, night, lang)
  return time === null ? '' : `, ${wordsIn(lang).alerts.readyBy(time)}`
}

/** Mail programs and lock screens cut off longer ones. */
const longestTitle = 120

/** The title after the kind of message: `Tonight plants −3.1 °C, 01–08, ready by 22:40: Battalgazi apricot`. */
export function titleOf(message: AlertMessage, lang: Language): string {
  const { label, labelIsOthers, place, crop } = message
  const name = `${place.name}${cropInTitle(crop.crop, lang)}`
  const isNamed = label === null || labelIsOthers || label === place.name
  const named = isNamed ? name : `${label}, ${name}`
  let title = ''
  for (const parts of [
    { where: named, numbers: changedNumbers, preparation },
    { where: name, numbers: changedNumbers, preparation },
    { where: named, numbers: changedNumbers },
    { where: name, numbers: changedNumbers },
    { where: named, numbers },
    { where: name, numbers }
  ]) {
    title = titleWith(message, parts, lang)
    if (title.length <= longestTitle) break
  }
  return title
}

/** `Update`, `All clear`; null for a first warning, which is its night. */
export function kindWords(message: AlertMessage, lang: Language): string | null {
  const { kind, alsoFor } = message
  const { titlePrefix, titleToContact, titleBelow } = wordsIn(lang).alerts
  if (kind === 'raised') return null
  if (kind === 'escalated' && alsoFor !== undefined) return titleToContact
  return kind === 'cleared' && !isAllOver(message) ? titleBelow : titlePrefix[kind]
}

/** What comes before the night: `Update: `, or that the alert of tonight is lifted where the news is of another. */
export function prefixOf(message: AlertMessage, lang: Language): string {
  const lifted = liftedTonight(message, lang)
  const kindInWords = kindWords(message, lang)
  return lifted === null ? (kindInWords === null ? '' : `${kindInWords}: `) : `${lifted}. `
}

/** `Tonight: all clear`, in a message that leads with another night. */
export function liftedTonight(message: AlertMessage, lang: Language): string | null {
  const night = cleared(message).find((one) => calledOf(message, one) === 'tonight')
  if (night === undefined || message.kind === 'cleared') return null
  const { titlePrefix, titleBelow } = wordsIn(lang).alerts
  const words = lowerFirst(isOver(night) ? titlePrefix.cleared : titleBelow)
  return `${sentenceCase(nightWords(message, night, lang))}: ${words}`
}

type NightWords = (message: AlertMessage, night: MessageNight, lang: Language) => string

function titleWith(
  message: AlertMessage,
  parts: { readonly where: string; readonly numbers: NightWords; readonly preparation?: NightWords },
  lang: Language
): string {
  const { kind, place } = message
  const { demoMark, lastKnown } = wordsIn(lang).alerts
  const start = `${message.synthetic ? `${demoMark} · ` : ''}${prefixOf(message, lang)}`
  const night = chiefNight(message)
  if (night === null) return `${start}${place.name}`
  const { where } = parts
  const when = nightWords(message, night, lang)
  if (kind === 'cleared') return `${start}${clearedTitle(message, night, { where, lang })}`
  if (kind === 'blind') {
    if (night.standing !== 'raised') return `${start}${where}`
    const other = calledOf(message, night) === 'tonight' ? '' : `, ${when}`
    return `${start}${where}${other}, ${lastKnown} ${numbers(message, night, lang)}`
  }
  const ready = parts.preparation?.(message, night, lang) ?? ''
  return `${start}${sentenceCase(when)} ${parts.numbers(message, night, lang)}${ready}: ${where}`
}
/** `Battalgazi apricot, tonight`; while a risk remains `tonight score 31, plants −2.6 °C: Battalgazi apricot`. */
function clearedTitle(
  message: AlertMessage,
  night: MessageNight,
  { where, lang }: { where: string; lang: Language }
): string {
  const when = nightWords(message, night, lang)
  const { andMoreNights, scoreInTitle } = wordsIn(lang).alerts
  if (isAllOver(message)) {
    const others = cleared(message).length - 1
    return `${where}, ${when}${others > 0 ? ` ${andMoreNights(others)}` : ''}`
  }
  const isOfScore = typeof message.threshold === 'number' && night.score !== null
  const score = isOfScore ? [scoreInTitle(formatScore(night.score, lang))] : []
  const isKnown = night.plantTemperatureMinC !== null
  const minimum = isKnown ? plantsAt(minimumOf(night, lang), lang) : lowerFirst(riskLabel('unknown', lang))
  return `${when} ${[...score, minimum].join(', ')}: ${where}`
}

/** `moderate damage risk, −2.0 °C, 04–08` */
export function beforeWords(message: AlertMessage, night: MessageNight, lang: Language): string | null {
  const { before } = night
  if (before === null || before.score === null) return null
  return `${riskIn(message, before.level, lang)}, ${numbers(message, before, lang)}`
}

const maxOthers = 3

export function otherNights(message: AlertMessage, chief: MessageNight, lang: Language): readonly string[] {
  const raised = message.nights.filter((one) => one.standing === 'raised' && one !== chief)
  // What has changed is named, however many there are.
  const others = raised.toSorted((one, other) => Number(other.before !== null) - Number(one.before !== null))
  if (others.length === 0) return []
  const named = others.slice(0, maxOthers).map((night) => {
    const cold = night.plantTemperatureMinC === null ? '' : ` ${plantsAt(minimumOf(night, lang), lang)}`
    const risk = riskIn(message, night.level, lang)
    const was =
      night.before === null ? '' : `, ${wordsIn(lang).alerts.wasBefore(minimumOf(night.before, lang))}`
    return `${nightWords(message, night, lang)}${cold} (${risk}${was})`
  })
  const rest = others.length - named.length
  if (rest > 0) named.push(wordsIn(lang).alerts.moreNights(rest))
  return [`${wordsIn(lang).alerts.also}: ${named.join('; ')}.`]
}

export function otherClearedNights(
  message: AlertMessage,
  chief: MessageNight,
  lang: Language
): readonly string[] {
  if (message.kind !== 'cleared') return []
  const others = cleared(message).filter((night) => night !== chief)
  if (others.length === 0) return []
  const named = others.slice(0, maxOthers).map((night) => nightWords(message, night, lang))
  const rest = others.length - named.length
  if (rest > 0) named.push(wordsIn(lang).alerts.moreNights(rest))
  const { alsoCleared, alsoBelow } = wordsIn(lang).alerts
  return [`${isAllOver(message) ? alsoCleared : alsoBelow}: ${named.join('; ')}.`]
}

/** Whether no risk remains in an all-clear; with a high threshold some may. */
export function isOver({ level }: Pick<MessageNight, 'level'>): boolean {
  return level === 'none' || level === 'low'
}

export function isAllOver(message: AlertMessage): boolean {
  return cleared(message).every(isOver)
}

/** Running water continues until the ice has melted, also where tonight's risk is over. */
export function isStopLater(message: AlertMessage): boolean {
  const night = cleared(message).find((one) => calledOf(message, one) === 'tonight')
  return night !== undefined && (message.kind === 'cleared' ? isAllOver(message) : isOver(night))
}

function cleared({ nights }: AlertMessage): readonly MessageNight[] {
  return nights.filter(({ standing }) => standing === 'cleared')
}
