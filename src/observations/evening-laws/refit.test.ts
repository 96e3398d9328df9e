import { expect, test } from 'vitest'
import { servedEveningLaw } from '../../frost/evening/evening-law.ts'
import { firstDayOf, type NightOfEvenings } from '../../frost/evening/own-law.ts'
import { type RefitJob, refit, writtenNight } from './night-of-evenings.ts'

const stations = 1000
const monday = firstDayOf(2900)

function nightOf(station: number, day: number): NightOfEvenings {
  const evenings = [10, 6, 3].map((hoursToSunrise, later) => {
    const temperatureC = 6 - 2 * later - ((station * 7 + day * 3) % 9) / 3
    const sky = { deficitC: 3, windSpeedMps: (day + station) % 5, cloudFraction: ((day * station) % 4) / 4 }
    const fell = { fallOfTwoHoursC: 2, fallOfFiveHoursC: 4 - later }
    const state = { temperatureC, ...sky, ...fell, hoursToSunrise, nightHours: 12, season: (day % 365) / 58 }
    return { state, minimumC: -4 - ((station * 5 + day) % 7) / 2 }
  })
  return { day, halfResolutionC: 0.5, evenings }
}

function weekOf(station: number, first: number): readonly string[] {
  return Array.from({ length: 7 }, (_, day) => writtenNight(nightOf(station, first + day)))
}

test('a week of 1,000 thermometers is learned from in two seconds of CPU', () => {
  const job = (week: number, before: readonly (string | null)[]): RefitJob => ({
    world: servedEveningLaw,
    stations: before.map((one, station) => ({
      station: `S${station}`,
      before: one,
      nights: weekOf(station, monday + 7 * week)
    }))
  })
  // Ten different ones are enough to learn on from.
  const known = refit(job(0, new Array<null>(10).fill(null)))
  const second = job(
    1,
    Array.from({ length: stations }, (_, station) => known[station % known.length]?.learned ?? null)
  )
  const before = process.threadCpuUsage()
  const learned = refit(second)
  const { user, system } = process.threadCpuUsage(before)
  const own = learned.map(
    (one) => JSON.parse(one.learned) as { readonly own: unknown; readonly nights: number }
  )
  expect(own.filter(({ own, nights }) => own !== null && nights === 14)).toHaveLength(stations)
  expect((user + system) / 1e6).toBeLessThanOrEqual(2)
})
