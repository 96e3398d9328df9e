/** A field in the address of a page: its key in the path, the visitor's own name for it in the query. */

import type { Language } from '../language/language.ts'
import type { LatLon } from '../places/distance.ts'
import { type AskedPoint, elevationLimits } from '../places/point.ts'
import { fieldPath, placePath } from './paths.ts'
import type { PlaceLookup, SiteData } from './ports.ts'

const longestLabel = 80

/** Paths are written by programs: latitude, longitude in decimal degrees and whole metres, with commas between them. */
const keyPattern = /^(-?\d{1,2}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)(?:,(-?\d{1,4}))?$/

/** The point of a key, however exactly it is written; null for what is none. */
export function readFieldKey(written: string): (AskedPoint & { readonly elevation: number | null }) | null {
  const [, north, east, up] = keyPattern.exec(written) ?? []
  const at = { lat: Number(north), lon: Number(east), elevation: up === undefined ? null : elevationOf(up) }
  const { elevation } = at
  return Math.abs(at.lat) <= 90 && Math.abs(at.lon) <= 180 && elevation !== undefined
    ? { ...at, elevation }
    : null
}

/**
 * Whole metres as people type them, `980 m` and `980,5` among them; null for nothing, undefined for what is no
 * elevation.
 */
export function elevationOf(typed: string): number | null | undefined {
  const text = typed.trim().replace('−', '-').replace(/\s*m$/i, '')
  if (text === '') return null
  const metres = /^-?\d{1,4}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.'))) + 0 : NaN
  return metres >= elevationLimits.minimum && metres <= elevationLimits.maximum ? metres : undefined
}

/** Without what is no letter or sign; null where nothing is left. */
export function labelOf(written: string | null): string | null {
  const label = (written ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return label === '' ? null : [...label].slice(0, longestLabel).join('')
}

/** What a field is called that has no label. */
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

/** Whether a slug is the key of a field. */
export function isFieldKey(slug: string): boolean {
  return slug.includes(',')
}

/** The page of a place or a field. */
export function subjectPath(lang: Language, slug: string): string {
  return isFieldKey(slug) ? fieldPath(lang, slug) : placePath(lang, slug)
}
