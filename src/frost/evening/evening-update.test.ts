import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../common/time.ts'
import type { EveningReading, ForecastWeather } from './evening-reading.ts'
import { eveningUpdate } from './evening-update.ts'

type EveningQuestion = Parameters<typeof eveningUpdate>[0]

const sunset = Date.UTC(2024, 2, 20, 16)
const sunrise = sunset + 12 * hourMs
const forecastC = (at: number) => 8 - (9 * (at - sunset)) / (12 * hourMs)
const noSky = { dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }

/** An evening that runs as forecast plus a deviation, with a reading every half hour. */
function evening(
  hours: number,
  change: Partial<EveningQuestion> & {
    readonly deviationC?: number
    readonly sky?: Omit<EveningReading, 'at' | 'temperatureC'>
  } = {}
): EveningQuestion {
  const { deviationC = 0, sky = noSky, ...rest } = change
  const now = sunset + hours * hourMs
  const readings = Array.from({ length: 13 }, (_, index) => now - (12 - index) * 30 * minuteMs).map((at) => ({
    ...sky,
    at,
    temperatureC: forecastC(at) + deviationC
  }))
  return {
    now,
    sunset,
    sunrise,
    readings,
    forecastAt: (at) => ({ ...noSky, temperatureC: forecastC(at) }),
    forecast: { meanC: -1, varianceC2: 2.6 },
    halfResolutionC: 0.05,
    distanceKm: 0,
    heightDifferenceM: 0,
    ...rest
  }
}

function answer(question: EveningQuestion) {
  const update = eveningUpdate(question)
  if (update === null) throw new Error('there is no update')
  return update
}

const maybe = (least: number, most: number) =>
  fc.option(fc.double({ min: least, max: most, noNaN: true }), { nil: null })
const anyQuestion = fc
  .record({
    hours: fc.double({ min: 0, max: 12, noNaN: true }),
    spacing: fc.integer({ min: 6, max: 90 }),
    count: fc.integer({ min: 1, max: 40 }),
    temperatures: fc.array(fc.double({ min: -40, max: 40, noNaN: true }), { minLength: 40, maxLength: 40 }),
    sky: fc.record({
      dewPointC: maybe(-45, 35),
      windSpeedMps: maybe(0, 30),
      cloudCoverFraction: maybe(0, 1)
    }),
    forecast: fc.option(fc.double({ min: -20, max: 20, noNaN: true }), { nil: null }),
    meanC: fc.double({ min: -40, max: 30, noNaN: true }),
    varianceC2: fc.double({ min: 0.1, max: 25, noNaN: true }),
    halfResolutionC: fc.constantFrom(0.05, 0.5),
    distanceKm: fc.constantFrom(0, 0.05, 3, 40),
    heightDifferenceM: fc.integer({ min: -150, max: 150 })
  })
  .map(
    ({ hours, spacing, count, temperatures, sky, forecast, meanC, varianceC2, ...rest }): EveningQuestion => {
      const now = sunset + hours * hourMs
      const weather: ForecastWeather | null = forecast === null ? null : { ...sky, temperatureC: forecast }
      const readings = temperatures.slice(0, count).map((temperatureC, index) => ({
        ...sky,
        temperatureC,
        at: now - (count - 1 - index) * spacing * minuteMs
      }))
      return {
        ...rest,
        now,
        sunset,
        sunrise,
        readings,
        forecastAt: () => weather,
        forecast: { meanC, varianceC2 }
      }
    }
  )

describe('the evening update', () => {
  it('is a number whatever is missing, and never widens the forecast', () => {
    let answered = 0
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const update = eveningUpdate(question)
        if (update === null) return
        answered += 1
        expect(Number.isFinite(update.meanC)).toBe(true)
        expect(update.varianceC2).toBeGreaterThan(0)
        expect(update.varianceC2).toBeLessThanOrEqual(question.forecast.varianceC2 * (1 + 1e-12))
        expect(update.observedShare).toBeGreaterThanOrEqual(0)
        expect(update.observedShare).toBeLessThanOrEqual(1)
        expect(question.readings.map(({ at }) => at)).toContain(update.measuredAt)
      }),
      { numRuns: 2000 }
    )
    expect(answered).toBeGreaterThan(300)
  })

  it('is colder for a colder evening, near and far, by no more than the evening itself', () => {
    const hours = fc.double({ min: 0, max: 12, noNaN: true })
    const where = fc.constantFrom(
      { distanceKm: 0, heightDifferenceM: 0 },
      { distanceKm: 20, heightDifferenceM: 80 }
    )
    const cloudCoverFraction = maybe(0, 1)
    fc.assert(
      fc.property(hours, where, cloudCoverFraction, maybe(0, 12), (hour, place, cloud, wind) => {
        const sky = { dewPointC: null, windSpeedMps: wind, cloudCoverFraction: cloud }
        const means = [-4, -2, 0, 2, 4].map(
          (deviationC) => answer(evening(hour, { ...place, sky, deviationC })).meanC
        )
        for (const [index, mean] of means.slice(1).entries()) {
          const rise = mean - (means[index] ?? Number.NaN)
          expect(rise).toBeGreaterThan(0)
          expect(rise).toBeLessThanOrEqual(2.5)
        }
      }),
      { numRuns: 400 }
    )
  })

  it('is the surer the nearer the sunrise', () => {
    const variances = Array.from({ length: 12 }, (_, hour) => answer(evening(hour)).varianceC2)
    for (const [hour, variance] of variances.slice(1).entries()) {
      expect(variance).toBeLessThan(variances[hour] ?? 0)
    }
    expect(variances[11]).toBeLessThan(0.2 * (variances[0] ?? 0))
  })

  it('lies below the lowest reading of the place itself, and not below that of a station elsewhere', () => {
    const reading = forecastC(sunset + 11 * hourMs) - 6
    const own = answer(evening(11, { deviationC: -6 }))
    expect(own.meanC).toBeLessThanOrEqual(reading + 0.05)
    const elsewhere = answer(evening(11, { deviationC: -6, distanceKm: 15, heightDifferenceM: 60 }))
    expect(elsewhere.meanC).toBeLessThan(-1)
    expect(elsewhere.meanC).toBeGreaterThan(reading + 1)
    expect(elsewhere.varianceC2).toBeGreaterThan(own.varianceC2)
    expect(elsewhere.observedShare).toBeLessThan(own.observedShare)
  })

  it('lies below the lowest reading of the night, also where clouds have made it warmer since', () => {
    const question = evening(11)
    const readings = question.readings.map((reading, index) => ({
      ...reading,
      temperatureC: reading.temperatureC + (index < 9 ? -3 : 2)
    }))
    const lowestC = Math.min(...readings.map(({ temperatureC }) => temperatureC))
    expect(readings.at(-1)?.temperatureC).toBeGreaterThan(lowestC + 3)
    expect(answer({ ...question, readings }).meanC).toBeLessThanOrEqual(lowestC + 0.05)
  })

  it('is less sure of a thermometer that reads whole degrees', () => {
    const fine = answer(evening(11.5))
    const coarse = answer(evening(11.5, { halfResolutionC: 0.5 }))
    expect(coarse.varianceC2).toBeGreaterThan(fine.varianceC2)
  })

  it('says nothing before sunset, after sunrise or without a reading of the last 90 minutes since sunset', () => {
    expect(eveningUpdate(evening(-0.1))).toBeNull()
    expect(eveningUpdate(evening(12.1))).toBeNull()
    const question = evening(3)
    expect(eveningUpdate({ ...question, readings: [] })).toBeNull()
    const earlier = (minutes: number) =>
      question.readings.filter(({ at }) => at <= question.now - minutes * minuteMs)
    expect(eveningUpdate({ ...question, readings: earlier(90) })?.measuredAt).toBe(
      question.now - 90 * minuteMs
    )
    expect(eveningUpdate({ ...question, readings: earlier(91) })).toBeNull()
    const dusk = evening(0.25)
    const before = dusk.readings.filter(({ at }) => at < sunset)
    expect(eveningUpdate({ ...dusk, readings: before })).toBeNull()
  })

  it('says nothing of a station elsewhere whose night is not forecast', () => {
    expect(eveningUpdate(evening(3, { distanceKm: 5, forecastAt: () => null }))).toBeNull()
    expect(eveningUpdate(evening(3, { forecastAt: () => null }))).not.toBeNull()
  })
})

describe('a thermometer that lies', () => {
  const question = evening(3)
  const with_ = (change: (reading: EveningReading, index: number) => Partial<EveningReading>) =>
    eveningUpdate({
      ...question,
      readings: question.readings.map((reading, index) => ({ ...reading, ...change(reading, index) }))
    })

  it.each([-9999, 327.67, Number.NaN, 42.4])('does not enter with %d °C', (temperatureC) => {
    expect(with_(() => ({ temperatureC }))).toBeNull()
  })

  it('does not enter with one value for three hours, where it resolves a tenth', () => {
    expect(with_((_, index) => (index >= 6 ? { temperatureC: 5.3 } : {}))).toBeNull()
    expect(with_((_, index) => (index >= 7 ? { temperatureC: 5.3 } : {}))).not.toBeNull()
    const steady = question.readings.map((reading) => ({ ...reading, temperatureC: 5 }))
    expect(eveningUpdate({ ...question, readings: steady, halfResolutionC: 0.5 })).not.toBeNull()
  })

  it('whose newest reading is a jump of over six degrees is believed when the next one confirms it', () => {
    const { readings, now } = question
    const jump = (byC: number, minutes: number) => [
      ...readings.slice(0, -1).map((reading) => ({ ...reading, temperatureC: reading.temperatureC - 5 })),
      { ...noSky, at: now - minutes * minuteMs, temperatureC: 0 },
      { ...noSky, at: now, temperatureC: byC }
    ]
    const measuredAt = (byC: number, minutes: number) =>
      eveningUpdate({ ...question, readings: jump(byC, minutes) })?.measuredAt
    expect(measuredAt(6.1, 5)).toBe(now - 5 * minuteMs)
    expect(measuredAt(5.9, 5)).toBe(now)
    const next = { ...noSky, at: now + 5 * minuteMs, temperatureC: 6 }
    const confirmed = { ...question, now: next.at, readings: [...jump(6.1, 10), next] }
    expect(eveningUpdate(confirmed)?.measuredAt).toBe(next.at)
  })

  it('does not enter further than ten degrees from the forecast', () => {
    expect(eveningUpdate(evening(3, { deviationC: 9.9 }))).not.toBeNull()
    expect(eveningUpdate(evening(3, { deviationC: 10.1 }))).toBeNull()
  })
})
