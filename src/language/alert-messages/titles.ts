/** How a message names a night, and its title: the coming night comes first whenever it is raised. */
import type { AlertMessage, MessageNight } from '../../alerts/message-ports.ts'
import { cropInTitle } from '../crop-names.ts'
import { clockRange, nightName, relativeNight, sentenceCase } from '../dates.ts'
import { riskLabel } from '../frost-words.ts'
import { type Language, wordsIn } from '../language.ts'
import { formatTemperature } from '../numbers.ts'

/**
 * The night that title and short text are about: tonight if it is raised, else the raised night with the highest score (the earliest of
 * equals), else the first night; null where there is none. At dusk and in a data gap, which concern this very night, the earliest raised one.
 */
export function chiefNight(message: AlertMessage): MessageNight | null {
  const { kind } = message
  if (kind === 'confirm' || kind === 'verify') return null
  const raised = message.nights.filter((night) => night.standing === 'raised')
  const nights = raised.length > 0 && kind !== 'cleared' ? raised : message.nights
  const first = nights[0]
  if (first === undefined) return null
  if (kind === 'cleared') return nights.find((night) => night.standing === 'cleared') ?? first
  if (kind === 'dusk' || kind === 'blind' || relativeTo(message, first) === 'tonight') return first
  return nights.reduce((chief, night) => ((night.score ?? -1) > (chief.score ?? -1) ? night : chief), first)
}

function relativeTo({ createdAt, place }: AlertMessage, night: MessageNight) {
  return relativeNight(night, createdAt, place.timezone)
}

/** `tonight`, `tomorrow night`, `night of 11–12 April`. */
export function nightWords(message: AlertMessage, night: MessageNight, lang: Language): string {
  const relative = relativeTo(message, night)
  return relative === null ? nightName(night.date, lang) : wordsIn(lang).alerts[relative]
}

/** As the heading of its facts: `Tonight (night of 11–12 April)`. */
export function nightHeading(message: AlertMessage, night: MessageNight, lang: Language): string {
  const relative = relativeTo(message, night)
  const name = nightName(night.date, lang)
  return sentenceCase(relative === null ? name : `${wordsIn(lang).alerts[relative]} (${name})`)
}

type Numbers = Pick<MessageNight, 'score' | 'plantTemperatureMinC' | 'frostFromAt' | 'frostToAt'>

function minimumOf({ plantTemperatureMinC }: Numbers, lang: Language): string {
  return formatTemperature(plantTemperatureMinC, '°C', lang)
}

function hoursOf(
  { place }: AlertMessage,
  { frostFromAt, frostToAt }: Numbers,
  lang: Language
): string | null {
  if (frostFromAt === null || frostToAt === null) return null
  return clockRange(frostFromAt, frostToAt, place.timezone, lang)
}

/** Temperature and hours: `−3.1 °C, 01–07`; where nothing is known of it, that. */
export function numbers(message: AlertMessage, night: Numbers, lang: Language): string {
  if (night.score === null || night.plantTemperatureMinC === null) {
    return lowerFirst(riskLabel('unknown', lang))
  }
  return [minimumOf(night, lang), hoursOf(message, night, lang)].filter((part) => part !== null).join(', ')
}

/** The same with what the last message said of each that differs: `−4.0 °C (was −3.1 °C), 01–07`. */
function changedNumbers(message: AlertMessage, night: MessageNight, lang: Language): string {
  const { before } = night
  if (before === null || night.score === null || before.score === null) return numbers(message, night, lang)
  const changed = (now: string | null, then: string | null): string | null =>
    now === null || then === null || now === then ? now : `${now} (${wordsIn(lang).alerts.wasBefore(then)})`
  const parts = [
    changed(minimumOf(night, lang), minimumOf(before, lang)),
    changed(hoursOf(message, night, lang), hoursOf(message, before, lang))
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** Mail programs and lock screens cut off longer titles. */
const longestTitle = 120

/**
 * `Tonight −3.1 °C, 01–07: Battalgazi apricot`, with what kind of message it is before that. What changed and
 * the subscriber's own name for the place are in it where they have room.
 */
export function titleOf(message: AlertMessage, lang: Language): string {
  const { label, place, crop } = message
  const name = `${place.name}${cropInTitle(crop.crop, lang)}`
  const named = label === null || label === place.name ? name : `${label}, ${name}`
  let title = ''
  for (const parts of [
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

interface TitleParts {
  /** Place and crop. */
  readonly where: string
  readonly numbers: (message: AlertMessage, night: MessageNight, lang: Language) => string
}

function titleWith(message: AlertMessage, parts: TitleParts, lang: Language): string {
  const { kind, place } = message
  const { demoMark, titlePrefix } = wordsIn(lang).alerts
  const prefix = kind === 'raised' ? '' : `${titlePrefix[kind]}: `
  const start = `${message.synthetic ? `${demoMark} · ` : ''}${prefix}`
  const night = chiefNight(message)
  if (night === null) return `${start}${place.name}`
  const { where } = parts
  const when = nightWords(message, night, lang)
  if (kind === 'cleared') {
    const others = cleared(message).length - 1
    const more = others > 0 ? ` ${wordsIn(lang).alerts.andMoreNights(others)}` : ''
    return `${start}${where}, ${when}${more}`
  }
  if (kind === 'blind') {
    if (night.standing !== 'raised') return `${start}${where}`
    const other = relativeTo(message, night) === 'tonight' ? '' : `, ${when}`
    return `${start}${where}${other}, ${wordsIn(lang).alerts.lastKnown} ${numbers(message, night, lang)}`
  }
  return `${start}${sentenceCase(when)} ${parts.numbers(message, night, lang)}: ${where}`
}

/** What the last message said of a night that has become worse: `moderate frost risk, −2.0 °C, 04–07`. */
export function beforeWords(message: AlertMessage, night: MessageNight, lang: Language): string | null {
  const { before } = night
  if (before === null || before.score === null) return null
  return `${lowerFirst(riskLabel(before.level, lang))}, ${numbers(message, before, lang)}`
}

const mostOthers = 3

/** Raised nights besides this one, each with its temperature: nothing where there is none. */
export function otherNights(message: AlertMessage, chief: MessageNight, lang: Language): readonly string[] {
  const raised = message.nights.filter((one) => one.standing === 'raised' && one !== chief)
  // What has changed is told, however many there are.
  const others = raised.toSorted((one, other) => Number(other.before !== null) - Number(one.before !== null))
  if (others.length === 0) return []
  const named = others.slice(0, mostOthers).map((night) => {
    const cold = night.plantTemperatureMinC === null ? '' : ` ${minimumOf(night, lang)}`
    const risk = lowerFirst(riskLabel(night.level, lang))
    const was =
      night.before === null ? '' : `, ${wordsIn(lang).alerts.wasBefore(minimumOf(night.before, lang))}`
    return `${nightWords(message, night, lang)}${cold} (${risk}${was})`
  })
  const rest = others.length - named.length
  if (rest > 0) named.push(wordsIn(lang).alerts.moreNights(rest))
  return [`${wordsIn(lang).alerts.also}: ${named.join('; ')}.`]
}

/** In an all-clear, the other nights whose alert is over: nothing where there is none. */
export function otherClearedNights(
  message: AlertMessage,
  chief: MessageNight,
  lang: Language
): readonly string[] {
  if (message.kind !== 'cleared') return []
  const others = cleared(message).filter((night) => night !== chief)
  if (others.length === 0) return []
  const named = others.slice(0, mostOthers).map((night) => nightWords(message, night, lang))
  const rest = others.length - named.length
  if (rest > 0) named.push(wordsIn(lang).alerts.moreNights(rest))
  return [`${wordsIn(lang).alerts.alsoCleared}: ${named.join('; ')}.`]
}

function cleared({ nights }: AlertMessage): readonly MessageNight[] {
  return nights.filter(({ standing }) => standing === 'cleared')
}

/** The risk phrases begin with no Turkish i, so lowering by code unit is right in both languages. */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
