/** The page of a point that has no name: `/tr/tarla/38.355,38.310,980`, the same page as that of a place. */

import { readDecimal } from '../../common/decimal.ts'
import type { Page, PageAnswer, PageRequest } from '../../http/page.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { readPoint } from '../../places/coordinates.ts'
import { redirect } from '../answers.ts'
import { elevationOf, fieldName, labelOf, readFieldKey } from '../field-key.ts'
import { pageAnswer } from '../layout.ts'
import { fieldPath, pagesInEach, withQuery } from '../paths.ts'
import { unknownPointMain } from '../search/search-route.ts'
import { visitorOf } from '../visitor.ts'
import { type PlaceDeps, subjectAnswer } from './place-route.ts'

export function fieldPages(deps: PlaceDeps): readonly Page[] {
  return pagesInEach(
    (lang) => fieldPath(lang, ':point'),
    (request, lang) => renderField(deps, request, lang),
    { isCostly: true }
  )
}

async function renderField(deps: PlaceDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const written = request.params['point'] ?? ''
  const at = readFieldKey(written)
  if (at === null) return renderOwn(deps, request, lang)
  const { yukseklik, elevation: typed = yukseklik, ...query } = Object.fromEntries(request.query)
  const elevation = typed === undefined ? at.elevation : elevationOf(typed)
  const { place, key, nearest } = await deps.data.findPoint({ ...at, elevation: elevation ?? null })
  const isPrecise = written === key && typed === undefined
  if (elevation !== undefined && !isPrecise) return redirect(withQuery(fieldPath(lang, key), query), false)
  const label = labelOf(request.query.get('label'))
  const name = label ?? fieldName(place)
  const path = (any: Language) => fieldPath(any, key)
  const field = { nearest, label, elevation: at.elevation, refusedElevation: elevation === undefined }
  return subjectAnswer(deps, { place: { ...place, slug: key, name }, path, field }, request, lang)
}

/** The page that messages lead to: with all that is known at the field because it is watched. */
async function renderOwn(deps: PlaceDeps, request: PageRequest, lang: Language): Promise<PageAnswer> {
  const token = request.params['point'] ?? ''
  const found = await deps.data.ownField(token)
  if (found === null) return unknownAnswer(deps, token, request, lang)
  const { place, key, nearest } = found
  const label = labelOf(request.query.get('label'))
  const field = { nearest, label, elevation: place.isElevationGiven === true ? place.elevation : null }
  const subject = {
    place: { ...place, slug: key, name: label ?? fieldName(place) },
    path: (any: Language) => fieldPath(any, token),
    field: { ...field, refusedElevation: false }
  }
  const answer = await subjectAnswer(deps, subject, request, lang)
  return { ...answer, maxAgeSeconds: null }
}

async function unknownAnswer(
  { frame, scripts, later }: PlaceDeps,
  written: string,
  request: PageRequest,
  lang: Language
): Promise<PageAnswer> {
  const visitor = visitorOf(request, lang)
  const words = wordsIn(lang).field
  const shown = written.slice(0, 100)
  const read = isBeyond(shown) ? outOfBounds : await readPoint(shown)
  return pageAnswer(frame, {
    visitor,
    title: `${words.unknown} – Ayaz`,
    description: words.form,
    main: unknownPointMain(shown, read.kind === 'refused' ? read.fault : null, visitor),
    scripts,
    later,
    status: 404,
    unlisted: true
  })
}

const outOfBounds = { kind: 'refused', fault: 'out_of_bounds' } as const

/** Whether two or three numbers are out of range for a point; elsewhere `95,200` may mean 95.2. */
function isBeyond(written: string): boolean {
  const [lat, lon, up, ...more] = written.split(',').map(readDecimal)
  if (lat == null || lon == null || up === null || more.length > 0) return false
  return Math.abs(lat) > 90 || Math.abs(lon) > 180
}
