/** How big the parts of the code are. What is over a bound today is counted; the counts may only fall. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const maxLines = 40
const maxParameters = 3
const widestComment = 120

/** How many are over the bounds. Lower a count with the code; never raise it. */
const counted = { longFunctions: 60, manyParameters: 87 }
/** So many fewer are allowed before the count must be lowered too. */
const slack = 5

interface Grain {
  readonly longFunctions: readonly string[]
  readonly manyParameters: readonly string[]
  readonly spreadLiterals: readonly string[]
  readonly wideComments: readonly string[]
}

function grainOf(path: string, text: string): Grain {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line
  const longFunctions: string[] = []
  const manyParameters: string[] = []
  const spreadLiterals: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const first = lineOf(node.getStart(source))
      const name = `${path}:${first + 1}`
      const lines = lineOf(node.end) - first + 1
      if (lines > maxLines) longFunctions.push(`${name} (${lines} lines)`)
      if (node.parameters.length > maxParameters)
        manyParameters.push(`${name} (${node.parameters.length} parameters)`)
    }
    if (isSpreadLiteral(node)) spreadLiterals.push(`${path}:${lineOf(node.getStart(source)) + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { longFunctions, manyParameters, spreadLiterals, wideComments: wideCommentsOf(source) }
}

/** `{ ...{ a, b } }` or `[...['a', 'b']]`: members that are written so only to share a line. */
function isSpreadLiteral(node: ts.Node): boolean {
  if (ts.isSpreadAssignment(node)) return ts.isObjectLiteralExpression(node.expression)
  if (!ts.isSpreadElement(node) || !ts.isArrayLiteralExpression(node.parent)) return false
  const inner = ts.isParenthesizedExpression(node.expression) ? node.expression.expression : node.expression
  return ts.isArrayLiteralExpression(ts.isAsExpression(inner) ? inner.expression : inner)
}

/** Comments with a line that is too wide. A line with code before its comment counts as well. */
function wideCommentsOf(source: ts.SourceFile): readonly string[] {
  const { text, fileName } = source
  if (!isWide(text)) return []
  const lines = text.split('\n')
  const wide = new Set<number>()
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? [])
    ]
    for (const { pos, end } of ranges) {
      const last = source.getLineAndCharacterOfPosition(end).line
      for (let line = source.getLineAndCharacterOfPosition(pos).line; line <= last; line++)
        if ((lines[line] ?? '').length > widestComment) wide.add(line + 1)
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...wide].toSorted((a, b) => a - b).map((line) => `${fileName}:${line}`)
}

function trackedFiles(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: root, encoding: 'utf8' })
  return list.trim().split('\n')
}

const isWide = (text: string): boolean => text.split('\n').some((line) => line.length > widestComment)
const isService = (place: string): boolean => place.startsWith('src/') && !place.includes('.test.ts')
const grains = trackedFiles().flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8')
  // Reading a file as code takes time, and of the others only comments count.
  return isService(path) || isWide(text) ? [grainOf(path, text)] : []
})
/** A sentence of a catalogue takes all that it names. */
const isText = (place: string): boolean => place.startsWith('src/language/')

test('functions of the service do not grow', () => {
  const found = grains.flatMap(({ longFunctions }) => longFunctions).filter(isService)
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(counted.longFunctions)
  expect(found.length, 'lower the count').toBeGreaterThanOrEqual(counted.longFunctions - slack)
})

test('more than three arguments become one object', () => {
  const all = grains.flatMap(({ manyParameters }) => manyParameters)
  const found = all.filter((place) => isService(place) && !isText(place))
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(counted.manyParameters)
  expect(found.length, 'lower the count').toBeGreaterThanOrEqual(counted.manyParameters - slack)
})

test('members are written plainly, each as one', () => {
  const found = grains.flatMap(({ spreadLiterals }) => spreadLiterals)
  expect(found.filter(isService)).toEqual([])
})

test('a file of the service has at most 300 lines', () => {
  const lengths = trackedFiles()
    .filter(isService)
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }))
  expect(lengths.length).toBeGreaterThan(500)
  expect(lengths.filter(({ lines }) => lines > 300)).toEqual([])
})

test('no comment is wider than a screen', () => {
  expect(grains.flatMap(({ wideComments }) => wideComments)).toEqual([])
})

test('what is too big would be counted', () => {
  const text = '// '.padEnd(121, 'x')
  const string = `const text = '${'x'.repeat(200)} // no comment'`
  const lines = Array.from({ length: 39 }, () => '  call()').join('\n')
  const planted = `${text}\n${string}\nfunction big(a, b, c, d) {\n${lines}\n}\n`
  const spread = `const o = { ...{ a } }\nconst l = [...(['a'] as const), ...['b']]\nconst p = { ...(a && { b }), ...o }`
  expect(grainOf('a.ts', planted)).toEqual({
    longFunctions: ['a.ts:3 (41 lines)'],
    manyParameters: ['a.ts:3 (4 parameters)'],
    spreadLiterals: [],
    wideComments: ['a.ts:1']
  })
  const fits = `function small(a, b, c) {\n${lines.replace('  call()\n', '')}\n}\n`
  const none = { longFunctions: [], manyParameters: [], spreadLiterals: [], wideComments: [] }
  expect(grainOf('a.ts', fits)).toEqual(none)
  expect(grainOf('a.ts', spread)).toEqual({ ...none, spreadLiterals: ['a.ts:1', 'a.ts:2', 'a.ts:2'] })
})
