#!/usr/bin/env node
// The ayaz command: in this very process where it is Node 26, else in a child (see node26.mjs).
import module from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, runWithNode26 } from './node26.mjs'

const main = new URL('../src/main.ts', import.meta.url)
const [, , command] = process.argv
const serves = command === 'serve'
// Young objects take up to 64 MB by V8's own rule, a third of the service's memory; with 8 MB it is no slower.
const memoryFlags = serves || command === 'observe' ? ['--max-semi-space-size=4'] : []

if (findNode() !== process.execPath) {
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent()
  const flags = ['--disable-warning=ExperimentalWarning', ...memoryFlags]
  runWithNode26([...flags, fileURLToPath(main), ...process.argv.slice(2)], { stopsWithParent: true })
} else {
  withFlags(memoryFlags)
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent()
  hideExperimentalWarnings()
  if (!serves) storeCompiledCode()
  await import(main.href)
}

// The same process begins anew with them. Not where another one talks to it, since the connection would break; Windows
// cannot.
function withFlags(flags) {
  if (process.platform === 'win32' || process.channel || flags.every((one) => process.execArgv.includes(one)))
    return
  const argv = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  // Each thread of the C library would keep memory of its own, and freed buffers would stay as holes between others.
  // Linux gives a process 65,530 mappings, and V8 ends where it gets none.
  const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '8192', MALLOC_MMAP_MAX_: '16384' }
  process.execve(process.execPath, argv, { ...memory, ...process.env })
}

// A quarter of a start is compiling; the service would hold all that is stored in memory as long as it runs. Below the
// home of the user, because no one else may write there; where the user has none or may not write either, or
// NODE_COMPILE_CACHE names another folder, this changes nothing.
function storeCompiledCode() {
  const { XDG_CACHE_HOME = '' } = process.env
  try {
    const folder = isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache')
    module.enableCompileCache(join(folder, 'ayaz'))
  } catch {
    // A user without a home: homedir() throws.
  }
}

// Npm passes SIGTERM to a shell, which ends without passing it on. Only under npm: others may end and leave the service
// running.
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
