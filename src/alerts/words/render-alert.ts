import { unscoredStage } from '../../frost/crops.ts'
import { temperatureOf, thresholdProbability } from '../../frost/temperature-threshold.ts'
import { cropAndStageLabel } from '../../language/crop-names.ts'
import { clockAt, dateTimeLabel, lowerFirst, sentenceCase } from '../../language/dates.ts'
import { riskLabel } from '../../language/frost-words.ts'
import { attributionIn } from '../../language/labels.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { formatScore, formatTemperature } from '../../language/numbers.ts'
import { mayFallBelow, thresholdWords } from '../../language/threshold-words.ts'
import type { AlertMessage, MessageNight } from '../message-ports.ts'
import { around, hoursOf, isColderLater, nightLines, range, shortNightLines } from './night-lines.ts'
import { type AlertLine, line, type RenderedAlert, textOf } from './rendered-alert.ts'
import {
  beforeWords,
  chiefNight,
  isAllOver,
  isStopLater,
  liftedTonight,
  nightWords,
  otherClearedNights,
  otherNights,
  preparationTime,
  riskIn,
  titleOf
} from './titles.ts'

/** The words of a message, in its own language unless another is given. */
export function renderAlert(message: AlertMessage, lang: Language = message.language): RenderedAlert {
  const lines = linesOf(message, lang)
  const night = chiefNight(message)
  const isFeared = message.kind !== 'cleared' && night?.standing === 'raised'
  const minimumC = isFeared ? night.plantTemperatureMinC : null
  return {
    title: titleOf(message, lang),
    short: shortOf(message, lang),
    lines,
    minimum: minimumC === null ? null : formatTemperature(minimumC, '°C', lang),
    besides: night === null ? [] : otherNights(message, night, lang),
    text: textOf(lines)
  }
}

function shortOf(message: AlertMessage, lang: Language): string {
  const night = chiefNight(message)
  const opening = openingOf(message, lang)
  const oldStage = message.crop.stageIsOld && night !== null ? [wordsIn(lang).alerts.stageIsOld] : []
  if (message.kind === 'blind')
    return [...standingAlert(message, night, lang), opening, ...oldStage].join(' ')
  const lifted = liftedTonight(message, lang)
  const parts = [...(opening === null ? [] : [opening]), ...(lifted === null ? [] : [`${lifted}.`])]
  parts.push(...waterOf(message, lang))
  if (night !== null) {
    parts.push(namedNight(message, night, lang), ...lastMessage(message, night, lang))
    parts.push(...otherNights(message, night, lang), ...otherClearedNights(message, night, lang))
  }
  return [...parts, ...alsoFor(message, lang), ...gapEnd(message, lang), ...oldStage].join(' ')
}

/** What an all-clear of tonight says of running water, where the news is of another night. */
function waterOf(message: AlertMessage, lang: Language): readonly string[] {
  return message.kind !== 'cleared' && isStopLater(message) ? [wordsIn(lang).alerts.stopLater] : []
}

/** `Last message: moderate frost risk, −2.0 °C, 04–08.`, where the night has become worse since. */
function lastMessage(message: AlertMessage, night: MessageNight, lang: Language): readonly string[] {
  const before = beforeWords(message, night, lang)
  return before === null ? [] : [`${wordsIn(lang).alerts.lastMessage}: ${before}.`]
}

function gapEnd({ kind, endsDataGap }: AlertMessage, lang: Language): readonly string[] {
  return endsDataGap && kind !== 'sighted' ? [wordsIn(lang).alerts.dataRestored] : []
}

const maxNamed = 10

export function alsoFor({ alsoFor: names = [] }: AlertMessage, lang: Language): readonly string[] {
  if (names.length === 0) return []
  const { also, moreFields } = wordsIn(lang).alerts
  const rest = names.length - maxNamed
  const named = [...names.slice(0, maxNamed), ...(rest > 0 ? [moreFields(rest)] : [])]
  return [`${also}: ${named.join('; ')}.`]
}

/** First in a data-gap message: a push replaces the warning on the screen. */
function standingAlert(message: AlertMessage, night: MessageNight | null, lang: Language): readonly string[] {
  if (night?.standing !== 'raised') return []
  const sentence = lowerFirst(nightSentence(message, night, lang))
  const lastKnown = `${nightWords(message, night, lang)}, ${sentence}`
  const alert = `${wordsIn(lang).alerts.alertStands} (${wordsIn(lang).alerts.lastKnown}): ${lastKnown}`
  return [alert, ...otherNights(message, night, lang)]
}

/** `Tonight: high damage risk …` */
function namedNight(message: AlertMessage, night: MessageNight, lang: Language): string {
  const when = sentenceCase(nightWords(message, night, lang))
  return `${when}: ${lowerFirst(nightSentence(message, night, lang))}`
}

function nightSentence(message: AlertMessage, night: MessageNight, lang: Language): string {
  if (night.score === null || night.plantTemperatureMinC === null) return `${riskLabel('unknown', lang)}.`
  const plant = formatTemperature(night.plantTemperatureMinC, '°C', lang)
  const clock = (at: number) => clockAt(at, message.place.timezone, lang)
  const coldest =
    night.coldestAt === null || isColderLater(night) ? '' : `, ${around(clock(night.coldestAt), lang)}`
  const found = hoursOf(message, night, lang)
  const hours = found === null ? '' : ` ${found.label} ${found.hours}.`
  const readyAt = preparationTime(message, night, lang)
  const ready = readyAt === null ? '' : ` ${wordsIn(lang).protection.prepare} ${readyAt}.`
  const shown = `${formatScore(night.score, lang)}/100`
  const isOfCrop = unscoredStage(message.crop) === null
  const score = isOfCrop
    ? `${sentenceCase(riskIn(message, night.level, lang))} (${shown})`
    : `${wordsIn(lang).alerts.scoreOfAnyPlant}: ${shown}`
  const below = belowSentence(message, night, lang)
  const first = below === null ? '' : `${sentenceCase(below)}. `
  const degrees = `${wordsIn(lang).alerts.plantMinimum} ${plant}${range(night, lang)}${coldest}`
  return `${first}${score}. ${degrees}.${ready}${hours}`
}

/** `the temperature may fall below −2 °C on the plants (62%)` */
function belowSentence(message: AlertMessage, night: MessageNight, lang: Language): string | null {
  const threshold = temperatureOf(message.threshold)
  if (threshold === null || night.standing !== 'raised') return null
  return mayFallBelow(threshold, thresholdProbability(threshold, night), lang)
}

function clearedSentence(message: AlertMessage, lang: Language): string {
  const { cleared, riskRemains, stopLater } = wordsIn(lang).alerts
  return [isAllOver(message) ? cleared : riskRemains, ...(isStopLater(message) ? [stopLater] : [])].join(' ')
}

function openingOf(message: AlertMessage, lang: Language): string | null {
  switch (message.kind) {
    case 'blind':
      return message.confirmedAt === null ? wordsIn(lang).alerts.noDataYet : wordsIn(lang).alerts.dataGap
    case 'sighted':
      return wordsIn(lang).alerts.dataRestored
    case 'cleared':
      return clearedSentence(message, lang)
    case 'escalated':
      return message.alsoFor === undefined
        ? wordsIn(lang).alerts.notAnswered
        : wordsIn(lang).alerts.notAnsweredByOther
    case 'still_watching':
      return wordsIn(lang).alerts.stillWatching
    case 'test':
      return wordsIn(lang).alerts.test
    case 'confirm':
      return wordsIn(lang).alerts.confirmRequest(siteOf(message))
    case 'verify':
      return wordsIn(lang).alerts.verifyRequest(siteOf(message))
    default:
      return null
  }
}

function siteOf({ links }: AlertMessage): string {
  return URL.parse(links.confirmUrl ?? links.placeUrl)?.host ?? ''
}

function linesOf(message: AlertMessage, lang: Language): readonly AlertLine[] {
  const lines: AlertLine[] = []
  if (message.synthetic) lines.push(line('lead', wordsIn(lang).alerts.demo))
  const opening = openingOf(message, lang)
  if (opening !== null) lines.push(line('lead', opening))
  const night = chiefNight(message)
  if (opening === null && night !== null) lines.push(line('lead', leadSentence(message, night, lang)))
  for (const words of [...waterOf(message, lang), ...gapEnd(message, lang), ...alsoFor(message, lang)])
    lines.push(line('lead', words))
  if (night !== null) {
    for (const one of message.nights)
      lines.push(...(one === night ? nightLines(message, one, lang) : linesBesides(message, one, lang)))
  }
  if (night !== null) lines.push(...stageLines(message, lang))
  return [...lines, ...closingLines(message, lang)]
}

function linesBesides(message: AlertMessage, night: MessageNight, lang: Language): readonly AlertLine[] {
  const lines = shortNightLines(message, night, lang)
  return night.standing === 'raised' ? lines.map((one) => ({ ...one, isBesides: true })) : lines
}

function stageLines({ crop, links }: AlertMessage, lang: Language): readonly AlertLine[] {
  if (!crop.stageIsOld) return []
  const { stageIsOld, renewStage } = wordsIn(lang).alerts
  const note = line('note', stageIsOld)
  return links.manageUrl === null
    ? [note]
    : [note, { role: 'link', label: renewStage, text: links.manageUrl }]
}

function leadSentence(message: AlertMessage, night: MessageNight, lang: Language): string {
  const where = message.place.region === null || message.place.region === message.place.name
  const place = where ? message.place.name : `${message.place.name} (${message.place.region})`
  const risk = belowSentence(message, night, lang) ?? riskIn(message, night.level, lang)
  return `${place}: ${risk}, ${nightWords(message, night, lang)}.`
}

function closingLines(message: AlertMessage, lang: Language): readonly AlertLine[] {
  const { links, kind } = message
  const link = (words: string, url: string): AlertLine => ({ role: 'link', label: words, text: url })
  const { label, labelIsOthers, place } = message
  if (kind === 'confirm' || kind === 'verify') {
    const said =
      label === null || kind === 'verify' ? [] : [line('note', wordsIn(lang).alerts.requesterWrote(label))]
    return links.confirmUrl === null ? said : [link(wordsIn(lang).alerts.confirm, links.confirmUrl), ...said]
  }
  const about = (words: string, text: string): AlertLine => ({ role: 'about', label: words, text })
  const lines: AlertLine[] = []
  const { label: ownName, labelOfRequester } = wordsIn(lang).alerts
  if (label !== null && label !== place.name)
    lines.push(about(labelIsOthers ? labelOfRequester : ownName, label))
  const { crop, stage } = message.crop
  if (crop !== 'generic') lines.push(about(wordsIn(lang).alerts.crop, cropAndStageLabel(crop, stage, lang)))
  const unit = typeof message.threshold === 'number' ? ' / 100' : ''
  const threshold = thresholdWords(message.threshold, lang)
  lines.push(about(wordsIn(lang).alerts.threshold, threshold + unit))
  const age = ageOf(message, lang)
  if (age !== null) lines.push(about(...age))
  if (links.seenUrl != null) lines.push(link(wordsIn(lang).seen.button, links.seenUrl))
  lines.push(link(wordsIn(lang).alerts.details, links.placeUrl))
  if (links.manageUrl !== null) lines.push(link(wordsIn(lang).alerts.manage, links.manageUrl))
  lines.push(link(wordsIn(lang).alerts.stop, links.unsubscribeUrl))
  const { attribution, synthetic } = message
  if (attribution !== null) lines.push(line('foot', attributionIn({ attribution, synthetic }, lang)))
  return lines
}

function ageOf(message: AlertMessage, lang: Language): readonly [label: string, text: string] | null {
  const at = message.kind === 'blind' ? message.confirmedAt : message.issuedAt
  if (at === null) return null
  const label = message.kind === 'blind' ? wordsIn(lang).alerts.lastConfirmed : wordsIn(lang).alerts.issued
  return [label, dateTimeLabel(at, message.place.timezone, lang)]
}

/** For a word of `Setup.instructions`; null: the word has none. */
export function instructionSentence(word: string, lang: Language): string | null {
  const { instructions } = wordsIn(lang).alerts
  return Object.hasOwn(instructions, word) ? (instructions[word] ?? null) : null
}
