import type { PlaceReport } from '../../forecasts/report/place-report.ts'
import type { KnownNight } from '../../frost/frost-night.ts'
import { hasScore } from '../../frost/period.ts'
import { roundToTenth } from '../../frost/published.ts'
import { plantPartOf, type ScoringProfile } from '../../frost/scoring-profile.ts'
import type { Catalogue } from '../../language/en/registry.ts'
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
import { html, type Markup } from '../html.ts'
import { fold, growersLink, wholeSpans } from '../pieces.ts'
import { share, temperature } from '../presenting.ts'
import { nightWording, type Tonight, tonightOf } from '../tonight.ts'
import type { Visitor } from '../visitor.ts'
import { nightChart } from './night-section.ts'

export function nightPanel(report: PlaceReport, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const tonight = tonightOf(report, visitor)
  const { score } = tonight
  return html`<section class="panel night" aria-labelledby="night"><h2 id="night">${words.chart}</h2>
<p class="headline">${wholeSpans(sentence(tonight, report, visitor))}.</p>
${nightChart(report, visitor)}
${
  score === null
    ? html`<p class="quiet small">${unscoredWords(tonight, words)}
  </p>`
    : scoreLine(score, report.profile, visitor)
}</section>`
}

function scoreLine(score: number, profile: ScoringProfile, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).place
  const shown = formatScore(score, visitor.lang)
  const part = plantPartOf(profile)
  const means = part === null ? words.scoreMeans(shown) : words.scoreMeansBuds(shown, words.parts[part])
  return html`<details><summary><p class="score"><span>${words.score}: </span>
    <b>${shown}</b> <span class="quiet">${words.of100}</span> <span aria-hidden="true">ⓘ</span></p></summary>
    <p class="quiet small">${means} ${growersLink(words.scoreMore, visitor)}</p></details>`
}

/** Why there is no score; empty for a stage without one, as the notice above says it. */
function unscoredWords({ night, isResting }: Tonight, words: Catalogue['place']): string {
  if (isResting) return words.restingMeaning
  return night?.state === 'known' ? '' : words.unknownNight
}

function sentence(tonight: Tonight, report: PlaceReport, visitor: Visitor): string {
  const { night, isResting } = tonight
  return isResting || !hasScore(night) ? tonight.headline : sentenceOf(night, report, visitor)
}

function sentenceOf(night: KnownNight, report: PlaceReport, visitor: Visitor): string {
  const { profile } = report
  const wording = nightWording(report, visitor)
  return nightSentence(night, { ...wording, criticalC: profile.curve.t10C, part: plantPartOf(profile) })
}

export interface NightFiles {
  readonly table: string
  readonly calendar: string | null
}

/** The facts behind the sentence, and all nights as files; null for a night without a score. */
export function factsPanel(report: PlaceReport, visitor: Visitor, files: NightFiles | null): Markup | null {
  const tonight = tonightOf(report, visitor)
  if (tonight.night?.state !== 'known') return null
  const title = wordsIn(visitor.lang).place.facts
  return fold('facts', title, html`${facts(tonight.night, report, visitor)}${fileLinks(files, visitor)}`)
}

function fileLinks(files: NightFiles | null, { lang }: Visitor): Markup | null {
  if (files === null) return null
  const { place, calendar } = wordsIn(lang)
  const nights =
    files.calendar === null
      ? null
      : html`<p class="noprint"><a href="${files.calendar}" rel="nofollow">${calendar.link}</a>. ${calendar.note}</p>`
  return html`<p class="noprint"><a href="${files.table}" rel="nofollow" class="alone">${place.table.name}</a></p>${nights}`
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
  return html`<dl class="facts">${rows.map((row) =>
    row === null
      ? null
      : html`<div><dt>${row[0]}</dt>
    <dd>${wholeSpans(row[1])}</dd></div>`
  )}</dl>`
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
