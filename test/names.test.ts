/** One word has one meaning (docs/glossary.md): words that were given up do not come back into identifiers and file names. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Word given up → the word to use. */
const instead: Readonly<Record<string, string>> = {
  house: 'app',
  housed: 'app',
  outlook: 'forecasts',
  obtain: 'get',
  recall: 'load',
  kept: 'cached or stored',
  flights: 'single flight',
  asker: 'requester',
  told: 'notified or reported',
  tell: 'report',
  tells: 'reports',
  whoever: 'the one who',
  nobody: 'none',
  stranger: 'visitor, anonymous or unproven',
  strangers: 'visitors, anonymous or unproven',
  blind: 'data gap',
  sighted: 'data restored',
  lane: 'receiver queue',
  lanes: 'receiver queues',
  departure: 'started attempt',
  arrival: 'finished attempt',
  handover: 'setup',
  desk: 'form handler',
  wish: 'options or form',
  nudge: 'wake',
  upkeep: 'maintenance'
}

/** Names of the database, which old databases have; an update of their schema for a name alone is not worth its risk. */
const exempt: Readonly<Record<string, readonly string[]>> = {
  'src/store/alert-tables.ts': ['told'],
  'src/store/schema.ts': ['KeptForecastsTable'],
  'src/store/runs.ts': ['told'],
  // Values of a column, and published kinds of messages.
  'src/alerts/content.ts': ['blind', 'sighted'],
  'src/alerts/outbox-ports.ts': ['blind', 'sighted'],
  'src/language/en/alerts.ts': ['blind', 'sighted'],
  'src/language/tr/alerts.ts': ['blind', 'sighted'],
  'src/language/en/manage.ts': ['blind', 'sighted'],
  'src/language/tr/manage.ts': ['blind', 'sighted'],
  'src/http/alerts/webhook-events.ts': ['blind', 'sighted']
}

function wordsOf(name: string): readonly string[] {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []
  return words.map((word) => word.toLowerCase())
}

/** What is wrong with a name; null where nothing is. Column names of the database (`told_at`) are exempt as above. */
function faultOf(name: string): string | null {
  const word = wordsOf(name).find((one) => Object.hasOwn(instead, one))
  return word === undefined ? null : `${name}: not "${word}" but ${instead[word]}`
}

function namesIn(path: string, text: string): readonly string[] {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node)
    const isColumn = isName && /[a-z]_[a-z]/.test(node.text)
    if (isName && !isColumn) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return [...names].filter((name) => !exempt[path]?.includes(name))
}

function trackedFiles(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: root, encoding: 'utf8' })
  return list.trim().split('\n')
}

describe('names', () => {
  it('of files use the words of the glossary', () => {
    const faults = trackedFiles().flatMap((path) => {
      if (path.startsWith('src/store/migrations/')) return []
      const fault = faultOf(
        basename(path)
          .replaceAll('-', 'X')
          .replace(/X([a-z])/g, (_, letter) => letter.toUpperCase())
      )
      return fault === null ? [] : [`${path}: ${fault}`]
    })
    expect(faults).toEqual([])
  })

  it('in the code use the words of the glossary', () => {
    const files = trackedFiles().filter((path) => path.endsWith('.ts') && path !== 'test/names.test.ts')
    expect(files.length).toBeGreaterThan(500)
    const faults = files.flatMap((path) =>
      namesIn(path, readFileSync(join(root, path), 'utf8')).flatMap((name) => {
        const fault = faultOf(name)
        return fault === null ? [] : [`${path}: ${fault}`]
      })
    )
    expect(faults).toEqual([])
  })

  it('would be caught, also inside a longer name', () => {
    expect(['openHouse', 'isTold', '#lanes', 'kept-answers'].map((name) => faultOf(name) !== null)).toEqual(
      Array.from({ length: 4 }, () => true)
    )
    expect(faultOf('warehouse')).toBeNull()
    expect(namesIn('a.ts', 'const toldAt = { told_at: 1 }')).toEqual(['toldAt'])
  })
})
