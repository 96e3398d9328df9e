/** Moves a field by 100 m or 1 km at a press, from a named place or a point; without a script, a page at a press. */
import { type Language, wordsIn } from '../../language/language.ts'
import { formatNumber, formatQuantity } from '../../language/numbers.ts'
import { distanceKm } from '../../places/distance.ts'
import type { LatLon } from '../../weather/point.ts'
import { type Place, pointKey } from '../../weather/point.ts'
import { fieldName } from '../field-key.ts'
import { html, type Markup } from '../html.ts'
import { fieldPath, mapPath, withQuery } from '../paths.ts'
import type { Visitor } from '../visitor.ts'

export interface FieldPosition {
  readonly at: LatLon
  readonly from: Place | null
}

/** Points of fields are whole thousandths of a degree: 111 m from south to north. */
const cellsPerDegree = 1000
const metresPerCell = 111.2
const radiansPerDegree = Math.PI / 180
const directions = [
  { arrow: '↑', key: 'ArrowUp', eighth: 0, north: 1, east: 0 },
  { arrow: '→', key: 'ArrowRight', eighth: 2, north: 0, east: 1 },
  { arrow: '↓', key: 'ArrowDown', eighth: 4, north: -1, east: 0 },
  { arrow: '←', key: 'ArrowLeft', eighth: 6, north: 0, east: -1 }
] as const

function directionWord(from: LatLon, to: LatLon, lang: Language): string {
  const east = (to.lon - from.lon) * Math.cos((to.lat + from.lat) * 0.5 * radiansPerDegree)
  const turn = Math.atan2(east, to.lat - from.lat) / (Math.PI / 4)
  return wordsIn(lang).map.directions[(Math.round(turn) + 8) % 8] ?? ''
}

/** `1.2 km north-east, Malatya` */
export function fromPlaceWords(place: Place, to: LatLon, { lang }: Visitor): string {
  const km = distanceKm(place, to)
  if (km < 0.05) return place.name
  return `${formatQuantity(km, 1, 'km', lang)} ${directionWord(place, to, lang)}, ${place.name}`
}

export function positionPanel({ at, from }: FieldPosition, visitor: Visitor): Markup {
  const { lang, carried } = visitor
  const { map: words, place } = wordsIn(lang)
  const here = mapPath(lang)
  const query = { ...carried, lang: null, from: from?.slug ?? null }
  const rows = ([100, 1000] as const).map((metres) => {
    const name = metres === 100 ? '100\u00a0m' : '1\u00a0km'
    const moves = directions.map(({ arrow, key, eighth, north, east }) => {
      const cells = [north * cellsIn(metres, 0), east * cellsIn(metres, at.lat)] as const
      const moved = { lat: at.lat + cells[0] / cellsPerDegree, lon: at.lon + cells[1] / cellsPerDegree }
      return html`<a class="button plain" href="${withQuery(here, { ...query, at: pointKey(moved) })}"
        data-key="${metres === 100 ? key : `Shift+${key}`}" data-north="${cells[0]}" data-east="${cells[1]}">
        <span aria-hidden="true">${arrow}<br></span>${name}<span class="unseen"> ${words.directions[eighth]}</span></a>`
    })
    return html`<p class="moves-row">${moves}</p>`
  })
  const where = from === null ? null : fromPlaceWords(from, at, visitor)
  const height =
    from?.elevation == null
      ? null
      : `${from.name}: ${place.elevation(formatNumber(from.elevation, 0, lang))}. `
  const origin =
    from === null
      ? null
      : html` data-from-lat="${from.lat}" data-from-lon="${from.lon}" data-from="${from.name}" data-directions="${words.directions.join(
          ' '
        )}"`
  return html`<section class="panel position-panel" tabindex="0" aria-labelledby="position"
    data-at="${pointKey(at)}" data-field="${fieldPath(lang, '')}"${origin}>
<h2 id="position">${words.position}</h2>
<p role="status"><b>${fieldName(at)}</b> <span>${where}</span></p>${rows}
<p><a class="button" data-open href="${withQuery(fieldPath(lang, pointKey(at)), { ...carried, lang: null })}">
  ${words.open}</a></p>
<p class="quiet small">${height}${words.coarse}</p></section>`
}

/** How many thousandths of a degree some metres are, at least one; eastwards they shrink with the latitude. */
function cellsIn(metres: number, lat: number): number {
  return Math.max(1, Math.round(metres / (metresPerCell * Math.cos(lat * radiansPerDegree))))
}
