/** Random changes of the product's code, one at a time: `npm test` notices each. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { seededRandom } from '../../verification/data/seeded-random.ts'
import { checkedOut } from './checked-out.ts'
import { printFigures } from './figures.ts'
import { type Mutant, mutantsOf, mutated } from './mutants.ts'

const count = Number(process.env['MUTATIONS'] ?? 40)
const seed = Number(process.env['SEED'] ?? 1)
/** Longer than `npm test`: a change that never ends is noticed too. */
const timeout = 900_000

it('notices random changes of the code', () => {
  const tree = checkedOut('HEAD', ['.'])
  const random = seededRandom(seed)
  const all = mutantsOf(tree)
  const survived: string[] = []
  for (let index = 0; index < count; index++) {
    const mutant = all[Math.floor(random() * all.length)] as Mutant
    const path = join(tree, mutant.file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, mutated(text, mutant))
    const from = Date.now()
    const outcome = outcomeIn(tree)
    writeFileSync(path, text)
    const sentence = sentenceOf(text, mutant)
    console.log(`${index + 1} ${outcome} in ${Math.round((Date.now() - from) / 1000)} s: ${sentence}`)
    if (outcome === 'survived') survived.push(sentence)
  }
  rmSync(tree, { recursive: true })
  printFigures('mutations', { of: count, survived: survived.length, seed, possible: all.length })
  expect(survived.length, survived.join('\n')).toBeLessThanOrEqual(count / 20)
})

function sentenceOf(text: string, { file, start, end, replacement }: Mutant): string {
  const line = text.slice(0, start).split('\n').length
  return `${file}:${line} ${text.slice(start, end)} → ${replacement}`.replaceAll(/\s+/g, ' ')
}

/** What the type check or the linter refuses is no change that could be made. */
function outcomeIn(tree: string): 'survived' | 'noticed' {
  const ask = (...parts: readonly string[]): boolean =>
    spawnSync('node', ['bin/node26.mjs', ...parts], {
      cwd: tree,
      timeout,
      stdio: 'ignore',
      killSignal: 'SIGKILL'
    }).status === 0
  const survives =
    ask('node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--project', '!long*') &&
    ask('bin/check.mjs', 'format and lint', 'types', 'types of the browser code')
  return survives ? 'survived' : 'noticed'
}
