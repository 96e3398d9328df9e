import { defineConfig } from 'vitest/config'
import { patience } from './test/patience.ts'

export default defineConfig({
  test: {
    include: ['src', 'verification', 'tools', 'test', 'bench'].map((folder) => `${folder}/**/*.test.ts`),
    reporters: ['dot', './bin/plain-last-line.mjs'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    expect: { poll: patience }
  }
})
