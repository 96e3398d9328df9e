import { expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../common/time.ts'
import { findFault } from './find-fault.ts'
import { driftReason } from './placed.ts'

const now = Date.UTC(2026, 3, 12, 12)
const firstHour = now / hourMs - 48
/** A plateau in spring: 12 °C by day, −2 °C at night. */
const airAt = (at: number): number => 5 + 7 * Math.sin(((at / hourMs + 3 - 9) / 12) * Math.PI)

/** What is found of a thermometer that reads so much beside the air, where forecasts err by so much [°C]. */
function foundOf(
  { offC, errorC, hours = 48 }: { readonly offC: number; readonly errorC: number; readonly hours?: number },
  hasNeighbour: boolean,
  neighbourHours = 49
) {
  const at = Array.from({ length: hours * 6 }, (_, index) => now - (hours * 6 - index) * 10 * minuteMs)
  const neighbour = new Map(Array.from({ length: neighbourHours }, (_, hour) => [firstHour + hour, -errorC]))
  return findFault({
    readings: at.map((one, index) => ({
      at: one,
      temperatureC: Math.round(10 * (airAt(one) + offC + 0.2 * Math.sin(index))) / 10
    })),
    forecastC: (one) => airAt(one) + errorC,
    at: { lat: 38.35, lon: 38.31 },
    zoneHours: 3,
    neighbours: hasNeighbour ? [neighbour] : [],
    usualC: null
  })
}

const errorsC = [-3, -2, -1, 0, 1, 2, 3]

it('a forecast that errs does not hide how a thermometer departs from its neighbours', () => {
  for (const offC of [6.2, -6.2])
    for (const errorC of errorsC)
      expect(foundOf({ offC, errorC }, true), `${offC} ${errorC}`).toBe('elsewhere')
})

it('nor does it accuse one that reads as its neighbours, or as a cold hollow without a record', () => {
  for (const errorC of [-7, ...errorsC, 7]) expect(foundOf({ offC: 0.4, errorC }, true)).toBeNull()
  for (const offC of [-6, -5, -3, 3, 6]) expect(foundOf({ offC, errorC: 0 }, false)).toBeNull()
  expect(foundOf({ offC: 6.6, errorC: 0 }, false)).toBe('elsewhere')
})

it('neighbours with less than half of its hours show nothing', () => {
  const [offC, errorC] = [0.4, -7]
  expect(foundOf({ offC, errorC }, true, 23)).toBe('elsewhere')
  expect(foundOf({ offC, errorC }, true, 25)).toBeNull()
})

it('less is enough in the first two days, in which a forecast seldom errs by as much', () => {
  expect(foundOf({ offC: 4.8, errorC: 0, hours: 44 }, false)).toBe('elsewhere')
  for (const offC of [-4.2, 4.2]) expect(foundOf({ offC, errorC: 0, hours: 44 }, false)).toBeNull()
  for (const offC of [-6, 6]) expect(foundOf({ offC, errorC: 0 }, false)).toBeNull()
})

it('a drift goes along a line: departures that waver from day to night as much as they grow are none', () => {
  const foundBeside = (waverC: number) => {
    const hours = Array.from({ length: 48 }, (_, hour) => {
      const deviationC = (-5 * hour) / 24 + waverC * Math.sin((Math.PI * hour) / 12 + 2)
      return { hour, readC: deviationC, forecastC: 0, deviationC }
    })
    return driftReason(hours, 'forecast')
  }
  expect(foundBeside(0.5)).toBe('drift')
  expect(foundBeside(2)).toBeNull()
})
