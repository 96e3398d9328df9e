/** Tonight: the level, the sentence, how much time is left, and the facts behind them. */

import { hourMs } from '../../common/time.ts'
import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { KnownNight } from '../../frost/frost-night.ts'
import { hasScore } from '../../frost/period.ts'
import { plantPartOf } from '../../frost/plant-part.ts'
import { roundToTenth } from '../../frost/published.ts'
import type { ScoringProfile } from '../../frost/scoring-profile.ts'
import { clockAt } from '../../language/dates.ts'
import type { Catalogue } from '../../language/en.ts'
import {
  appearanceLabel,
  confidenceLabel,
  frostTypeLabel,
  frostTypeMeaning,
  mgmLabel,
  updatedByLabel
} from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import { formatScore, percent } from '../../language/numbers.ts'
import { nightSentence } from '../../language/protection-words.ts'
import { growersLink } from '../growers-link.ts'
import { html, type Markup } from '../html.ts'
import { levelMark } from '../level-marks.ts'
import { share, temperature } from '../presenting.ts'
import { type Tonight, tonightOf } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'
import { nightChart } from './night-section.ts'

/** The panel at the head of a place's page: what is going to happen, and when. */
export function tonightPanel(report: PlaceReport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const tonight = tonightOf(report, visitor)
  return html`<section class="panel tonight" aria-labelledby="tonight"><div class="verdict">
<h2 id="tonight">${levelMark(tonight.level)}<span>${tonight.risk}</span></h2>
${
  tonight.score === null
    ? html`<p>${unscoredWords(tonight, words)}</p>`
    : html`<p class="score"><span class="unseen">${words.score}: </span><b>${formatScore(tonight.score, visitor.lang)}</b> <span class="quiet">${words.of100}</span></p>`
}</div>
<p class="headline">${sentence(tonight, report, visitor)}.</p>
${coming(tonight, report, visitor)}
${times(report, tonight, visitor)}
${nightChart(report, visitor)}
${meaning(tonight, report.profile, visitor)}</section>`
}

/** Why there is no score; nothing of a stage that has none: the notice above says it. */
function unscoredWords({ night, isResting }: Tonight, words: Catalogue['place']): string {
  if (isResting) return words.restingMeaning
  return night?.state === 'known' ? '' : words.unknownNight
}

function sentence(tonight: Tonight, report: PlaceReport, visitor: Visitor): string {
  const { night, isResting } = tonight
  return isResting || !hasScore(night) ? tonight.headline : sentenceOf(night, report, visitor)
}

function sentenceOf(night: KnownNight, { place, profile, at }: PlaceReport, visitor: Visitor): string {
  const wording = { ...visitor, at, timezone: place.timezone }
  return nightSentence(night, { ...wording, criticalC: profile.curve.t10C, part: plantPartOf(profile) })
}

/** In the morning, beside the last night, the one that can still be prepared for. */
function coming({ isPast, isResting }: Tonight, report: PlaceReport, visitor: Visitor): Markup | null {
  const [, night = null] = report.nights
  if (!isPast || isResting || !hasScore(night)) return null
  return html`<p class="headline">${sentenceOf(night, report, visitor)}.</p>`
}

/**
 * The last hour to prepare, where a method has a start, and the first harmful one, where harm is expected; a script
 * counts down.
 */
function times(
  { tonightProtection, place, profile, at: readAt }: PlaceReport,
  { night, isResting, isPast }: Tonight,
  { lang }: Visitor
): Markup | null {
  const words = wordsIn(lang).protection
  const time = (name: string, at: number): Markup =>
    html`<p><span>${name}</span> <time datetime="${new Date(at).toISOString()}">${clockAt(at, place.timezone, lang)}</time> <span class="left" data-at="${at}" data-left="${words.left}" data-left-minutes="${words.leftMinutes}" data-past="${words.past}"></span></p>`
  if (isPast) return null
  const { lastPreparationAt = null, coldFrom = null } = tonightProtection ?? {}
  const isToPrepare = lastPreparationAt !== null && (coldFrom === null || readAt < coldFrom)
  const frostHours = !isResting && night?.state === 'known' ? night.frostHours : null
  const harmed = frostHours?.isColdBefore ? null : frostHours
  const firstHarm = words.firstHarm[profile.stage === null ? 'plants' : 'buds']
  const shown = [
    isToPrepare ? time(words.prepare, lastPreparationAt) : null,
    harmed === null ? null : time(firstHarm, harmed.firstHour * hourMs)
  ].filter((one) => one !== null)
  return shown.length === 0 ? null : html`<div class="times">${shown}</div>`
}

/** The facts behind the sentence; null of a night without a score. */
export function factsPanel(report: PlaceReport, visitor: Visitor): Markup | null {
  const tonight = tonightOf(report, visitor)
  if (tonight.night?.state !== 'known') return null
  return html`<section class="panel" aria-labelledby="facts"><h2 id="facts">${wordsIn(visitor.lang).place.facts}</h2>
${facts(tonight.night, report, visitor)}</section>`
}

function facts(night: KnownNight, report: PlaceReport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const tonight = tonightOf(report, visitor)
  const { stage } = report.profile
  const { timezone } = report.place
  const rows: (readonly [string, string] | null)[] = [
    [words.plantMinimum, temperature(night.plantTemperatureMinC, visitor)],
    [
      words.range,
      `${temperature(night.plantTemperatureP10C, visitor)} … ${temperature(night.plantTemperatureP90C, visitor)}`
    ],
    [words.airMinimum, temperature(night.airTemperatureMinC, visitor)],
    [words.coldest, tonight.coldestAt ?? '–'],
    // With a crop they are the hours below its own limit: there may be frost, and none of them.
    [stage === null ? words.frostHours : words.harmHours, tonight.hours ?? words.noFrostHours],
    [words.probability, share(night.probability.frost, visitor)],
    damage(night, words, visitor),
    night.frostType === null || tonight.level === 'none'
      ? null
      : [
          words.kind,
          `${frostTypeLabel(night.frostType, visitor.lang)} (${frostTypeMeaning(night.frostType, visitor.lang)})`
        ],
    night.appearance === null ? null : [words.appearance, appearanceLabel(night.appearance, visitor.lang)],
    [words.mgmClass, mgmLabel(night.mgmClass, visitor.lang)],
    [words.confidence, confidenceLabel(night.confidence, visitor.lang)],
    measurement(night, timezone, visitor)
  ]
  return html`<dl class="facts">${rows.map((row) => (row === null ? null : html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`))}</dl>`
}

/** What the score means, in two sentences, and where there is more. */
function meaning({ score }: Tonight, profile: ScoringProfile, visitor: Visitor): Markup | null {
  if (score === null) return null
  const words = wordsIn(visitor.lang).place
  const shown = formatScore(score, visitor.lang)
  const part = plantPartOf(profile)
  const means = part === null ? words.scoreMeans(shown) : words.scoreMeansBuds(shown, words.parts[part])
  return html`<p class="quiet small">${means} ${growersLink(words.scoreMore, visitor)}</p>`
}

function measurement(
  { updatedBy }: KnownNight,
  timezone: string,
  { lang }: Visitor
): readonly [string, string] | null {
  if (updatedBy === undefined) return null
  return [wordsIn(lang).frost.updatedBy, updatedByLabel(updatedBy, { timezone, lang })]
}

function damage(
  night: KnownNight,
  words: Catalogue['place'],
  visitor: Visitor
): readonly [string, string] | null {
  if (night.expectedDamagePercent === null) return null
  return [words.damage, percent(roundToTenth(night.expectedDamagePercent), visitor.lang)]
}
