/** Nights of airports that report whole degrees, and of those that do not. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import {
  airportMinima,
  airportNightsAt,
  likelyMinimumC,
  storeAirportNights
} from '../../../src/observations/airport-nights.ts'
import { airportPoint } from '../../../src/observations/airports.ts'
import { noonOf, type SyntheticRecord, startRecord } from './synthetic-record.ts'

const date = '2026-01-10'
const now = noonOf(date)
const airport = { icao: 'LTAT', name: 'Erhac', lat: 38.435, lon: 38.091, elevation: 862 }
const point = airportPoint(airport, 'Europe/Istanbul')

let app: SyntheticRecord
beforeEach(async () => {
  app = await startRecord({ startAt: now })
})
afterEach(() => app.close())

/** One report an hour, the coldest −4 °C at 02 UTC. @param isWholeAt By hours before noon. */
async function nightWith(isWholeAt: (hoursBefore: number) => boolean) {
  const reports = Array.from({ length: 40 }, (_, hoursBefore) => ({
    ...{ icao: airport.icao, measuredAt: now - hoursBefore * hourMs, isWhole: isWholeAt(hoursBefore) },
    temperatureC: hoursBefore === 10 ? -4 : 1,
    ...{ dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
  }))
  const { record } = app.store
  await record.saveAirportReports([airport], reports)
  await storeAirportNights(record, [{ airport, point }], now)
  const [night] = (await record.airportNights(airport.icao, date)).filter((one) => one.date === date)
  const { key: pointKey, lat, lon } = point
  const minima = airportMinima(await airportNightsAt(record, { pointKey, lat, lon }, now), likelyMinimumC)
  return { night, scoredC: minima.get(date)?.minimumC }
}

it('one report of whole degrees, or one by day, does not make a whole night of it', async () => {
  const { night, scoredC } = await nightWith((hoursBefore) => hoursBefore === 1 || hoursBefore === 8)
  expect(night).toMatchObject({ minimumC: -4, isWhole: false })
  expect(scoredC).toBe(-4)
})

it('minima of whole degrees are scored as they are learned from', async () => {
  const { night, scoredC } = await nightWith(() => true)
  expect(night).toMatchObject({ minimumC: -4, isWhole: true })
  expect(scoredC).toBeCloseTo(-4.23, 9)
})
