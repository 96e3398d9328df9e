/** Tonight at one place or field, in a line: what home shows next to the name of a remembered one. */
import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { wordsIn } from '../../language/language.ts'
import type { Place } from '../../weather/point.ts'
import { fileAnswer } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import { findSubject } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { levelMark } from '../level-marks.ts'
import type { SiteData } from '../ports.ts'
import { secondsToNextStep } from '../presenting.ts'
import { mapQuestion } from '../profile-question.ts'
import { tonightOf } from '../tonight.ts'
import { negotiatedVisitor, type Visitor } from '../visitor.ts'
import { focusedReport, smallNight } from './night-hero.ts'

const fieldNightPath = '/my-field'

/** `?at=` is the last part of the page's path: a slug, the key of a field, or the token of an own one. */
export function fieldNightPage(data: SiteData): Page {
  return {
    method: 'GET',
    path: fieldNightPath,
    isCostly: true,
    render: (request) => renderNight(data, request)
  }
}

async function renderNight(data: SiteData, request: PageRequest): Promise<PageAnswer> {
  const { query, client, nowAt } = request
  const visitor = negotiatedVisitor(request)
  const written = query.get('at') ?? ''
  const place = await placeAt(data, written)
  const question = mapQuestion(query)
  // A crop that is not understood is never replaced by any plant.
  const view =
    place === null || question.kind !== 'question'
      ? null
      : await askPlace(data, { place, question, client, nowAt })
  if (view?.kind !== 'view') return answer(unknownNight(visitor), view === null ? null : minuteSeconds)
  const report = focusedReport(view.report, null)
  const { degree, where } = smallNight(report, visitor)
  const { coldestAt, isResting, level, risk } = tonightOf(report, visitor)
  const when = coldestAt === null ? null : html` · ${wordsIn(visitor.lang).hero.at(coldestAt)}`
  const mark = levelMark(isResting ? 'none' : level)
  const line = html`<b>${degree}</b> ${where}${when} <span class="level">${mark} ${risk}</span>`
  return answer(line, view.place.isOwn === true ? null : secondsToNextStep(nowAt, view.until))
}

async function placeAt(data: SiteData, written: string): Promise<Place | null> {
  const found = await findSubject(data, written, null)
  return found.kind === 'unknown' ? ((await data.ownField(written))?.place ?? null) : found.place
}

function unknownNight({ lang }: Visitor): Markup {
  return html`<b>–</b> <span class="level">${levelMark('unknown')} ${wordsIn(lang).hero.unknown}</span>`
}

function answer(line: Markup, maxAgeSeconds: number | null): PageAnswer {
  return fileAnswer('application/json; charset=utf-8', JSON.stringify({ line: String(line) }), maxAgeSeconds)
}

export function myFields({ lang }: Visitor): Markup {
  const words = wordsIn(lang).field
  return html`<section id="my-fields" aria-labelledby="my-fields-name" data-night="${fieldNightPath}" hidden>
    <h2 id="my-fields-name">${words.saved}</h2>
    <p data-take hidden>${words.take} <b></b> <button type="button">${words.taken}</button></p><ul class="nights"></ul>
    <p class="small"><a class="alone" data-carry href="#my-fields">${words.carry}</a></p></section>`
}
