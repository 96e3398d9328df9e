/**
 * `deploy/install.sh` in a root with nothing but Debian: installed, upgraded, taken back and removed; killed at its
 * steps. Needs root and a network for Debian's packages and Node. DRILL_KILLS: at how many points of each way.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Engine, postgresEngine } from '../contracts/store/engines.ts'
import {
  answered,
  bare,
  first,
  fresh,
  inBare,
  install,
  killedAt,
  makeBare,
  makeRelease,
  origin,
  pointsOf,
  removeBare,
  setUp,
  start,
  subscribe,
  versionNow,
  watched
} from './bare-root.ts'
import { printFigures } from './figures.ts'
import { residentMebibytes } from './process-usage.ts'

const kills = Number(process.env['DRILL_KILLS'] ?? 30)
const idleMs = 20_000
const engine: Engine = postgresEngine()

beforeAll(async () => {
  await engine.start()
  await makeBare()
  await makeRelease('1.0.1', false)
  await makeRelease('1.0.2', true)
}, 1_200_000)
afterAll(async () => {
  await removeBare()
  await engine.stop()
})

/** Every process whose command line has the words. */
function processesWith(words: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(words))
    .map(Number)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

it('answers in two minutes, from nothing but Debian, as one process without a fault', async () => {
  const began = performance.now()
  expect(await install(first)).toMatchObject({ code: 0 })
  setUp('')
  await start()
  const seconds = (performance.now() - began) / 1000
  const megabytes = Number((await inBare('du', '-sm', '/opt/ayaz')).said.split('\t')[0])
  await setTimeout(idleMs)
  const [pid, ...others] = processesWith('/opt/ayaz/current/bin/ayaz.mjs serve')
  const idle_mib = residentMebibytes(pid)
  printFigures('install', { seconds: Math.round(seconds), megabytes, idle_mib })
  expect(others).toEqual([])
  expect(seconds).toBeLessThan(120)
  expect(megabytes).toBeLessThanOrEqual(200)
  const doctor = await inBare('env', 'SOURCES=demo', 'ayaz', 'doctor')
  expect(doctor, doctor.said).toMatchObject({ code: 0, said: expect.stringContaining('✓ service') })
  expect(await (await fetch(`${origin}/en`)).text()).toContain('<code>ayaz setup</code>')
  const unit = join(bare, 'etc/systemd/system/ayaz.service')
  const checked = join(bare, 'ayaz.service')
  writeFileSync(checked, readFileSync(unit, 'utf8').replace('/opt/ayaz/current/bin/node', process.execPath))
  expect(String(spawnSync('systemd-analyze', ['verify', '--man=no', checked]).stderr)).toBe('')
  expect((await install(first)).said).toContain('is installed already')
})

it('a wrong checksum, too little room and a newer database are said before anything is changed', async () => {
  await fresh('')
  const refused = async (said: string) => {
    expect(await install('1.0.1')).toMatchObject({ code: 1, said: expect.stringContaining(said) })
    expect((await inBare('ls', '-A', '/opt/ayaz')).said).toBe(`${first}\ncurrent\n`)
    expect(await versionNow()).toContain(first)
    await answered()
  }
  const file = join(bare, 'from/1.0.1/ayaz-1.0.1.tgz')
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(1))
  await refused('another checksum')
  writeFileSync(file, whole)
  const df = join(bare, 'usr/local/sbin/df')
  writeFileSync(df, '#!/bin/sh\necho\necho - - - 100 - /\n', { mode: 0o755 })
  await refused('and 100 MB are free')
  rmSync(df)

  expect(await install('1.0.1')).toMatchObject({ code: 0 })
  await install('1.0.1', '--uninstall')
  expect(await install(first)).toMatchObject({ code: 1, said: expect.stringContaining('newer') })
  expect((await inBare('ls', '/opt/ayaz')).code).not.toBe(0)
})

const engines = [
  { name: 'SQLite', settings: async () => '' },
  { name: 'PostgreSQL', settings: async () => `DATABASE_URL=${(await engine.fresh()).url}\n` }
]

/** The version that would be started. */
function current(): string {
  return readlinkSync(join(bare, 'opt/ayaz/current'))
}

/** The time from which on rows may be lost, as a refused way back says it. */
async function announced(): Promise<string> {
  const { said } = await install('1.0.1', '--rollback')
  expect(said).toContain('1 subscriptions')
  return /--lose-since (\S+?)\.?\n/.exec(said)?.[1] ?? ''
}

it.each(engines)(
  '$name: killed anywhere, the next run finishes or takes back, and nothing is lost but what was announced',
  async ({ name, settings }) => {
    await fresh(await settings())
    await subscribe('malatya')
    const up = [...(await pointsOf(kills, '1.0.1'))]
    await subscribe('ankara')
    const back = ['--rollback', '--lose-since', await announced()]
    const down = [...(await pointsOf(kills, '1.0.1', ...back))]
    const ends = { upgrades_killed: 0, finished: 0, taken_back: 0, ways_back_killed: 0, over: 0 }
    /** A run that ended before the kill does not count: one at an earlier point takes its place. */
    const count = (of: 'upgrades_killed' | 'ways_back_killed', wasKilled: boolean, index: number): void => {
      ends[wasKilled ? of : 'over'] += 1
      const points = of === 'upgrades_killed' ? up : down
      const earlier = points[Math.floor(index / 2)]
      if (!wasKilled && earlier !== undefined) points.push(earlier)
    }
    for (let index = 0; index < Math.max(up.length, down.length); index += 1) {
      const [point = up[0], way = down[0]] = [up[index], down[index]]
      if (point === undefined || way === undefined) break
      const isAlone = index % 4 > 1
      rmSync(join(bare, 'opt/ayaz/1.0.1'), { recursive: true, force: true })
      count('upgrades_killed', await killedAt(point, isAlone, '1.0.1'), index)
      ends[current().includes('1.0.1') ? 'finished' : 'taken_back'] += 1
      const next = await install('1.0.1')
      expect(next, next.said).toMatchObject({ code: 0 })
      await answered()
      expect(await watched(), `killed at ${JSON.stringify(point)}`).toEqual(['malatya'])
      expect(current()).toBe('1.0.1')

      const words = ['--rollback', '--lose-since', new Date().toISOString()]
      await subscribe('ankara')
      count('ways_back_killed', await killedAt(way, isAlone, '1.0.1', ...words), index)
      const again = await install('1.0.1', ...words)
      expect(again.said).toMatch(/serves|no upgrade to go back from/)
      await answered()
      expect(await watched(), `way back, killed at ${JSON.stringify(way)}`).toEqual(['malatya'])
      expect(current()).toBe(first)
    }
    printFigures('install', { engine: name, ...ends })
    expect(Math.min(ends.upgrades_killed, ends.ways_back_killed)).toBeGreaterThanOrEqual(kills)
  }
)

it.each(engines)(
  '$name: the way back tells what it costs, and loses exactly that',
  async ({ name, settings }) => {
    await fresh(await settings())
    await subscribe('malatya')
    expect(await install('1.0.1')).toMatchObject({ code: 0 })
    await subscribe('ankara')
    const time = await announced()
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
