/** The page of a point that has no name: `/tr/tarla/38.355,38.310,980`, the same page as that of a place. */

import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import { type AskedPoint, elevationLimits } from '../../places/point.ts'
import { redirect } from '../answers.ts'
import { html } from '../html.ts'
import { pageAnswer } from '../layout.ts'
import { fieldPath, withQuery } from '../paths.ts'
import { searchForm } from '../search/search-form.ts'
import { visitorOf } from '../visitor.ts'
import { type PlaceDeps, subjectAnswer } from './place-route.ts'

const longestLabel = 80

/** The field pages of both languages. */
export function fieldPages(deps: PlaceDeps): readonly Page[] {
  return languages.map((lang) => ({
    method: 'GET',
    path: fieldPath(lang, ':point'),
    policy: 'page',
    render: (request) => renderField(deps, request, lang)
  }))
}

async function renderField(deps: PlaceDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const written = request.params['point'] ?? ''
  const at = pointOf(written)
  if (at === null) return unknownAnswer(deps, written, request, lang)
  const { yukseklik, elevation: typed = yukseklik, ...query } = Object.fromEntries(request.query)
  const elevation = typed === undefined ? at.elevation : elevationOf(typed)
  const { place, key, nearest } = await deps.data.findPoint({ ...at, elevation: elevation ?? null })
  const isPrecise = written === key && typed === undefined
  if (elevation !== undefined && !isPrecise) return redirect(withQuery(fieldPath(lang, key), query), false)
  const label = labelOf(request.query.get('label'))
  const name = label ?? `${place.lat.toFixed(3)}, ${place.lon.toFixed(3)}`
  const path = (any: Language) => fieldPath(any, key)
  const field = { nearest, label, elevation: at.elevation, refusedElevation: elevation === undefined }
  return subjectAnswer(deps, { place: { ...place, name }, path, field }, request, lang)
}

/** Paths are written by programs: latitude, longitude in decimal degrees and whole metres, with commas between them. */
const pointPattern = /^(-?\d{1,2}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)(?:,(-?\d{1,4}))?$/

function pointOf(written: string): (AskedPoint & { readonly elevation: number | null }) | null {
  const [, north, east, up] = pointPattern.exec(written) ?? []
  const at = { lat: Number(north), lon: Number(east), elevation: up === undefined ? null : elevationOf(up) }
  const { elevation } = at
  return Math.abs(at.lat) <= 90 && Math.abs(at.lon) <= 180 && elevation !== undefined
    ? { ...at, elevation }
    : null
}

/** Whole metres as people type them, `980 m` and `980,5` among them; null for nothing, undefined for what is no elevation. */
function elevationOf(typed: string): number | null | undefined {
  const text = typed.trim().replace('−', '-').replace(/\s*m$/i, '')
  if (text === '') return null
  const metres = /^-?\d{1,4}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.'))) + 0 : NaN
  return metres >= elevationLimits.minimum && metres <= elevationLimits.maximum ? metres : undefined
}

/** Without what is no letter or sign; null where nothing is left. */
function labelOf(written: string | null): string | null {
  const label = (written ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return label === '' ? null : [...label].slice(0, longestLabel).join('')
}

function unknownAnswer(
  { frame, scripts }: PlaceDeps,
  written: string,
  request: PageRequest,
  lang: Language
): PageAnswer {
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).field
  const shown = written.slice(0, 100)
  return pageAnswer(frame, {
    visitor,
    title: `${words.unknown} – Ayaz`,
    description: words.form,
    main: html`<div class="stack"><h1>${words.unknown}</h1><p class="lede">${shown}</p><p>${words.form}</p>${searchForm(visitor, shown)}</div>`,
    alternates: null,
    scripts,
    status: 404,
    maxAgeSeconds: null,
    unlisted: true
  })
}
