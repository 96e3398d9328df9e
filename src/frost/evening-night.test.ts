/** The night in progress, and no other, follows a thermometer near the place. */
import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../common/time.ts'
import { learnedNights } from '../forecasts/frost-view.ts'
import { column, emptySeries } from '../weather/series.ts'
import { withoutOutliers } from './evening/credible-readings.ts'
import type { EveningStation } from './evening-station.ts'
import type { KnownNight } from './frost-night.ts'
import { type FrostSettings, genericSettings } from './frost-nights.ts'
import { nightWindows } from './night-window.ts'

const site = { lat: 38.353, lon: 38.312, timezone: 'Europe/Istanbul' }
const start = Date.parse('2026-04-11T00:00Z') / hourMs
const evening = Date.parse('2026-04-11T20:00Z')
const series = emptySeries(start, 72)
const forecastC = (hour: number) => 5 - 5 * Math.cos((((hour % 24) - 14) / 12) * Math.PI + Math.PI)
column(series, 'temperature').forEach((_, index, values) => {
  values[index] = forecastC(start + index)
})
column(series, 'dewPoint').fill(-3)
column(series, 'windSpeed').fill(1)
column(series, 'cloudCover').fill(0)

function station(besideC: number, change: Partial<EveningStation> = {}, until = evening): EveningStation {
  const readings = Array.from({ length: 37 }, (_, index) => {
    const at = until - (36 - index) * 10 * minuteMs
    return {
      ...{ at, temperatureC: forecastC(at / hourMs) + besideC },
      ...{ dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
    }
  })
  const place = { distanceKm: 0, heightDifferenceM: 0, halfResolutionC: 0.05 }
  // As on its earlier nights.
  return { name: 'garden', record: { usualC: besideC, sigmaC: 1 }, ...place, readings, ...change }
}

function strangeFor(besideC: number): EveningStation['record'] {
  return { usualC: besideC - 3.5 * Math.sign(besideC || 1), sigmaC: 1 }
}

function nights(...stations: readonly EveningStation[]): readonly KnownNight[] {
  return nightsBy({ evening: stations })
}

function nightsBy(learned: Pick<FrostSettings, 'evening' | 'eveningLogWidth'>): readonly KnownNight[] {
  const scored = learnedNights({
    series,
    windows: nightWindows(site, start + 12, start + 60),
    ...{ issuedAt: start * hourMs, nowHour: evening / hourMs },
    settings: { ...genericSettings, ...learned }
  })
  return scored.filter((night) => night.state === 'known')
}

describe('the night in progress', () => {
  const [plain, next] = nights()

  it('follows a colder thermometer down and a warmer one up, and is more certain', () => {
    const [colder] = nights(station(-3))
    const [warmer] = nights(station(2))
    expect(colder?.airTemperatureMinC).toBeLessThan((plain?.airTemperatureMinC ?? 0) - 0.5)
    expect(warmer?.airTemperatureMinC).toBeGreaterThan((plain?.airTemperatureMinC ?? 0) + 0.3)
    expect(colder?.plantTemperatureMinC).toBeLessThan(plain?.plantTemperatureMinC ?? 0)
    expect(colder?.sigmaAirC).toBeLessThan(plain?.sigmaAirC ?? 0)
    expect(colder?.updatedBy).toEqual({ station: 'garden', measuredAt: evening, distanceKm: 0 })
  })

  it('is coldest after sunrise where the air still falls when it was forecast to rise, and else when it was forecast', () => {
    const { coldestHour = 0, window } = plain ?? {}
    const sunriseHour = Math.ceil((window?.sunriseAt ?? 0) / hourMs)
    const at = (coldestHour + 0.9) * hourMs
    expect(at).toBeLessThan(window?.sunriseAt ?? 0)
    const falling = station(-2, {}, at)
    const readings = falling.readings.map((reading, index) => ({
      ...reading,
      temperatureC: reading.temperatureC - 0.1 * index
    }))
    expect(nights({ ...falling, readings })[0]?.coldestHour).toBe(sunriseHour)
    const rising = readings.map((reading, index) => ({
      ...reading,
      temperatureC: reading.temperatureC + Math.max(0, index - 33)
    }))
    expect(nights({ ...falling, readings: rising })[0]?.coldestHour).toBe(coldestHour)
    expect(nights(station(-2))[0]?.coldestHour).toBe(coldestHour)
  })

  it('is as wide as such nights have had to be, and never wider than its forecast', () => {
    const sigmaOf = (eveningLogWidth: number) =>
      nightsBy({ evening: [station(-3)], eveningLogWidth })[0]?.sigmaAirC ?? Number.NaN
    expect(sigmaOf(-0.2) / sigmaOf(0)).toBeCloseTo(Math.exp(-0.2), 9)
    expect(sigmaOf(0.05) / sigmaOf(0)).toBeCloseTo(Math.exp(0.05), 9)
    expect(sigmaOf(5)).toBeCloseTo(plain?.sigmaAirC ?? Number.NaN, 9)
    expect(nightsBy({ eveningLogWidth: 1 })[0]).toEqual(plain)
    // What is shown to everyone says nothing of an owner's thermometer.
    const own = nightsBy({ evening: [station(-3, { isOwn: true })], eveningLogWidth: -0.2 })[0]
    expect(own?.sigmaAirC).toBeCloseTo(sigmaOf(0), 9)
  })

  it('is the only one that is moved', () => {
    expect(nights(station(-3))[1]).toEqual(next)
    expect(plain).not.toHaveProperty('updatedBy')
  })

  it('is corrected at an airport also by how the night departs from those around it', () => {
    const own = { biasC: 0.5, varianceC2: 1 }
    const at = (slope: number, recentC: number, change: Partial<EveningStation> = {}) => {
      const contrasts = { slopes: [0, 0, slope] as const, recentC, recentDay: start / 24 }
      return nights(station(-1, { own: { ...own, contrasts }, ...change }))[0]
    }
    const [without] = nights(station(-1, { own }))
    const lowestC = plain?.airTemperatureMinC ?? Number.NaN
    expect(at(0.4, lowestC)?.airTemperatureMinC).toBeCloseTo(without?.airTemperatureMinC ?? Number.NaN, 9)
    // A degree colder than the nights before it, of which 0.4 more are to come.
    expect(at(0.4, lowestC + 1)).toEqual(nights(station(-1, { own: { ...own, biasC: 0.1 } }))[0])
    // 100 m higher its forecasts are 0.65 °C colder, the recent ones too.
    const higher = { distanceKm: 0.05, heightDifferenceM: 100 }
    const alike = nights(station(-1, { own: { ...own, biasC: 0.1 }, ...higher }))[0]
    expect(at(0.4, lowestC + 0.35, higher)?.airTemperatureMinC).toBeCloseTo(alike?.airTemperatureMinC ?? 0, 9)
  })

  it('is moved less by a thermometer further away', () => {
    const minimum = (distanceKm: number) => nights(station(-3, { distanceKm }))[0]?.airTemperatureMinC ?? 0
    expect(minimum(0)).toBeLessThan(minimum(20))
    expect(minimum(20)).toBeLessThan(plain?.airTemperatureMinC ?? 0)
  })

  it('is compared with its forecast at the height of the thermometer', () => {
    // More than 10 °C from its forecast is no weather; 150 m above the place the forecast is 0.975 °C colder.
    const far = (heightDifferenceM: number) =>
      nights(station(-10.5, { distanceKm: 5, heightDifferenceM, record: null }))[0]
    expect(far(0)).toEqual(plain)
    expect(far(150)?.updatedBy?.station).toBe('garden')
  })

  it('is not bound by a single false reading', () => {
    const sound = station(1)
    const withFalse = (temperatureC: number): EveningStation => ({
      ...sound,
      readings: sound.readings.map((one, index) => (index === 30 ? { ...one, temperatureC } : one))
    })
    const expected = nights(sound)[0]?.airTemperatureMinC ?? Number.NaN
    // Far from the forecast of its time, and far from both neighbours alone.
    for (const temperatureC of [-12, -0.5]) {
      expect(nights(withFalse(temperatureC))[0]?.airTemperatureMinC).toBeCloseTo(expected, 0)
    }
  })

  it('has no newest reading that is far below the one of ninety minutes before', () => {
    const stays = (minutes: number) => {
      const earlier = { at: evening - minutes * minuteMs, temperatureC: 6 }
      return withoutOutliers([earlier, { at: evening, temperatureC: -1 }]).length === 2
    }
    expect([90, 91].map(stays)).toEqual([false, true])
  })

  it('stays as it was measured from sunrise until noon', () => {
    const { sunriseAt, lastHour } = plain?.window ?? { sunriseAt: null, lastHour: 0 }
    const dawn = (sunriseAt ?? 0) + 10 * minuteMs
    const before = nights(station(-3, {}, sunriseAt ?? 0))[0]
    const after = nights(station(-3, {}, dawn))[0]
    expect(after?.updatedBy?.measuredAt).toBeLessThanOrEqual(sunriseAt ?? 0)
    expect(after?.airTemperatureMinC).toBeCloseTo(before?.airTemperatureMinC ?? Number.NaN, 0)
    expect(after?.airTemperatureMinC).toBeLessThan((plain?.airTemperatureMinC ?? 0) - 2)
    expect(nights(station(-3, {}, (sunriseAt ?? 0) + 2 * hourMs))[0]?.updatedBy).toBeDefined()
    expect(nights(station(-3, {}, (lastHour + 1) * hourMs + minuteMs))[0]).toEqual(plain)
  })

  it('is not made warmer by either of two thermometers that contradict each other', () => {
    const [night] = nights(station(8, { name: 'shed' }), station(0, { name: 'airport', distanceKm: 4 }))
    expect(night?.score).toBeGreaterThanOrEqual(plain?.score ?? Number.NaN)
    expect(night?.beside?.because).toBe('thermometer')
  })

  it.each([
    [2.45, true],
    [2.55, false]
  ])('is made warmer beside one that departs to the other side, both by %s °C: %s', (byC, isWarmer) => {
    const [night] = nights(station(byC), station(-byC, { name: 'airport', distanceKm: 4 }))
    expect((night?.score ?? Number.NaN) < (plain?.score ?? Number.NaN)).toBe(isWarmer)
  })

  it('follows one that is heard rather than a nearer one that fell silent, and that one rather than none', () => {
    const silent = station(-2, { name: 'silent' }, evening - 2 * hourMs)
    expect(nights(silent)[0]?.updatedBy?.station).toBe('silent')
    expect(nights(silent, station(-2, { distanceKm: 4 }))[0]?.updatedBy?.station).toBe('garden')
    const late = (minutes: number) => station(-2, { name: 'late' }, evening - minutes * minuteMs)
    for (const [minutes, name] of [
      [90, 'late'],
      [91, 'garden']
    ] as const)
      expect(nights(late(minutes), station(-2, { distanceKm: 4 }))[0]?.updatedBy?.station).toBe(name)
  })

  it('takes the next thermometer where the nearest one is far from the forecast and has no record', () => {
    const liar = station(-15, { name: 'liar', record: null })
    expect(nights(liar, station(-2, { distanceKm: 4 }))[0]?.updatedBy?.station).toBe('garden')
    expect(nights(liar)[0]).toEqual(plain)
  })

  it('becomes as cold as a thermometer with a record that is far from the forecast', () => {
    const [night] = nights(station(-15))
    expect(night?.airTemperatureMinC).toBeLessThan((plain?.airTemperatureMinC ?? Number.NaN) - 8)
    expect(night?.score).toBeGreaterThan(plain?.score ?? Number.NaN)
    expect(nights(station(15))[0]).toMatchObject({ score: plain?.score, beside: { isOfOther: true } })
  })

  it('follows two with a record against the forecast, also to be warmer', () => {
    const warm = [station(12), station(13, { name: 'airport', distanceKm: 4 })]
    expect(nights(...warm)[0]?.airTemperatureMinC).toBeGreaterThan((plain?.airTemperatureMinC ?? 0) + 3)
  })

  it.each<[string, (besideC: number) => Partial<EveningStation>]>([
    ['has no record', () => ({ record: null })],
    ['departs otherwise than on its earlier nights', (besideC) => ({ record: strangeFor(besideC) })]
  ])('is never made warmer by a thermometer that %s', (_, change) => {
    for (let besideC = -9.25; besideC <= 9.25; besideC += 0.5) {
      for (const distanceKm of [0, 3]) {
        const [night] = nights(station(besideC, { ...change(besideC), distanceKm }))
        const [alone] = nights(station(besideC, { distanceKm }))
        expect(night?.score).toBe(Math.max(plain?.score ?? Number.NaN, alone?.score ?? Number.NaN))
        expect(night?.beside?.score).toBe(Math.min(plain?.score ?? Number.NaN, alone?.score ?? Number.NaN))
      }
    }
  })

  it.each([
    { sigmaC: 1, within: 1.4, beyond: 1.6 },
    { sigmaC: 2, within: 2.4, beyond: 2.6 }
  ])('is made warmer by one warmer than usual by 1.5σ, at most 2.5 °C: σ of $sigmaC °C', (by) => {
    const scoreOf = (moreC: number) =>
      nights(station(2, { record: { usualC: 2 - moreC, sigmaC: by.sigmaC } }))[0]?.score
    expect(scoreOf(by.within)).toBeLessThan(plain?.score ?? 0)
    expect(scoreOf(by.beyond)).toBe(plain?.score)
  })

  it('is made warmer by more than 0.3 °C only by one within 5 km', () => {
    const byC = (distanceKm: number) =>
      (nights(station(4, { distanceKm }))[0]?.airTemperatureMinC ?? 0) - (plain?.airTemperatureMinC ?? 0)
    expect(byC(4.9)).toBeGreaterThan(0.4)
    expect(byC(5.1)).toBeCloseTo(0.3, 9)
  })

  it('is made warmer by one that departs from the forecast by little, and not by one that repeats it', () => {
    const plainScore = plain?.score ?? Number.NaN
    expect(nights(station(0.3))[0]?.score).toBeLessThan(plainScore)
    const repeating = nights(station(0.1))[0]
    expect(repeating?.score).toBe(plainScore)
    expect(repeating?.beside?.score).toBeLessThan(plainScore)
  })

  it.each([
    ['the same way', [-7, -8, -9]],
    ['each its own way', [-7, 8, 9.5]]
  ])('finds three that lie %s among ten neighbours, though they are the nearest', (_, lies) => {
    const liars = lies.map((besideC, index) => station(besideC, { name: 'liar', distanceKm: index / 10 }))
    const honest = Array.from({ length: 7 }, (_, index) =>
      station(-1 + index / 5, { name: `honest ${index}`, distanceKm: 1 + index / 10 })
    )
    const [night] = nights(...liars, ...honest)
    expect(night?.updatedBy?.station).toBe('honest 0')
    expect(night).toEqual(nights(...honest)[0])
  })

  it('that is cold for all of them is cold', () => {
    const cold = Array.from({ length: 4 }, (_, index) => station(-7 - index / 5, { distanceKm: index }))
    expect(nights(...cold)[0]?.updatedBy?.distanceKm).toBe(0)
  })

  it('is not moved by what was measured before sunset', () => {
    expect(nights(station(-3, {}, Date.parse('2026-04-11T15:00Z')))[0]).toEqual(plain)
  })
})
