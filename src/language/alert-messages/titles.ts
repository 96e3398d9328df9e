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

/** Temperature and hours: `−3.1 °C, 01–07`; where nothing is known of it, that. */
function numbers({ place }: AlertMessage, night: MessageNight, lang: Language): string {
  const { score, plantTemperatureMinC, frostFromAt, frostToAt } = night
  if (score === null || plantTemperatureMinC === null) return lowerFirst(riskLabel('unknown', lang))
  const hours =
    frostFromAt === null || frostToAt === null
      ? ''
      : `, ${clockRange(frostFromAt, frostToAt, place.timezone, lang)}`
  return formatTemperature(plantTemperatureMinC, '°C', lang) + hours
}

/** `Tonight −3.1 °C, 01–07: Battalgazi apricot`, with what kind of message it is before that. */
export function titleOf(message: AlertMessage, lang: Language): string {
  const { kind, place, crop } = message
  const { demoMark, titlePrefix } = wordsIn(lang).alerts
  const prefix = kind === 'raised' ? '' : `${titlePrefix[kind]}: `
  const start = `${message.synthetic ? `${demoMark} · ` : ''}${prefix}`
  const night = chiefNight(message)
  if (night === null) return `${start}${place.name}`
  const where = `${place.name}${cropInTitle(crop.crop, lang)}`
  const when = nightWords(message, night, lang)
  if (kind === 'cleared') return `${start}${where}, ${when}`
  if (kind === 'blind') {
    if (night.standing !== 'raised') return `${start}${where}`
    const other = relativeTo(message, night) === 'tonight' ? '' : `, ${when}`
    return `${start}${where}${other}, ${wordsIn(lang).alerts.lastKnown} ${numbers(message, night, lang)}`
  }
  return `${start}${sentenceCase(when)} ${numbers(message, night, lang)}: ${where}`
}

const mostOthers = 3

/** Raised nights besides this one, each with its temperature: nothing where there is none. */
export function otherNights(message: AlertMessage, chief: MessageNight, lang: Language): readonly string[] {
  const others = message.nights.filter((one) => one.standing === 'raised' && one !== chief)
  if (others.length === 0) return []
  const named = others.slice(0, mostOthers).map((night) => {
    const minimum = night.plantTemperatureMinC
    const cold = minimum === null ? '' : ` ${formatTemperature(minimum, '°C', lang)}`
    return `${nightWords(message, night, lang)}${cold} (${lowerFirst(riskLabel(night.level, lang))})`
  })
  const rest = others.length - named.length
  if (rest > 0) named.push(wordsIn(lang).alerts.moreNights(rest))
  return [`${wordsIn(lang).alerts.also}: ${named.join('; ')}.`]
}

/** The risk phrases begin with no Turkish i, so lowering by code unit is right in both languages. */
export function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
