import { describe, expect, it } from 'vitest'
import { isDayAt } from '../../src/forecasts/days.ts'
import {
  equationOfTimeMinutes,
  solarNoonAt,
  sunAltitudeDegrees,
  sunTimesAround
} from '../../src/weather/sun.ts'
import { altitudes, equationsOfTime, risesAndSets, tolerances, transits } from './sun-truth.ts'

const msPerDay = 86_400_000
const dayOf = (date: string) => Date.parse(date) / msPerDay
const minutesApart = (at: number, date: string, time: string) =>
  Math.abs(at - Date.parse(`${date}T${time}:00Z`)) / 60_000

describe('the sun against almanacs', () => {
  it('has lost no row of the truth', () => {
    expect([altitudes.length, risesAndSets.length, transits.length, equationsOfTime.length]).toEqual([
      17, 18, 13, 2
    ])
    for (const { why } of Object.values(tolerances)) expect(why.length).toBeGreaterThan(20)
  })

  it.each(altitudes)('%f° N %f° E at %s stands at %f°', (lat, lon, instant, altitude) => {
    const limit = altitude < 0 ? tolerances.altitudeBelowHorizonDegrees : tolerances.altitudeDegrees
    expect(Math.abs(sunAltitudeDegrees(Date.parse(instant), lat, lon) - altitude)).toBeLessThan(limit.value)
  })

  it('is on the right side of 3°, the border of darkness, wherever the almanac is 0.02° away from it', () => {
    for (const [lat, lon, instant, altitude] of altitudes) {
      if (Math.abs(altitude - 3) < tolerances.altitudeDegrees.value) continue
      expect(sunAltitudeDegrees(Date.parse(instant), lat, lon) < 3, instant).toBe(altitude < 3)
    }
  })

  it.each(risesAndSets)('%f° N %f° E on %s rises at %s and sets at %s', (lat, lon, date, sunrise, sunset) => {
    const times = sunTimesAround(solarNoonAt(dayOf(date), lon), lat, lon)
    const limit = Math.abs(lat) > 70 ? tolerances.polarRiseAndSetMinutes : tolerances.riseAndSetMinutes
    if (sunrise === null) expect(times.sunriseAt).toBeNull()
    else expect(minutesApart(times.sunriseAt ?? 0, date, sunrise)).toBeLessThanOrEqual(limit.value)
    if (sunset === null) expect(times.sunsetAt).toBeNull()
    else expect(minutesApart(times.sunsetAt ?? 0, date, sunset)).toBeLessThanOrEqual(limit.value)
  })

  it('divides the symbols of day from those of night at the rise and the set of its upper edge', () => {
    for (const [lat, lon, date, ...times] of risesAndSets) {
      if (Math.abs(lat) > 70) continue
      for (const [index, time] of times.slice(0, 2).entries()) {
        if (time === null) continue
        const isDay = (minutes: number) =>
          isDayAt({ lat, lon }, Date.parse(`${date}T${time}:00Z`) + minutes * 60_000)
        expect([isDay(-3), isDay(3)], `${lat} ${date} ${time}`).toEqual([index === 1, index === 0])
      }
    }
  })

  it.each(transits)('at %f° E on %s it is noon at %s', (lon, date, transit) => {
    expect(minutesApart(solarNoonAt(dayOf(date), lon), date, transit)).toBeLessThan(
      tolerances.transitMinutes.value
    )
  })

  it.each(equationsOfTime)('at %s the sundial is ahead by %f minutes', (instant, minutes) => {
    const difference = Math.abs(equationOfTimeMinutes(Date.parse(instant)) - minutes)
    expect(difference).toBeLessThan(tolerances.equationOfTimeMinutes.value)
  })
})
