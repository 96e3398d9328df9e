import { lazy } from '../common/lazy.ts'
import { fold } from './folding.ts'
import type { PlaceTable } from './place-table.ts'

/** States of the USA by their postal code, as the place table names them. */
const written =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|' +
  'DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|' +
  'KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|' +
  'MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|' +
  'NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|' +
  'SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|' +
  'WV West Virginia|WI Wisconsin|WY Wyoming'

export const usStates: ReadonlyMap<string, string> = new Map(
  written.split('|').map((one) => [one.slice(0, 2).toLowerCase(), one.slice(3)])
)

/** What people write around the name of a place: its kind, its country, a plate or postal code, a case ending. */

interface TypedName {
  /** Words that name places; the last few of them are searched for. */
  readonly names: readonly string[]
  readonly words: readonly string[]
  readonly country: string | null
  /** The seat of a province is meant, or the province. */
  readonly isCentre: boolean
  /** `44` of a plate or a postal code of Türkiye. */
  readonly plate: string | null
}

/** Spellings that the table lacks, folded. */
export const furtherSpellings: Readonly<Record<string, string>> = {
  'zonguldak-eregli': 'karadeniz eregli|kdz eregli|kdzeregli',
  kyrenia: 'girne',
  famagusta: 'gazimagusa|magusa|gazi magusa',
  morfou: 'guzelyurt kibris|omorfo',
  nicosia: 'lefkosa kibris'
}

const kindWords = new Set(
  (
    'il ili ilce ilcesi koy koyu mah mahalle mahallesi belde beldesi kasaba kasabasi belediye belediyesi ' +
    'buyuksehir sehir sehri semt semti bucagi province district county city village town ' +
    'hava havasi durumu tahmini don weather forecast frost bugun yarin gece koyleri ovasi icin ve and'
  ).split(' ')
)
const centreWords = new Set(['merkez', 'merkezi', 'merkezilce', 'center', 'centre'])

const maxWords = 6
const longestCountry = 3

/** What a text says; its words are few, and without those that name no place. */
function readTypedName(text: string): TypedName {
  const all = fold(text.slice(0, 200).replace(caseEnding, '')).split(' ').slice(0, 12)
  const { country, words } = withoutCountry(all)
  const digits = words.find((word) => /^(?:\d{2}|\d{5})$/.test(word)) ?? null
  const names = words.filter(
    (word) => !kindWords.has(word) && !centreWords.has(word) && !/^\d{5}$/.test(word)
  )
  return {
    names,
    words: names.length === 1 && names[0] === digits ? [] : names.slice(-maxWords),
    country,
    isCentre: words.some((word) => centreWords.has(word)),
    plate: country === null || country === 'TR' ? (digits?.slice(0, 2) ?? null) : null
  }
}

/** Words that may belong to a name, folded. */
export function namesIn(text: string): readonly string[] {
  return readTypedName(text).names
}

/** A name that only folded is the beginning of others, in Turkish lower case, with its slug. */
export const unfoldedNames: ReadonlyMap<string, string> = new Map([['şam', 'damascus']])

/** Words of Turkish addresses that also begin names: `Erzincan ili` does not begin Erzincan’s İliç. */
const endingWords = new Set([
  'il',
  'ili',
  'ilce',
  'ilcesi',
  'koyu',
  'mahallesi',
  'beldesi',
  'belediyesi',
  'sehri'
])

/** Whether a text says more than a beginning of a name would: a plate, a kind of place, a case ending, a state. */
export function saysMore(text: string): boolean {
  const words = fold(text).split(' ')
  if (words.length === 1)
    return /^\d{2}$/.test(words[0] ?? '') || /\p{L}{3}['’]\p{L}{1,4}$/u.test(text.trim())
  const last = words.at(-1) ?? ''
  return endingWords.has(last) || usStates.has(last)
}

/** Whether a text has an initial or is a number of a province: near misses of it would be accidents. */
export function isAbbreviation(text: string): boolean {
  const { words, plate } = readTypedName(text)
  return plate !== null || words.some((word) => word.length === 1)
}

// `Malatya'da`, `Malatya’nın`
const caseEnding = /['’]\p{L}{1,4}(?=\P{L}|$)/gu

/** `malatyada`, `ereglisi`: an ending behind a name, written without an apostrophe, by the longest name before it. */
function withoutEnding({ byName }: TurkishNames, word: string): string {
  if (byName.has(word)) return word
  const stems = endings.flatMap((ending) => (word.endsWith(ending) ? [word.slice(0, -ending.length)] : []))
  return stems.find((stem) => stem.length >= minStem && byName.has(stem)) ?? word
}
const endings = 'i u si su da de ta te dan den tan ten nin nun in un'.split(' ')
const minStem = 3

/** A country at an end of words, where numbers and kinds of place do not count. */
function withoutCountry(words: readonly string[]): Pick<TypedName, 'country' | 'words'> {
  // `Tel Aviv, IL`, but not `Malatya il merkezi`.
  const isPart = (word: string, at: number): boolean =>
    (countries().has(word) && (at === 0 || at === words.length - 1)) ||
    !(/^\d+$/.test(word) || kindWords.has(word) || centreWords.has(word))
  const [start, end] = [words.findIndex(isPart), words.findLastIndex(isPart) + 1]
  for (let count = Math.min(longestCountry, words.length - 1, end - start); count > 0; count--)
    for (const at of [end - count, start]) {
      const country = countries().get(words.slice(at, at + count).join(' '))
      const others = words.toSpliced(at, count)
      if (country !== undefined && others.some((word) => !kindWords.has(word)))
        return { country, words: others }
    }
  return { country: null, words }
}

const furtherCountries: Readonly<Record<string, string>> = {
  GB: 'great britain|britain|england|scotland|wales|ingiltere|iskocya|galler',
  US: 'usa|america|amerika|abd',
  CY: 'kibris|kuzey kibris|kktc|trnc|north cyprus|northern cyprus',
  TR: 'turkey|turkiye cumhuriyeti',
  NL: 'holland|hollanda'
}

/** By code and by name, in English and Turkish, folded. */
const countries = lazy((): ReadonlyMap<string, string> => {
  const languages = ['en', 'tr'].map(
    (lang) => new Intl.DisplayNames(lang, { type: 'region', fallback: 'none' })
  )
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((one) => letters.map((other) => one + other))
  const named = codes.flatMap((written) => {
    // `UK` is `GB`, `DD` is `DE`.
    const code = new Intl.Locale(`und-${written}`).region ?? written
    const names = languages.flatMap((some) => some.of(written) ?? [])
    return names.length === 0 ? [] : [written, ...names].map((name) => [fold(name), code] as const)
  })
  const further = Object.entries(furtherCountries).flatMap(([code, some]) =>
    some.split('|').map((name) => [name, code] as const)
  )
  return new Map([...named, ...further])
})

/** Whether words are initials and then a longer one: `k maras`. */
function hasInitials(words: readonly string[]): boolean {
  const [last = '', ...initials] = words.toReversed()
  return initials.length > 0 && last.length > 1 && initials.every((one) => one.length === 1)
}

/** Whether a folded name is meant by words that have initials: `k maras` is `kahramanmaras`. */
function isAbbreviated(name: string, words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  const letters = name.replaceAll(' ', '')
  if (!letters.endsWith(last) || letters[0] !== words[0]) return false
  let at = 0
  for (const initial of words.slice(0, -1)) at = letters.indexOf(initial, at) + 1 || letters.length
  return at < letters.length - last.length
}

/* Places for a text that no name begins with: a name with its country, its province, a plate or words around it. */

interface TurkishNames {
  readonly byName: ReadonlyMap<string, readonly number[]>
  /** Rows of provinces by plate: `44`. */
  readonly byPlate: ReadonlyMap<string, number>
}

interface TypedSearchParts {
  readonly table: PlaceTable
  readonly turkish: TurkishNames
  readonly search: (query: string, limit: number) => readonly number[]
}

/** Most places of one name: more do not help, and a filter needs some to choose from. */
const maxOfOneName = 50

/** Names that people still write for a province, folded. */
export const formerProvinces: ReadonlyMap<string, string> = new Map([['mersin', 'icel']])

export function indexTurkishNames(table: PlaceTable): TurkishNames {
  const rows = Array.from({ length: table.count }, (_, row) => row).filter((row) =>
    /^TR-\d\d/.test(table.key(row))
  )
  const isProvince = (row: number): boolean => !table.key(row).includes('/')
  const byName = new Map<string, number[]>()
  for (const row of [...rows.filter(isProvince), ...rows.filter((one) => !isProvince(one))]) {
    const { name, region } = table.place(row)
    const [own, now] = [fold(name), fold(region ?? '')]
    const provinces = [now, formerProvinces.get(now) ?? []].flat()
    const spellings = isProvince(row)
      ? provinces
      : [own, ...provinces.flatMap((province) => [`${own} ${province}`, `${province} ${own}`])]
    for (const one of spellings) byName.set(one, [...(byName.get(one) ?? []), row])
  }
  const plates = rows.filter(isProvince).map((row) => [table.key(row).slice('TR-'.length), row] as const)
  return { byName, byPlate: new Map(plates) }
}

/** Rows for what was typed, the likeliest first, at most `limit`. */
export function searchTyped(parts: TypedSearchParts, query: string, limit: number): readonly number[] {
  const { table, turkish, search } = parts
  const read = readTypedName(query)
  const typed = { ...read, words: read.words.map((word) => withoutEnding(turkish, word)) }
  const { words, plate, isCentre } = typed
  const american = inState(parts, query)
  if (american.length > 0) return american.slice(0, limit)
  const ofPlate = turkish.byPlate.get(plate ?? '')
  if (words.length === 0) return ofPlate === undefined ? [] : [ofPlate]
  const name = words.join(' ')
  const ways = [
    () => (name === fold(query) ? [] : search(name, maxOfOneName)),
    () => abbreviated(turkish, words),
    ...spansOf(words, 2).map((span) => () => turkish.byName.get(span) ?? []),
    () => districtsOfNamed(parts, words),
    ...words.toReversed().map((word) => () => turkish.byName.get(word) ?? [])
  ]
  const isIn = withinOf(parts, typed)
  for (const find of ways) {
    const rows = find().filter(isIn)
    const centre = isCentre ? rows.filter((row) => table.place(row).kind === 'province') : []
    if (rows.length > 0) return [...new Set([...centre, ...rows])].slice(0, limit)
  }
  return []
}

/** `Battalgazi tarlası Malatya`: a district with its province, and words between them. */
function districtsOfNamed({ table, turkish }: TypedSearchParts, words: readonly string[]): readonly number[] {
  return words.flatMap((word) =>
    (turkish.byName.get(word) ?? []).filter((row) => {
      const { kind, region } = table.place(row)
      return kind === 'district' && words.some((other) => other !== word && other === fold(region ?? ''))
    })
  )
}

/** `New York, NY` */
function inState({ table, search }: TypedSearchParts, query: string): readonly number[] {
  const [, name = '', code = ''] = /^(.+) ([a-z]{2})$/.exec(fold(query)) ?? []
  const state = usStates.get(code)
  if (state === undefined) return []
  return search(name, maxOfOneName).filter((row) => {
    const { country, region } = table.place(row)
    return country === 'US' && region === state
  })
}

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
  const meant = [...byName].filter(([name]) => isAbbreviated(name, words))
  // A district by its own name comes before those of a province that is named behind them.
  const wordCount = (name: string): number => name.split(' ').length
  return meant.toSorted(([one], [other]) => wordCount(one) - wordCount(other)).flatMap(([, rows]) => rows)
}

/** Runs of words, longest first, among equals the last first: addresses go from the small to the large. */
function spansOf(words: readonly string[], least: number): readonly string[] {
  return words
    .slice(least - 1)
    .flatMap((_, less) =>
      Array.from({ length: less + 1 }, (_, skipped) =>
        words.slice(less - skipped, words.length - skipped).join(' ')
      )
    )
}
