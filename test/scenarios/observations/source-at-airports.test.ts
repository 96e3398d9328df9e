/** What airports show of a source serves places without a thermometer. */
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { dayMs, hourMs } from '../../../src/common/time.ts'
import { openSnapshot } from '../../../src/forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../../../src/forecasts/forecast-snapshot.ts'
import { siteSettings } from '../../../src/forecasts/frost-view.ts'
import type { SourceEvidence } from '../../../src/frost/source-law.ts'
import { createAirportBiases } from '../../../src/observations/airport-bias.ts'
import { createAirportRound } from '../../../src/observations/airport-round.ts'
import { airportPoint } from '../../../src/observations/airports.ts'
import { createSourceKnowledge } from '../../../src/observations/source-knowledge.ts'
import { sqlitePath } from '../../../src/store/sqlite-path.ts'
import type { Airport } from '../../../src/weather/airport.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import {
  datesFrom,
  keys,
  malatya,
  noonOf,
  type SyntheticRecord,
  startRecord,
  syntheticRun
} from './synthetic-record.ts'

const airports: readonly Airport[] = [29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40].map((lon) => ({
  ...{ icao: `LT${lon}`, name: `Airport ${lon}`, lat: 39, lon, elevation: 900 }
}))
const dates = datesFrom('2026-01-10', 35)
const foretold = (date: string) => -2 + ((Number(date.slice(-2)) * 7) % 9)
/** The source says too much of every change: by a tenth of how far the next night departs. */
const cameOn = (date: string) => foretold(date) + 0.1 * (foretold(date) - foretold(addDays(date, 1)))

/** A record in which each night was issued a day ahead at all airports, and none measured: every test has a copy. */
let issued = ''
let copy = ''
let app: SyntheticRecord
let storedRun: ForecastSnapshot | null
beforeAll(async () => {
  issued = await mkdtemp(join(tmpdir(), 'ayaz-airports-'))
  const first = await startRecord({ startAt: noonOf('2026-01-08'), data: { url: null, dataDir: issued } })
  await first.store.record.saveAirportReports(airports, [])
  for (const date of dates) {
    for (const airport of airports) {
      const point = airportPoint(airport, 'Europe/Istanbul')
      await first.issue(syntheticRun(noonOf(addDays(date, -1)), foretold, { point }))
    }
  }
  await first.close()
})
afterAll(() => rm(issued, { recursive: true, force: true }))
beforeEach(async () => {
  storedRun = null
  copy = await mkdtemp(join(tmpdir(), 'ayaz-airports-'))
  await copyFile(sqlitePath(issued), sqlitePath(copy))
  app = await startRecord({
    ...{ startAt: noonOf('2026-01-08'), stored: async () => storedRun },
    data: { url: null, dataDir: copy }
  })
})
afterEach(async () => {
  await app.close()
  await rm(copy, { recursive: true, force: true })
})

/** The nights are measured at the first airports, and learned from. */
async function nightsAt(count: number, { daysLater = 0, warmerC = 0 } = {}): Promise<void> {
  const measured = dates.flatMap((date) =>
    airports.slice(0, count).map(({ icao }) => ({ icao, date, minimumC: cameOn(date) + warmerC }))
  )
  await app.store.record.saveAirportNights(measured.map((night) => ({ ...night, isWhole: false })))
  app.turnClockTo(noonOf(dates.at(-1) ?? '') + hourMs + daysLater * dayMs)
  await app.record.refresh()
}

const run = () => syntheticRun(noonOf(dates.at(-1) ?? ''), foretold)

it('airports move the forecast of a place without a thermometer, and what is issued there says by how much', async () => {
  expect(app.record.learned(run(), null)).toBeNull()
  await nightsAt(12)
  const learned = app.record.learned(run(), null)
  expect(learned?.nights).toBe(0)
  const slope = learned?.contrasts?.slopes[1] ?? 0
  expect(slope).toBeGreaterThan(0.02)
  expect(slope).toBeLessThan(0.1)
  expect(siteSettings(openSnapshot(run(), learned)).contrasts?.slopes[1]).toBe(slope)

  await app.issue(run())
  const next = addDays(dates.at(-1) ?? '', 1)
  const issued = await app.store.record.issued(malatya.key, false, next)
  const night = issued.find((one) => one.date === next)
  const contrastC = foretold(next) - foretold(addDays(next, 1))
  expect(night?.biasC).toBeCloseTo((learned?.biasC ?? 0) + slope * contrastC, 9)
  expect(night?.airMinimumC).toBeCloseTo(foretold(next) + (night?.biasC ?? 0), 9)
  // Its own nights, of which there are none, it shares with nobody.
  expect((await app.get('/verification?location=malatya')).body['learned']).toBeNull()
})

it('the evening of an airport begins with what its own nights taught: bias, spread, and answers to changes', async () => {
  await nightsAt(12, { warmerC: -2 })
  const [airport] = airports
  if (airport === undefined) throw new Error('no airport')
  const at = noonOf(dates.at(-1) ?? '') + 8 * hourMs
  const air = { temperatureC: 1, dewPointC: -3, windSpeedMps: 1, cloudCoverFraction: 0, isWhole: false }
  const reports = [3, 2, 1, 0].map((ago) => ({ icao: airport.icao, measuredAt: at - ago * hourMs, ...air }))
  await app.store.record.saveAirportReports(airports, reports)
  app.turnClockTo(at)
  await app.record.refresh()
  const point = airportPoint(airport, 'Europe/Istanbul')
  const shared = app.learning.shared(syntheticRun(at - 8 * hourMs, foretold, { point }))
  const own = shared?.evening?.[0]?.own
  expect(own?.biasC).toBeGreaterThan(-2.2)
  expect(own?.biasC).toBeLessThan(-1)
  expect(own?.varianceC2).toBeLessThan(2)
  const [previous = 1, next = 0] = own?.contrasts?.slopes ?? []
  // A tenth is what the source exaggerates by; 35 nights say a part of it.
  expect(next).toBeGreaterThan(0.02)
  expect(next).toBeLessThan(0.1)
  expect(Math.abs(previous)).toBeLessThan(next)
  expect(own?.contrasts?.recentC).toBeGreaterThan(-2)
})

it('a single airport, or another source, moves nothing', async () => {
  await nightsAt(1)
  expect(app.record.learned(run(), null)).toBeNull()
  // What airports show is learned once a day.
  await nightsAt(12)
  expect(app.record.learned(run(), null)).toBeNull()
  await nightsAt(12, { daysLater: 1 })
  const other = { ...run(), source: { ...run().source, id: 'other' } }
  expect(app.record.learned(run(), null)).not.toBeNull()
  expect(app.record.learned(other, null)).toBeNull()
})

it('a place with a thermometer begins at its source, and gets the same object until one of the two changes', async () => {
  await nightsAt(12)
  const before = app.record.learned(run(), null)
  const date = dates.at(-1) ?? ''
  await app.issue(syntheticRun(noonOf(addDays(date, -1)), foretold))
  app.turnClockTo(noonOf(date) + hourMs)
  const row = { location: 'malatya', date, kind: 'air_2m', minimum: foretold(date) }
  expect((await app.post('/observations', row, keys.operator)).status).toBe(200)
  // One night is no record: it teaches its owner alone.
  const after = app.record.learned(run(), 'operator')
  expect(app.record.learned(run(), null)).toBe(before)
  expect(after?.nights).toBe(1)
  expect(Math.abs((after?.contrasts?.slopes[1] ?? 0) - (before?.contrasts?.slopes[1] ?? 0))).toBeLessThan(
    0.02
  )
  expect(app.record.learned(run(), 'operator')).toBe(after)
  await app.record.refresh()
  expect(app.record.learned(run(), 'operator')?.contrasts).toEqual(after?.contrasts)
})

it('plants that read what is forecast move no forecast, of air or plants', async () => {
  // A steady error of the source, beside its habit.
  await nightsAt(12, { warmerC: 1 })
  const atSource = app.record.learned(run(), null)
  expect(atSource?.biasC).toBeGreaterThan(0.2)
  const nights = datesFrom(addDays(dates.at(-1) ?? '', 1), 20)
  for (const date of nights) {
    await app.issue(syntheticRun(noonOf(addDays(date, -1)), foretold))
    const issued = await app.store.record.issued(malatya.key, false, date)
    const minimum = issued.find((one) => one.date === date && one.leadDay === 1)?.plantMinimumC
    app.turnClockTo(noonOf(date) + hourMs)
    const row = { location: 'malatya', date, kind: 'plant', exposure: 'ground', minimum }
    expect((await app.post('/observations', row, keys.operator)).status).toBe(200)
  }
  const learned = app.record.learned(run(), null)
  expect(learned?.nights).toBe(20)
  expect(learned?.biasC).toBe(atSource?.biasC)
  expect(learned?.contrasts).toEqual(atSource?.contrasts)
  expect(Math.abs(learned?.plantBiasC ?? 1)).toBeLessThan(0.05)
})

it('/verification says what the source adds beside the place’s own bias, and null while no forecast is stored', async () => {
  await nightsAt(12, { warmerC: 1 })
  const date = dates.at(-1) ?? ''
  await app.issue(syntheticRun(noonOf(addDays(date, -1)), foretold))
  app.turnClockTo(noonOf(date) + hourMs)
  const row = { location: 'malatya', date, kind: 'air_2m', minimum: foretold(date) + 1 }
  expect((await app.post('/observations', row, keys.operator)).status).toBe(200)
  const learnedNow = async () =>
    (await app.get('/verification?location=malatya', keys.operator)).body['learned']
  expect(await learnedNow()).toMatchObject({ source_bias: null })
  storedRun = run()
  expect(await learnedNow()).toMatchObject({ bias: 0.02, source_bias: 0.29 })
})

/** What rounds of one process teach, with how often they did. */
function newProcess() {
  const taught: [string, ReadonlyMap<string, SourceEvidence>][] = []
  const real = createSourceKnowledge()
  const sources: ReturnType<typeof createSourceKnowledge> = {
    ...real,
    teach(icao, evidence) {
      taught.push([icao, evidence])
      real.teach(icao, evidence)
    }
  }
  const { learn: round } = createAirportRound({
    faultOf: () => null,
    ...{ store: app.store.record, isSynthetic: () => false },
    learning: { sources, airportBiases: createAirportBiases() }
  })
  return { round, taught, law: () => sources.applied(null, run().source.id) }
}

it('processes learn the same whenever they are started, and each of them once a day', async () => {
  await nightsAt(12)
  const today = dates.at(-1) ?? ''
  const one = newProcess()
  await Promise.all([one.round(noonOf(today)), one.round(noonOf(today) + hourMs)])
  expect(one.taught).toHaveLength(airports.length)
  const next = addDays(today, 1)
  const nights = airports.map(({ icao }) => ({
    icao,
    date: next,
    minimumC: foretold(next) + 2,
    isWhole: false
  }))
  await app.store.record.saveAirportNights(nights)
  const other = newProcess()
  await other.round(noonOf(today) + dayMs - 1)
  expect(other.taught).toEqual(one.taught)
  expect(one.law()).not.toBeNull()
  expect(other.law()).toEqual(one.law())

  await one.round(noonOf(today) + dayMs)
  expect(one.taught.slice(airports.length)).not.toEqual(other.taught)
})

it('a night counts at the noon after it where it was over three hours before', async () => {
  const [east] = airports
  if (east === undefined) throw new Error('no airport')
  const west = { ...east, icao: 'KW99', lon: -99 }
  await app.store.record.saveAirportReports([...airports, west], [])
  const point = airportPoint(west, 'America/Chicago')
  for (const date of dates) await app.issue(syntheticRun(noonOf(addDays(date, -1)), foretold, { point }))
  const nights = dates.map((date) => ({ icao: west.icao, date, minimumC: cameOn(date), isWhole: false }))
  await app.store.record.saveAirportNights(nights)
  await nightsAt(12)
  const { round, taught } = newProcess()
  await round(noonOf(dates.at(-1) ?? ''))
  const nightsOf = (icao: string) =>
    [...(taught.find(([its]) => its === icao)?.[1].values() ?? [])][0]?.nights
  expect(nightsOf(east.icao)).toBe(dates.length)
  expect(nightsOf(west.icao)).toBe(dates.length - 1)
})

it('a round that fails is tried again', async () => {
  await nightsAt(12)
  let isBroken = true
  const { record: store } = app.store
  const airportsOf = () => (isBroken ? Promise.reject(new Error('no store')) : store.airports())
  const sources = createSourceKnowledge()
  const { learn: round } = createAirportRound({
    faultOf: () => null,
    ...{ store: { ...store, airports: airportsOf }, isSynthetic: () => false },
    learning: { sources, airportBiases: createAirportBiases() }
  })
  const now = noonOf(dates.at(-1) ?? '')
  await expect(round(now)).rejects.toThrow('no store')
  isBroken = false
  await round(now)
  expect(sources.applied(null, run().source.id)).not.toBeNull()
})
