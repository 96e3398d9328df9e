import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { postgresEngine } from '../../test/contracts/store/engines.ts'
import { clockAt } from '../../test/scenarios/weather/harness.ts'
import { openClimate } from './climate.ts'
import { readConfiguration } from './configuration.ts'
import { openHealth } from './health.ts'
import { startMaintenance } from './maintenance.ts'
import { openRecordOver } from './observations.ts'
import { openWeather, type Weather } from './weather.ts'

const engine = postgresEngine()
const clock = clockAt(Date.UTC(2026, 3, 11, 12))
const means = { clock: clock.read, random: () => 0.5, report: () => undefined }
const opened: Weather[] = []
beforeAll(() => engine.start())
afterEach(async () => {
  for (const weather of opened.splice(0)) await weather.close()
})
afterAll(() => engine.stop())

/** The maintenance of a process of its own; `done` has the names of its work in the order in which it was done. */
async function start(url: string, works: boolean) {
  const configuration = readConfiguration({ DATABASE_URL: url, SOURCES: 'demo' })
  const weather = await openWeather(configuration, means)
  opened.push(weather)
  const done: string[] = []
  const record = await openRecordOver(weather, configuration, means)
  const { stop } = startMaintenance({
    climate: openClimate(weather, { ...means, configuration }),
    ...means,
    ...{ weather, works, pause: clock.pause, refreshesMap: false, sqliteIn: null, storedMegabytes: 16 },
    health: openHealth(means),
    record: { ...record, forget: async () => void done.push('forget') },
    airports: {
      fetch: async () => false,
      state: () => ({ isOn: false, airports: 0, lastAnswerAt: null })
    },
    alerts: { maintain: async () => void done.push('maintain') }
  })
  return { stop, done }
}

it('one process of several changes data; another goes on at once where it ends, and an api never does', async () => {
  const { url } = await engine.migrated()
  const first = await start(url ?? '', true)
  await expect.poll(() => first.done.toSorted()).toEqual(['forget', 'maintain'])
  const api = await start(url ?? '', false)
  const second = await start(url ?? '', true)
  const bothRest = async (): Promise<void> => {
    for (const round of ['upkeep', 'forget', 'prune', 'lease maintenance']) await clock.rests(round)
  }
  await bothRest()
  clock.move(3_600_000)
  await expect.poll(() => first.done.filter((one) => one === 'maintain')).toHaveLength(2)
  await bothRest()
  expect(second.done).toEqual([])
  await first.stop()
  await clock.rests('lease maintenance')
  clock.move(20_000)
  await expect.poll(() => [...new Set(second.done)].toSorted()).toEqual(['forget', 'maintain'])
  expect(api.done).toEqual([])
  for (const one of [second, api]) await one.stop()
})

it('leaves no more forecasts of points than the disk is meant to hold', async () => {
  const { url } = await engine.migrated()
  const { stop } = await start(url ?? '', true)
  await clock.rests('prune')
  const { storedForecasts, database } = (opened.at(-1) ?? expect.unreachable()).store
  const now = clock.read()
  const forecasts = Array.from({ length: 1000 }, (_, index) => ({
    ...{ sourceId: 'a', pointKey: `${index}`, confirmedAt: now + index, meta: '{}' },
    body: new Uint8Array([1])
  }))
  await Promise.all(forecasts.map((one) => storedForecasts.write(one)))
  clock.move(3_600_000)
  const left = async () => {
    const rows = await database.queries.selectFrom('kept_forecasts').select('confirmed_at').execute()
    return [rows.length, Math.min(...rows.map((row) => row.confirmed_at)) - now]
  }
  // 16 MB, of 62 forecasts each; the newest.
  await expect.poll(left).toEqual([992, 8])
  await stop()
})
