import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bindRows, makeEdition } from './edition.ts'
import { formatLedger, parseLedger, parseSeals } from './ledger.ts'
import type { Row } from './row.ts'

const file = (name: string): Buffer =>
  readFileSync(new URL(`../../src/places/table/${name}`, import.meta.url))
const unpacked = (name: string): string => gunzipSync(file(name)).toString('utf8')
const [, ...lines] = unpacked('places.tsv.gz').trimEnd().split('\n')
const ledger = parseLedger(file('slugs.tsv').toString('utf8'))

const missing = existsSync(new URL('node_modules', import.meta.url))
  ? ''
  : ': no packages (npm ci --prefix tools/places)'

describe('a regeneration', () => {
  it.skipIf(missing !== '')(
    `from the edition before gives the committed table, slug for slug, and tells its steps${missing}`,
    async () => {
      const reported: string[] = []
      const before = parseSeals(file('seals.tsv').toString('utf8')).at(-2)?.count ?? 0
      const earlier = { ledger: ledger.slice(0, before), lines: lines.slice(0, before) }
      const edition = await makeEdition({ earlier, say: (text) => reported.push(text) })
      expect(formatLedger(edition.ledger) === file('slugs.tsv').toString('utf8')).toBe(true)
      expect(edition.places === unpacked('places.tsv.gz')).toBe(true)
      expect(edition.alternateNames === unpacked('alternate-names.tsv.gz')).toBe(true)
      expect(reported).toContain('81 provinces, 973 districts, 58 not in GeoNames.')
      expect(reported.length).toBeGreaterThanOrEqual(5)
    }
  )

  it('keeps a place that the sources have dropped as it was told last', () => {
    const newcomer: Row = {
      key: '1',
      name: 'Yeniyer',
      country: 'TR',
      region: null,
      lat: 38.5,
      lon: 38.25,
      elevation: null,
      timezone: 'Europe/Istanbul',
      population: 3,
      kind: 'place',
      candidates: ['malatya', 'yeniyer'],
      alternateNames: []
    }
    const edition = bindRows({ ledger, lines }, [newcomer])
    expect(edition.ledger.slice(0, -1)).toEqual(ledger)
    expect(edition.ledger.at(-1)).toEqual({ key: '1', slug: 'yeniyer' })
    const [, ...stored] = edition.places.trimEnd().split('\n')
    expect(stored.slice(0, -1)).toEqual(lines)
    expect(stored.at(-1)).toBe('o\tYeniyer\tTR\t\t38.5\t38.25\t\tEurope/Istanbul\t3')
  })
})
