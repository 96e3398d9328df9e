/** The two paths of the widget, and which of two owners of a slug wins. */

import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import type { Place } from '../../weather/point.ts'
import { inlined } from '../answers.ts'
import { askPlace } from '../ask-place.ts'
import { browserScript } from '../browser-code.ts'
import { frameTitle } from '../embed/embed-code.ts'
import { findSubject, isFieldKey, labelOf, subjectPath } from '../field-key.ts'
import { html } from '../html.ts'
import { widgetPath, withQuery } from '../paths.ts'
import type { NamedWidget, NoView, PlaceLookup, ShareSpent, SiteOptions } from '../ports.ts'
import { profileQuestion, type QuestionFault } from '../profile-question.ts'
import { questionFaultText } from '../question-fault.ts'
import { stylesheet } from '../stylesheets.ts'
import { visitorOf } from '../visitor.ts'
import { widgetBody } from './widget-body.ts'
import {
  noDataBody,
  shareSpentBody,
  unknownPlaceBody,
  type WidgetDeps,
  type WidgetDocument,
  type WidgetFrame,
  widgetAnswer
} from './widget-page.ts'

/** The widget pages of both languages. */
export function widgetPages(options: SiteOptions): readonly Page[] {
  const deps: WidgetDeps = {
    css: stylesheet('tokens.css', 'widget.css', 'widget-sizes.css'),
    script: inlined(browserScript('widget').text)
  }
  return languages.map((lang) => ({
    method: 'GET',
    path: `/${lang}/widget/:slug`,
    policy: 'page',
    render: (request) => renderWidget(options, deps, request, lang)
  }))
}

/**
 * One sentence for each slug that both an operator's widget and a place claim: the operator's wins, and that should be
 * known.
 */
export function widgetCollisions(
  widgets: readonly NamedWidget[],
  isPlace: (slug: string) => boolean
): readonly string[] {
  return widgets
    .filter((widget) => isPlace(widget.slug))
    .map(
      (widget) =>
        `The widget "${widget.slug}" has the name of a place: /tr/widget/${widget.slug} shows the widget (default place "${widget.location}"), and the place "${widget.slug}" is reachable there only as ?location=${widget.slug}.`
    )
}

async function renderWidget(
  options: SiteOptions,
  deps: WidgetDeps,
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const slug = request.params['slug'] ?? ''
  const named = options.widgets.find((widget) => widget.slug === slug) ?? null
  const frame: WidgetFrame = {
    visitor,
    compact: request.query.get('compact') === '1',
    fitsHeight: request.query.get('fit') === 'height',
    accent: named?.accent ?? null,
    siteUrl: options.siteUrl
  }
  const written = named === null ? slug : request.query.get('location') || named.location
  const label = labelOf(request.query.get('label'))
  const lookup = await findSubject(options.data, written, label)
  if (lookup.kind === 'unknown') return unknownPlace(deps, frame, lookup, request.nowAt)
  const { place } = lookup
  const question = profileQuestion(request.query)
  if (question.kind !== 'question')
    return unknownProfile(deps, frame, question, { place, nowAt: request.nowAt })
  const view = await askPlace(options.data, {
    place,
    question,
    client: request.client,
    nowAt: request.nowAt
  })
  const title = frameTitle(lang, named?.title ?? place.name)
  const shownLabel = isFieldKey(place.slug) ? label : null
  const pageUrl = withQuery(`${options.siteUrl}${widgetPath(lang, slug)}`, {
    ...question.asked,
    label: shownLabel
  })
  const oembedUrl = withQuery(`${options.siteUrl}/oembed`, { url: pageUrl, format: 'json' })
  const base = { frame, title, nowAt: request.nowAt, oembedUrl }
  if (view.kind !== 'view') return widgetAnswer(deps, { ...base, ...withoutView(view, base) })
  const placeUrl = withQuery(options.siteUrl + subjectPath(lang, place.slug), {
    ...visitor.carried,
    label: shownLabel
  })
  const main = widgetBody({ view, limit: question.limit, visitor, title: named?.title ?? null, placeUrl })
  return widgetAnswer(deps, { ...base, main, status: 200, until: view.until })
}

function withoutView(
  view: NoView | ShareSpent,
  { frame, nowAt }: Pick<WidgetDocument, 'frame' | 'nowAt'>
): Pick<WidgetDocument, 'main' | 'status' | 'retryAfterSeconds'> {
  if (view.kind === 'none') return { main: noDataBody(view, frame), status: 503 }
  const { retryAfterSeconds } = view
  return { main: shareSpentBody(view, frame, nowAt), status: 429, retryAfterSeconds }
}

function unknownPlace(
  deps: WidgetDeps,
  frame: WidgetFrame,
  lookup: PlaceLookup & { kind: 'unknown' },
  nowAt: number
): PageAnswer {
  const title = `Ayaz: ${wordsIn(frame.visitor.lang).widget.unknownPlace}`
  const main = unknownPlaceBody(lookup, frame)
  return widgetAnswer(deps, { frame, title, main, status: 404, nowAt, oembedUrl: null })
}

/** A crop or stage that is not understood stands in the frame, for the one who put the frame there. */
function unknownProfile(
  deps: WidgetDeps,
  frame: WidgetFrame,
  fault: QuestionFault,
  { place, nowAt }: { readonly place: Place; readonly nowAt: number }
): PageAnswer {
  const main = html`<div class="wait"><h1>${place.name}</h1><p>${questionFaultText(fault, frame.visitor)}</p></div>`
  return widgetAnswer(deps, {
    frame,
    title: frameTitle(frame.visitor.lang, place.name),
    main,
    status: 400,
    nowAt,
    oembedUrl: null
  })
}
