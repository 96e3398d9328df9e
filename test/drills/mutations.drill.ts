/** Random changes of the product's code, one at a time: `npm test` notices each. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { seededRandom } from '../../verification/data/seeded-random.ts'
import { printFigures } from './figures.ts'
import { type Mutant, mutantsOf, mutated } from './mutants.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const count = Number(process.env['MUTATIONS'] ?? 40)
const seed = Number(process.env['SEED'] ?? 1)
/** Longer than `npm test` takes: a change that never ends is noticed too [ms]. */
const timeoutMs = 900_000

type Outcome = 'survived' | 'noticed' | 'never ended'

it('notices random changes of the code', async () => {
  const tree = cloned()
  try {
    expect(await outcomeIn(tree), 'without a change').toBe('survived')
    const random = seededRandom(seed)
    const all = mutantsOf(tree)
    const survived: string[] = []
    for (let index = 0; index < count; index++) {
      const mutant = all[Math.floor(random() * all.length)] as Mutant
      const path = join(tree, mutant.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, mutated(text, mutant))
      const outcome = await outcomeIn(tree)
      writeFileSync(path, text)
      const sentence = sentenceOf(text, mutant)
      console.log(`${index + 1} ${outcome}: ${sentence}`)
      if (outcome === 'survived') survived.push(sentence)
    }
    printFigures('mutations', { of: count, survived: survived.length, seed, possible: all.length })
    expect(survived.length, survived.join('\n')).toBeLessThanOrEqual(count / 20)
  } finally {
    rmSync(tree, { recursive: true })
  }
})

/** A repository of its own, for tests that ask git, beside the packages of this tree. */
function cloned(): string {
  const tree = mkdtempSync(join(tmpdir(), 'ayaz-mutations-'))
  execFileSync('git', ['clone', '--quiet', root, tree])
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  appendFileSync(join(tree, '.git/info/exclude'), 'node_modules\n')
  return tree
}

function sentenceOf(text: string, { file, start, end, replacement }: Mutant): string {
  const line = text.slice(0, start).split('\n').length
  return `${file}:${line} ${text.slice(start, end)} → ${replacement}`.replaceAll(/\s+/g, ' ')
}

/** What the type check or the linter refuses is no change that could be made. */
async function outcomeIn(tree: string): Promise<Outcome> {
  const tests = ['node_modules/vitest/vitest.mjs', 'run', '--bail=1', '--project', '!long*']
  const checks = ['bin/check.mjs', 'format and lint', 'types', 'types of the browser code']
  for (const command of [tests, checks]) {
    const outcome = await ended(tree, command)
    if (outcome !== 'survived') return outcome
  }
  return 'survived'
}

/** Its whole group of processes ends with it. */
async function ended(tree: string, command: readonly string[]): Promise<Outcome> {
  const started = spawn('node', ['bin/node26.mjs', ...command], {
    cwd: tree,
    stdio: 'ignore',
    detached: true
  })
  let isLate = false
  const end = (): void => {
    isLate = true
    if (started.pid !== undefined) process.kill(-started.pid, 'SIGKILL')
  }
  const timer = setTimeout(end, timeoutMs)
  const [code] = await once(started, 'exit')
  clearTimeout(timer)
  if (isLate) return 'never ended'
  return code === 0 ? 'survived' : 'noticed'
}
