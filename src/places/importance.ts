/** The table made ready for search and suggestions: most important places first. */

import type { Place } from '../weather/point.ts'
import { fold, toSlug } from './folding.ts'
import type { PlaceColumns, PlaceTable } from './place-table.ts'
import { isLatin, type Searchable, type SearchTexts, spellingEnd, writeSpellings } from './search.ts'
import { indexForms, type SuggestionIndex } from './suggestions.ts'
import { furtherSpellings } from './typed-names.ts'

// GeoNames counts a province's seat only, while its name stands for the whole province; besides, this is where
// most who ask live, so `ord` means Ordu before Ordos. A district without a known population is still a town.
const provinceWeight = 4
const provinceHeadStart = 2_000_000
const leastDistrictPopulation = 20_000

/** How important each row is, and all rows, the most important first. */
export interface Ranking {
  readonly weights: Float64Array
  readonly ranked: Uint32Array
}

/** The most populous first; provinces of Türkiye come before foreign cities of their size. */
export function rankRows({ kinds, populations }: PlaceColumns): Ranking {
  const weights = populations.map((population, row) => weightOf(kinds[row] ?? 'place', population))
  const ranked = Uint32Array.from(weights.keys()).sort(
    (one, other) => (weights[other] ?? 0) - (weights[one] ?? 0) || one - other
  )
  return { weights, ranked }
}

/** The names and the other spellings of all rows in the order given. */
export function writeSearchTexts(table: PlaceTable, { ranked, weights }: Ranking): SearchTexts {
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

/** The slugs of all rows in the order given, and the bare names of districts. */
export function indexSlugForms(table: PlaceTable, { ranked }: Ranking): SuggestionIndex {
  return indexForms(
    [...ranked].flatMap((row) => {
      const { slug, name, kind } = table.place(row)
      const bare = kind === 'district' ? toSlug(name) : null
      return (bare === null ? [slug] : [slug, bare]).map((form) => ({ row, form }))
    })
  )
}

function weightOf(kind: Place['kind'], population: number): number {
  if (kind === 'province') return provinceHeadStart + population * provinceWeight
  return kind === 'district' ? Math.max(population, leastDistrictPopulation) : population
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
  return (text) => {
    const transformed = known.get(text) ?? transform(text)
    known.set(text, transformed)
    return transformed
  }
}
