import { secondMs } from '../../common/time.ts'
import type { PageAnswer } from '../../http/page.ts'
import { dateTimeLabel } from '../../language/dates.ts'
import { wordsIn } from '../../language/language.ts'
import { contentSecurityPolicy, type Inlined, inlined } from '../answers.ts'
import { html, type Markup, trusted } from '../html.ts'
import { placePath, widgetPath, withQuery } from '../paths.ts'
import type { NoView, PlaceLookup, PlaceView, ShareSpent } from '../ports.ts'
import { nextTryLabel, secondsToNextStep } from '../presenting.ts'
import type { Visitor } from '../visitor.ts'

export interface WidgetFrame {
  readonly visitor: Visitor
  readonly compact: boolean
  /** The frame grows with the content, so the height says nothing. */
  readonly fitsHeight: boolean
  /** `#rrggbb`, checked; null for our own. */
  readonly accent: string | null
  readonly siteUrl: string
}

export interface WidgetDocument {
  readonly frame: WidgetFrame
  readonly title: string
  readonly main: Markup
  readonly status: number
  readonly nowAt: number
  /** When the report's step ends [ms since epoch]; absent where there is none. */
  readonly until?: number
  readonly oembedUrl: string | null
  /** Where this very client is refused: after how many seconds it may come again. */
  readonly retryAfterSeconds?: number
}

export interface WidgetDeps {
  readonly css: Inlined
  readonly script: Inlined
}

const hexColour = /^#[0-9a-f]{6}$/i

/** The answer of a widget page; also for a place that is not known or has no data. */
export function widgetAnswer(deps: WidgetDeps, wanted: WidgetDocument): PageAnswer {
  const { frame } = wanted
  const accent = frame.accent !== null && hexColour.test(frame.accent) ? frame.accent : null
  const css = accent === null ? deps.css : inlined(`${deps.css.text}:root{--accent:${accent}}`)
  return {
    status: wanted.status,
    contentType: 'text/html; charset=utf-8',
    body: String(documentOf(wanted, css, deps.script)),
    maxAgeSeconds: maxAgeOf(wanted),
    frameable: true,
    contentSecurityPolicy: contentSecurityPolicy({ styles: [css], scripts: [deps.script] }),
    // A frame sandboxed to scripts only has an opaque origin: without this it could not renew itself.
    headers: {
      'Access-Control-Allow-Origin': '*',
      ...(wanted.retryAfterSeconds !== undefined && { 'Retry-After': String(wanted.retryAfterSeconds) })
    }
  }
}

/** An answer that is meant for one client is not cached. */
function maxAgeOf({ status, nowAt, until, retryAfterSeconds }: WidgetDocument): number | null {
  if (retryAfterSeconds !== undefined) return null
  return status === 200 ? Math.min(300, secondsToNextStep(nowAt, until)) : 60
}

function documentOf(wanted: WidgetDocument, css: Inlined, script: Inlined): Markup {
  const { visitor, fitsHeight } = wanted.frame
  return html`<!doctype html>
<html lang="${visitor.lang}" data-theme="${visitor.theme}" data-refresh="600"${
    fitsHeight ? trusted(' data-fit="height"') : null
  }>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${wanted.title}
  </title>
<meta name="robots" content="noindex"><link rel="icon" href="data:,">${
    wanted.oembedUrl === null
      ? null
      : html`<link rel="alternate" type="application/json+oembed" href="${wanted.oembedUrl}" title="${wanted.title}">`
  }
<style>${trusted(css.text)}</style><noscript><meta http-equiv="refresh" content="1800"></noscript></head>
<body><main>${wanted.main}</main><script>${trusted(script.text)}</script></body></html>`
}

export function unknownPlaceBody(lookup: PlaceLookup & { kind: 'unknown' }, frame: WidgetFrame): Markup {
  const words = wordsIn(frame.visitor.lang).widget
  const home = `${frame.siteUrl}/${frame.visitor.lang}`
  return html`<div class="wait"><h1>${words.unknownPlace}.</h1> ${
    lookup.suggestions.length === 0
      ? html`<p><a href="${home}" target="_blank" rel="noopener">${words.searchInstead}</a></p>`
      : html`<p>${words.didYouMean}:</p><ul>${lookup.suggestions.map(
          (place) =>
            html`<li><a href="${withQuery(widgetPath(frame.visitor.lang, place.slug), frame.visitor.carried)}">
              ${place.name}${
                place.region === null || place.region === place.name ? '' : `, ${place.region}`
              }</a></li>`
        )}</ul>`
  }</div>`
}

export function noDataBody(view: NoView, frame: WidgetFrame, nowAt: number): Markup {
  const { visitor } = frame
  const words = wordsIn(visitor.lang).widget
  const since =
    view.lastDataAt === null
      ? words.neverData
      : `${words.noDataSince}: ${dateTimeLabel(view.lastDataAt, view.place.timezone, visitor.lang)}`
  const { timezone } = view.place
  const again = nextTryLabel(view.retryAt, { nowAt, timezone }, visitor.lang)
  const page = `${frame.siteUrl}${withQuery(placePath(visitor.lang, view.place.slug), visitor.carried)}`
  return html`<div class="wait"><h1>${view.place.name}: ${words.noData}.</h1>
<p>${words.nextTry(again)}</p> <p>${since}.</p>
<p><a href="${page}" target="_blank" rel="noopener">${view.place.name}</a></p></div>`
}

/** When the forecast of an unknown night is asked for again. */
export function nextTry(
  { report: { at, place, tonight }, retryAt }: PlaceView,
  { lang }: Visitor
): Markup | null {
  if (tonight?.state === 'known' || retryAt === null) return null
  const when = nextTryLabel(retryAt, { nowAt: at, timezone: place.timezone }, lang)
  return html`<span class="prepare">${wordsIn(lang).hero.retry} <b>${when}</b></span> `
}

export function shareSpentBody(
  { place, retryAfterSeconds }: ShareSpent,
  { visitor }: WidgetFrame,
  nowAt: number
): Markup {
  const words = wordsIn(visitor.lang).widget
  const again = dateTimeLabel(nowAt + retryAfterSeconds * secondMs, place.timezone, visitor.lang)
  return html`<div class="wait"><h1>${place.name}</h1> <p>${words.shareSpent}. ${words.shareSpentUntil} ${again}.</p>
    </div>`
}
