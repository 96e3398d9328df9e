import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import type { Place } from '../weather/point.ts'

/** The row of a slug without strings: as keys of a Map, 28,000 take 2 MB and twenty times as long to fill. */

/** Slots of the table: a power of two, more than twice as many as there are slugs. */
const slots = 1 << 16

/** Lines of text as bytes. `starts` has the start of each line and, last, the end of the text. */
interface Lines {
  readonly bytes: Buffer
  readonly starts: Uint32Array
}

/** FNV-1a. */
const [basis, prime] = [0x811c9dc5, 0x01000193]
const [tab, newline] = [9, 10]

/** `lines`: ASCII `key<TAB>slug`, at most 32,000. @returns The number of a slug's line, or null */
export function indexSlugs({ bytes, starts }: Lines): (slug: string) => number | null {
  /** The number of a line plus 1; 0: free. A slug whose slot is taken is in the next that is free. */
  const table = new Uint16Array(slots)
  const slugStarts = new Uint32Array(starts.length)
  let [row, hash] = [0, basis]
  for (let at = 0; at < bytes.length; at++) {
    const letter = bytes[at] ?? 0
    if (letter === tab) {
      slugStarts[row] = at + 1
      hash = basis
    } else if (letter === newline) {
      let slot = slotOf(hash)
      while (table[slot] !== 0) slot = slotOf(slot + 1)
      row += 1
      table[slot] = row
    } else hash = Math.imul(hash ^ letter, prime)
  }
  return (slug) => {
    let sought = basis
    for (let at = 0; at < slug.length; at++) sought = Math.imul(sought ^ slug.charCodeAt(at), prime)
    for (let slot = slotOf(sought); table[slot] !== 0; slot = slotOf(slot + 1)) {
      const found = (table[slot] ?? 0) - 1
      const [start, end] = [slugStarts[found] ?? 0, (starts[found + 1] ?? 0) - 1]
      if (end - start === slug.length && bytes.toString('latin1', start, end) === slug) return found
    }
    return null
  }
}

function slotOf(hash: number): number {
  return (hash >>> 0) % slots
}

export interface PlaceColumns {
  readonly kinds: readonly Place['kind'][]
  /** [° north], [° east] */
  readonly lats: Float64Array
  readonly lons: Float64Array
  readonly populations: Float64Array
}

/** Folded spellings of one place other than its name, joined by `|`; '' where there are none. */
export interface AlternateNames {
  readonly latin: string
  readonly otherScripts: string
}

/** The table cannot be used: a file is missing, damaged, or not of the same edition as the others. */
class PlaceTableError extends Error {
  readonly kind = 'place_table_damaged'
}

const folder = new URL('./table/', import.meta.url)
const inflate = promisify(gunzip)
const kinds: Readonly<Record<string, Place['kind']>> = { p: 'province', d: 'district', o: 'place' }

export type PlaceTable = Awaited<ReturnType<typeof readPlaceTable>>

/**
 * Rejects with PlaceTableError if its files do not belong together: line n of `places.tsv.gz` is the place of line n of
 * `slugs.tsv`, the append-only list of (key, slug). 28,000 ready objects would cost ten times the memory of bytes.
 */
export async function readPlaceTable(from: URL = folder) {
  const [ledger, packed] = await Promise.all(
    ['slugs.tsv', 'places.tsv.gz'].map((name) => readFile(new URL(name, from)))
  )
  if (!ledger || !packed) throw new PlaceTableError('The table of places is incomplete.')
  const rows = linesOf(await inflate(packed))
  const entries = linesOf(ledger)
  const count = entries.starts.length - 1
  const expected = ['ayaz places', String(count), checksumOf(ledger)].join('\t')
  if (text(rows, 0) !== expected || rows.starts.length !== count + 2) {
    throw new PlaceTableError('places.tsv.gz does not belong to slugs.tsv: run `npm run places`.')
  }
  const entryAt = (index: number): readonly string[] => {
    if (!(index >= 0 && index < count)) throw new RangeError(`No row ${index} in the table of places.`)
    return text(entries, index).split('\t')
  }
  return {
    count,
    /** The number of a slug's row, or null. */
    indexOf: indexSlugs(entries),
    /** What the row's slug is bound to: GeoNames' number, `TR-44` or `TR-44/battalgazi`. */
    key: (index: number) => entryAt(index)[0] ?? '',
    /** The place of a row 0…count − 1; throws RangeError outside. */
    place: (index: number) => toPlace(entryAt(index)[1] ?? '', text(rows, index + 1)),
    /** What ranking and nearness need of every row, read again at each call: ten times faster than every place. */
    columns: () => readColumns(rows, count),
    alternateNames: () => unpackAlternateNames(readFileSync(new URL('alternate-names.tsv.gz', from)))
  }
}

/** The seal of the list of slugs: the first 32 hexadecimal digits of its SHA-256. */
export function checksumOf(ledger: Uint8Array): string {
  return createHash('sha256').update(ledger).digest('hex').slice(0, 32)
}

/** One line of `places.tsv` without its slug, which is in the ledger. */
export function toLine(place: Omit<Place, 'slug'>): string {
  const kind = place.kind === 'province' ? 'p' : place.kind === 'district' ? 'd' : 'o'
  const { name, country, region, lat, lon, elevation, timezone, population } = place
  return [kind, name, country, region ?? '', lat, lon, elevation ?? '', timezone, population].join('\t')
}

function toPlace(slug: string, line: string): Place {
  const column = line.split('\t')
  const at = (index: number): string => column[index] ?? ''
  return {
    slug,
    name: at(1),
    country: at(2),
    region: at(3) === '' ? null : at(3),
    lat: Number(at(4)),
    lon: Number(at(5)),
    elevation: at(6) === '' ? null : Number(at(6)),
    timezone: at(7),
    population: Number(at(8)),
    kind: kinds[at(0)] ?? 'place'
  }
}

/** Read as Latin-1, each byte is a letter, so `starts` stays right; numbers and signs are the same in it. */
function readColumns({ bytes, starts }: Lines, count: number): PlaceColumns {
  const rows = bytes.toString('latin1')
  const columns = {
    kinds: new Array<Place['kind']>(count),
    lats: new Float64Array(count),
    lons: new Float64Array(count),
    populations: new Float64Array(count)
  }
  for (let row = 0; row < count; row++) {
    const start = starts[row + 1] ?? 0
    const end = (starts[row + 2] ?? 1) - 1
    let lat = start
    for (let column = 0; column < 4; column++) lat = rows.indexOf('\t', lat) + 1
    const lon = rows.indexOf('\t', lat) + 1
    columns.kinds[row] = kinds[rows.charAt(start)] ?? 'place'
    columns.lats[row] = Number(rows.slice(lat, lon - 1))
    columns.lons[row] = Number(rows.slice(lon, rows.indexOf('\t', lon)))
    columns.populations[row] = Number(rows.slice(rows.lastIndexOf('\t', end) + 1, end))
  }
  return columns
}

function unpackAlternateNames(packed: Buffer): ReadonlyMap<number, AlternateNames> {
  const lines = gunzipSync(packed).toString('utf8').trimEnd().split('\n')
  return new Map(
    lines.map((line) => {
      const [row, latin = '', otherScripts = ''] = line.split('\t')
      return [Number(row), { latin, otherScripts }]
    })
  )
}

function linesOf(bytes: Buffer): Lines {
  const starts = [0]
  // Three times as fast as a call of indexOf for each line.
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 10) starts.push(at + 1)
  return { bytes, starts: Uint32Array.from(starts) }
}

function text({ bytes, starts }: Lines, line: number): string {
  return bytes.toString('utf8', starts[line] ?? 0, (starts[line + 1] ?? 1) - 1)
}
