import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { patience } from '../patience.ts'

/** `npm run drill -- [NAME …]`: one drill at a time, so that its figures are its own. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/drills/*.drill.ts'],
    reporters: ['dot', './bin/plain-last-line.mjs'],
    // On a busy machine the longest takes an hour.
    testTimeout: 7_200_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
    expect: { poll: patience },
    globalSetup: ['./test/run-folder.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    disableConsoleIntercept: true
  }
})
