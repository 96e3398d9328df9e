import { lazy } from '../common/lazy.ts'
import type { Place } from '../weather/point.ts'
import { fold, toSlug } from './folding.ts'
import { furtherNames } from './further-names.ts'
import { type PlaceColumns, type PlaceTable, readPlaceTable } from './place-table.ts'
import {
  indexForms,
  indexNearest,
  isLatin,
  type Searchable,
  type SearchTexts,
  searchRows,
  spellingEnd,
  writeSpellings
} from './search.ts'
import {
  furtherSpellings,
  indexTurkishNames,
  isAbbreviation,
  namesIn,
  saysMore,
  searchTyped,
  unfoldedNames
} from './typed-names.ts'
import { unknownWords } from './unknown-words.ts'

/** Named places: the provinces and districts of Türkiye and the world's places over 15,000 people. */
export interface Gazetteer {
  /** The place of an exact slug, or null. */
  bySlug(slug: string): Place | null
  /**
   * By slug, a name that folds to one (`İzmir`), or `<province>-merkez`: the province where no district has that
   * slug. Any text is allowed.
   */
  find(written: string): Place | null
  /** At most `limit`: exact names, names that begin with it, with a word that does, other spellings; by population. */
  search(query: string, limit: number): readonly Place[]
  /** Words of a search that none of the places found by it explains, as typed; none where the whole text is a name. */
  unknownWords(query: string, found: readonly Place[]): readonly string[]
  /** Up to `limit` (at most 5) places someone may have meant who wrote `text`, best first; empty if none is close. */
  suggest(text: string, limit: number): readonly Place[]
  /** The nearest place and its great-circle distance [km]; null only where a coordinate is not a finite number. */
  near(lat: number, lon: number): NearPlace | null
  /** Whether a place lies exactly there: without the search for the nearest one. */
  isAt(lat: number, lon: number): boolean
  around(lat: number, lon: number, limit: number): readonly NearPlace[]
  districts(place: Place): readonly Place[]
  /** Districts of Türkiye whose bare name is this place's slug (`soma`), most important first, for answers to name. */
  homonyms(place: Place): readonly Place[]
  /** The 81 provinces by plate code. */
  provinces(): readonly Place[]
}

/** A place and its great-circle distance [km]. */
export interface NearPlace {
  readonly place: Place
  readonly distanceKm: number
}

/** The greatest distance of two points of the Earth [km]. */
const anywhereKm = 20_100

/** The usual name of a central district; alone it says nothing, as 51 provinces have one. */
const centre = 'merkez'

const maxSuggestions = 5

/** One slip is tolerated for this many letters; with more slips it is another word. */
const lettersForEachSlip = 4
const maxSlips = 3

let opened: Promise<Gazetteer> | null = null

/** One for the process, with indexes made when first asked for. Rejects with PlaceTableError for a damaged table. */
export function openGazetteer(): Promise<Gazetteer> {
  opened ??= readGazetteer()
  return opened
}

async function readGazetteer(): Promise<Gazetteer> {
  const table = await readPlaceTable()
  const importance = lazy(() => rankRows(table.columns()))
  const texts = lazy(() => writeSearchTexts(table, importance()))
  const forms = lazy(() => indexSlugForms(table, importance()))
  const nearest = lazy(() => {
    const { lats, lons } = table.columns()
    return indexNearest(lats, lons)
  })
  const homonyms = lazy(() => groupHomonyms(table, importance().ranked))
  const districtsByProvince = lazy(() => groupDistricts(table))
  const turkish = lazy(() => indexTurkishNames(table))
  const places = (rows: readonly number[]): readonly Place[] => rows.map((row) => table.place(row))
  const searching = (isFinished: boolean) => {
    const plainly = (query: string, limit: number) => searchRows(texts(), query, limit, isFinished)
    const typed = (query: string, limit: number) =>
      searchTyped({ table, turkish: turkish(), search: plainly }, query, limit)
    const asWritten = (query: string, limit: number) => {
      const other = table.indexOf(unfoldedNames.get(query.trim().slice(0, 64).toLocaleLowerCase('tr')) ?? '')
      const meant = other !== null ? [other] : saysMore(query) ? typed(query, limit) : []
      return [...new Set([...meant, ...plainly(query, limit)])].slice(0, Math.max(0, limit))
    }
    return { typed, asWritten }
  }
  const [unfinished, finished] = [searching(false), searching(true)]
  const spellingsOf = ({ slug }: Place): string => {
    const row = table.indexOf(slug) ?? -1
    const { names, latinSpellings, otherScripts } = texts()
    return [names, latinSpellings, otherScripts].map((text) => text.of(row)).join('')
  }
  const unknownIn = (query: string, found: readonly Place[]) => unknownWords(query, found, spellingsOf)
  const named = (word: string): readonly Place[] => {
    const rows: number[] = []
    texts().names.scan(`${spellingEnd}${fold(word)}${spellingEnd}`, (row) => rows.push(row) > 0)
    return places(rows)
  }
  const search = (query: string, limit: number): readonly Place[] => {
    const rows = unfinished.asWritten(query, limit)
    if (rows.length > 0 || limit < 1) return places(rows)
    const found = places(unfinished.typed(query, limit))
    const said = places(namesIn(query).flatMap((word) => turkish().byName.get(word)?.[0] ?? []))
    return [...found, ...furtherNames(found, unknownIn(query, found), { named, said })].slice(0, limit)
  }
  const bySlug = (slug: string): Place | null => {
    const row = table.indexOf(slug)
    return row === null ? null : table.place(row)
  }
  const rowsAround = (lat: number, lon: number, limit: number, reachKm: number) =>
    Number.isFinite(lat + lon) ? nearest().nearest({ lat, lon }, limit, reachKm) : []
  const around = (lat: number, lon: number, limit: number): readonly NearPlace[] => {
    const found = rowsAround(lat, lon, limit, anywhereKm)
    return found.map(({ index, distanceKm }) => ({ place: table.place(index), distanceKm }))
  }
  return {
    bySlug,
    find(written) {
      // Who watches thousands of places asks by their slugs, each minute.
      const exact = bySlug(written)
      if (exact !== null) return exact
      const slug = toSlug(written)
      return slug === null ? null : (bySlug(slug) ?? provinceOfCentre(bySlug, slug))
    },
    search,
    unknownWords: (query, found) => (searchRows(texts(), query, 1).length > 0 ? [] : unknownIn(query, found)),
    suggest(text, limit) {
      const wanted = toSlug(text)
      const most = Math.min(limit, maxSuggestions)
      if (wanted === null || most < 1) return []
      if (wanted === centre) return []
      const meant = isAbbreviation(text) ? finished.typed(text, most) : []
      if (meant.length > 0) return places(meant)
      const close = forms().closest(wanted, farthestSlips(wanted))
      // What a person would find comes before what is spelt alike: `Urfa` is not a slip of Ufa.
      const rows = [...new Set([...finished.asWritten(text, most), ...close])].slice(0, most)
      return places(rows.length > 0 ? rows : finished.typed(text, most))
    },
    near: (lat, lon) => around(lat, lon, 1)[0] ?? null,
    isAt: (lat, lon) => rowsAround(lat, lon, 1, 0).length > 0,
    around,
    districts: ({ slug }) => districtsByProvince().get(provinceKey(table, slug)) ?? [],
    homonyms: ({ slug }) => homonyms().get(slug) ?? [],
    provinces: lazy(() => places([...turkish().byPlate.entries()].toSorted(byPlate).map(([, row]) => row)))
  }
}

/** In provinces without a district called Merkez people still write one: `antalya-merkez`. */
function provinceOfCentre(bySlug: Gazetteer['bySlug'], slug: string): Place | null {
  const [, name] = /^(.+)-merkez$/.exec(slug) ?? []
  const place = name === undefined ? null : bySlug(name)
  return place?.kind === 'province' ? place : null
}

function groupHomonyms(table: PlaceTable, ranked: Uint32Array): ReadonlyMap<string, readonly Place[]> {
  const groups = new Map<string, Place[]>()
  for (const row of ranked) {
    if (!/^TR-\d\d\//.test(table.key(row))) continue
    const district = table.place(row)
    const bare = toSlug(district.name)
    const other = bare === null ? null : table.indexOf(bare)
    if (bare === null || other === null || table.place(other).country === 'TR') continue
    groups.set(bare, [...(groups.get(bare) ?? []), district])
  }
  return groups
}

// Short words are one slip from too many others.
function farthestSlips(wanted: string): number {
  return Math.min(maxSlips, Math.floor(wanted.length / lettersForEachSlip))
}

function byPlate([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1
}

/** `TR-44` for a place in Türkiye. */
function provinceKey(table: PlaceTable, slug: string): string {
  const row = table.indexOf(slug)
  return row === null ? '' : (table.key(row).split('/')[0] ?? '')
}

/** By the key of their province: `TR-44`. */
function groupDistricts(table: PlaceTable): ReadonlyMap<string, readonly Place[]> {
  const rows = Array.from({ length: table.count }, (_, row) => row).filter((row) =>
    table.key(row).startsWith('TR-')
  )
  const districts = rows.filter((row) => table.key(row).includes('/'))
  const collator = new Intl.Collator('tr')
  const groups = Map.groupBy(districts, (row) => table.key(row).split('/')[0] ?? '')
  return new Map(
    [...groups].map(([key, some]) => [
      key,
      some.map((row) => table.place(row)).toSorted((one, other) => collator.compare(one.name, other.name))
    ])
  )
}

// GeoNames counts a province's seat only, while its name stands for the whole province, where most who ask live: `ord`
// means Ordu before Ordos. A district without a known population is still a town; its head start is in the order only,
// since `can` is the way to Çanakkale before it is all of Çan.
const provinceWeight = 4
const turkishHeadStart = 2_000_000
const minDistrictPopulation = 20_000

interface Ranking {
  readonly weights: Float64Array
  readonly ranked: Uint32Array
}

/** The most populous first; in Türkiye provinces, then districts, come before foreign cities of up to two million. */
function rankRows({ kinds, populations }: PlaceColumns): Ranking {
  const weights = populations.map((population, row) => weightOf(kinds[row] ?? 'place', population))
  const ranks = weights.map((weight, row) =>
    kinds[row] === 'district' ? turkishHeadStart + weight / 100 : weight
  )
  const ranked = Uint32Array.from(ranks.keys()).sort(
    (one, other) => (ranks[other] ?? 0) - (ranks[one] ?? 0) || one - other
  )
  return { weights, ranked }
}

function writeSearchTexts(table: PlaceTable, { ranked, weights }: Ranking): SearchTexts {
  const alternateNames = table.alternateNames()
  const foldRegion = remember(fold)
  const names: Searchable[] = []
  const latinSpellings: Searchable[] = []
  const otherScripts: Searchable[] = []
  for (const row of ranked) {
    const { slug, kind, name, region } = table.place(row)
    const folded = fold(name)
    const others = alternateNames.get(row)
    const qualified = region === null ? '' : withRegion(kind, folded, foldRegion(region))
    names.push({ row, spellings: folded })
    const latin = join(others?.latin ?? '', furtherSpellings[slug] ?? '')
    latinSpellings.push({ row, spellings: join(qualified, latin) })
    otherScripts.push({ row, spellings: others?.otherScripts ?? '' })
  }
  return {
    weightOf: (row) => weights[row] ?? 0,
    names: writeSpellings(names),
    latinSpellings: writeSpellings(latinSpellings),
    otherScripts: writeSpellings(otherScripts)
  }
}

function indexSlugForms(table: PlaceTable, { ranked }: Ranking): ReturnType<typeof indexForms> {
  return indexForms(
    [...ranked].flatMap((row) => {
      const { slug, name, kind } = table.place(row)
      const bare = kind === 'district' ? toSlug(name) : null
      return (bare === null ? [slug] : [slug, bare]).map((form) => ({ row, form }))
    })
  )
}

function weightOf(kind: Place['kind'], population: number): number {
  if (kind === 'province') return turkishHeadStart + population * provinceWeight
  return kind === 'district' ? Math.max(population, minDistrictPopulation) : population
}

// `battalgazi malatya` finds the district, and `malatya battalgazi` as well.
function withRegion(kind: Place['kind'], name: string, region: string): string {
  if (kind === 'province' || !isLatin(name) || !isLatin(region)) return ''
  return kind === 'district' ? join(`${name} ${region}`, `${region} ${name}`) : `${name} ${region}`
}

function join(one: string, other: string): string {
  return one === '' || other === '' ? one + other : one + spellingEnd + other
}

function remember(transform: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => known.getOrInsertComputed(text, transform)
}
