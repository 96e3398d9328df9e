/** Places for a text that no name begins with: a name with its country, its province, a plate or words around it. */
import { fold } from './folding.ts'
import type { PlaceTable } from './place-table.ts'
import { hasInitials, isAbbreviated, readTypedName, type TypedName } from './typed-names.ts'

/** The provinces and districts of Türkiye. */
export interface TurkishNames {
  /** Rows by folded name, also with the province before or behind it; provinces first. */
  readonly byName: ReadonlyMap<string, readonly number[]>
  /** Rows of provinces by plate: `44`. */
  readonly byPlate: ReadonlyMap<string, number>
}

export interface TypedSearchParts {
  readonly table: PlaceTable
  readonly turkish: TurkishNames
  /** The plain search. */
  readonly search: (query: string, limit: number) => readonly number[]
}

/** More of one name are no help, and a filter needs some to choose from. */
const mostOfOneName = 50

/** Indexes the rows whose key is of Türkiye. */
export function indexTurkishNames(table: PlaceTable): TurkishNames {
  const rows = Array.from({ length: table.count }, (_, row) => row).filter((row) =>
    /^TR-\d\d/.test(table.key(row))
  )
  const isProvince = (row: number): boolean => !table.key(row).includes('/')
  const byName = new Map<string, number[]>()
  for (const row of [...rows.filter(isProvince), ...rows.filter((one) => !isProvince(one))]) {
    const { name, region } = table.place(row)
    const [own, province] = [fold(name), fold(region ?? '')]
    const spellings = isProvince(row) ? [own] : [own, `${own} ${province}`, `${province} ${own}`]
    for (const one of spellings) byName.set(one, [...(byName.get(one) ?? []), row])
  }
  const plates = rows.filter(isProvince).map((row) => [table.key(row).slice('TR-'.length), row] as const)
  return { byName, byPlate: new Map(plates) }
}

/** Rows for what was typed, the likeliest first, at most `limit`. */
export function searchTyped(parts: TypedSearchParts, query: string, limit: number): readonly number[] {
  const { table, turkish, search } = parts
  const typed = readTypedName(query)
  const { words, plate, isCentre } = typed
  const ofPlate = turkish.byPlate.get(plate ?? '')
  if (words.length === 0) return ofPlate === undefined ? [] : [ofPlate]
  const name = words.join(' ')
  const ways = [
    () => (name === fold(query) ? [] : search(name, mostOfOneName)),
    () => abbreviated(turkish, words),
    ...spansOf(words).map((span) => () => turkish.byName.get(span) ?? [])
  ]
  const isIn = withinOf(parts, typed)
  for (const find of ways) {
    const rows = find().filter(isIn)
    const centre = isCentre ? rows.filter((row) => table.place(row).kind === 'province') : []
    if (rows.length > 0) return [...new Set([...centre, ...rows])].slice(0, limit)
  }
  return []
}

/** Whether a row lies in the country and the province that the text names. */
function withinOf(
  { table, turkish }: TypedSearchParts,
  { words, country, plate }: TypedName
): (row: number) => boolean {
  const named = words.flatMap((word) => turkish.byName.get(word)?.[0] ?? [])
  const provinces = [...named, turkish.byPlate.get(plate ?? '') ?? []].flat().map((row) => table.place(row))
  const regions = new Set(provinces.flatMap(({ kind, region }) => (kind === 'province' ? [region] : [])))
  return (row) => {
    const place = table.place(row)
    if (country !== null && place.country !== country) return false
    return regions.size === 0 || regions.has(place.region)
  }
}

/** `K.Maraş`, as people of Türkiye write. */
function abbreviated({ byName }: TurkishNames, words: readonly string[]): readonly number[] {
  if (!hasInitials(words)) return []
  return [...byName].flatMap(([name, rows]) => (isAbbreviated(name, words) ? rows : []))
}

/** Runs of words, longest first, among equals the last first: addresses go from the small to the large. */
function spansOf(words: readonly string[]): readonly string[] {
  return words.flatMap((_, less) =>
    Array.from({ length: less + 1 }, (_, skipped) =>
      words.slice(less - skipped, words.length - skipped).join(' ')
    )
  )
}
