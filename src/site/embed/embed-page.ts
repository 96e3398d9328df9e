/** The embed builder: choose place, theme and size, see it live, copy the code. */

import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { cropName } from '../../language/crop-names.ts'
import type { Catalogue } from '../../language/en.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import type { Place } from '../../weather/point.ts'
import type { BrowserScript } from '../browser-code.ts'
import { findSubject, isFieldKey, labelOf } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { embedPath, inEveryLanguage, withQuery } from '../paths.ts'
import type { SiteData } from '../ports.ts'
import { genericQuestion, profileQuestion } from '../profile-question.ts'
import { questionFaultText } from '../question-fault.ts'
import { refusalLine } from '../refusal.ts'
import { searchForm } from '../search/search-form.ts'
import { whereabouts } from '../search/search-route.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { type EmbedOptions, frameCode, scriptCode, widgetUrl } from './embed-code.ts'
import { profileOptions } from './profile-options.ts'

export interface EmbedDeps {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly searchScript: BrowserScript
  readonly embedScript: BrowserScript
}

const shownFirst = 'malatya'

/** The builder in both languages. */
export function embedPages(deps: EmbedDeps): readonly Page[] {
  return languages.map((lang) => ({
    method: 'GET',
    path: embedPath(lang),
    policy: 'page',
    render: (request) => renderBuilder(deps, request, lang)
  }))
}

async function renderBuilder(deps: EmbedDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const { frame, data } = deps
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).embed
  const written = request.query.get('location') || shownFirst
  const typedLabel = labelOf(request.query.get('label'))
  const lookup = await findSubject(data, written, typedLabel)
  const page = {
    visitor,
    title: `${words.heading} – Ayaz`,
    description: words.intro,
    alternates: inEveryLanguage(embedPath),
    scripts: [deps.searchScript, deps.embedScript],
    frames: true,
    // The address has the field's coordinates.
    unlisted: isFieldKey(written)
  }
  if (lookup.kind === 'unknown') {
    const main = unknownMain(request.query, written.slice(0, 100), lookup.suggestions, visitor)
    return pageAnswer(frame, { ...page, main, status: 404, maxAgeSeconds: null })
  }
  const { slug, name } = lookup.place
  const label = isFieldKey(slug) ? typedLabel : null
  const question = profileQuestion(request.query)
  const asked = question.kind === 'question' ? question.asked : genericQuestion.asked
  const embed = { ...lookOf(request.query), siteUrl: frame.siteUrl, asked, lang, slug, name, label }
  if (question.kind === 'question') {
    return pageAnswer(frame, {
      ...page,
      main: builder(embed, visitor, words),
      maxAgeSeconds: 10 * minuteSeconds
    })
  }
  const main = html`${refusalLine(questionFaultText(question, visitor))}${builder(embed, visitor, words)}`
  return pageAnswer(frame, { ...page, main, status: 400, maxAgeSeconds: null })
}

/** Names that may have been meant, each with everything else that was chosen. */
function unknownMain(
  query: URLSearchParams,
  written: string,
  suggestions: readonly Place[],
  visitor: Visitor
): Markup {
  const words = wordsIn(visitor.lang).embed
  const chosen = Object.fromEntries(query)
  return html`<div class="stack"><h1>${words.heading}</h1><p class="lede">${words.unknown}: ${written}</p>${
    suggestions.length === 0 ? null : html`<p>${wordsIn(visitor.lang).place.didYouMean}</p>`
  }<ul class="places">${suggestions.map(
    (place) =>
      html`<li><a href="${withQuery(embedPath(visitor.lang), { ...chosen, location: place.slug })}">${place.name}</a> <span class="quiet">${whereabouts(place, visitor.lang)}</span></li>`
  )}</ul>${searchForm(visitor, '')}</div>`
}

function lookOf(
  query: URLSearchParams
): Pick<EmbedOptions, 'theme' | 'units' | 'compact' | 'width' | 'height'> {
  const theme = query.get('look')
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    units: query.get('units') === 'imperial' ? 'imperial' : 'metric',
    compact: query.get('compact') === '1',
    width: size(query.get('width'), 360, 200, 1200),
    height: size(query.get('height'), 210, 120, 800)
  }
}

function size(written: string | null, usual: number, least: number, most: number): number {
  const number = Math.round(Number(written))
  return written === null || written === '' || !Number.isFinite(number)
    ? usual
    : Math.max(least, Math.min(most, number))
}

function builder(embed: EmbedOptions, visitor: Visitor, words: Catalogue['embed']): Markup {
  return html`<div class="stack"><h1>${words.heading}</h1><p class="lede">${words.intro}</p>
<div class="builder"><form class="panel fields" id="builder" action="${embedPath(visitor.lang)}" method="get" data-site="${embed.siteUrl}" data-lang="${embed.lang}" data-name="${embed.name}">
<label>${words.place}<input name="location" value="${embed.slug}" maxlength="64" required spellcheck="false" autocapitalize="none"></label>
${embed.label == null ? null : html`<input type="hidden" name="label" value="${embed.label}">`}<label>${words.look}<select name="look">${(['auto', 'light', 'dark'] as const).map((look) => option(look, words[look], look === embed.theme))}</select></label>
<label>${words.width}<input name="width" type="number" min="200" max="1200" value="${embed.width}"></label>
<label>${words.height}<input name="height" type="number" min="120" max="800" value="${embed.height}"></label>
<label class="whole">${wordsIn(visitor.lang).place.crop}<select name="curve"><option value="">${cropName('generic', visitor.lang)}</option>${profileOptions(embed.asked, visitor)}</select></label>
${embed.asked.exposure === null ? null : html`<input type="hidden" name="exposure" value="${embed.asked.exposure}">`}<label>${words.units}<select name="units">${option('metric', '°C, km/h', embed.units === 'metric')}${option('imperial', '°F, mph', embed.units === 'imperial')}</select></label>
<label class="check"><span><input name="compact" type="checkbox" value="1"${embed.compact ? html` checked` : null}> ${words.compact}</span></label>
<button>${words.show}</button></form>
<div class="live"><h2>${words.live}</h2><iframe id="live" src="${widgetUrl({ ...embed, siteUrl: '' })}" width="${embed.width}" height="${embed.height}" title="${words.live}: ${embed.name}"></iframe></div></div>
${codeBlock('frame-code', words.frame, words.frameNote, frameCode(embed), words)}
${codeBlock('script-code', words.script, words.scriptNote, scriptCode(embed), words)}</div>`
}

function codeBlock(
  id: string,
  heading: string,
  note: string,
  code: string,
  words: Catalogue['embed']
): Markup {
  return html`<section class="panel"><h2><label for="${id}">${heading}</label></h2><p class="quiet">${note}</p><textarea class="code" id="${id}" rows="4" readonly spellcheck="false">${code}</textarea><p class="copy" hidden><button type="button" data-copies="${id}" data-done="${words.copied}">${words.copy}</button> <span role="status"></span></p></section>`
}

function option(value: string, label: string, isChosen: boolean): Markup {
  return isChosen
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`
}
