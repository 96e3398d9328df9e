/** One edition of the table: the ledger and the texts that go with it. */

import { sealOf, toLine } from '../place-table.ts'
import { chooseAlternateNames } from './alternate-names.ts'
import { readCities } from './cities.ts'
import { compareLedgers, extendLedger, formatLedger, type LedgerEntry } from './ledger.ts'
import { nameRegions } from './regions.ts'
import type { Row } from './row.ts'
import { makeRows } from './rows.ts'
import { readStateTowns } from './states.ts'
import { settleTurkey } from './turkey.ts'

/** What the generator writes. */
export interface Edition {
  readonly ledger: readonly LedgerEntry[]
  /** Content of `places.tsv.gz` before compression. */
  readonly places: string
  /** Content of `alternate-names.tsv.gz` before compression. */
  readonly alternateNames: string
}

/** What an edition starts from. */
export interface EditionStart {
  /** The ledger as committed; empty for the first edition. */
  readonly earlier: readonly LedgerEntry[]
  /** Receives one line for each step. */
  readonly say: (text: string) => void
}

/**
 * Makes the next edition from the installed development packages; the same packages and ledger give the same
 * edition. Throws where a slug would be dropped or reassigned.
 */
export function makeEdition({ earlier, say }: EditionStart): Edition {
  say('Reading GeoNames…')
  const cities = readCities()
  say(`${cities.length} places. Reading the world's first-level divisions…`)
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

/** Puts rows in the order of the ledger, which grows by those it does not know yet. */
export function bindRows(earlier: readonly LedgerEntry[], rows: readonly Row[]): Edition {
  const ledger = extendLedger(earlier, rows)
  const faults = compareLedgers(earlier, ledger)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const lines: string[] = []
  const spellings: string[] = []
  ledger.forEach(({ key, slug }, index) => {
    const row = byKey.get(key)
    if (row === undefined) throw new Error(`The sources no longer have ${slug} (${key}).`)
    lines.push(toLine(row))
    const names = chooseAlternateNames(row)
    if (names.length > 0) spellings.push([index, ...names].join('\t'))
  })
  const header = ['ayaz places', ledger.length, sealOf(Buffer.from(formatLedger(ledger)))].join('\t')
  return {
    ledger,
    places: [header, ...lines, ''].join('\n'),
    alternateNames: [...spellings, ''].join('\n')
  }
}
