#!/usr/bin/env node
// Starts the ayaz command under Node 26 (see node26.mjs).
import { fileURLToPath } from 'node:url'
import { runWithNode26 } from './node26.mjs'

runWithNode26([
  '--disable-warning=ExperimentalWarning',
  fileURLToPath(new URL('../src/main.ts', import.meta.url)),
  ...process.argv.slice(2)
])
