/** An airport near a place of made-up weather: whole degrees each half hour, and a separate climate. */
import { hourMs, minuteMs } from '../../src/common/time.ts'
import type { EveningStation } from '../../src/frost/evening-station.ts'
import { generator, type Weather } from './honest-weather.ts'

/** Its readings of the last twelve hours. */
export function honestAirport(weather: Weather, seed: number): (now: number) => readonly EveningStation[] {
  const random = generator(seed + 7)
  const usualC = -1.5 + 3 * random()
  const nightlyC = -2 * random()
  const hasRecord = random() < 0.5
  return (now) => {
    const readings = Array.from(
      { length: 25 },
      (_, index) => now - (25 - index) * 30 * minuteMs + 10 * minuteMs
    )
      .filter((at) => at <= now)
      .map((at) => {
        const hour = Math.floor(at / hourMs)
        const { temperatureC } = weather.truth(hour)
        const solar = (((at / hourMs + weather.place.lon / 15) % 24) + 24) % 24
        const offC = usualC + (solar < 7 || solar > 20 ? nightlyC : 0)
        return { at, temperatureC: Math.round(temperatureC + offC), dewPointC: null, windSpeedMps: null }
      })
      .map((reading) => ({ ...reading, cloudCoverFraction: null }))
    return [
      {
        name: 'An airport (XXXX)',
        distanceKm: 15,
        record: hasRecord ? { usualC, sigmaC: 1.5 } : null,
        heightDifferenceM: 0,
        halfResolutionC: 0.5,
        readings
      }
    ]
  }
}
