/** The embed builder: choose place, theme and size, see it live, copy the code. */
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages } from '../../language/language.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { embedPath } from '../paths.ts'
import type { SiteData } from '../ports.ts'
import { searchForm } from '../search/search-form.ts'
import { placeList } from '../search/search-route.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { type EmbedWish, frameCode, scriptCode, widgetUrl } from './embed-code.ts'
import { type EmbedWords, embedWords } from './embed-words.ts'

export interface EmbedParts {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly searchScript: BrowserScript
  readonly embedScript: BrowserScript
}

const shownFirst = 'malatya'

/** The builder in both languages. */
export function embedPages(parts: EmbedParts): readonly Page[] {
  return languages.map((lang) => ({
    method: 'GET',
    path: embedPath(lang),
    policy: 'page',
    render: async (request) => renderBuilder(parts, request, lang)
  }))
}

function renderBuilder(parts: EmbedParts, request: PageRequest, lang: Language): PageAnswer {
  const { frame, data } = parts
  const visitor = visitorOf(request, lang)
  const words = embedWords(lang)
  const written = request.query.get('location') || shownFirst
  const lookup = data.findPlace(written)
  const page = {
    visitor,
    title: `${words.heading} – Ayaz`,
    description: words.intro,
    alternates: { en: embedPath('en'), tr: embedPath('tr') },
    scripts: [parts.searchScript, parts.embedScript],
    frames: true
  }
  if (lookup.kind === 'unknown') {
    const main = html`<div class="stack"><h1>${words.heading}</h1><p class="lede">${words.unknown}: ${written.slice(0, 100)}</p>${placeList(lookup.suggestions, visitor)}${searchForm(visitor, '')}</div>`
    return pageAnswer(frame, { ...page, main, status: 404, maxAgeSeconds: null })
  }
  const wish = wishOf(request.query, frame.siteUrl, {
    lang,
    slug: lookup.place.slug,
    name: lookup.place.name
  })
  return pageAnswer(frame, { ...page, main: builder(wish, visitor, words), maxAgeSeconds: 600 })
}

function wishOf(
  query: URLSearchParams,
  siteUrl: string,
  place: Pick<EmbedWish, 'lang' | 'slug' | 'name'>
): EmbedWish {
  const theme = query.get('look')
  return {
    ...place,
    siteUrl,
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

function builder(wish: EmbedWish, visitor: Visitor, words: EmbedWords): Markup {
  return html`<div class="stack"><h1>${words.heading}</h1><p class="lede">${words.intro}</p>
<div class="builder"><form class="panel fields" id="builder" action="${embedPath(visitor.lang)}" method="get" data-site="${wish.siteUrl}" data-lang="${wish.lang}" data-name="${wish.name}">
<label>${words.place}<input name="location" value="${wish.slug}" maxlength="64" required spellcheck="false" autocapitalize="none"></label>
<label>${words.look}<select name="look">${(['auto', 'light', 'dark'] as const).map((look) => option(look, words[look], look === wish.theme))}</select></label>
<label>${words.width}<input name="width" type="number" min="200" max="1200" value="${wish.width}"></label>
<label>${words.height}<input name="height" type="number" min="120" max="800" value="${wish.height}"></label>
<label>${words.units}<select name="units">${option('metric', '°C, km/h', wish.units === 'metric')}${option('imperial', '°F, mph', wish.units === 'imperial')}</select></label>
<label class="check"><span><input name="compact" type="checkbox" value="1"${wish.compact ? html` checked` : null}> ${words.compact}</span></label>
<button>${words.show}</button></form>
<div class="live"><h2>${words.live}</h2><iframe id="live" src="${widgetUrl(wish)}" width="${wish.width}" height="${wish.height}" title="${words.live}: ${wish.name}"></iframe></div></div>
${codeBlock('frame-code', words.frame, words.frameNote, frameCode(wish), words)}
${codeBlock('script-code', words.script, words.scriptNote, scriptCode(wish), words)}</div>`
}

function codeBlock(id: string, heading: string, note: string, code: string, words: EmbedWords): Markup {
  return html`<section class="panel"><h2><label for="${id}">${heading}</label></h2><p class="quiet">${note}</p><textarea class="code" id="${id}" rows="4" readonly spellcheck="false">${code}</textarea><p class="copy" hidden><button type="button" data-copies="${id}" data-done="${words.copied}">${words.copy}</button> <span role="status"></span></p></section>`
}

function option(value: string, label: string, isChosen: boolean): Markup {
  return isChosen
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`
}
