import { minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { levelLabel } from '../../language/frost-words.ts'
import { isLanguage, type Language, wordsIn } from '../../language/language.ts'
import { countryName } from '../../language/notices.ts'
import { formatScore } from '../../language/numbers.ts'
import { readPoint } from '../../places/coordinates.ts'
import { roundPoint } from '../../places/point.ts'
import type { CoordinatesFault } from '../../places/written-angles.ts'
import { type Place, pointKey } from '../../weather/point.ts'
import { fileAnswer, redirect } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { levelMark } from '../level-marks.ts'
import { provinceNight } from '../national-map.ts'
import { fieldPath, inEveryLanguage, pagesInEach, placePath, searchPath, withQuery } from '../paths.ts'
import { refusalLine } from '../pieces.ts'
import type { ProvinceNight, SiteData } from '../ports.ts'
import { profileQuestion } from '../profile-question.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { searchForm } from './search-form.ts'

/** A pasted link of a map is long; a name is not. */
const maxTyped = 2000
const maxOfName = 100

export function searchPages(frame: SiteFrame, data: SiteData, script: BrowserScript): readonly Page[] {
  return [
    ...pagesInEach(searchPath, (request, lang) => renderResults({ frame, data, script }, request, lang)),
    { method: 'GET', path: '/search.json', render: (request) => suggestions(data, request) }
  ]
}

async function renderResults(
  { frame, data, script }: { frame: SiteFrame; data: SiteData; script: BrowserScript },
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const typed = (request.query.get('q') ?? '').slice(0, maxTyped)
  const coordinates = await readPoint(typed)
  if (coordinates.kind === 'point') {
    const key = pointKey(roundPoint(coordinates.lat, coordinates.lon))
    return redirect(withQuery(fieldPath(lang, key), visitor.carried), false)
  }
  const fault = coordinates.kind === 'refused' ? coordinates.fault : null
  const found = typed === '' || fault !== null ? [] : data.searchPlaces(typed.slice(0, maxOfName), 20)
  const places = distinct(found, lang)
  const only = places.length === 1 ? places[0] : undefined
  const unknown = data.unknownWords(typed.slice(0, maxOfName), found)
  if (only !== undefined && unknown.length === 0)
    return redirect(withQuery(placePath(lang, only.slug), visitor.carried), false)
  const words = wordsIn(lang).frame
  return pageAnswer(frame, {
    visitor,
    title: `${words.search} – Ayaz`,
    description: `${words.search}: ${words.searchHint}`,
    main:
      fault === null
        ? results(
            typed,
            { found: await nightsAt(data, places, request), alike: alikeOf(data, typed, places), unknown },
            visitor
          )
        : unknownPointMain(typed, fault, visitor),
    alternates: inEveryLanguage(searchPath),
    scripts: [script],
    locates: true,
    maxAgeSeconds: 10 * minuteSeconds,
    unlisted: true
  })
}

/** Tonight at places, for the crop that was asked for; nothing for a crop that is not understood. */
async function nightsAt(
  data: SiteData,
  places: readonly Place[],
  { query, nowAt }: PageRequest
): Promise<readonly ProvinceNight[]> {
  const question = profileQuestion(query)
  return question.kind === 'question'
    ? data.knownNights(places, { nowAt, question })
    : places.map((place) => provinceNight({ place, report: null }))
}

/** Places whose names read alike; none where some were found. */
function alikeOf(data: SiteData, typed: string, found: readonly Place[]): readonly Place[] {
  if (typed.trim() === '' || found.length > 0) return []
  const lookup = data.findPlace(typed.slice(0, maxOfName))
  return lookup.kind === 'unknown' ? lookup.suggestions : [lookup.place]
}

function results(
  typed: string,
  {
    found,
    alike,
    unknown
  }: {
    found: readonly ProvinceNight[]
    alike: readonly Place[]
    unknown: readonly string[]
  },
  visitor: Visitor
): Markup {
  const { frame: words, place } = wordsIn(visitor.lang)
  const isVain = typed !== '' && found.length === 0
  const heading = isVain ? words.nothingFound : typed === '' ? words.search : words.results
  return html`<div class="stack"><h1>${heading}</h1>${searchForm(visitor, typed)}${
    unknown.length === 0 ? null : html`<p>${words.unknownWords(unknown)}</p>`
  }${
    alike.length === 0 ? null : html`<p>${place.didYouMean}</p>${placeList(alike, visitor)}`
  }${isVain ? html`<p>${words.chooseInstead}</p>` : nightList(found, visitor)}</div>`
}

export function unknownPointMain(typed: string, fault: CoordinatesFault | null, visitor: Visitor): Markup {
  const words = wordsIn(visitor.lang).field
  const why = fault === null ? html`<p class="lede">${typed}</p>` : refusalLine(words.faults[fault])
  return html`<div class="stack"><h1>${words.unknown}</h1>${why}
    <p>${words.form}</p>${searchForm(visitor, typed)}</div>`
}

function nightList(found: readonly ProvinceNight[], visitor: Visitor): Markup {
  return html`<ul class="places">${found.map(
    ({ place, frost: { level, score } }) =>
      html`<li>${placeLink(place, visitor)}${
        level === 'unknown'
          ? null
          : html` <span class="level">
        ${levelMark(level)} ${levelLabel(level, visitor.lang)} <b>${formatScore(score, visitor.lang)}</b></span>`
      }</li>`
  )}</ul>`
}

export function placeList(places: readonly Place[], visitor: Visitor): Markup {
  return html`<ul class="places">${places.map((place) => html`<li>${placeLink(place, visitor)}</li>`)}</ul>`
}

function placeLink(place: Place, { lang, carried }: Visitor): Markup {
  return html`<a href="${withQuery(placePath(lang, place.slug), carried)}">${place.name}</a> <span class="quiet">
    ${whereabouts(place, lang)}</span>`
}

export function whereabouts(place: Place, lang: Language): string {
  const region = place.region === place.name ? null : place.region
  const country = place.country === 'TR' ? null : countryName(place.country, lang)
  return [region, country].filter((part) => part !== null && part !== place.name).join(', ')
}

function distinct(found: readonly Place[], lang: Language): readonly Place[] {
  const words = (place: Place): string => `${place.name}, ${whereabouts(place, lang)}`
  return [...new Map(found.toReversed().map((place) => [words(place), place])).values()].toReversed()
}

async function suggestions(data: SiteData, request: PageRequest): Promise<PageAnswer> {
  const typed = (request.query.get('q') ?? '').slice(0, maxOfName)
  const asked = request.query.get('lang') ?? ''
  const lang = isLanguage(asked) ? asked : 'en'
  const searched = typed.trim() === '' ? [] : distinct(data.searchPlaces(typed, 8), lang)
  const places = searched.length > 0 ? searched : alikeOf(data, typed, searched)
  const nights = await nightsAt(data, places, request)
  const rows = nights.map(({ place, frost: { level } }) => ({
    name: place.name,
    where: whereabouts(place, lang),
    slug: place.slug,
    level: level === 'unknown' ? null : levelLabel(level, lang),
    path: placePath(lang, place.slug)
  }))
  return fileAnswer('application/json; charset=utf-8', JSON.stringify(rows), 600)
}
