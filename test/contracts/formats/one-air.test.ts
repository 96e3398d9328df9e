/**
 * The same hours have one air temperature, and a night one minimum, in every format: at 3-hourly sources, where
 * nights were learned, and of nights without a score.
 */
import { describe, expect, it } from 'vitest'
import { alertNight } from '../../../src/alerts/alert-night.ts'
import { hourMs } from '../../../src/common/time.ts'
import { openSnapshot } from '../../../src/forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../../../src/forecasts/forecast-snapshot.ts'
import type { LearnedSite } from '../../../src/forecasts/ports.ts'
import type { PlaceReport, ReportQuestion } from '../../../src/forecasts/report/place-report.ts'
import { reportOf } from '../../../src/forecasts/report/report.ts'
import { presentCurrent, presentForecast, presentHourly } from '../../../src/http/weather/forecast.ts'
import { presentFrostRisk } from '../../../src/http/weather/frost-risk.present.ts'
import { presentNight } from '../../../src/http/weather/night.present.ts'
import { presentWidgetData } from '../../../src/http/weather/widget-data.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { column, emptySeries } from '../../../src/weather/series.ts'
import { roundHalfAway } from '../../../src/weather/units.ts'

/** Local midnight in Türkiye. */
const startHour = Date.UTC(2026, 3, 10, 21) / hourMs
const hours = 7 * 24
/** At three in the morning of the second day. */
const at = (startHour + 27) * hourMs
const siteUrl = 'https://ayaz.example'
const wording = { units: 'metric', lang: 'en' } as const
const learnedHere: LearnedSite = {
  ...{ biasC: -2.47, siteVarianceC2: 2, plantBiasC: 0, plantVarianceC2: null, offset: null, nights: 12 }
}

interface Case {
  readonly stepHours?: number
  readonly learned?: LearnedSite
  /** Hours without a temperature: from the eighth evening hour on, so that the third night has no score. */
  readonly isCut?: boolean
}

/** Clear nights in hundredths, each colder than the last, coldest about five in the morning. */
function forecast({ stepHours = 1, learned, isCut = false }: Case): ForecastSnapshot {
  const series = emptySeries(startHour, hours)
  series.stepHours.fill(stepHours)
  for (let hour = 0; hour < hours; hour++) {
    const wave = 2.35 - 6.4 * Math.cos((2 * Math.PI * (hour - 5)) / 24) - hour / 100
    const isMissing = isCut && hour > 68 && hour < 77
    column(series, 'temperature')[hour] = isMissing ? Number.NaN : Math.round(wave * 100) / 100
    column(series, 'dewPoint')[hour] = -6.05
    column(series, 'pressureMsl')[hour] = 1015
    column(series, 'windSpeed')[hour] = 1
    column(series, 'cloudCover')[hour] = 0.1
  }
  const snapshot = {
    source: { id: 'made', name: 'Made', license: 'none', url: '', attribution: '' },
    ...{ synthetic: false, isFallback: false, run: 'a', model: null, ensemble: null },
    ...{ issuedAt: at - 3 * hourMs, confirmedAt: at, askAgainAt: at, updatePeriodSeconds: 3600 },
    validators: { etag: null, lastModified: null },
    grid: { lat: null, lon: null, elevation: null },
    point: pointOf({ lat: 38.353, lon: 38.312, timezone: 'Europe/Istanbul', elevation: 964 }),
    series
  }
  return openSnapshot(snapshot, learned ?? null)
}

function reporter(one: Case): (question?: Partial<ReportQuestion>) => PlaceReport {
  const snapshot = forecast(one)
  const asked = { point: snapshot.point, place: null, days: 5, slots: 40, nights: 5 }
  return (question) => reportOf({ ...asked, ...question }, snapshot, { at })
}

const cases: readonly (readonly [string, Case])[] = [
  ['an hourly source', {}],
  ['a 3-hourly source', { stepHours: 3 }],
  ['a learned place', { learned: learnedHere }],
  ['a learned place that is warmer than its source', { learned: { ...learnedHere, biasC: 1.88 } }],
  ['a learned place with a 3-hourly source', { stepHours: 3, learned: learnedHere }],
  ['a night without a score', { isCut: true }],
  ['a night without a score at a learned place', { isCut: true, learned: learnedHere }]
]

describe.each(cases)('of %s', (_name, one) => {
  const ask = reporter(one)
  const { nights } = presentFrostRisk(ask(), wording, siteUrl)
  const { daily } = presentForecast(ask(), wording)

  it('days and nights of a date have one minimum', () => {
    expect(nights.some(({ score }) => score === null)).toBe(one.isCut === true)
    for (const { date, ...night } of nights) {
      const day = daily.find((row) => row.date === date)
      expect(day?.frost.temperature_min, date).toBe(night.temperature_min)
      if (night.score === null) expect([night.temperature_min, day?.partial], date).toEqual([null, true])
      else expect(day?.temperature_min, date).toBe(night.temperature_min)
    }
    const light = presentWidgetData(ask(), wording, { slug: 'here', siteUrl })
    expect(light.today.temperature_min).toBe(light.tonight.temperature_min)
    expect([light.today, ...light.days.slice(0, 4)].map((day) => day.temperature_min)).toEqual(
      daily.map((day) => (day.partial ? null : day.temperature_min))
    )
    expect(ask().nights.map((night) => alertNight(night).airTemperatureMinC)).toEqual(
      nights.map((night) => night.temperature_min)
    )
  })

  it('slots, the current weather and the hours that a chart draws have the air of the night', () => {
    const { slots } = presentHourly(ask(), wording)
    let compared = 0
    for (const { date } of nights) {
      const report = ask({ date })
      const body = presentNight(report, wording)
      if (body === null || !('hours' in body)) throw new Error('there is a night')
      const coldest = Math.min(...body.hours.map((hour) => hour.air_temperature ?? Number.POSITIVE_INFINITY))
      const minimum = nights.find((night) => night.date === date)?.temperature_min ?? null
      if (minimum !== null) expect(coldest, date).toBe(minimum)
      const { hours: series, chosenHours, chosenNight } = report
      if (chosenNight?.state === 'known') {
        const coldestHour = chosenHours.find((hour) => hour.at === chosenNight.coldestHour * hourMs)
        expect(coldestHour?.lowC).toBeCloseTo(chosenNight.plantTemperatureP10C, 6)
        expect(coldestHour?.highC).toBeCloseTo(chosenNight.plantTemperatureP90C, 6)
      }
      for (const { at: hourAt, airC } of chosenHours) {
        const index = hourAt / hourMs - series.startHour
        const drawnC = column(series, 'temperature')[index] ?? Number.NaN
        expect(roundHalfAway(drawnC, 3)).toBe(roundHalfAway(airC, 3))
      }
      for (const slot of slots.filter(({ partial }) => !partial)) {
        const within = chosenHours.filter(
          (hour) => hour.at >= Date.parse(slot.from) && hour.at < Date.parse(slot.to)
        )
        if (within.length < 3) continue
        compared += 1
        const airC = within.map((hour) => hour.airC)
        expect(slot.temperature_min, slot.from).toBe(roundHalfAway(Math.min(...airC), 1))
        expect(slot.temperature_max, slot.from).toBe(roundHalfAway(Math.max(...airC), 1))
        const meanC = airC.reduce((sum, value) => sum + value, 0) / 3
        expect(Math.abs((slot.temperature ?? Number.NaN) - meanC), slot.from).toBeLessThan(0.0501)
        const wet = within.map((hour) => hour.wetBulbC)
        expect(slot.wet_bulb_temperature, slot.from).toBeGreaterThan(Math.min(...wet) - 0.06)
        expect(slot.wet_bulb_temperature, slot.from).toBeLessThan(Math.max(...wet) + 0.06)
        expect(slot.dew_point, slot.from).toBeLessThanOrEqual(slot.temperature ?? Number.NaN)
      }
    }
    expect(compared).toBeGreaterThan(8)
    const now = presentCurrent(ask(), wording)?.current.temperature
    expect(now).toBe(roundHalfAway(ask().chosenHours.find((hour) => hour.at === at)?.airC ?? Number.NaN, 1))
  })
})
