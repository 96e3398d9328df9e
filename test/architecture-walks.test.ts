/**
 * The walks of docs/architecture.md are the imports of the code: each step imports the next, or implements an interface
 * of it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const walks = [...document.matchAll(/^### (.+)\n\n```walk\n([^`]+)```$/gm)].map(
  ([, name = '', text = '']) => ({
    name,
    text
  })
)

/** `importer` must import `imported`; files by their path in the repository. */
interface Step {
  readonly importer: string
  readonly imported: string
}

/** The steps of a walk; throws where a line is none. */
function stepsOf(walk: string): readonly Step[] {
  const steps: Step[] = []
  for (const branch of walk.trimEnd().split('\n\n')) {
    let above: string | null = null
    for (const line of branch.split('\n')) {
      const [, arrow, file] = /^(?:([→←]) )?(src\/\S+\.ts) {2,}\S/.exec(line) ?? []
      if (file === undefined || (arrow === undefined) !== (above === null))
        throw new Error(`Not a step: ${line}`)
      if (above !== null)
        steps.push(arrow === '→' ? { importer: above, imported: file } : { importer: file, imported: above })
      above = file
    }
  }
  return steps
}

/** What a file imports or re-exports of this repository, values and types; throws where it does not exist. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(file, '..', fileName))
}

const broken = (walk: string): readonly string[] =>
  stepsOf(walk)
    .filter(({ importer, imported }) => !importsOf(importer).includes(imported))
    .map(({ importer, imported }) => `${importer} does not import ${imported}`)

describe('the walks through the code', () => {
  it('are the three that the document promises', () => {
    expect(walks.map(({ name }) => name)).toEqual(['A request', 'A forecast to a message', 'A subscription'])
    for (const { text } of walks) expect(stepsOf(text).length).toBeGreaterThan(10)
  })

  it.each(walks)('$name: each step is an import', ({ text }) => {
    expect(broken(text)).toEqual([])
  })

  it.each(walks)('$name: a step that is left out is noticed', ({ text }) => {
    const lines = text.split('\n')
    const middle = lines.flatMap((line, at) =>
      /^[→←]/.test(line) && /^[→←]/.test(lines[at + 1] ?? '') ? [at] : []
    )
    const noticed = middle.filter((at) => broken(lines.toSpliced(at, 1).join('\n')).length > 0)
    // Some files also import the next but one.
    expect(noticed.length).toBeGreaterThan(middle.length / 2)
  })

  it('name files that exist', () => {
    expect(() => broken('src/http/gone.ts   was here\n→ src/http/problem.ts   is here')).toThrow(/ENOENT/)
    expect(broken('src/frost/gaussian.ts   pure\n→ src/http/problem.ts   is not')).toHaveLength(1)
  })
})
