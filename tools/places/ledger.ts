/** The list of slugs: append-only, so that a link or a subscription made today holds for ever. */

import { createHash } from 'node:crypto'
import { slugPattern } from '../../src/places/folding.ts'
import type { Row } from './row.ts'

/** A slug and what it is bound to. */
export interface LedgerEntry {
  readonly key: string
  readonly slug: string
}

/** A fixed length of the ledger with the hash of its lines up to there. */
export interface Seal {
  readonly count: number
  readonly sha256: string
}

/**
 * The ledger with an entry for every row that had none, in the order of the rows.
 *
 * Entries that were there stay as and where they are, whether a row still has their key or not. Throws if
 * none of a row's wishes is free.
 */
export function extendLedger(ledger: readonly LedgerEntry[], rows: readonly Row[]): readonly LedgerEntry[] {
  const keys = new Set(ledger.map((entry) => entry.key))
  const taken = new Set(ledger.map((entry) => entry.slug))
  const extended = [...ledger]
  for (const { key, name, candidates } of rows) {
    if (keys.has(key)) continue
    const slug = candidates.find((form) => !taken.has(form) && form.length <= 64 && slugPattern.test(form))
    if (slug === undefined) throw new Error(`No slug is free for ${name} (${key}): ${candidates.join(', ')}`)
    keys.add(key)
    taken.add(slug)
    extended.push({ key, slug })
  }
  return extended
}

/** What is wrong with a later ledger: entries dropped, reassigned, moved or doubled, one sentence each. */
export function compareLedgers(
  earlier: readonly LedgerEntry[],
  later: readonly LedgerEntry[]
): readonly string[] {
  const faults: string[] = []
  earlier.forEach((entry, index) => {
    const now = later[index]
    if (now?.key === entry.key && now.slug === entry.slug) return
    faults.push(`Line ${index + 1} was ${lineOf(entry)} and is ${now === undefined ? 'gone' : lineOf(now)}.`)
  })
  for (const [what, read] of [['key', keyOf] as const, ['slug', slugOf] as const]) {
    for (const [value, entries] of Map.groupBy(later, read)) {
      if (entries.length > 1) faults.push(`The ${what} ${value} stands ${entries.length} times.`)
    }
  }
  return faults
}

/** The ledger's text, one `key<TAB>slug` a line. */
export function formatLedger(ledger: readonly LedgerEntry[]): string {
  return ledger.map((entry) => `${entry.key}\t${entry.slug}\n`).join('')
}

/** Reads what formatLedger wrote; '' gives an empty ledger. */
export function parseLedger(text: string): readonly LedgerEntry[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', slug = ''] = line.split('\t')
      return { key, slug }
    })
}

/** The seal of a ledger's first `count` entries. */
export function sealLedger(ledger: readonly LedgerEntry[], count: number): Seal {
  const sha256 = createHash('sha256')
    .update(formatLedger(ledger.slice(0, count)))
    .digest('hex')
  return { count, sha256 }
}

/** The seals that a ledger does not keep: something under them was changed or taken away. */
export function brokenSeals(ledger: readonly LedgerEntry[], seals: readonly Seal[]): readonly Seal[] {
  return seals.filter(
    (seal) => seal.count > ledger.length || sealLedger(ledger, seal.count).sha256 !== seal.sha256
  )
}

/** The seals' text, one `count<TAB>sha256` a line. */
export function formatSeals(seals: readonly Seal[]): string {
  return seals.map((seal) => `${seal.count}\t${seal.sha256}\n`).join('')
}

/** Reads what formatSeals wrote. */
export function parseSeals(text: string): readonly Seal[] {
  return parseLedger(text).map(({ key, slug }) => ({ count: Number(key), sha256: slug }))
}

function keyOf(entry: LedgerEntry): string {
  return entry.key
}

function slugOf(entry: LedgerEntry): string {
  return entry.slug
}

function lineOf(entry: LedgerEntry): string {
  return `${entry.key} → ${entry.slug}`
}
