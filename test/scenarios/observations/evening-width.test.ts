/** What stored evenings teach of the range of coming ones. */
import { afterEach, beforeEach, expect, it } from 'vitest'
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

const dates = datesFrom('2026-01-10', 12)
const forecastC = () => -2
const coming = syntheticRun(noonOf(dates.at(-1) ?? ''), forecastC)

let app: SyntheticRecord
beforeEach(async () => {
  app = await startRecord({ startAt: noonOf('2026-01-08') })
})
afterEach(() => app.close())

/** Twelve nights that a thermometer reads 1 °C warmer than their evening update had them. */
async function nightsReadBy(key: string): Promise<void> {
  for (const date of dates) {
    await app.issue(syntheticRun(noonOf(addDays(date, -1)), forecastC))
    const evening = { minimumC: -2, sigmaC: 0.5 }
    await app.store.record.saveEvenings([
      { pointKey: malatya.key, date, measuredAt: noonOf(date), forecast: evening, updated: evening }
    ])
    app.turnClockTo(noonOf(date))
    const row = { location: 'malatya', date, kind: 'air_2m', minimum: -1 }
    expect((await app.post('/observations', row, key)).status).toBe(200)
  }
}

it('evenings that miss too often widen the coming ones, for everyone', async () => {
  await nightsReadBy(keys.operator)
  const width = app.record.learned(coming, null)?.eveningLogWidth ?? 0
  expect(width).toBeGreaterThan(0.2)
  expect(width).toBeLessThanOrEqual(0.5)
})

it('a thermometer of one owner says nothing of evenings that everyone is shown', async () => {
  await nightsReadBy(keys.grower)
  expect(app.record.learned(coming, null)).toBeNull()
  const own = app.record.learned(coming, 'grower')
  expect(own?.nights).toBe(12)
  expect(own?.eveningLogWidth).toBe(0)
})
