/** A thermometer that reads what is forecast for its own place teaches that nothing is wrong. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { syntheticPoint, syntheticSensor } from '../../test/made/synthetic-nights.ts'
import { hourMs, minuteMs } from '../common/time.ts'
import { openSnapshot } from '../forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { nightsIn, siteSettings } from '../forecasts/frost-view.ts'
import type { Exposure, KnownNight } from '../frost/frost-night.ts'
import { exposures } from '../frost/scoring-profile.ts'
import { column, emptySeries } from '../weather/series.ts'
import { findFault } from './faults/find-fault.ts'
import { issuedNights } from './issued-run.ts'
import { type LearnedPlace, learnedPlace } from './learned-place.ts'
import type { IssuedNight, NewSensor } from './ports.ts'
import { forecastFor, issuesToLearnFrom, sensorRecord } from './sensor-record.ts'

type Where = Pick<NewSensor, 'kind' | 'exposure'>

const wheres: readonly Where[] = [
  { kind: 'air_2m', exposure: null },
  { kind: 'plant', exposure: null },
  ...exposures.map((exposure) => ({ kind: 'plant', exposure }) as const)
]

/** The weather of a day, which its nights follow. */
const days = fc.record({
  meanC: fc.double({ min: -12, max: 14, noNaN: true }),
  swingC: fc.double({ min: 0, max: 9, noNaN: true }),
  windMps: fc.double({ min: 0, max: 9, noNaN: true }),
  cloud: fc.double({ min: 0, max: 1, noNaN: true }),
  humidity: fc.double({ min: 0.2, max: 1, noNaN: true })
})
type Day = typeof days extends fc.Arbitrary<infer Value> ? Value : never

const mild: Day = { meanC: 5, swingC: 5, windMps: 2, cloud: 0.3, humidity: 0.7 }
const firstHour = Date.UTC(2026, 2, 1) / hourMs
const runDays = 16

/** A run of sixteen days; each run of a season continues the one before. */
function runOf(weather: readonly Day[], number: number, learned: LearnedPlace | null): ForecastSnapshot {
  const startHour = firstHour + number * (runDays - 1) * 24
  const series = emptySeries(startHour, runDays * 24)
  const set = (name: Parameters<typeof column>[1], of: (day: Day, hour: number) => number) => {
    const values = column(series, name)
    for (let hour = 0; hour < series.hours; hour++) {
      values[hour] = of(weather[Math.floor(hour / 24)] ?? mild, (startHour + hour) % 24)
    }
  }
  set('temperature', ({ meanC, swingC }, hour) => meanC - swingC * Math.cos(((hour - 2) / 12) * Math.PI))
  set('windSpeed', ({ windMps }) => windMps)
  set('cloudCover', ({ cloud }) => cloud)
  set('relativeHumidity', ({ humidity }) => humidity)
  const { pointKey: key, ...position } = syntheticPoint
  const issuedAt = startHour * hourMs
  const run = {
    source: { id: 'made', name: 'Made', license: 'none', url: 'https://made.example', attribution: 'Made' },
    ...{ synthetic: false, run: `${number}`, issuedAt, confirmedAt: issuedAt, askAgainAt: issuedAt },
    ...{ updatePeriodSeconds: 3600, isFallback: false, validators: { etag: null, lastModified: null } },
    ...{ ensemble: null, grid: { lat: 38, lon: 38, elevation: 964 }, model: null, series },
    point: { key, ...position }
  }
  return openSnapshot(run, learned)
}

/** What the sensors teach over some runs, each of their readings being what was issued for it. */
function learnedFrom(where: readonly Where[], runs: readonly (readonly Day[])[]): LearnedPlace | null {
  let learned: LearnedPlace | null = null
  const issued: IssuedNight[] = []
  for (const [number, weather] of runs.entries()) {
    const run = runOf(weather, number, learned)
    issued.push(...issuedNights(run, run.issuedAt, learned))
    const issues = issuesToLearnFrom(issued)
    const records = where.map((one, index) => {
      const readings = [...issues.values()].map((night) => ({
        sensorSeq: index,
        date: night.date,
        minimumC: forecastFor(one, night)?.minimumC ?? night.plantMinimumC + 3
      }))
      return sensorRecord(syntheticSensor(index, { ...one, station: `${index}` }), readings, issues)
    })
    learned = learnedPlace(records, issued)
  }
  return learned
}

function known(run: ForecastSnapshot, exposure: Exposure): readonly KnownNight[] {
  const nights = nightsIn(run, run.windows, run.issuedAt, { ...siteSettings(run), exposure })
  return nights.flatMap((night) => (night.state === 'known' ? [night] : []))
}

describe('sensors that read exactly what is forecast for their own exposure', () => {
  it('move no expected minimum, of air or plants, by more than 0.05 °C, and widen no range', () => {
    const weather = fc.array(days, { minLength: runDays, maxLength: runDays })
    const mix = fc.array(fc.constantFrom(...wheres), { minLength: 1, maxLength: 6 })
    const runs = fc.array(weather, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(mix, runs, weather, (where, before, coming) => {
        const learned = learnedFrom(where, before)
        for (const exposure of exposures) {
          const plain = known(runOf(coming, before.length, null), exposure)
          const taught = known(runOf(coming, before.length, learned), exposure)
          expect(taught.length).toBe(plain.length)
          for (const [index, night] of taught.entries()) {
            const usual = plain[index]
            if (usual === undefined) throw new Error('the same nights')
            expect(Math.abs(night.airTemperatureMinC - usual.airTemperatureMinC)).toBeLessThanOrEqual(0.05)
            expect(Math.abs(night.plantTemperatureMinC - usual.plantTemperatureMinC)).toBeLessThanOrEqual(
              0.05
            )
            expect(night.sigmaC).toBeLessThanOrEqual(usual.sigmaC + 1e-9)
            expect(night.sigmaAirC).toBeLessThanOrEqual(usual.sigmaAirC + 1e-9)
          }
        }
      }),
      { numRuns: 60 }
    )
  })

  it('teach all the same: the mean of one that reads 3 °C less is learned for plants, and not for the air', () => {
    const weather = Array.from({ length: 4 }, () => Array.from({ length: runDays }, () => mild))
    const issued = weather.flatMap((one, number) => {
      const run = runOf(one, number, null)
      return issuedNights(run, run.issuedAt, null)
    })
    const issues = issuesToLearnFrom(issued)
    const canopy = { kind: 'plant', exposure: 'canopy' } as const
    const readings = [...issues.values()].map((night) => ({
      sensorSeq: 1,
      date: night.date,
      minimumC: (forecastFor(canopy, night)?.minimumC ?? Number.NaN) - 3
    }))
    const learned = learnedPlace([sensorRecord(syntheticSensor(1, canopy), readings, issues)], issued)
    expect(learned).toMatchObject({ biasC: 0, siteVarianceC2: null, offset: null })
    expect(learned?.plantBiasC).toBeLessThan(-2)
    expect(learned?.plantBiasC).toBeGreaterThanOrEqual(-3)
  })
})

describe('what two days of readings show', () => {
  const forecastC = (at: number) => 3 - 7 * Math.cos(((((at / hourMs) % 24) - 2) / 12) * Math.PI)
  const dayAt = Date.UTC(2026, 2, 10)
  const faultIn = (
    readings: readonly { readonly at: number; readonly temperatureC: number }[],
    airAt = forecastC
  ) =>
    findFault({
      ...{ readings, forecastC: airAt, neighbours: [], usualC: null, zoneHours: 3 },
      at: { lat: syntheticPoint.lat, lon: syntheticPoint.lon }
    })
  /** In tenths, with a waver that is another one on each day. */
  const read = (at: number, byC = 0.5 * Math.sin(at / hourMs) + 0.9 * Math.cos(at / (7 * hourMs))) => ({
    at,
    temperatureC: Math.round(10 * (forecastC(at) + byC)) / 10
  })

  it.each([
    [1, null],
    [2, 'cold_gaps']
  ])('has gaps in the cold where two nights were read at 20, 23, 2 and 5 h alone: %i', (nights, expected) => {
    const all = Array.from({ length: 288 }, (_, index) => dayAt + 9 * hourMs + index * 10 * minuteMs)
    const isMissing = (at: number) => {
      const afterEvening = (at - dayAt - 17 * hourMs) / hourMs
      const inNight = afterEvening % 24
      return afterEvening < 24 * nights && inNight > 0 && inNight < 9 && inNight % 3 !== 0
    }
    const left = all.filter((at) => !isMissing(at))
    expect(left.length).toBeLessThan(all.length - 40 * nights)
    expect(faultIn(left.map((at) => read(at)))).toBe(expected)
  })

  it.each([
    ['fog', 0.5, 13, null],
    ['fog', 0.5, 18, 'frozen'],
    ['fog', 1, 20, null],
    ['fog', 1, 23, 'frozen'],
    ['frost', 0.1, 3, null],
    ['frost', 0.1, 8, 'iced'],
    ['frost', 0.5, 5.5, null],
    ['frost', 0.5, 8, 'iced'],
    ['frost', 1, 5, null],
    ['frost', 1, 15, 'iced'],
    // A day around 0 °C in melting snow, forecast a degree too cold.
    ['thaw', 0.1, 22, null],
    ['thaw', 0.5, 22, null],
    ['thaw', 1, 30, null]
  ])(
    'is one value in %s, in steps of %s °C, for the last %s hours: %s',
    (weather, stepC, hours, expected) => {
      const [heldC, expectedC, swingC] =
        weather === 'fog' ? [6, 6, 1.8] : weather === 'frost' ? [0, -4, 1.8] : [0, -1, 1.2]
      const airAt = (at: number) => expectedC + swingC * Math.cos((at / hourMs / 12) * Math.PI)
      const readings = Array.from({ length: 288 }, (_, index) => {
        const at = dayAt + index * 10 * minuteMs
        const waverC = index >= 288 - 6 * hours ? 0 : read(at).temperatureC - forecastC(at)
        return { at, temperatureC: heldC + Math.round(waverC / stepC) * stepC }
      })
      expect(faultIn(readings, airAt)).toBe(expected)
    }
  )

  it.each([
    ['three hourly readings', 3, null],
    ['twelve hourly readings', 12, 'copies_yesterday']
  ])('is a copy of the day before by more than chance: %s', (_, copied, expected) => {
    const hours = Array.from({ length: 48 }, (_, index) => read(dayAt + index * hourMs))
    const readings = hours.map(({ at, temperatureC }, index) => ({
      at,
      temperatureC: index < 48 - copied ? temperatureC : (hours[index - 24]?.temperatureC ?? Number.NaN)
    }))
    expect(faultIn(readings)).toBe(expected)
  })
})
