import { expect, it } from 'vitest'
import { hourMs } from '../../common/time.ts'
import { nightOfEvenings, readNight, writtenNight } from './night-of-evenings.ts'

const sunsetAt = Date.parse('2026-04-10T16:00Z')
const sunriseAt = Date.parse('2026-04-11T03:00Z')
/** 1 °C colder each hour, every half hour. */
const readings = Array.from({ length: 40 }, (_, half) => {
  const at = sunsetAt + (half - 14) * 0.5 * hourMs
  return { at, temperatureC: 10 - half / 2, dewPointC: 0, windSpeedMps: 1, cloudCoverFraction: 0 }
})

it('a night is seen two hours after sunset, and after a third and two thirds of what is left', () => {
  const how = { halfResolutionC: 0.5, likelyC: (readC: number) => readC }
  const night = nightOfEvenings(readings, { sunsetAt, sunriseAt }, how)
  if (night === null) throw new Error('it was measured')
  expect(night.evenings.map(({ state }) => state.hoursToSunrise)).toEqual([9, 6, 3])
  expect(night.evenings.map(({ state }) => state.temperatureC)).toEqual([1, -2, -5])
  // Before an hour after sunrise.
  expect(night.evenings.map(({ minimumC }) => minimumC)).toEqual([-8.5, -8.5, -8.5])
  expect(readNight(writtenNight(night))).toEqual(night)
})
