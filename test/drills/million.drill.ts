/**
 * Points that are asked for once, as many as time allows: what each leaves in memory and on disk, times a million; and
 * how the database forgets them.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { expect, it } from 'vitest'
import { dayMs } from '../../src/common/time.ts'
import { sqlitePath } from '../../src/store/sqlite-path.ts'
import { serve, unitStart } from '../crash/served.ts'
import { startLoad } from '../crash/steady-load.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { printFigures } from './figures.ts'
import { residentMebibytes } from './process-usage.ts'
import { withFolder } from './served-folder.ts'

const million = 1_000_000
/**
 * What memory may hold of points and answers. Both are full before it is first looked at, as is what is known of the
 * last 16,000 points.
 */
const [seriesMegabytes, answersMegabytes] = [8, 8]
/** So many that a megabyte that comes and goes weighs less than what is allowed. */
const filling = 20_000
/** DRILL_ASKED=1000000 takes most of an hour. */
const asked = Number(process.env['DRILL_ASKED'] ?? 120_000)

/** Points in the database. DRILL_POINTS=1000000 takes 15 GB. */
const points = Number(process.env['DRILL_POINTS'] ?? 200_000)
/** Asked for over HTTP, in three parts; each is more than memory may hold (2,400). */
const part = 2600
const connections = 16
/** Longer than the service waits for any source. */
const settleMs = 20_000
/** Longer than forecasts are stored. */
const oldMs = 8 * dayMs
const lookEveryMs = 2000

it('a million points would leave less in memory than is configured', () =>
  withFolder(async (settings) => {
    const [file, ...argv] = unitStart
    const bounds = { SERIES_MB: String(seriesMegabytes), ANSWERS_MB: String(answersMegabytes) }
    const { child, origin } = await serve({ ...settings, ...bounds }, [
      file,
      ...['--expose-gc', '--import', fileURLToPath(new URL('./live-memory.ts', import.meta.url))],
      ...argv
    ])
    await ask(origin, 0, filling)
    const before = await liveBytes(child)
    await ask(origin, filling, asked)
    const after = await liveBytes(child)
    const resident_mib = residentMebibytes(child.pid)
    child.kill('SIGINT')
    await once(child, 'exit')
    const bytes_a_point = Math.round((after - before) / (asked - filling))
    const live_mb = Math.round(after / 1e6)
    printFigures('million in memory', { asked, live_mb, bytes_a_point, resident_mib })
    const left = ((after - before) / (asked - filling)) * million
    expect(left).toBeLessThanOrEqual((seriesMegabytes + answersMegabytes) * 1e6)
  }))

/** After a collection, when no timer of a source's answer holds a request any more. */
async function liveBytes(child: ChildProcess): Promise<number> {
  await setTimeout(settleMs)
  const said = once(child.stdout ?? child, 'data')
  child.kill('SIGUSR2')
  const [, bytes] = /^live (\d+)$/m.exec(String(await said)) ?? []
  return Number(bytes)
}

it('points on disk: old ones are deleted while others are asked for, and their room is used again', () =>
  withFolder(async ({ SOURCES: _, ...settings }, dataDir) => {
    const upstream = await startUpstream()
    const environment = { ...settings, ...upstream.environment, ENSEMBLE: 'no', POINTS_PER_DAY: '0' }
    const first = await serve(environment)
    await ask(first.origin, 0, 2 * part)
    first.child.kill('SIGINT')
    await once(first.child, 'exit')
    const bytes_a_point = Math.round(databaseBytes(dataDir) / part / 2)
    const stored = addOldPoints(dataDir)
    const full = databaseBytes(dataDir)

    const began = performance.now()
    const { child, origin } = await serve(environment)
    const start_ms = Math.round(performance.now() - began)
    const load = startLoad(origin)
    while (countOld(dataDir) > 0) await setTimeout(lookEveryMs)
    const deleted_s = Math.round((performance.now() - began) / 1000)
    await load.stop()
    await ask(origin, 0, part)
    await ask(origin, 2 * part, 3 * part)
    child.kill('SIGINT')
    await once(child, 'exit')
    await upstream.close()
    printFigures('million on disk', {
      ...{ points: stored, asked: 4 * part, bytes_a_point, gb_a_million: (bytes_a_point * million) / 1e9 },
      ...{ full_mb: Math.round(full / 1e6), start_ms, deleted_s },
      answered_meanwhile: load.outcomes()['200'] ?? 0,
      last_mb: Math.round(databaseBytes(dataDir) / 1e6)
    })
    expect(Object.keys(load.outcomes())).toEqual(['200'])
    expect([stored, countOld(dataDir)]).toEqual([points, 0])
    expect(countStored(dataDir)).toBeGreaterThanOrEqual(3 * part)
    expect(databaseBytes(dataDir)).toBeLessThanOrEqual(full)
  }))

/**
 * Different points along one meridian, so that all lie on the same pieces of the map of time zones, each asked for
 * once. @throws {Error} for any answer but 200
 */
async function ask(origin: string, from: number, to: number): Promise<void> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  let next = from
  const one = async (): Promise<void> => {
    for (let index = next++; index < to; index = next++) {
      const [lat, lon] = [20 + (index % 1000) * 0.04, 30 + Math.floor(index / 1000) * 0.001]
      const path = `/api/v1/weather/frost-risk?lat=${lat.toFixed(2)}&lon=${lon.toFixed(3)}`
      const { statusCode, body } = await pool.request({ method: 'GET', path })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  await pool.close()
}

/** As many old points as make the number whole: copies of those that were asked for, as large as these. */
function addOldPoints(dataDir: string): number {
  const database = new DatabaseSync(sqlitePath(dataDir))
  database.exec('pragma synchronous = off')
  const count = (): number =>
    Number(database.prepare('select count(*) as count from kept_forecasts').get()?.['count'])
  const real = count()
  expect(real).toBeGreaterThanOrEqual(2 * part)
  const copy = database.prepare(`insert into kept_forecasts (source, point_key, confirmed_at, meta, body)
    select source, point_key || '/' || ?, confirmed_at - ${oldMs}, meta, body from kept_forecasts
    where confirmed_at > ? limit ?`)
  const recent = Date.now() - dayMs
  for (let all = real; all < points; all += real) copy.run(all, recent, Math.min(real, points - all))
  const stored = count()
  database.close()
  return stored
}

function countOld(dataDir: string): number {
  return countWhere(dataDir, `confirmed_at < ${Date.now() - oldMs / 2}`)
}

function countStored(dataDir: string): number {
  return countWhere(dataDir, 'true')
}

function countWhere(dataDir: string, condition: string): number {
  const database = new DatabaseSync(sqlitePath(dataDir), { readOnly: true, timeout: 10_000 })
  const row = database.prepare(`select count(*) as count from kept_forecasts where ${condition}`).get()
  database.close()
  return Number(row?.['count'])
}

/** While no service has it open: all that was written is in the one file. */
function databaseBytes(dataDir: string): number {
  return statSync(sqlitePath(dataDir)).size
}
