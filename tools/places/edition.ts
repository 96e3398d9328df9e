/** One edition of the table: the ledger and the texts that go with it. */

import { checksumOf, toLine } from '../../src/places/place-table.ts'
import { openTimeZones } from '../../src/places/point.ts'
import { chooseAlternateNames } from './alternate-names.ts'
import { readCities } from './cities.ts'
import { compareLedgers, extendLedger, formatLedger, type LedgerEntry } from './ledger.ts'
import { nameRegions } from './regions.ts'
import type { Row } from './row.ts'
import { makeRows } from './rows.ts'
import { readStateTowns } from './states.ts'
import { settleTurkey } from './turkey.ts'
import { refreshZones } from './zones.ts'

/** What the generator writes. */
export interface Edition {
  readonly ledger: readonly LedgerEntry[]
  /** Content of `places.tsv.gz` before compression. */
  readonly places: string
  /** Content of `alternate-names.tsv.gz` before compression. */
  readonly alternateNames: string
}

/** What must be kept of the edition before. */
export interface EarlierEdition {
  readonly ledger: readonly LedgerEntry[]
  /** Line n tells of entry n; used where the sources no longer have its place. */
  readonly lines: readonly string[]
}

/** What an edition starts from. */
export interface EditionStart {
  /** The edition as committed; empty lists for the first. */
  readonly earlier: EarlierEdition
  /** Receives one line for each step. */
  readonly say: (text: string) => void
}

/**
 * Makes the next edition from the installed development packages; the same packages and ledger give the same
 * edition. Throws where a slug would be dropped or reassigned.
 */
export async function makeEdition({ earlier, say }: EditionStart): Promise<Edition> {
  say('Reading GeoNames…')
  const read = readCities()
  say(`${read.length} places. Looking up their time zones…`)
  const cities = refreshZones(read, await openTimeZones())
  say(
    `${cities.filter((city, index) => city !== read[index]).length} zones changed. Reading the world's first-level divisions…`
  )
  const towns = readStateTowns()
  say(`${towns.length} towns. Naming the divisions…`)
  const regions = nameRegions(cities, towns)
  say(`${regions.size} divisions named. Finding the provinces and districts of Türkiye…`)
  const turkey = settleTurkey(cities, towns)
  const lacking = turkey.districts.filter((district) => district.city === null).length
  say(
    `${turkey.provinces.length} provinces, ${turkey.districts.length} districts, ${lacking} not in GeoNames.`
  )
  const rows = makeRows({ cities, turkey, regions })
  say(`${rows.length} rows. Giving out slugs…`)
  return bindRows(earlier, rows)
}

/**
 * Puts rows in the order of the ledger, which grows by those it does not know yet. A place the sources have
 * dropped stays as it was told last, without its other spellings.
 */
export function bindRows(earlier: EarlierEdition, rows: readonly Row[]): Edition {
  const ledger = extendLedger(earlier.ledger, rows)
  const faults = compareLedgers(earlier.ledger, ledger)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const lines: string[] = []
  const spellings: string[] = []
  ledger.forEach(({ key, slug }, index) => {
    const row = byKey.get(key)
    const line = row === undefined ? earlier.lines[index] : toLine(row)
    if (line === undefined) throw new Error(`Nothing is known of ${slug} (${key}).`)
    lines.push(line)
    if (row === undefined) return
    const { latin, otherScripts } = chooseAlternateNames(row)
    if (latin + otherScripts !== '') spellings.push([index, latin, otherScripts].join('\t'))
  })
  const header = ['ayaz places', ledger.length, checksumOf(Buffer.from(formatLedger(ledger)))].join('\t')
  return {
    ledger,
    places: [header, ...lines, ''].join('\n'),
    alternateNames: [...spellings, ''].join('\n')
  }
}
