import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countCode } from './code.ts'
import { linesOf, textFiles, tokensOf, wideLines, wordsOf } from './files.ts'
import { countImports } from './imports.ts'
import { productionPackages } from './packages.ts'

const wide = `export const wide = '${'x'.repeat(110)}'\n`
const planted = {
  'src/frost/night.ts': `/**
 * What a comment says
 * on three lines.
 */
export interface FrostNight { readonly date: string } // and one more
type OwnNight = FrostNight
export type Half = 'first' | 'second'
export const late = (night: OwnNight): string => night.date
export const never = '// no comment'
`,
  'src/alerts/uses.ts': `import { type FrostNight, late } from '../frost/night.ts'
import * as all from '../frost/night.ts'
export { never } from '../frost/night.ts'
export const both = (night: FrostNight): string => late(night) + all.late(night)
`,
  'src/http/uses.ts': "import { late as later } from '../frost/night.ts'\nexport const used = later\n",
  'src/http/uses.test.ts': `import { used } from './uses.ts'\n${wide}export const test = used\n`,
  'src/frost/wide.ts': wide,
  'src/frost/table.ts': `// Made by \`npm run crops\` from a table.\n${wide}`,
  'src/language/en/wide.ts': wide,
  'src/picture.gz': 'a\0b'
}

describe('what is counted', () => {
  let root = ''
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'ayaz-size-'))
    for (const [path, text] of Object.entries(planted)) {
      mkdirSync(join(root, path, '..'), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    execFileSync('git', ['init', '--quiet'], { cwd: root })
    execFileSync('git', ['add', '.'], { cwd: root })
    writeFileSync(join(root, 'untracked.ts'), wide)
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('are tracked files of text', () => {
    const paths = textFiles(root).map(({ path }) => path)
    expect(paths.toSorted()).toEqual(
      Object.keys(planted)
        .filter((path) => path !== 'src/picture.gz')
        .toSorted()
    )
    expect(wideLines(textFiles(root))).toBe(1)
  })

  it('are imports, comments, tokens, exports and types of the code', () => {
    const names = ['src/frost/night.ts', 'src/alerts/uses.ts', 'src/http/uses.ts'] as const
    const code = countCode(names.map((name) => join(root, name)))
    expect(code).toMatchObject({
      imports: 3,
      reExports: 1,
      commentLines: 5,
      // FrostNight, Half, late, never; never again, both; used.
      exports: 7,
      // FrostNight and never in alerts; late in alerts and http.
      exportsUsedByOneFile: 2,
      exportedTypes: 2,
      nightTypes: 2
    })
    writeFileSync(join(root, 'one.ts'), "/* said */ const one = ['a b', `b`] // twice\n")
    expect(countCode([join(root, 'one.ts')])).toMatchObject({ tokens: 8, commentLines: 1, imports: 0 })
  })

  it('are lines, words and tokens of a text, however it is broken', () => {
    expect([linesOf(''), linesOf('a'), linesOf('a\n'), linesOf('a\nb')]).toEqual([0, 1, 1, 2])
    expect(wordsOf(' Kırağı  düşer.\n')).toBe(2)
    expect(tokensOf('kırağı(a, 12)\n')).toBe(tokensOf('kırağı(\n  a,\n  12\n)'))
    expect(tokensOf('kırağı(a, 12)')).toBe(6)
  })

  it('are files with one importer and folders that import each other', () => {
    const modules = [
      { source: 'src/a/one.ts', dependents: ['src/b/two.ts', 'src/a/one.test.ts', 'test/x.ts'] },
      { source: 'src/b/two.ts', dependents: ['src/a/three.ts', 'src/c/four.ts'] },
      { source: 'src/c/four.ts', dependents: ['src/sources/registry.ts'] },
      { source: 'test/x.ts', dependents: ['src/a/one.test.ts'] }
    ]
    expect(countImports(modules)).toEqual({ folderPairs: ['a b'], singleImporters: ['src/a/one.ts'] })
  })

  it('are packages of production, without those of development or of one platform', () => {
    const packages = {
      '': {},
      'node_modules/a': {},
      'node_modules/a/node_modules/b': {},
      'node_modules/c': { dev: true },
      'node_modules/d': { optional: true }
    }
    for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
    for (const path of ['a', 'a/node_modules/b', 'c'])
      writeFileSync(join(root, 'node_modules', path, 'index.js'), 'x'.repeat(400_000))
    expect(productionPackages(root)).toMatchObject({ packages: 2, mb: 0.8 })
  })
})
