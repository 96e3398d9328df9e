/** The same clear nights run after run, which fall to −3 °C; and so much warmer or colder. */
import { type Answer, answerOf } from './answers.ts'
import type { Model } from './honest-weather.ts'

export const place = { lat: 38.35, lon: 38.31, timezone: 'Europe/Istanbul', elevation: 950 }
/** In hours since the epoch. */
export const noon = Date.UTC(2026, 3, 11, 10) / 3_600_000

export const clear =
  (byC: number): Model =>
  (hour) => ({
    temperatureC: 3 + byC + 6 * Math.cos((2 * Math.PI * (hour - 12)) / 24),
    dewPointC: -6,
    windMps: 1.5 + 0.5 * Math.sin(hour / 3),
    cloud: 0.05 + 0.05 * Math.sin(hour / 5)
  })

/** What is reported so many hours after noon. */
export function reported(at: number, byC = 0): Answer {
  return answerOf(clear(byC), { place, now: noon + at })
}
