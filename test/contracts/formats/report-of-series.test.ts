/**
 * Every number of a report is that of its own variable of the series: each hour of each variable has a value of its
 * own.
 */
import { expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { openSnapshot } from '../../../src/forecasts/derived-snapshot.ts'
import { nightHours } from '../../../src/forecasts/report/night-hours.ts'
import { reportOf } from '../../../src/forecasts/report/report.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { type HourlySeries, type SeriesVariable, seriesVariables } from '../../../src/weather/series.ts'

/** Local midnight in Türkiye: days and slots are whole hours of the series. */
const startHour = Date.UTC(2026, 3, 10, 21) / hourMs
const hours = 96
const at = (startHour + 33) * hourMs

/** Where each variable begins, and how much it grows from hour to hour. */
const ramps: Readonly<Record<SeriesVariable, readonly [number, number]>> = {
  temperature: [-10, 0.125],
  dewPoint: [-24, 0.0625],
  relativeHumidity: [0.2, 1 / 512],
  apparentTemperature: [-40, 0.25],
  precipitation: [1, 0.25],
  precipitationProbability: [0.5, 1 / 1024],
  snowfall: [30, 0.5],
  weatherCode: [2, 0],
  pressureMsl: [1000, 0.25],
  cloudCover: [0.7, 1 / 2048],
  visibility: [9000, 16],
  windSpeed: [2, 0.0625],
  windGustSpeed: [20, 0.125],
  windDirection: [40, 0],
  uvIndex: [1, 0.0625],
  snowDepth: [0, 0]
}

const valueAt = (variable: SeriesVariable, hour: number): number => {
  const [first, step] = ramps[variable]
  return Math.fround(first + step * (hour - startHour))
}

const series: HourlySeries = {
  startHour,
  hours,
  values: Float32Array.from({ length: seriesVariables.length * hours }, (_, index) =>
    valueAt(seriesVariables[Math.floor(index / hours)] ?? 'snowDepth', startHour + (index % hours))
  ),
  stepHours: new Uint8Array(hours).fill(1)
}

const point = pointOf({ lat: 38.355, lon: 38.31, timezone: 'Europe/Istanbul', elevation: 954 })
const source = { id: 'one', name: 'One', license: 'L', url: 'https://one.example/', attribution: 'A' }
const snapshot = openSnapshot({
  source,
  synthetic: false,
  isFallback: true,
  run: 'r',
  issuedAt: at - 9 * hourMs,
  confirmedAt: at - 5 * hourMs,
  askAgainAt: at,
  updatePeriodSeconds: 4 * 3600,
  validators: { etag: null, lastModified: null },
  grid: { lat: 38.25, lon: 38.5, elevation: 1011 },
  model: 'm',
  ensemble: null,
  point,
  series
})
const report = reportOf({ point, place: null, days: 2, slots: 3, nights: 2 }, snapshot, { at })

it('takes each current value from its own variable', () => {
  const now = startHour + 33
  expect(report.current).toMatchObject({
    validAt: at,
    temperatureC: valueAt('temperature', now),
    apparentTemperatureC: valueAt('apparentTemperature', now),
    relativeHumidityFraction: valueAt('relativeHumidity', now),
    dewPointC: valueAt('dewPoint', now),
    windSpeedMps: valueAt('windSpeed', now),
    windGustSpeedMps: valueAt('windGustSpeed', now),
    windDirectionDegrees: valueAt('windDirection', now),
    pressureMslHpa: valueAt('pressureMsl', now),
    cloudCoverFraction: valueAt('cloudCover', now),
    visibilityM: valueAt('visibility', now),
    precipitationMm: valueAt('precipitation', now),
    snowfallCm: valueAt('snowfall', now),
    weatherCode: 2
  })
  const { wetBulbTemperatureC, frostPointC, temperatureC, dewPointC } = report.current
  expect(wetBulbTemperatureC).toBeGreaterThan(dewPointC)
  expect(wetBulbTemperatureC).toBeLessThan(temperatureC)
  // Over ice the air is saturated at a warmer temperature than over water.
  expect(frostPointC).toBeGreaterThan(dewPointC)
  expect(frostPointC).toBeLessThan(dewPointC * 0.8)
})

/** Of a ramp over [from, to): its first, middle and last value, and its sum. */
function span(variable: SeriesVariable, from: number, to: number) {
  const values = Array.from({ length: to - from }, (_, index) => valueAt(variable, from + index))
  const sum = values.reduce((total, value) => total + value, 0)
  return { min: Math.min(...values), max: Math.max(...values), mean: sum / values.length, sum }
}

it.each([
  ['day', () => report.days[1]?.summary, 48, 72],
  ['slot', () => report.slots[1]?.summary, 36, 39]
] as const)('sums up each variable of a %s from its own hours', (_name, summaryOf, from, to) => {
  const of = (variable: SeriesVariable) => span(variable, startHour + from, startHour + to)
  const summary = summaryOf()
  const expected = {
    temperatureMin: of('temperature').min,
    temperatureMinHour: startHour + from,
    temperatureMax: of('temperature').max,
    temperatureMaxHour: startHour + to - 1,
    temperatureMean: of('temperature').mean,
    apparentTemperatureMin: of('apparentTemperature').min,
    apparentTemperatureMax: of('apparentTemperature').max,
    apparentTemperatureMean: of('apparentTemperature').mean,
    dewPointMean: of('dewPoint').mean,
    relativeHumidityMean: of('relativeHumidity').mean,
    pressureMslMean: of('pressureMsl').mean,
    cloudCoverMean: of('cloudCover').mean,
    windSpeedMean: of('windSpeed').mean,
    windSpeedMax: of('windSpeed').max,
    windGustSpeedMax: of('windGustSpeed').max,
    windDirection: 40,
    precipitation: of('precipitation').sum,
    snowfall: of('snowfall').sum,
    precipitationProbabilityMax: of('precipitationProbability').max,
    uvIndexMax: of('uvIndex').max,
    weatherCode: 2
  }
  for (const [name, value] of Object.entries(expected)) {
    expect(summary?.[name as keyof typeof expected], name).toBeCloseTo(value, 3)
  }
})

it('says of the data what the snapshot does, and counts their age from the confirmation', () => {
  expect(report.data).toEqual({
    source,
    model: 'm',
    models: ['m'],
    modelsLeft: [],
    grid: { lat: 38.25, lon: 38.5, elevation: 1011 },
    synthetic: false,
    isFallback: true,
    contradicted: null,
    freshness: 'aging',
    issuedAt: at - 9 * hourMs,
    confirmedAt: at - 5 * hourMs,
    ageHours: 5,
    hoursSetAside: 0,
    variablesLeftOut: [],
    hoursCarried: 0,
    isComingNightUnknown: false,
    check: 'agrees'
  })
  expect(report.dataNotices).toEqual([
    { code: 'aging_data', parameters: { ageHours: 5 } },
    { code: 'source_fallback', parameters: { source: 'One' } }
  ])
})

it('shows tonight first, which lasts while it freezes, and the nights that were asked for', () => {
  expect(report.nights.map(({ window }) => window.date)).toEqual(['2026-04-12', '2026-04-13'])
  expect(report.tonight).toBe(report.nights[0])
  expect(report.slots.map(({ span: { fromSecond } }) => fromSecond / 3600 - startHour)).toEqual([33, 36, 39])
})

it('moves the air and the wet bulb of each hour of a night as its minimum was moved', () => {
  const { tonight } = report
  if (tonight?.state !== 'known') throw new Error('the night has no score')
  const moved = { ...tonight, airTemperatureMinC: valueAt('temperature', tonight.window.firstHour) - 1.5 }
  const [hours, plain] = [moved, tonight].map((night) => nightHours(night, series, 954))
  expect(hours).toHaveLength(plain?.length ?? 0)
  for (const { at: hourAt, airC, wetBulbC } of hours ?? []) {
    expect(airC).toBeCloseTo(valueAt('temperature', hourAt / hourMs) - 1.5, 5)
    expect(wetBulbC).toBeLessThan(plain?.find((one) => one.at === hourAt)?.wetBulbC ?? Number.NaN)
  }
})
