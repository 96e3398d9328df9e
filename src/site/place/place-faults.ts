/** What the pages of a place show instead of a night: nothing is known, or the question was not understood. */
import { secondMs } from '../../common/time.ts'
import type { Crop } from '../../frost/crops.ts'
import { exposures, type ProfileRequest } from '../../frost/scoring-profile.ts'
import type { PageAnswer } from '../../http/page.ts'
import { cropName } from '../../language/crop-names.ts'
import { ageLabel, dateTimeLabel, nightLabel } from '../../language/dates.ts'
import { exposureLabel } from '../../language/frost-words.ts'
import { wordsIn } from '../../language/language.ts'
import type { Place } from '../../weather/point.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { homePath, inEveryLanguage, withQuery } from '../paths.ts'
import { refusalLine } from '../pieces.ts'
import type { NoView, PlaceLookup, ShareSpent } from '../ports.ts'
import { hourStep, nextTryLabel } from '../presenting.ts'
import { genericQuestion, type QuestionFault, unread } from '../profile-question.ts'
import { questionFaultText } from '../profile-words.ts'
import { searchForm } from '../search/search-form.ts'
import { placeList } from '../search/search-route.ts'
import { stageCard, stageForm, stagesToChoose } from '../stages/stage-cards.ts'
import type { Visitor } from '../visitor.ts'
import { cropChips } from './crop-chips.ts'
import { type FieldFacts, heightInput, withLabel } from './place-page.ts'

/** What of units and night is not understood or not there, and what is shown instead; null where all is. */
export function unreadNotice(
  query: URLSearchParams,
  shown: string | null,
  { lang, units }: Visitor
): Markup | null {
  const words = wordsIn(lang).frame.unread
  const written = unread(query, 'units')
  const date = query.get('date')
  const night = unread(query, 'date') ?? (date === shown ? null : date)
  if (written === null && night === null) return null
  const instead = shown === null ? null : nightLabel(shown, lang)
  const unit = units === 'imperial' ? '°F' : '°C'
  return html`<p class="notices" role="status">${written === null ? null : words.units(written, unit)}
    ${night === null ? null : words.night(night, instead)}</p>`
}

/** A crop that is not understood is never replaced by any plant: the page asks again. */
export function faultAnswer(
  { frame, scripts }: { frame: SiteFrame; scripts: readonly BrowserScript[] },
  fault: QuestionFault,
  visitor: Visitor
): PageAnswer {
  const words = wordsIn(visitor.lang).home
  return pageAnswer(frame, {
    visitor,
    title: words.title,
    description: words.description,
    main: html`<div class="stack"><h1>${words.headings.frost.tonight}</h1>
      ${questionFault(homePath(visitor.lang), fault, visitor)}${searchForm(visitor, '')}</div>`,
    alternates: inEveryLanguage(homePath),
    scripts,
    status: 400,
    locates: true,
    unlisted: true
  })
}

export function elevationFaultMain(
  { place, path, field }: { place: Place; path: string; field: FieldFacts },
  visitor: Visitor
): Markup {
  const more = heightInput(field, null, visitor)
  const form = stageForm(
    path,
    { asked: genericQuestion.asked, estimated: null, more },
    withLabel(visitor, field)
  )
  return html`<div class="stack"><h1>${place.name}</h1>${refusalLine(wordsIn(visitor.lang).field.elevationFault)}${form}
    </div>`
}

export function noDataMain(
  view: NoView,
  { path, asked, nowAt }: { path: string; asked: ProfileRequest; nowAt: number },
  visitor: Visitor
): Markup {
  const { place: words, hero } = wordsIn(visitor.lang)
  const { place, lastDataAt, retryAt } = view
  const since =
    lastDataAt === null
      ? words.neverData
      : `${words.lastData}: ${dateTimeLabel(lastDataAt, place.timezone, visitor.lang)} ` +
        `(${ageLabel((hourStep(nowAt) - lastDataAt) / secondMs, visitor.lang)}).`
  return html`<div class="place"><div class="place-head"><h1>${place.name}</h1></div>
${cropChips(path, { asked, profile: asked, stages: null }, visitor)}
<section class="tonight ground-unknown"><p class="degree"><b>–</b> <span>${hero.unknown}</span></p>
  <p class="effect">${words.noData} ${since} ${words.tryAgain(
    nextTryLabel(retryAt, { nowAt, timezone: place.timezone }, visitor.lang)
  )}</p><div class="times">
    <p class="keep">${hero.notNone}
  </p></div></section>
${searchForm(visitor, '')}</div>`
}

export function shareSpentMain(
  { place, retryAfterSeconds }: ShareSpent,
  visitor: Visitor,
  nowAt: number
): Markup {
  const words = wordsIn(visitor.lang).place
  const again = dateTimeLabel(nowAt + retryAfterSeconds * secondMs, place.timezone, visitor.lang)
  return html`<div class="stack"><h1>${place.name}</h1><p class="lede">${words.shareSpent}</p>
    <p>${words.shareSpentReason} ${again}.</p>${searchForm(visitor, '')}</div>`
}

export function unknownPlaceMain(
  written: string,
  lookup: PlaceLookup & { kind: 'unknown' },
  visitor: Visitor
): Markup {
  const words = wordsIn(visitor.lang).place
  return html`<div class="stack"><h1>${words.unknownPlace}</h1><p class="lede">${written}</p>${
    lookup.suggestions.length === 0
      ? html`<p>${wordsIn(visitor.lang).frame.chooseInstead}</p>`
      : html`<p>${words.didYouMean}</p>${placeList(lookup.suggestions, visitor)}`
  }${searchForm(visitor, written)}</div>`
}

/** What was not understood, and what can be chosen. No crop is marked: any plant was not asked for either. */
export function questionFault(path: string, fault: QuestionFault, visitor: Visitor): Markup {
  return html`${refusalLine(questionFaultText(fault, visitor))}${choicesOf(path, fault, visitor)}
    ${cropChips(
      path,
      {
        asked: fault.asked,
        profile: null,
        stages: fault.kind === 'unknown_exposure' ? null : '#stages',
        asksBack: true
      },
      visitor
    )}`
}

function choicesOf(path: string, { kind, crop, asked }: QuestionFault, visitor: Visitor): Markup | null {
  const to = (change: Partial<ProfileRequest>): string =>
    withQuery(path, { ...visitor.carried, ...asked, ...change })
  if (kind === 'unknown_exposure')
    return html`<p class="actions">${exposures.map(
      (exposure) =>
        html`<a class="button plain" href="${to({ exposure })}">${exposureLabel(exposure, visitor.lang)}</a>`
    )}</p>`
  if (crop === null) return null
  return html`${anyPlant(crop, path, visitor)}<div class="stages" id="stages">${stagesToChoose(crop).map(
    (stage) => html`<a href="${to({ stage })}">${stageCard(crop.id, stage, visitor)}</a>`
  )}</div>`
}

/** A link to any plant at the crop's height, for crops without published limits of flowers and shoots. */
function anyPlant({ exposure, hasWinterLimitOnly }: Crop, path: string, visitor: Visitor): Markup | null {
  if (!hasWinterLimitOnly) return null
  const href = withQuery(path, { ...visitor.carried, crop: null, stage: null, exposure })
  return html`<p><a class="button" href="${href}">
    ${cropName('generic', visitor.lang)}, ${exposureLabel(exposure, visitor.lang)}</a></p>`
}
