/**
 * The page on which a field is chosen: a pin on a map of Türkiye, and the form for coordinates, which needs no script.
 */
import { daySeconds, minuteSeconds } from '../../common/time.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import type { Place } from '../../weather/point.ts'
import { fileAnswer } from '../answers.ts'
import type { BrowserScript } from '../browser-code.ts'
import { html, type Markup } from '../html.ts'
import { pageAnswer, type SiteFrame } from '../layout.ts'
import { fieldPath, inEveryLanguage, mapPath } from '../paths.ts'
import { searchForm } from '../search/search-form.ts'
import { type Visitor, visitorOf } from '../visitor.ts'
import { mapData } from './map-data.ts'
import { mapFrame, mapPosition } from './map-projection.ts'

export interface PinDeps {
  readonly frame: SiteFrame
  /** Provinces and districts of Türkiye. */
  readonly mapPlaces: () => readonly Place[]
  /** That of the map, then those of the search. */
  readonly scripts: readonly BrowserScript[]
}

const dataPath = '/map.json'
/** Where the pin stands at first: the middle of the country. */
const middle = { lat: 39, lon: 35.2 }

/** The pages of both languages, and the data that only their script asks for. */
export function pinPages(deps: PinDeps): readonly Page[] {
  const data = once(() => mapData(deps.mapPlaces()))
  return [
    ...languages.map(
      (lang): Page => ({
        method: 'GET',
        path: mapPath(lang),
        policy: 'page',
        render: async (request) => renderPin(deps, request, lang)
      })
    ),
    {
      method: 'GET',
      path: dataPath,
      policy: 'page',
      render: async () => fileAnswer('application/json; charset=utf-8', data(), daySeconds)
    }
  ]
}

/** Made at the first request: reading all places takes longer than a start should. */
function once(make: () => string): () => string {
  let computed: string | null = null
  return () => {
    computed ??= make()
    return computed
  }
}

function renderPin({ frame, scripts }: PinDeps, request: PageRequest, lang: Language): PageAnswer {
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).map
  return pageAnswer(frame, {
    visitor,
    title: `${words.title} – Ayaz`,
    description: words.description,
    main: html`<div class="stack"><h1>${words.title}</h1>${map(visitor)}<p>${words.form}</p>${searchForm(visitor, '')}<p class="quiet small">${words.credit}</p></div>`,
    alternates: inEveryLanguage(mapPath),
    scripts,
    locates: true,
    maxAgeSeconds: 10 * minuteSeconds
  })
}

/** Empty and hidden until its script has the data. */
function map({ lang, carried }: Visitor): Markup {
  const words = wordsIn(lang).map
  const { west, north, east, south, unitsPerDegree } = mapFrame
  const [width, height] = mapPosition(south, east)
  const [x, y] = mapPosition(middle.lat, middle.lon)
  const carriedOn = new URLSearchParams(
    Object.entries(carried).filter(
      (entry): entry is [string, string] => entry[1] !== null && entry[0] !== 'lang'
    )
  )
  return html`<section class="pin-map" data-map="${dataPath}" data-west="${west}" data-north="${north}" data-units="${unitsPerDegree}" data-field="${fieldPath(lang, '')}" data-carried="${carriedOn.toString()}" data-failed="${words.failed}" hidden>
<svg viewBox="0 0 ${width} ${height}" data-x="${x}" data-y="${y}" tabindex="0" role="application" aria-label="${words.label}" aria-describedby="pin-help"><g class="land"></g><g class="names"></g><g class="pin"></g></svg>
<p class="pin-tools"><button type="button" class="plain" data-zoom="in" aria-label="${words.zoomIn}">+</button><button type="button" class="plain" data-zoom="out" aria-label="${words.zoomOut}">−</button><a class="button" href="${fieldPath(lang, `${middle.lat.toFixed(3)},${middle.lon.toFixed(3)}`)}">${words.open}</a></p>
<p role="status"></p><p class="quiet small" id="pin-help">${words.help}</p></section>`
}
