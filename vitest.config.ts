import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { longFiles, longOnPostgres } from './test/long-files.ts'
import { LongestFirst } from './test/longest-first.ts'
import { onPostgres } from './test/on-postgres.ts'
import { patience } from './test/patience.ts'

/** Tests that change what other files of their process would meet (the Turkish catalogue), or that count its calls. */
const alone = ['test/contracts/language/*.test.ts', 'test/walk-counts.test.ts']

/** Tests that start the service, a server or a process, or that compute for seconds. */
const whole = [
  '{test,bench}/**/*.test.ts',
  'src/{cli,app,store}/**/*.test.ts',
  'src/channels/{mqtt/channel,try-servers}.test.ts',
  'src/channels/email/encryption.test.ts',
  'src/frost/properties.test.ts',
  'tools/places/edition.test.ts',
  'verification/{command,gates}.test.ts'
]

export default defineConfig({
  test: {
    reporters: ['dot', './bin/plain-last-line.mjs'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    // One more than the least machine has cores: a test of several processes mostly waits.
    maxWorkers: 3,
    // V8's usual young generation is collected ten times as often: a tenth of the suite's CPU.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // Every store on SQLite starts a thread, and each would load the compiler that strips its types: 100 ms of CPU.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compile', import.meta.url)) },
    sequence: { sequencer: LongestFirst },
    expect: { poll: patience },
    globalSetup: ['./test/run-folder.ts'],
    setupFiles: ['./test/seeded.ts'],
    // As in production, Node itself loads the modules: nothing is transformed, and nothing calls through a proxy of its
    // imports.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // What a file opens, it closes; so files share the modules of their worker, and code that is compiled and
    // optimised.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          // `npm run test:quick`
          name: 'quick',
          include: ['{src,verification,tools}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...whole]
        }
      },
      {
        extends: true,
        test: { name: 'whole', include: whole, exclude: [...configDefaults.exclude, ...alone, ...longFiles] }
      },
      // Optimised code counts no calls.
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          isolate: true,
          execArgv: ['--no-opt', '--no-maglev', '--no-flush-bytecode']
        }
      },
      {
        extends: true,
        test: {
          name: 'postgresql',
          include: onPostgres,
          exclude: [...configDefaults.exclude, ...longOnPostgres],
          env: { TESTED_ON: 'postgresql' }
        }
      },
      // `npm run test:long`
      { extends: true, test: { name: 'long', include: longFiles } },
      {
        extends: true,
        test: { name: 'long on PostgreSQL', include: longOnPostgres, env: { TESTED_ON: 'postgresql' } }
      }
    ]
  }
})
