/** The page of a point that has no name: `/tr/tarla/38.355,38.310`, the same page as that of a place. */

import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, languages, wordsIn } from '../../language/language.ts'
import type { LatLon } from '../../places/distance.ts'
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
  const { place, key, nearest } = await deps.data.findPoint(at.lat, at.lon)
  const query = Object.fromEntries(request.query)
  if (written !== key) return redirect(withQuery(fieldPath(lang, key), query), false)
  const label = labelOf(request.query.get('label'))
  const name = label ?? key.replace(',', ', ')
  const path = (any: Language) => fieldPath(any, key)
  return subjectAnswer(deps, { place: { ...place, name }, path, field: { nearest, label } }, request, lang)
}

/** Paths are written by programs: latitude, a comma, longitude, in decimal degrees. */
const pointPattern = /^(-?\d{1,2}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)$/

function pointOf(written: string): LatLon | null {
  const [, north, east] = pointPattern.exec(written) ?? []
  const at = { lat: Number(north), lon: Number(east) }
  return Math.abs(at.lat) <= 90 && Math.abs(at.lon) <= 180 ? at : null
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
