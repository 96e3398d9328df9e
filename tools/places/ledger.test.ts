import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  brokenSeals,
  compareLedgers,
  extendLedger,
  formatLedger,
  type LedgerEntry,
  parseLedger,
  parseSeals,
  sealLedger
} from './ledger.ts'
import type { Row } from './row.ts'

const committed = (name: string): string =>
  readFileSync(new URL(`../../src/places/table/${name}`, import.meta.url), 'utf8')

function row(key: string, candidates: readonly string[]): Row {
  const place = { name: key, country: 'TR', region: null, lat: 38, lon: 38, elevation: null } as const
  return {
    ...place,
    key,
    candidates,
    timezone: 'Europe/Istanbul',
    population: 1,
    kind: 'place',
    alternateNames: []
  }
}

describe('the committed ledger', () => {
  const ledger = parseLedger(committed('slugs.tsv'))
  const seals = parseSeals(committed('seals.tsv'))
  const malatya = ledger.findIndex((entry) => entry.slug === 'malatya')
  const moved = (change: (copy: LedgerEntry[]) => void): readonly LedgerEntry[] => {
    const copy = [...ledger]
    change(copy)
    return copy
  }

  it('keeps every seal of every edition, and the last one covers all of it', () => {
    expect(seals.length).toBeGreaterThan(0)
    expect(brokenSeals(ledger, seals)).toEqual([])
    expect(seals.at(-1)?.count).toBe(ledger.length)
  })

  it('is read and written without loss', () => {
    expect(formatLedger(ledger)).toBe(committed('slugs.tsv'))
  })

  it.each<[string, (copy: LedgerEntry[]) => void]>([
    ['reassigned', (copy) => copy.splice(malatya, 1, { key: '1', slug: 'malatya' })],
    ['renamed', (copy) => copy.splice(malatya, 1, { key: 'TR-44', slug: 'malatya-merkez' })],
    ['dropped', (copy) => copy.splice(malatya, 1)],
    [
      'swapped with its neighbour',
      (copy) => copy.splice(malatya, 2, ...copy.slice(malatya, malatya + 2).reverse())
    ],
    ['dropped from the end', (copy) => copy.pop()]
  ])('does not let a slug be %s unnoticed', (_, change) => {
    expect(brokenSeals(moved(change), seals)).toHaveLength(seals.length)
    expect(compareLedgers(ledger, moved(change))).not.toEqual([])
  })

  it('lets a slug be added at the end', () => {
    const longer = [...ledger, { key: 'new', slug: 'somewhere-new' }]
    expect(brokenSeals(longer, seals)).toEqual([])
    expect(compareLedgers(ledger, longer)).toEqual([])
  })

  it('does not let a slug be given twice', () => {
    const doubled = [...ledger, { key: 'new', slug: 'malatya' }]
    expect(compareLedgers(ledger, doubled)).toEqual(['The slug malatya stands 2 times.'])
  })
})

describe('giving out slugs', () => {
  it('gives the bare name to the first who claims it and the next wish to the others', () => {
    const rows = [row('1', ['york']), row('2', ['york', 'york-pennsylvania']), row('3', ['york', 'york-us'])]
    expect(extendLedger([], rows).map((entry) => entry.slug)).toEqual([
      'york',
      'york-pennsylvania',
      'york-us'
    ])
  })

  it('never takes a slug away, however large the newcomer and however its owner is called now', () => {
    const ledger = extendLedger([], [row('1', ['york'])])
    const later = extendLedger(ledger, [row('9', ['york', 'york-9']), row('1', ['new-york'])])
    expect(later).toEqual([
      { key: '1', slug: 'york' },
      { key: '9', slug: 'york-9' }
    ])
  })

  it('keeps the slug of a place that is no longer in the sources', () => {
    const ledger = extendLedger([], [row('1', ['gone'])])
    expect(extendLedger(ledger, [row('2', ['gone', 'gone-2'])])).toEqual([
      { key: '1', slug: 'gone' },
      { key: '2', slug: 'gone-2' }
    ])
  })

  it('refuses a row without a free and well-formed wish', () => {
    expect(() => extendLedger([], [row('1', ['Ürgüp', '', 'a--b', 'x'.repeat(65)])])).toThrow(
      'No slug is free'
    )
  })

  it('seals as many lines as it says', () => {
    const ledger = [
      { key: '1', slug: 'one' },
      { key: '2', slug: 'two' }
    ]
    expect(sealLedger(ledger, 1)).toEqual(sealLedger(ledger.slice(0, 1), 1))
    expect(sealLedger(ledger, 2).sha256).not.toBe(sealLedger(ledger, 1).sha256)
  })
})
