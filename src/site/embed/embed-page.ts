import { minuteSeconds } from '../../common/time.ts'
import { type Crop, cropById, crops } from '../../frost/crops.ts'
import { exposures, type ProfileRequest } from '../../frost/scoring-profile.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { cropName, stageName } from '../../language/crop-names.ts'
import type { Catalogue } from '../../language/en/registry.ts'
import { exposureLabel } from '../../language/frost-words.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { readPoint } from '../../places/coordinates.ts'
import { roundPoint } from '../../places/point.ts'
import { pointKey } from '../../weather/point.ts'
import type { BrowserScript } from '../browser-code.ts'
import { findSubject, isFieldKey, labelOf } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { embedPath, inEveryLanguage, pagesInEach, withQuery } from '../paths.ts'
import { option, refusalLine } from '../pieces.ts'
import type { PlaceLookup, SiteData } from '../ports.ts'
import { profileQuestion, type QuestionFault } from '../profile-question.ts'
import { questionFaultText } from '../profile-words.ts'
import { whereabouts } from '../search/search-route.ts'
import { stagesToChoose } from '../stages/stage-cards.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { type EmbedOptions, frameCode, scriptCode, widgetUrl } from './embed-code.ts'

interface EmbedDeps {
  readonly frame: SiteFrame
  readonly data: SiteData
  readonly searchScript: BrowserScript
  readonly embedScript: BrowserScript
}

const shownFirst = 'malatya'

export function embedPages(deps: EmbedDeps): readonly Page[] {
  return pagesInEach(embedPath, (request, lang) => renderBuilder(deps, request, lang))
}

/** What the form shows; `embed` is null where there is nothing to build yet, and `said` then says why. */
interface Builder {
  readonly query: URLSearchParams
  readonly typed: string
  readonly slug: string | null
  readonly label: string | null
  readonly asked: ProfileRequest
  readonly crop: Crop | null
  readonly fault: QuestionFault | null
  readonly said: Markup | null
  readonly embed: EmbedOptions | null
}

async function renderBuilder(deps: EmbedDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const { frame, data } = deps
  const { query } = request
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).embed
  const { typed, label, lookup } = await askedPlace(data, query)
  const question = profileQuestion(query)
  const { asked } = question
  const crop =
    question.kind === 'question' ? (asked.crop === null ? null : cropById(asked.crop)) : question.crop
  const page = {
    visitor,
    title: `${words.heading} – Ayaz`,
    description: words.intro,
    alternates: inEveryLanguage(embedPath),
    scripts: [deps.searchScript, deps.embedScript],
    frames: true,
    // The address has the field's coordinates.
    unlisted: lookup.kind !== 'unknown' && isFieldKey(lookup.place.slug)
  }
  const fault = question.kind === 'question' ? null : question
  const form = { query, typed, label, asked, crop, fault }
  const refused = (shown: Omit<Builder, 'embed'>, status: number): PageAnswer =>
    pageAnswer(frame, {
      ...page,
      main: builder({ ...shown, embed: null }, visitor),
      status
    })
  if (lookup.kind === 'unknown')
    return refused({ ...form, slug: null, said: unknownPlace(query, { typed, lookup }, visitor) }, 404)
  const { slug, name } = lookup.place
  if (question.kind !== 'question') {
    const said = refusalLine(questionFaultText(question, visitor))
    return refused({ ...form, typed: name, slug, said }, 400)
  }
  const ownLabel = isFieldKey(slug) ? label : null
  const embed = { ...lookOf(query), siteUrl: frame.siteUrl, asked, lang, slug, name, label: ownLabel }
  const main = builder({ ...form, typed: name, slug, said: null, embed }, visitor)
  return pageAnswer(frame, { ...page, main, maxAgeSeconds: 10 * minuteSeconds })
}

const maxTyped = 100

/** The place of the address, or another one whose name or coordinates were typed over its name. */
async function askedPlace(data: SiteData, query: URLSearchParams) {
  const label = labelOf(query.get('label'))
  const typed = (query.get('q') ?? '').trim().slice(0, maxTyped)
  const written = query.get('location') || (typed === '' ? shownFirst : '')
  const known = written === '' ? null : await findSubject(data, written, label)
  const isTyped = typed !== '' && (known === null || known.kind === 'unknown' || known.place.name !== typed)
  if (!isTyped && known !== null) return { typed: written.slice(0, maxTyped), label, lookup: known }
  const point = await readPoint(typed)
  const key = point.kind === 'point' ? pointKey(roundPoint(point.lat, point.lon)) : typed
  const lookup = await findSubject(data, key, null)
  const found = lookup.kind === 'unknown' ? data.searchPlaces(typed, 8) : []
  return {
    typed,
    label: null,
    lookup: lookup.kind === 'unknown' && found.length > 0 ? { ...lookup, suggestions: found } : lookup
  }
}

/** Names that may have been meant, each with everything else that was chosen. */
function unknownPlace(
  query: URLSearchParams,
  { typed, lookup }: { typed: string; lookup: PlaceLookup & { readonly kind: 'unknown' } },
  visitor: Visitor
): Markup {
  const words = wordsIn(visitor.lang)
  const chosen = { ...Object.fromEntries(query), q: null }
  const places = lookup.suggestions.map(
    (place) =>
      html`<li><a href="${withQuery(embedPath(visitor.lang), { ...chosen, location: place.slug })}">${place.name}
        </a> <span class="quiet">${whereabouts(place, visitor.lang)}</span></li>`
  )
  return html`${refusalLine(`${words.embed.unknown}: ${typed}`)}${
    places.length === 0 ? null : html`<p>${words.place.didYouMean}</p><ul class="places">${places}</ul>`
  }`
}

function lookOf(
  query: URLSearchParams
): Pick<EmbedOptions, 'theme' | 'units' | 'compact' | 'width' | 'height'> {
  const theme = query.get('look')
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    units: query.get('units') === 'imperial' ? 'imperial' : 'metric',
    compact: query.get('compact') === '1',
    width: size(query.get('width'), { usual: 360, ...widths }),
    height: size(query.get('height'), { usual: 210, ...heights })
  }
}

/** Width of a frame [px]. */
const widths = { least: 160, most: 1200 } as const
const heights = { least: 50, most: 800 } as const

function size(
  written: string | null,
  { usual, least, most }: { usual: number; least: number; most: number }
): number {
  const number = Math.round(Number(written))
  return written === null || written === '' || !Number.isFinite(number)
    ? usual
    : Math.max(least, Math.min(most, number))
}

function builder(shown: Builder, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).embed
  return html`<div class="stack"><h1>${words.heading}</h1><p class="lede">${words.intro}</p>
<div id="said">${shown.said}</div>
<div class="builder">${builderForm(shown, visitor)}
<div class="live" id="built">${shown.embed === null ? null : live(shown.embed, words)}</div></div>
<div class="stack" id="code">${
    shown.embed === null
      ? null
      : html`${codeBlock('frame-code', words.frame, words.frameNote, frameCode(shown.embed), words)}
${codeBlock('script-code', words.script, words.scriptNote, scriptCode(shown.embed), words)}`
  }</div></div>`
}

function live(embed: EmbedOptions, words: Catalogue['embed']): Markup {
  return html`<h2>${words.live}</h2>
  <iframe id="live" src="${widgetUrl({ ...embed, siteUrl: '' })}" width="${embed.width}"
    height="${embed.height}" title="${words.live}: ${embed.name}">
  </iframe>`
}

function builderForm(shown: Builder, visitor: Visitor): Markup {
  const { query, typed, slug, label, asked } = shown
  const { embed: words, place } = wordsIn(visitor.lang)
  const { theme, width, height, units, compact } = lookOf(query)
  const heightsOfPlants = exposures.map((one) =>
    option(one, exposureLabel(one, visitor.lang), asked.exposure)
  )
  return html`<form class="panel fields" id="builder" action="${embedPath(visitor.lang)}" method="get"
    data-suggest="/search.json" data-lang="${visitor.lang}">
<div class="whole search"><label for="embed-place">${words.place}</label><div class="search-box">
  <input id="embed-place" name="q" type="search" value="${typed}"
    maxlength="${maxTyped}" autocomplete="off" required spellcheck="false">
  </div></div>
${slug === null ? null : html`<input type="hidden" name="location" value="${slug}">`}
  ${label === null ? null : html`<input type="hidden" name="label" value="${label}">`}
<label class="whole">${words.crop}<select name="crop"><option value="">${wordsIn(visitor.lang).hero.allCrops}</option>
  ${notUnderstood(shown, ['unknown_crop'])}${crops
    .filter((crop) => stagesToChoose(crop).length > 0 || crop === shown.crop)
    .map(({ id }) => option(id, cropName(id, visitor.lang), shown.crop?.id))}</select></label>
<div class="whole" id="stage">${stageField(shown, visitor)}</div>
<label class="whole">${place.height}<select name="exposure"><option value="">${place.usualHeight}</option>
  ${notUnderstood(shown, ['unknown_exposure'])}${heightsOfPlants}</select></label>
<label>${words.width}<input name="width" type="number" min="${widths.least}" max="${widths.most}"
  value="${width}"></label>
<label>${words.height}<input name="height" type="number" min="${heights.least}" max="${heights.most}" value="${height}">
  </label>
<label>${words.look}<select name="look">${(['auto', 'light', 'dark'] as const).map((look) =>
    option(look, words[look], theme)
  )}</select></label>
<label>${words.units}<select name="units">${option('metric', '°C, km/h', units)}
  ${option('imperial', '°F, mph', units)}</select></label>
<label class="check"><span>
  <input name="compact" type="checkbox" value="1"${compact ? html` checked` : null}> ${words.compact}</span>
  </label>
<button>${words.show}</button></form>`
}

/** A choice that was not understood, shown as it was written, so that nothing else is chosen instead. */
function notUnderstood({ fault }: Builder, kinds: readonly QuestionFault['kind'][]): Markup | null {
  return fault !== null && kinds.includes(fault.kind)
    ? option(fault.written, fault.written, fault.written)
    : null
}

function stageField({ crop, asked }: Builder, { lang }: Visitor): Markup | null {
  if (crop === null) return null
  const words = wordsIn(lang).embed
  const stages = stagesToChoose(crop, asked.stage).map((stage) =>
    option(stage, stageName(crop.id, stage, lang), asked.stage)
  )
  const none = asked.stage === null ? html`<option value="">${words.chooseStage}</option>` : null
  return html`<label>${words.stage}<select name="stage">${none}${stages}</select></label>`
}

function codeBlock(
  id: string,
  heading: string,
  note: string,
  code: string,
  words: Catalogue['embed']
): Markup {
  return html`<section class="panel"><h2><label for="${id}">${heading}</label></h2><p class="quiet">${note}</p>
    <textarea class="code" id="${id}" rows="4" readonly spellcheck="false">${code}</textarea>
    <p class="copy" hidden><button type="button" data-copies="${id}" data-done="${words.copied}">${words.copy}
    </button> <span role="status"></span></p></section>`
}
