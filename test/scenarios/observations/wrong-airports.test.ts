/**
 * Airports through store and API, each with a record of its own nights, 2 °C colder than forecast: one goes on to
 * measure, four are wrong from an afternoon on. Each has its own point, and a place 13 km away.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../src/common/time.ts'
import { epochDay } from '../../../src/frost/season.ts'
import { airportPoint } from '../../../src/observations/airports.ts'
import type { IssuedNight } from '../../../src/observations/ports.ts'
import type { Airport, AirportReport } from '../../../src/weather/airport.ts'
import { addDays } from '../../../src/weather/zone-clock.ts'
import {
  datesFrom,
  type JsonBody,
  noonOf,
  type SyntheticRecord,
  startRecord,
  syntheticRun
} from './synthetic-record.ts'

const today = '2026-04-11'
const issuedAt = noonOf(addDays(today, -1))
/** In the afternoon, after the airports of the day have been learned from. */
const beganAt = noonOf(today) + hourMs
const sunset = noonOf(today) + 4.5 * hourMs
const sunrise = noonOf(today) + 15.5 * hourMs
const pastNights = 40
const foretoldC = 1

type Fault = (trueAt: (at: number) => number, at: number) => number
const faults = {
  honest: (trueAt, at) => trueAt(at),
  frozen: (trueAt) => trueAt(beganAt),
  'too warm by 6 °C': (trueAt, at) => trueAt(at) + 6,
  'in °F': (trueAt, at) => 1.8 * trueAt(at) + 32,
  'an hour late': (trueAt, at) => trueAt(at - hourMs)
} as const satisfies Record<string, Fault>
type FaultName = keyof typeof faults
const faultNames = Object.keys(faults) as readonly FaultName[]
const wrongNames = faultNames.filter((name) => name !== 'honest')

const airports: readonly Airport[] = faultNames.map((name, index) => ({
  ...{ icao: `LT${String.fromCharCode(65 + index)}X`, name, lat: 36 + index, lon: 33, elevation: 900 }
}))
const kmPerDegree = 111.2
const awayKm = 13

/** What `syntheticRun` makes of a minimum. */
function forecastC(at: number): number {
  const hours = (((at / hourMs - 2) % 24) + 24) % 24
  return foretoldC + (20 * Math.min(hours, 24 - hours)) / 24
}

/** 2 °C colder at night; no day is as the one before. */
function trueC(at: number): number {
  const cold = 2 * Math.max(0, Math.cos(((at / hourMs - 2.5) / 12) * Math.PI))
  return forecastC(at) - cold + 0.6 * Math.sin(at / (31 * hourMs)) + 0.3 * Math.sin(at / (2.3 * hourMs))
}

interface Tonight {
  readonly at: number
  readonly minimumC: number
  readonly frostProbability: number
  readonly updatedBy: string | null
  readonly addedBiasC: number | null
}

let app: SyntheticRecord
const seen = new Map<string, Tonight[]>()
const keyOf = (name: FaultName, km: number): string => `${name}, ${km} km`

beforeAll(async () => {
  app = await startRecord({
    startAt: issuedAt,
    stored: async (point) =>
      syntheticRun(issuedAt, () => foretoldC, { point: { ...point, timezone: 'Europe/Istanbul' } })
  })
  await storePastNights()
  for (let at = issuedAt; at <= beganAt + 26 * hourMs; at += hourMs) await liveUntil(at)
})
afterAll(() => app.close())

async function liveUntil(at: number): Promise<void> {
  await app.store.record.saveAirportReports(airports, [at - 30 * minuteMs, at].flatMap(reportsOf))
  app.turnClockTo(at)
  await app.record.refresh()
  if (at < beganAt - hourMs || at > sunrise) return
  for (const [index, name] of faultNames.entries()) {
    for (const km of [0, awayKm]) {
      const { lat, lon, elevation } = airports[index] ?? {}
      const where = `lat=${(lat ?? 0) + km / kmPerDegree}&lon=${lon}&elevation=${elevation}`
      const key = keyOf(name, km)
      seen.set(key, [...(seen.get(key) ?? []), tonightOf(at, (await app.get(`/verification?${where}`)).body)])
    }
  }
}

function tonightOf(at: number, body: JsonBody): Tonight {
  const { tonight, airports: [near] = [] } = body as unknown as {
    readonly tonight: {
      readonly temperature_min: number
      readonly air_frost_probability: number
      readonly updated_by: { readonly station: string } | null
    }
    readonly airports: readonly { readonly added_bias: number | null }[]
  }
  return {
    at,
    minimumC: tonight.temperature_min,
    frostProbability: tonight.air_frost_probability,
    updatedBy: tonight.updated_by?.station ?? null,
    addedBiasC: near?.added_bias ?? null
  }
}

/** Whole degrees, as most airports report. */
function reportsOf(at: number): readonly AirportReport[] {
  return faultNames.map((name, index) => ({
    ...{ icao: airports[index]?.icao ?? '', measuredAt: at, dewPointC: null, windSpeedMps: 2 },
    ...{ cloudCoverFraction: 0, isWhole: true },
    temperatureC: Math.round(at >= beganAt ? faults[name](trueC, at) : trueC(at))
  }))
}

/** What each airport measured on earlier nights, and what was issued for its own point. */
async function storePastNights(): Promise<void> {
  const { record } = app.store
  const dates = datesFrom(addDays(today, -pastNights - 1), pastNights)
  await record.saveAirportReports(airports, [])
  await record.saveAirportNights(
    airports.flatMap(({ icao }) =>
      dates.map((date, night) => ({ icao, date, minimumC: -1 + ((night * 7) % 3) - 1, isWhole: true }))
    )
  )
  for (const airport of airports) {
    const { key: pointKey, lat, lon, elevation } = airportPoint(airport, '')
    const point = { pointKey, lat, lon, elevation, timezone: 'UTC' }
    for (const date of dates) {
      const night = issuedNight(date)
      const issuance = { at: night.issuedAt, method: 'frost-p 2.0' }
      await record.saveIssued({ point, synthetic: false, nights: [night], issuance })
    }
  }
}

function issuedNight(date: string): IssuedNight {
  const ground = { minimumC: -1, sigmaC: 2, learnedC: 0 }
  return {
    ...{ date, leadDay: 1, leadDays: 1, source: 'made', issuedAt: epochDay(date) * dayMs - dayMs },
    ...{ biasC: 0, score: 0, airFrostProbability: 0, plantFrostProbability: 0 },
    ...{ moderateFrostProbability: 0, strongFrostProbability: 0, airMinimumC: foretoldC, airSigmaC: 1.6 },
    ...{
      plantMinimumC: -1,
      plantSigmaC: 2,
      fullOffsetC: 2,
      exposed: { ground, vine: ground, canopy: ground }
    },
    ...{ ensembleMeanC: null, ensembleSpreadC: null }
  }
}

const at = (name: FaultName, km: number) => seen.get(keyOf(name, km)) ?? []
const during = (name: FaultName, km: number) =>
  at(name, km).filter((one) => one.at >= sunset + hourMs && one.at <= sunrise)
/** Of the afternoon: with what the nights of the airport had taught until then. */
const before = (name: FaultName, km: number) => {
  const [first] = at(name, km)
  if (first === undefined) throw new Error('it was asked before the fault')
  return first
}

it('an airport corrects its own point, and the place 13 km away by a share of it, before the evening too', () => {
  const [own, near] = [before('honest', 0), before('honest', awayKm)]
  expect(own).toMatchObject({ updatedBy: null, minimumC: expect.closeTo(foretoldC - 2, 0) })
  expect(own.addedBiasC).toBeLessThan(-1.5)
  expect(Math.abs((near.addedBiasC ?? 0) - 0.3 * (own.addedBiasC ?? 0))).toBeLessThan(0.05)
  // The rest is what its source is off by at all of them.
  const sourceC = own.minimumC - foretoldC - (own.addedBiasC ?? 0)
  // Both are published to a tenth.
  expect(Math.abs(near.minimumC - (foretoldC + sourceC + (near.addedBiasC ?? 0)))).toBeLessThanOrEqual(0.1)
})

it('and its readings then move both, by name', () => {
  const lowestC = Math.min(...Array.from({ length: 24 }, (_, half) => trueC(sunset + (half * hourMs) / 2)))
  for (const km of [0, awayKm]) {
    const later = during('honest', km).slice(-6)
    expect(later.map(({ updatedBy }) => updatedBy)).toEqual(later.map(() => 'honest (LTAX)'))
    expect(later.at(-1)?.minimumC).toBeLessThan(before('honest', km).minimumC)
  }
  expect(Math.abs((during('honest', 0).at(-1)?.minimumC ?? 99) - lowestC)).toBeLessThan(0.6)
})

describe.each(wrongNames)('an airport that is %s', (name) => {
  it.each([0, awayKm])(
    'makes no night warmer by more than 0.3 °C, nor less likely frosty, %i km away',
    (km) => {
      const plain = before(name, km)
      expect(during(name, km).length).toBeGreaterThan(8)
      for (const { minimumC } of during(name, km))
        expect(minimumC).toBeLessThanOrEqual(plain.minimumC + 0.3 + 0.05)
      for (const { minimumC, updatedBy } of during(name, km))
        if (minimumC < plain.minimumC) expect(updatedBy).toContain(name)
      // What 0.3 °C are worth at most, where nothing is surer.
      for (const { frostProbability } of during(name, km))
        expect(frostProbability).toBeGreaterThan(plain.frostProbability - 0.12)
    }
  )
})

it('those that are frozen, too warm or in another unit are set aside, and the honest one never', () => {
  const foundAfterHours = Object.fromEntries(
    faultNames.map((name, index) => {
      const found = app.setAside.get(airports[index]?.icao ?? '')
      return [name, found === undefined ? null : (found - beganAt) / hourMs]
    })
  )
  expect(foundAfterHours).toMatchObject({ honest: null })
  for (const name of ['frozen', 'too warm by 6 °C', 'in °F'])
    expect(foundAfterHours[name], name).toBeLessThanOrEqual(24)
})
