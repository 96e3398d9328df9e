import type { PlaceReport } from '../forecasts/report/place-report.ts'
import type { ProfileRequest } from '../frost/scoring-profile.ts'
import { cropAndStageLabel, isCover } from '../language/crop-names.ts'
import { clockSpan, hoursOnClock } from '../language/dates.ts'
import { nightAdverb } from '../language/headline.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { formatTemperature } from '../language/numbers.ts'
import { html, type Markup } from './html.ts'
import { withQuery } from './paths.ts'
import { wholeSpans } from './pieces.ts'
import type { PlaceView } from './ports.ts'
import { share, temperature } from './presenting.ts'
import type { ProfileQuestion, QuestionFault, StageLimit } from './profile-question.ts'
import { nightWording } from './tonight.ts'
import type { Visitor } from './visitor.ts'

/** What a page says about a crop whose own score is not known, or holds for one variety only. */

interface Page {
  readonly view: PlaceView
  readonly visitor: Visitor
  readonly path: string
  readonly question: ProfileQuestion
}

/** What is known for a stage without a score; for the vine that another one is more common; else nothing. */
export function limitNotice(page: Page): Markup | null {
  const { question, view, visitor } = page
  if (question.limit !== null) return stageNotice(question.limit, page)
  if (view.report.profile.crop !== 'grape') return null
  const words = wordsIn(visitor.lang).place.limit
  const vinifera = { crop: 'grape-vinifera', stage: 'new-growth' }
  return html`<p class="notices">${words.concord} ${profileLink(vinifera, page)}</p>`
}

function stageNotice(limit: StageLimit, page: Page): Markup {
  const { crop, stage } = limit
  const { visitor } = page
  const words = wordsIn(visitor.lang).place.limit
  const label = limitLabel(limit, visitor.lang)
  // In °C, as the field of the form that is filled in with it.
  const filledIn = formatTemperature(stage.t10C, '°C', visitor.lang)
  const harm = temperature(stage.t10C, visitor)
  const related = crop.nearest === null ? null : { crop: crop.nearest, stage: null }
  const said = stage.isWinterLimit ? words.winter(label, harm) : words.only(label, harm, filledIn)
  return html`<p class="notices">${said} ${wholeSpans(nightWords(limit, page))}
    ${related === null ? null : html` ${words.nearest} ${profileLink(related, page)}`}</p>`
}

/** How likely the plants reach a temperature tonight, and when; nothing of a night without data. */
function nightWords(limit: StageLimit, { view, visitor }: Page): string {
  const { tonight, tonightLimit, place, at } = view.report
  if (tonightLimit === null) return ''
  const { lang } = visitor
  const hours = tonightLimit.frostHours
  const span =
    hours === null ? null : clockSpan(hoursOnClock(hours, { at, timezone: place.timezone, lang }), lang)
  return wordsIn(visitor.lang).place.limit.night(
    temperature(limit.stage.t10C, visitor),
    share(tonightLimit.probability, visitor),
    span,
    nightAdverb(tonight, nightWording(view.report, visitor))
  )
}

function profileLink(
  { crop, stage }: { crop: string; stage: string | null },
  { path, visitor }: Page
): Markup {
  const href = withQuery(path, { ...visitor.carried, crop, stage, exposure: null })
  return html`<a href="${href}">${cropAndStageLabel(crop, stage, visitor.lang)}</a>`
}

export function limitLabel({ crop, stage }: StageLimit, lang: Language): string {
  return cropAndStageLabel(crop.id, stage.id, lang)
}

/** `12% chance of −3.5 °C or less`; only the temperature for a night without data. */
export function limitOdds(limit: StageLimit, report: PlaceReport, visitor: Visitor): string {
  const { tonightLimit } = report
  const chance = tonightLimit === null ? null : share(tonightLimit.probability, visitor)
  return wordsIn(visitor.lang).place.limit.odds(temperature(limit.stage.t10C, visitor), chance)
}

/** `Apricot, full bloom`, `Apricot, stage estimated each day`; without a known stage the crop; null without one. */
export function profileLabel(
  { crop, stage }: Pick<ProfileRequest, 'crop' | 'stage'>,
  lang: Language
): string | null {
  return crop === null ? null : cropAndStageLabel(crop, stage, lang)
}

export function questionFaultText(
  { kind, written, crop }: QuestionFault,
  { lang }: Pick<Visitor, 'lang'>
): string {
  const name = crop === null ? '' : cropAndStageLabel(crop.id, null, lang)
  const { faults } = wordsIn(lang).place
  if (kind === 'unknown_crop' && isCover(written)) return faults.under_cover(written, name)
  const isUnpublished = kind === 'stage_missing' && crop?.hasWinterLimitOnly === true
  return faults[isUnpublished ? 'nothing_published' : kind](written, name)
}
