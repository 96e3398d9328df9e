/** A field in the address of a page: its key in the path, the visitor's own name for it in the query. */
import { longestLabel } from '../alerts/label.ts'
import { mayPartThousands, readDecimal } from '../common/decimal.ts'
import { plainName } from '../common/plain-name.ts'
import type { Language } from '../language/language.ts'
import { type AskedPoint, elevationLimits } from '../places/point.ts'
import type { LatLon } from '../weather/point.ts'
import { fieldPath, placePath } from './paths.ts'
import type { PlaceLookup, SiteData } from './ports.ts'

/** The point of a key, however exactly latitude, longitude [°] and height [m] are written; null: no key. */
export function readFieldKey(written: string): (AskedPoint & { readonly elevation: number | null }) | null {
  const [lat, lon, up, ...more] = written.split(',', 4).map(readDecimal)
  if (lat == null || lon == null || up === null || more.length > 0) return null
  const elevation = up === undefined ? null : wholeMetres(up)
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && elevation !== undefined
    ? { lat, lon, elevation }
    : null
}

/** Whole metres, of `980 m` or `980,5`; null for nothing, undefined if not an elevation. */
export function elevationOf(typed: string): number | null | undefined {
  const text = typed.trim().replace('−', '-').replace(/m$/i, '').trim()
  if (text === '') return null
  return mayPartThousands(text) ? undefined : wholeMetres(readDecimal(text.replace(',', '.')) ?? Number.NaN)
}

function wholeMetres(metres: number): number | undefined {
  const whole = Math.round(metres) + 0
  return whole >= elevationLimits.minimum && whole <= elevationLimits.maximum ? whole : undefined
}

/** A plain name, for the address may come from another person; null where nothing is left. */
export function labelOf(written: string | null): string | null {
  return plainName([...(written ?? '')].slice(0, longestLabel).join(''))
}

export function fieldName({ lat, lon }: LatLon): string {
  return `${lat.toFixed(3)}, ${lon.toFixed(3)}`
}

/** The place of a slug or a name, or the field of a key: its slug is the key, its name the label. */
export async function findSubject(
  data: Pick<SiteData, 'findPlace' | 'findPoint'>,
  written: string,
  label: string | null
): Promise<PlaceLookup> {
  const point = readFieldKey(written)
  if (point === null) return data.findPlace(written)
  const { place, key } = await data.findPoint(point)
  return { kind: 'found', place: { ...place, slug: key, name: label ?? fieldName(place) } }
}

export function isFieldKey(slug: string): boolean {
  return slug.includes(',')
}

export function subjectPath(lang: Language, slug: string): string {
  return isFieldKey(slug) ? fieldPath(lang, slug) : placePath(lang, slug)
}
