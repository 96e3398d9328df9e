/** Every pattern of the service takes time in proportion to the text: no visitor's text can hold the thread. */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

interface Verdict {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly complexity?: { readonly summary: string }
  readonly error?: { readonly kind: string }
}
interface Checker {
  readonly checkSync: (
    source: string,
    flags: string,
    options: { readonly checker: 'automaton'; readonly timeout: number }
  ) => Verdict
}
// The build in JavaScript; its entry for Node would start a program of its own.
const { checkSync }: Checker = createRequire(import.meta.url)('recheck/lib/browser.js')

interface Pattern {
  readonly place: string
  readonly source: string
  readonly flags: string
}

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.includes('.test.'))
const found = files.map((path) => patternsOf(path, readFileSync(join(root, path), 'utf8')))

/** The patterns of a file, also those of schemas, and where it makes a pattern that only a run would show. */
function patternsOf(path: string, text: string): { readonly patterns: Pattern[]; readonly made: string[] } {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const [patterns, made]: [Pattern[], string[]] = [[], []]
  const visit = (node: ts.Node): void => {
    const place = `${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      patterns.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    if (ts.isPropertyAssignment(node) && node.name.getText(source) === 'pattern') {
      const { initializer } = node
      if (ts.isStringLiteralLike(initializer)) patterns.push({ place, source: initializer.text, flags: 'u' })
      else if (!isLiteral(initializer, source)) made.push(place)
    }
    if (makesPattern(node, source)) made.push(place)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { patterns, made }
}

/** A literal, its source, or an object or a text that is no pattern of expressions. */
function isLiteral(node: ts.Expression, source: ts.SourceFile): boolean {
  return ts.isRegularExpressionLiteral(node) || node.getText(source).endsWith('attern.source')
}

function makesPattern(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false
  if (node.expression.getText(source) === 'RegExp') return true
  const [first] = node.arguments ?? []
  const isMatch =
    ts.isPropertyAccessExpression(node.expression) && /^match(?:All)?$/.test(node.expression.name.text)
  return isMatch && first !== undefined && ts.isStringLiteralLike(first)
}

function faultOf({ place, source, flags }: Pattern): readonly string[] {
  const { status, complexity, error } = checkSync(source, flags, { checker: 'automaton', timeout: 120_000 })
  return status === 'safe'
    ? []
    : [`${place} /${source}/${flags}: ${complexity?.summary ?? error?.kind ?? status}`]
}

test('the checker finds patterns whose time grows faster than the text', () => {
  const slow = [
    String.raw`const a = /^[^a-z]*\[[^\]]*\d[^\]]*\]/i`,
    String.raw`const b = text.replace(/\s+$/, '')`,
    "const c = Type.String({ pattern: '^(a+)+$' })",
    String.raw`const d = /\([^)]*\)$/`
  ]
  const judged = slow.map((text) => patternsOf('planted.ts', text).patterns.flatMap(faultOf).length)
  expect(judged).toEqual(slow.map(() => 1))
  const made = ['new RegExp(given)', 'RegExp(a + b)', 'text.match("a+")', '({ pattern: given })']
  expect(made.map((text) => patternsOf('planted.ts', text).made.length)).toEqual(made.map(() => 1))
})

test('no pattern is put together while the service runs', () => {
  expect(found.flatMap(({ made }) => made)).toEqual([])
})

test('every pattern takes linear time', () => {
  const patterns = found.flatMap((one) => one.patterns)
  expect(patterns.length).toBeGreaterThan(200)
  const distinct = new Map(patterns.map((one) => [`${one.source}/${one.flags}`, one]))
  expect([...distinct.values()].flatMap(faultOf)).toEqual([])
})
