import { cropInTitle } from '../../language/crop-names.ts'
import { type ClockSpan, clockSpan, sentenceCase } from '../../language/dates.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber } from '../../language/numbers.ts'
import type { AlertMessage, MessageNight } from '../message-ports.ts'
import { alsoFor } from './render-alert.ts'
import {
  chiefNight,
  hoursAhead,
  isStopLater,
  kindWords,
  liftedTonight,
  nightWords,
  numbers,
  prefixOf,
  preparationTime
} from './titles.ts'

interface PhoneForm {
  /** The text in letters that the gateway sends. */
  readonly fold: (text: string) => string
  /** One part, in those letters. */
  readonly fits: (text: string) => boolean
  /** A number that takes answers. */
  readonly replyTo: string | null
  readonly hasLink: boolean
}

/** A message of one part. Left out without room: the crop, then words of the label, then how it is answered. */
export function phoneText(message: AlertMessage, form: PhoneForm): string {
  const { language: lang } = message
  const { alerts, phone } = wordsIn(lang)
  if (message.kind === 'confirm') return form.fold(phone.code(message.challenge ?? '', siteOf(message)))
  const night = chiefNight(message)
  const head = form.fold(headOf(message, night, lang))
  const crop = form.fold(cropInTitle(message.crop.crop, lang).trim())
  const ready = night === null ? null : preparationTime(message, night, lang)
  const tail = [
    ...(ready === null ? [] : [form.fold(phone.ready(ready))]),
    ...(isStopLater(message) ? [form.fold(alerts.stopLater.replace(/\.$/, ''))] : []),
    ...answerOf(message, form)
  ]
  const { fixed, words } = whereOf(message, form)
  const least = fixed === '' ? Math.min(1, words.length) : 0
  const texts = function* (): Generator<string> {
    for (let tails = tail.length; tails >= 0; tails -= 1) {
      if (crop !== '') yield joined(head, [fixed, words.join(' '), crop], tail.slice(0, tails))
      for (let count = words.length; count >= least; count -= 1)
        yield joined(head, [fixed, words.slice(0, count).join(' ')], tail.slice(0, tails))
    }
  }
  let last = ''
  for (const text of texts()) {
    if (form.fits(text)) return text
    last = text
  }
  // A label of one word that is longer than a message.
  while (!form.fits(last)) last = last.slice(0, -1)
  return last
}

function joined(head: string, where: readonly string[], tail: readonly string[]): string {
  const named = where.filter((part) => part !== '').join(', ')
  return `${[head, named, ...tail].filter((part) => part !== '').join('. ')}`
}

/** `Update: Tonight plants −2.4 °C, 02–08` */
function headOf(message: AlertMessage, night: MessageNight | null, lang: Language): string {
  const { alerts, phone } = wordsIn(lang)
  const { kind } = message
  const demo = message.synthetic ? `${alerts.demoMark} ` : ''
  const start = `${demo}${prefixOf(message, lang)}`
  if (kind === 'still_watching') return `${start}${phone.stillWatching}`
  const facts =
    night === null ? '' : `${sentenceCase(nightWords(message, night, lang))} ${numbers(message, night, lang)}`
  if (kind !== 'blind') return `${start}${facts}`
  return night?.standing === 'raised' ? `${phone.lastKnown}: ${facts}` : phone.noForecast
}

/** A named place's name, and what may be shortened; a field's label alone. */
function whereOf({ place, label, language, alsoFor: names = [] }: AlertMessage, { fold }: PhoneForm) {
  const others = names.length === 0 ? '' : `+${names.length}`
  const name = place.slug === null ? '' : fold(place.name)
  const fixed = [name, others].filter((part) => part !== '').join(' ')
  const folded = fold(place.slug === null ? place.name : label === place.name ? '' : (label ?? ''))
  // A label in letters that the alphabet does not have, of which only a mark may be left.
  const own = /[\p{L}\p{N}]/u.test(folded) ? folded : ''
  const named = own === '' && fixed === '' ? fold(place.sharedName ?? wordsIn(language).alerts.aField) : own
  return { fixed, words: named.split(' ').filter((word) => word !== '') }
}

function answerOf(message: AlertMessage, form: PhoneForm): readonly string[] {
  const { links, language } = message
  const { phone } = wordsIn(language)
  if (!canBeAnswered(message)) return []
  if (form.replyTo !== null) return [form.fold(phone.answer(form.replyTo))]
  return form.hasLink && links.seenUrl != null ? [form.fold(phone.answerByLink(links.seenUrl))] : []
}

const answeredKinds: ReadonlySet<AlertMessage['kind']> = new Set([
  'raised',
  'updated',
  'dusk',
  'escalated',
  'blind'
])

function canBeAnswered({ kind, nights }: AlertMessage): boolean {
  return answeredKinds.has(kind) && nights.some(({ standing }) => standing === 'raised')
}

function siteOf({ links }: AlertMessage): string {
  return URL.parse(links.placeUrl)?.host ?? ''
}

/** The spoken text: the sentence twice, and the key that answers it. */
export function spokenText(message: AlertMessage, takesKeys = true): string {
  const { spoken } = wordsIn(message.language).phone
  const sentence =
    message.kind === 'confirm'
      ? spoken.code([...(message.challenge ?? '')].join(' '))
      : [
          spoken.opening,
          ...(message.synthetic ? [`${wordsIn(message.language).alerts.demoMark}.`] : []),
          spokenNight(message),
          ...(takesKeys && canBeAnswered(message) ? [spoken.answer] : [])
        ].join(' ')
  return `${sentence} ${sentence}`
}

function spokenNight(message: AlertMessage): string {
  const { language: lang, place, label, kind } = message
  const { alerts, phone } = wordsIn(lang)
  const night = chiefNight(message)
  const where = [`${label ?? place.name}.`, ...alsoFor(message, lang)]
  const isGap = kind === 'blind' && night?.standing === 'raised'
  if (kind === 'blind' && !isGap) return [...where, `${phone.noForecast}.`].join(' ')
  const kindInWords = isGap ? phone.lastKnown : (liftedTonight(message, lang) ?? kindWords(message, lang))
  const named = [...(kindInWords === null ? [] : [`${kindInWords}.`]), ...where]
  if (kind === 'still_watching') return [...named, `${phone.stillWatching}.`].join(' ')
  if (night === null) return [...named, `${phone.noForecast}.`].join(' ')
  const when = sentenceCase(nightWords(message, night, lang))
  if (night.plantTemperatureMinC === null)
    return [...named, `${when} ${numbers(message, night, lang)}.`].join(' ')
  const shown = formatNumber(night.plantTemperatureMinC, 1, lang)
  const above = shown.replace(/^[−-]/, '')
  const ready = preparationTime(message, night, lang)
  const hours = hoursAhead(message, night, lang)
  const isPast = night.coldestAt !== null && night.coldestAt <= message.createdAt
  const { below, minimum, pastMinimum } = phone.spoken
  return [
    ...named,
    `${when}.`,
    (isPast ? pastMinimum : minimum)(above === shown ? shown : below(above)),
    ...(hours === null ? [] : [spokenHours(hours, lang)]),
    ...(ready === null ? [] : [phone.spoken.ready(ready)]),
    ...(isStopLater(message) ? [alerts.stopLater] : [])
  ].join(' ')
}

function spokenHours(span: ClockSpan, lang: Language): string {
  const isPlain = !span.isColdBefore && !span.isColdAfter && span.from !== span.to
  return isPlain
    ? wordsIn(lang).phone.spoken.hours(span.from, span.to)
    : `${sentenceCase(clockSpan(span, lang))}.`
}
