#!/usr/bin/env node
// The ayaz command: in this very process where it is Node 26, else in a child (see node26.mjs).
import { fileURLToPath } from 'node:url'
import { findNode, runWithNode26 } from './node26.mjs'

const main = new URL('../src/main.ts', import.meta.url)

if (process.env.npm_lifecycle_event !== undefined) stopWithParent()
if (findNode() === process.execPath) {
  hideExperimentalWarnings()
  await import(main.href)
} else {
  const flags = ['--disable-warning=ExperimentalWarning']
  runWithNode26([...flags, fileURLToPath(main), ...process.argv.slice(2)], { stopsWithParent: true })
}

// Npm passes SIGTERM to a shell, which ends without passing it on. Only under npm: others may end and leave the service running.
function stopWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

// As --disable-warning does it in the child.
function hideExperimentalWarnings() {
  for (const print of process.listeners('warning')) {
    process.off('warning', print)
    process.on('warning', (warning) => {
      if (warning.name !== 'ExperimentalWarning') print(warning)
    })
  }
}
