import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { openSnapshot } from '../../../src/forecasts/derived-snapshot.ts'
import { nightsIn } from '../../../src/forecasts/frost-view.ts'
import { servedLaws } from '../../../src/frost/laws.ts'
import { givenAfterEach } from '../../../src/frost/learned-site.ts'
import { sigmaAirC, spreadFactor } from '../../../src/frost/spread.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import { ownRecord } from '../../../verification/benches/nws/own-record.ts'
import {
  datesFrom,
  keys,
  malatya,
  noonOf,
  type SyntheticRecord,
  startRecord,
  syntheticRun
} from './synthetic-record.ts'

/** Issued at noon, coldest at 02 UTC of the next day. */
const leadDays = 14 / 24
const dates = datesFrom('2026-01-10', 50)
/** Whole quarters of a degree, so that nothing is rounded on the way. */
const foretold = (date: string) => -2 + ((Number(date.slice(-2)) * 7) % 9) / 4
const residualOf = (index: number) => -1.5 + ((index * 29) % 17) / 4

let app: SyntheticRecord
beforeEach(async () => {
  app = await startRecord({ startAt: noonOf('2026-01-08') })
})
afterEach(() => app.close())

/** Of what was issued for a date a day ahead: μ and σ of the air. */
async function issuedFor(date: string) {
  const rows = await app.store.record.issued('38.353,38.312', false, date)
  const row = rows.find((one) => one.date === date && one.leadDay === 1)
  return { airMinimumC: row?.airMinimumC, airSigmaC: row?.airSigmaC }
}

it('what the benches score is what the service gives: the same nights through the store make the same next forecast', async () => {
  const measuredOn = new Set<number>()
  for (const [index, date] of dates.entries()) {
    await app.issue(syntheticRun(noonOf(addDays(date, -1)), foretold))
    app.turnClockTo(noonOf(date))
    // Every seventh night nobody reads the thermometer.
    if (index % 7 === 5) continue
    measuredOn.add(index)
    const minimum = foretold(date) + residualOf(index)
    const row = { location: 'malatya', date, kind: 'air_2m', minimum }
    expect((await app.post('/observations', row, keys.operator)).status).toBe(200)
  }
  // One night more than were measured: the one that is still to come.
  const dateOf = (index: number) => addDays(dates[0] ?? '', index)
  const meanC = Float64Array.from({ length: dates.length + 1 }, (_, index) => foretold(dateOf(index)))
  const values = meanC.map((forecastC, index) =>
    measuredOn.has(index) ? forecastC + residualOf(index) : Number.NaN
  )
  const observedC = { places: 1, days: values.length, values }
  const factors = meanC.map((_, index) => {
    const date = dateOf(index)
    const hour = noonOf(addDays(date, -1)) / hourMs + 24 * leadDays
    const { lat: latitude, elevation: heightM } = malatya
    return spreadFactor({ airMinC: foretold(date), hour, latitude, heightM })
  })
  const issue = { leadDays, coldestHour: 0, ensemble: null, stepHours: 1 }
  const sigmaC = (cell: number, siteVarianceC2: number | null) =>
    sigmaAirC({ ...issue, siteVarianceC2, spreadFactor: factors[cell] ?? 1 })
  const minimaOf = (index: number) => ({
    minimumC: foretold(dateOf(index)),
    // Issued at noon: the night before has been.
    previousC: null,
    nextC: foretold(dateOf(index + 1))
  })
  const forecast = { leadDays, meanC, factors, sigmaC, minimaOf }
  const bench = ownRecord({ observedC, forecast, lawOf: () => servedLaws.airSpread }, (nights) =>
    givenAfterEach(nights)
  )

  for (const index of [0, 1, 2, 10, 30, 49]) {
    const date = dates[index] ?? ''
    const { airMinimumC, airSigmaC } = await issuedFor(date)
    expect(airMinimumC).toBeCloseTo(foretold(date) + (bench.biasC[index] ?? Number.NaN), 10)
    expect(airSigmaC).toBeCloseTo(bench.sigmaC[index] ?? Number.NaN, 10)
  }

  // Over HTTP, at every lead, they are the same after the rounding of the API.
  const { nights } = (await app.get('/verification/nights?location=malatya&limit=1000')).body
  const rows = nights as unknown as readonly Readonly<Record<string, string | number>>[]
  expect(rows.length).toBeGreaterThanOrEqual(500)
  const issued = await app.store.record.issued('38.353,38.312', false, '')
  for (const row of rows) {
    const [date, lead] = [String(row['date']), Number(row['lead_days'])]
    const stored = issued.find((one) => one.date === date && one.leadDay === lead)
    const [airMinC, biasC] = [stored?.airMinimumC ?? Number.NaN, stored?.biasC ?? Number.NaN]
    expect(Math.abs(Number(row['expected_minimum']) - airMinC)).toBeLessThanOrEqual(0.05 + 1e-9)
    expect(Math.abs(Number(row['learned_bias']) - biasC)).toBeLessThanOrEqual(0.05 + 1e-9)
    // Contrasts with other nights are those of each lead; the bench has the first.
    if (lead === 1) expect(biasC).toBeCloseTo(bench.biasC[dates.indexOf(date)] ?? Number.NaN, 10)
  }

  const next = dates.length
  const nextDate = addDays(dates.at(-1) ?? '', 1)
  const run = syntheticRun(noonOf(dates.at(-1) ?? ''), foretold)
  const point = openSnapshot(run, app.record.learned(run, null))
  const windows = run.windows.filter((window) => window.date === nextDate)
  const [night] = nightsIn(point, windows, run.issuedAt + hourMs)
  expect(run.point).toEqual(malatya)
  if (night?.state !== 'known') throw new Error('the night is known')
  expect(night.airTemperatureMinC).toBeCloseTo(foretold(nextDate) + (bench.biasC[next] ?? Number.NaN), 10)
  expect(night.sigmaAirC).toBeCloseTo(bench.sigmaC[next] ?? Number.NaN, 10)
  expect(Math.abs(bench.biasC[next] ?? 0)).toBeGreaterThan(0.1)
})
