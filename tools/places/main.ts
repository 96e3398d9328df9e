/** `npm run places`: makes the committed table of places from the development packages. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { makeEdition } from './edition.ts'
import { brokenSeals, formatLedger, formatSeals, parseLedger, parseSeals, sealLedger } from './ledger.ts'

const table = new URL('../../src/places/table/', import.meta.url)

async function main(): Promise<void> {
  const ledger = parseLedger(readText('slugs.tsv'))
  const seals = parseSeals(readText('seals.tsv'))
  const broken = brokenSeals(ledger, seals)
  if (broken.length > 0) {
    const counts = broken.map((seal) => seal.count).join(', ')
    throw new Error(`slugs.tsv was changed within its first ${counts} lines; slugs are for ever. Restore it.`)
  }
  const edition = await makeEdition({
    earlier: { ledger, lines: readLines() },
    say: (text) => process.stderr.write(`${text}\n`)
  })
  writeFileSync(new URL('slugs.tsv', table), formatLedger(edition.ledger))
  writeFileSync(new URL('places.tsv.gz', table), gzipSync(edition.places, { level: 9 }))
  writeFileSync(new URL('alternate-names.tsv.gz', table), gzipSync(edition.alternateNames, { level: 9 }))
  if (seals.at(-1)?.count !== edition.ledger.length) {
    const sealed = [...seals, sealLedger(edition.ledger, edition.ledger.length)]
    writeFileSync(new URL('seals.tsv', table), formatSeals(sealed))
  }
  process.stderr.write(
    `${edition.ledger.length} places, ${edition.ledger.length - ledger.length} of them new.\n`
  )
}

function readLines(): readonly string[] {
  const file = new URL('places.tsv.gz', table)
  if (!existsSync(file)) return []
  return gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n').slice(1)
}

function readText(name: string): string {
  const file = new URL(name, table)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

await main()
