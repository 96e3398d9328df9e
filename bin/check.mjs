// Everything that has to hold before a change lands, in the order of how fast each fails. `npm run check` and .ci/run
// call this.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// TypeScript's native compiler checks types in a third of the CPU; the one in JavaScript is what the cruiser reads
// modules with. On several threads much is checked several times, and on two cores no sooner.
const types = (project) => ['node_modules/typescript-native/bin/tsc', ['-p', project, '--singleThreaded']]
const steps = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '.']],
  ['types', ...types('.')],
  ['types of the browser code', ...types('src/site/browser')],
  ['types of the browser tests', ...types('test/browser')],
  [
    'doors',
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    ['src', 'verification', 'tools', 'test', 'bench']
  ],
  ['dead code', 'node_modules/knip/bin/knip.js', []],
  ['tests', 'node_modules/vitest/vitest.mjs', ['run']]
]
const wanted = process.argv.slice(2)

for (const [name, script, args] of steps) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n— ${name}`)
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`\n${name}: failed`)
    process.exit(status ?? 1)
  }
}
