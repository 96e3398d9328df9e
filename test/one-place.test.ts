/**
 * What has one place in the code is not written by hand elsewhere: lengths of time in src/common/time.ts, maps that
 * drop their oldest entry in src/common/bounded-map.ts, escaping for markup in src/common/markup.ts and
 * src/site/html.ts, what a channel or a source can do in its folder.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { channelKinds } from '../src/channels/registry.ts'
import * as time from '../src/common/time.ts'
import { sourceIds } from '../src/sources/registry.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Thousandths of a degree and metres of a kilometre. */
const otherThousands = new Set([
  'src/places/point.ts',
  'src/weather/point.ts',
  'src/sources/open-meteo/url.ts',
  'src/frost/spread.ts'
])

const { secondMs, minuteMs, hourMs, dayMs, minuteSeconds, hourSeconds, daySeconds } = time
/** Numbers that are a length of time wherever they stand. */
const always = new Set([minuteMs, hourMs, dayMs, hourSeconds, daySeconds])

/** The first entry is taken out of a map, or all are, because there are too many. */
const boundedByHand =
  /\.(?:keys|values|entries)\(\)\.next\(|\.size >=? [^\n]+\) (?:\{\s*)?[\w.]+\.(?:clear|delete)\(/

/** The sources under a folder, without tests. */
function filesUnder(folder: 'src' | 'verification'): readonly string[] {
  const list = execFileSync('git', ['ls-files', `${folder}/*.ts`], { cwd: root, encoding: 'utf8' })
  return list
    .trim()
    .split('\n')
    .filter((path) => !path.endsWith('.test.ts'))
}

/** The program itself; the scripts of browsers are sent file by file and import nothing. */
function programFiles(): readonly string[] {
  return filesUnder('src').filter((path) => !/^src\/site\/browser\/|^src\/common\/time\.ts$/.test(path))
}

/** What stands for a mark of HTML or XML, or a tool that writes it. */
const escapingByHand = /&(?:amp|lt|gt|quot|apos|#0*(?:34|38|39|60|62)|#x0*(?:22|26|27|3c|3e));/i

function treeOf(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
}

/** The name that a value is given: of a constant, a member or a parameter. */
function givenName(node: ts.Node): string {
  const { parent } = node
  const isGiven =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isParameter(parent)
  return isGiven && parent.initializer === node ? parent.name.getText() : ''
}

function isOfThousand(path: string, node: ts.Node): boolean {
  const { parent } = node
  if (otherThousands.has(path) || !ts.isBinaryExpression(parent) || parent.right !== node) return false
  const { kind } = parent.operatorToken
  return kind === ts.SyntaxKind.AsteriskToken || kind === ts.SyntaxKind.SlashToken
}

/** The lengths of time in a file that are written as a number. */
function handWrittenTimes(path: string, text: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && Object.hasOwn(time, node.name.getText())) found.push(node.getText())
    if (ts.isNumericLiteral(node)) {
      const value = Number(node.text)
      const name = givenName(node)
      const isWhole =
        (name.endsWith('Ms') && value > 0 && value % minuteMs === 0) ||
        (name.endsWith('Seconds') && value > 0 && value % minuteSeconds === 0)
      const isSecond = value === secondMs && isOfThousand(path, node)
      if (always.has(value) || isWhole || isSecond) found.push(node.parent.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(treeOf(path, text))
  return found
}

describe('lengths of time', () => {
  it('are written as numbers in one file', () => {
    const files = programFiles()
    expect(files.length).toBeGreaterThan(500)
    const faults = files.flatMap((path) =>
      handWrittenTimes(path, readFileSync(join(root, path), 'utf8')).map((one) => `${path}: ${one}`)
    )
    expect(faults).toEqual([])
  })

  it.each([
    'const dayMs = 24 * hour',
    'const day = 86_400_000',
    'const pauseMs = 600_000',
    'const limits = { updatePeriodSeconds: 10_800 }',
    'const at = second * 1000',
    'const second = Math.floor(at / 1000)',
    'const within = 2 * 3600'
  ])('would be caught: %s', (text) => {
    expect(handWrittenTimes('src/app/a.ts', text)).toHaveLength(1)
  })

  it('are not seen in other numbers', () => {
    const text =
      'const maxPoints = 1000; const connectMs = 5000; const bytes = 60 * 1024; const degrees = 360'
    expect(handWrittenTimes('src/app/a.ts', text)).toEqual([])
    expect(handWrittenTimes('src/places/point.ts', 'const degrees = thousandths / 1000')).toEqual([])
  })
})

describe('maps that drop their oldest entry', () => {
  it('are of one class', () => {
    const found = programFiles().filter((path) => boundedByHand.test(readFileSync(join(root, path), 'utf8')))
    expect(found).toEqual(['src/common/bounded-map.ts'])
  })

  it.each([
    'if (known.size > most) known.clear()',
    'if (names.size >= 100 && oldest !== undefined) names.delete(oldest)',
    'if (deps.points.size > most) {\n  deps.points.delete(oldest)',
    'const oldest = points.keys().next()'
  ])('would be caught: %s', (text) => {
    expect(boundedByHand.test(text)).toBe(true)
  })
})

describe('escaping for HTML and XML', () => {
  it('is written in one file, and in the template that pages are made of', () => {
    const files = [...filesUnder('src'), ...filesUnder('verification')]
    expect(files.filter((path) => path.startsWith('verification/')).length).toBeGreaterThan(50)
    const found = files.filter((path) => escapingByHand.test(readFileSync(join(root, path), 'utf8')))
    expect(found).toEqual(['src/common/markup.ts'])
  })

  it.each([".replaceAll('&', '&amp;')", "{ '<': '&lt;' }", "'&#039;'", '"&#x3C;"'])(
    'would be caught: %s',
    (text) => {
      expect(escapingByHand.test(text)).toBe(true)
    }
  )
})

const folders = [...channelKinds.map(({ kind }) => kind), ...sourceIds]
/** A channel or a source is asked for by its name. */
const askedByName = new RegExp(
  `(?:[!=]==? |case )'(?:${folders.join('|')})'|'(?:${folders.join('|')})' [!=]==?`
)

describe('what a channel or a source can do', () => {
  it('is said by its folder, and asked by its name nowhere else', () => {
    const found = programFiles()
      .filter((path) => !folders.some((folder) => path.includes(`/${folder}/`)))
      .filter((path) => askedByName.test(readFileSync(join(root, path), 'utf8')))
    expect(found).toEqual([])
  })

  it.each(["kind !== 'webhook'", "case 'sse':", "'demo' === id"])('would be caught: %s', (text) => {
    expect(askedByName.test(text)).toBe(true)
  })
})
