/** Real nights of the benches through the store: what is learned is what the benches learn. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../../src/common/time.ts'
import { servedLaws } from '../../../src/frost/laws.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { learnedSeasons, seasonalForecast } from '../../../src/frost/seasonal-site.ts'
import type { IssuedNight } from '../../../src/observations/ports.ts'
import type { Point } from '../../../src/weather/point.ts'
import { readGrassRows } from '../../../verification/benches/netherlands/grass-rows.ts'
import { byLaws, learnedLaw } from '../../../verification/benches/netherlands/own-record.ts'
import { dateOfEpochDay } from '../../../verification/data/civil-day.ts'
import { readCsvTable } from '../../../verification/data/csv-table.ts'
import { at } from '../../../verification/data/sequence.ts'
import { ensembleMoments } from '../../../verification/ensemble.ts'
import {
  keys,
  noonOf,
  placesNamed,
  type SyntheticRecord,
  startRecord,
  syntheticRun
} from './synthetic-record.ts'

const folder = new URL('../../../../shared/data/verification/', import.meta.url).pathname
const isThere = existsSync(folder)
const why = isThere ? '' : ' (skipped: ../shared/data/verification is not there)'
const patience = 240_000

const placeNames = ['malatya'] as const

let app: SyntheticRecord
let places: readonly Point[]
beforeEach(async () => {
  places = await placesNamed(placeNames)
})
afterEach(() => app.close())

describe.skipIf(!isThere)(`real nights through the store${why}`, () => {
  it(
    'Dutch stations: the offset of the plants is learned as the bench learns it',
    async () => {
      const all = await readGrassRows(join(folder, 'knmi_grassmin_daily.csv'))
      const { ground, offsetPrior } = servedLaws
      const fit = { ground, offsetPrior, dailyMeans: 1, days: 0, blocks: 0 }
      const rows = byLaws(all, () => fit)
      const bench = learnedLaw(rows)
      const [point] = places
      if (point === undefined) throw new Error('there is a place')
      const first = at(rows.days, 0)
      app = await startRecord({ startAt: first * dayMs })
      let learnedLast = 0
      for (let row = 0; row < 120; row++) {
        const day = at(rows.days, row)
        const date = dateOfEpochDay(day)
        const run = syntheticRun(day * dayMs, () => 0, { point })
        const { constantC = 0, slope = 0 } = app.record.learned(run, null)?.offset ?? {}
        const usualC = at(rows.offsetC, row)
        learnedLast = Math.max(usualC + constantC + slope * usualC, 0)
        expect(Math.abs(at(rows.airC, row) - learnedLast - at(bench.meanC, row))).toBeLessThan(1e-9)
        const airMinimumC = at(rows.airC, row)
        await issue(point, { date, airMinimumC, offsetC: usualC })
        await measure(date, [
          { kind: 'air_2m', minimum: airMinimumC },
          { kind: 'plant', exposure: 'ground', minimum: at(rows.grassC, row) }
        ])
      }
      expect(Math.abs(learnedLast - at(rows.offsetC, 119))).toBeGreaterThan(0.05)
    },
    patience
  )

  it(
    'Innsbruck: the law of the season is learned as the bench learns it',
    async () => {
      const nights = await innsbruckNights(160)
      const [point] = places
      if (point === undefined) throw new Error('there is a place')
      app = await startRecord({ startAt: (nights[0]?.day ?? 0) * dayMs })
      let compared = 0
      for (const [index, night] of nights.entries()) {
        const date = dateOfEpochDay(night.day)
        const run = syntheticRun(night.day * dayMs, () => 0, { point })
        const site = app.record.learned(run, null)?.seasonal ?? null
        const served = site === null ? null : seasonalForecast(site, night)
        const pure = learnedSeasons(nights.slice(0, index))
        const scored = pure === null ? null : seasonalForecast(pure, night)
        expect(served === null).toBe(scored === null)
        if (served !== null && scored !== null) {
          expect(Math.abs(served.meanC - scored.meanC)).toBeLessThan(1e-9)
          expect(Math.abs(served.sigmaC - scored.sigmaC)).toBeLessThan(1e-9)
          compared += 1
        }
        await issue(point, { date, airMinimumC: night.observedC, offsetC: 0, members: night })
        await measure(date, [{ kind: 'air_2m', minimum: night.observedC }])
      }
      expect(compared).toBeGreaterThan(50)
    },
    patience
  )
})

async function measure(
  date: string,
  rows: readonly object[],
  location: string = placeNames[0]
): Promise<void> {
  app.turnClockTo(noonOf(date))
  const observations = rows.map((row) => ({ location, date, ...row }))
  const { status, body } = await app.post('/observations', { observations }, keys.operator)
  expect(status, JSON.stringify(body)).toBe(200)
}

interface StoredNight {
  readonly date: string
  readonly airMinimumC: number
  /** How much colder the ground is forecast to be [°C]. */
  readonly offsetC: number
  readonly members?: { readonly meanC: number; readonly spreadC: number; readonly leadDays: number }
}

/** A night as the service would have issued it a day ahead, into the store. */
async function issue(point: Point, night: StoredNight): Promise<void> {
  const { date, airMinimumC, offsetC, members } = night
  const leadDays = members?.leadDays ?? 1
  const issuedAt = epochDay(date) * dayMs - leadDays * dayMs
  const ground = { minimumC: airMinimumC - offsetC, sigmaC: 2, learnedC: 0 }
  const odds = {
    airFrostProbability: 0,
    plantFrostProbability: 0,
    moderateFrostProbability: 0,
    strongFrostProbability: 0
  }
  const issued: IssuedNight = {
    ...{ date, leadDay: 1, leadDays, source: 'made', issuedAt, biasC: 0, score: 0, ...odds },
    ...{ airMinimumC, airSigmaC: 1.6, plantMinimumC: ground.minimumC, plantSigmaC: 2, fullOffsetC: offsetC },
    exposed: { ground, vine: ground, canopy: ground },
    ensembleMeanC: members?.meanC ?? null,
    ensembleSpreadC: members?.spreadC ?? null
  }
  const { key: pointKey, lat, lon, timezone, elevation } = point
  await app.store.record.saveIssued({
    point: { pointKey, lat, lon, timezone, elevation },
    synthetic: false,
    nights: [issued],
    issuance: { at: issuedAt, method: 'frost-p 2.0' }
  })
}

/** Of one ensemble, in the order of dates. */
async function innsbruckNights(count: number) {
  const columns = Array.from({ length: 11 }, (_, index) => `fc_m${index + 1}_c`)
  const { text, numbers } = await readCsvTable(join(folder, 'innsbruck_ens_tmin.csv'), {
    text: ['valid_time_utc'],
    numbers: ['obs_tmin_c', ...columns]
  })
  const none = new Float64Array(0)
  const members = text.valid_time_utc.map((_, row) =>
    columns.map((column) => at(numbers[column] ?? none, row))
  )
  const { meanC, spreadC } = ensembleMoments(members)
  return text.valid_time_utc.slice(0, count).map((time, row) => ({
    ...{ day: epochDay(time.slice(0, 10)), leadDay: 1, leadDays: 1.25 },
    ...{ meanC: at(meanC, row), spreadC: at(spreadC, row), observedC: at(numbers['obs_tmin_c'] ?? none, row) }
  }))
}
