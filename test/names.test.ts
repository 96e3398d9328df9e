/**
 * One word has one meaning (docs/glossary.md): words that were given up do not come back into identifiers and file
 * names.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Word given up, or words beside each other → the word to use. */
const instead: Readonly<Record<string, string>> = {
  house: 'app',
  housed: 'app',
  rooms: 'a type with the suffix Deps',
  outlook: 'forecasts',
  obtain: 'get',
  recall: 'load',
  kept: 'cached or stored',
  flights: 'single flight',
  asker: 'requester',
  askers: 'requesters',
  told: 'notified or reported',
  tell: 'report',
  tells: 'reports',
  whoever: 'the one who',
  nobody: 'none',
  somebody: 'subscriber, visitor or client',
  everybody: 'all',
  anybody: 'anyone in public',
  stranger: 'visitor, anonymous or unproven',
  strangers: 'visitors, anonymous or unproven',
  blind: 'data gap',
  sight: 'data',
  sights: 'data gaps',
  sighted: 'data restored',
  lane: 'receiver queue',
  lanes: 'receiver queues',
  departure: 'started attempt',
  arrival: 'finished attempt',
  arrivals: 'finished attempts',
  handover: 'setup',
  saying: 'content',
  silence: 'idle time, or what is not sent',
  desk: 'form handler',
  door: 'request, API or route',
  wish: 'options or form',
  nudge: 'wake',
  beat: 'ping',
  pulse: 'activity',
  pulses: 'activity',
  upkeep: 'maintenance',
  lying: 'clustered, or faulty',
  'keep up': 'maintenance',
  'put off': 'postpone',
  'same as': 'destination key',
  'limited by': 'rate limit key',
  'written form': 'serialized body',
  'crowd look': 'analyze tables',
  'in turns': 'chunked',
  'ways to': 'indexes',
  'curve question': 'profile question',
  'curve fault': 'question fault',
  'curve label': 'profile label',
  'curve form': 'profile form',
  'curve options': 'profile options'
}

/**
 * Names of the database, which old databases have; an update of their schema for a name alone is not worth its risk.
 */
const exempt: Readonly<Record<string, readonly string[]>> = {
  // The name of a migration that has run.
  'src/store/migrations/registry.ts': ['waysToRows'],
  'src/store/migrations/0002-to-0008.ts': ['waysToRows'],
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
  const words = ` ${wordsOf(name).join(' ')} `
  const word = Object.keys(instead).find((one) => words.includes(` ${one} `))
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
    const caught = ['openHouse', 'isTold', '#lanes', 'kept-answers', 'endSilence', 'isSameAs', 'keepUp']
    expect(caught.filter((name) => faultOf(name) === null)).toEqual([])
    const allowed = ['warehouse', 'heartbeat', 'same', 'keepUpper']
    expect(allowed.filter((name) => faultOf(name) !== null)).toEqual([])
    expect(namesIn('a.ts', 'const toldAt = { told_at: 1 }')).toEqual(['toldAt'])
  })
})
