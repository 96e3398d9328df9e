/** Finds a field by its distance from a named place: the map knows no roads and no fields. */

import { lazy } from '../../common/lazy.ts'
import { daySeconds, minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { roundPoint } from '../../places/point.ts'
import type { LatLon, Place } from '../../weather/point.ts'
import { fileAnswer } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import { readFieldKey } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { inEveryLanguage, mapPath, pagesInEach, withQuery } from '../paths.ts'
import { refusalLine } from '../pieces.ts'
import type { SiteData } from '../ports.ts'
import { searchForm } from '../search/search-form.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { mapFrame, mapPosition } from './map-projection.ts'
import { type FieldPosition, positionPanel } from './position-panel.ts'
import drawn from './turkey-borders.json' with { type: 'json' }

interface PinDeps {
  readonly frame: SiteFrame
  readonly data: Pick<SiteData, 'findPlace' | 'findPoint' | 'mapPlaces'>
  /** The script of the map, then those of the position and the search. */
  readonly scripts: readonly BrowserScript[]
}

const dataPath = '/map.json'
const middle = { lat: 39, lon: 35.2 }

export function pinPages(deps: PinDeps): readonly Page[] {
  // Made at the first request: reading all places takes longer than a start should.
  const data = lazy(() => mapData(deps.data.mapPlaces()))
  return [
    ...pagesInEach(mapPath, (request, lang) => renderPin(deps, request, lang)),
    {
      method: 'GET',
      path: dataPath,
      render: async () => fileAnswer('application/json; charset=utf-8', data(), daySeconds)
    }
  ]
}

/** `?at=` is where the field is looked for: a slug, a name, or coordinates; `?from=` the place that it began from. */
async function renderPin(
  { frame, data, scripts }: PinDeps,
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).map
  const written = (request.query.get('at') ?? '').slice(0, 100)
  const position = written === '' ? null : await positionAt(data, written, request.query.get('from') ?? '')
  const isUnknown = written !== '' && position === null
  const { place } = wordsIn(lang)
  return pageAnswer(frame, {
    visitor,
    title: `${words.title} – Ayaz`,
    description: words.description,
    main: html`<div class="stack"><h1>${words.title}</h1>
      ${isUnknown ? refusalLine(`${place.unknownPlace}: ${written}`) : null}
      ${position === null ? null : positionPanel(position, visitor)}
      <p>${words.form}</p>${searchForm(visitor, isUnknown ? written : '', true)}${map(position?.at, visitor)}
      <p class="quiet small">${words.credit}</p></div>`,
    alternates: inEveryLanguage(mapPath),
    scripts,
    locates: true,
    ...(isUnknown && { status: 404 }),
    unlisted: written !== '',
    maxAgeSeconds: 10 * minuteSeconds
  })
}

/** Null for what is neither a place nor a point on the globe. */
async function positionAt(
  data: PinDeps['data'],
  written: string,
  from: string
): Promise<FieldPosition | null> {
  const point = readFieldKey(written)
  const start = data.findPlace(from)
  if (point === null) {
    const found = data.findPlace(written)
    return found.kind === 'unknown'
      ? null
      : { at: roundPoint(found.place.lat, found.place.lon), from: found.place }
  }
  const { place, nearest } = await data.findPoint(point)
  return { at: place, from: start.kind === 'unknown' ? (nearest?.place ?? null) : start.place }
}

/** The map, empty and hidden until its script has the data. */
function map(at: LatLon | undefined, { lang, carried }: Visitor): Markup {
  const words = wordsIn(lang).map
  const { west, north, east, south, unitsPerDegree } = mapFrame
  const [width, height] = mapPosition(south, east)
  const isShown = at !== undefined && at.lat > south && at.lat < north && at.lon > west && at.lon < east
  const { lat, lon } = isShown ? at : middle
  const [x, y] = mapPosition(lat, lon)
  const carriedOn = new URLSearchParams(
    Object.entries(carried).filter(
      (entry): entry is [string, string] => entry[1] !== null && entry[0] !== 'lang'
    )
  )
  return html`<section class="pin-map" data-map="${dataPath}" data-west="${west}" data-north="${north}" data-units="${
    unitsPerDegree
  }" data-place="${withQuery(mapPath(lang), { at: '' })}" data-carried="${carriedOn.toString()}" data-failed="${
    words.failed
  }" hidden>
<svg viewBox="0 0 ${width} ${height}" data-x="${x}" data-y="${y}" tabindex="0" role="application" aria-label="${
    words.label
  }" aria-describedby="pin-help">
  <g class="land"></g><g class="names"></g><g class="pin"></g></svg>
<p class="pin-tools"><button type="button" class="plain" data-zoom="in" aria-label="${words.zoomIn}">+</button>
  <button type="button" class="plain" data-zoom="out" aria-label="${words.zoomOut}">−</button>
  <a class="button" href="${mapPath(lang)}">${words.begin}</a></p>
<p role="status"></p><p class="quiet small" id="pin-help">${words.help}</p></section>`
}

/** The borders of `npm run outline` and the names of our own table, as JSON of about 35 kB compressed. */
function mapData(places: readonly Place[]): string {
  const ranked = places.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || other.population - one.population
  )
  return JSON.stringify({
    ...drawn,
    names: ranked.map(({ name }) => name),
    slugs: ranked.map(({ slug }) => slug),
    at: ranked.flatMap((place) => [...mapPosition(place.lat, place.lon), rankOf(place)])
  })
}

function rankOf({ kind }: Place): 0 | 1 {
  return kind === 'province' ? 0 : 1
}
