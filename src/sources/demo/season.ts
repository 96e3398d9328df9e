/**
 * The demo's season: a winter with enough chill and a spring in which the apricots of Malatya have just begun to
 * flower.
 */
import { dayMs } from '../../common/time.ts'
import type { Point } from '../../weather/point.ts'
import type { FetchedSeason, SeasonRequest } from '../source.ts'
import { dawnLevelC } from './nights.ts'
import { seededRandom } from './seeded-random.ts'

/** Mean of the year and half the difference between its warmest and coldest day [°C], where `dawnLevelC` is 0. */
const meanC = 11
const swingC = 10
/** Half the difference between afternoon and dawn [°C]. */
const dailySwingC = 6
/** The coldest day: 20 January, half a year later in the south. */
const coldestDayOfYear = 20

/** The fifth of April of this year, in the south of October: it is always early spring in the demo. */
export function earlyApril({ lat }: Pick<Point, 'lat'>, nowAt: number): number {
  return Date.UTC(new Date(nowAt).getUTCFullYear(), lat < 0 ? 9 : 3, 5, 6)
}

/** Temperatures that are a function of the point and the hour and nothing else. */
export function makeSeason({ point, fromDay, toDay }: SeasonRequest): FetchedSeason {
  const level = meanC + dawnLevelC(point)
  const temperaturesC = Float32Array.from({ length: (toDay - fromDay + 1) * 24 }, (_, index) => {
    const day = fromDay + Math.floor(index / 24)
    const unrest = 4 * (seededRandom(`season/${point.lat.toFixed(1)}/${yearDay(day)}`) - 0.5)
    const sinceColdest = (yearDay(day) - coldestDayOfYear + (point.lat < 0 ? 182.5 : 0)) / 365
    const sinceWarmest = ((index % 24) + point.lon / 15 - 14.5) / 24
    return (
      level +
      unrest -
      swingC * Math.cos(2 * Math.PI * sinceColdest) +
      dailySwingC * Math.cos(2 * Math.PI * sinceWarmest)
    )
  })
  return { startHour: fromDay * 24, temperaturesC, grid: { lat: null, lon: null, elevation: null } }
}

function yearDay(day: number): number {
  const year = new Date(day * dayMs).getUTCFullYear()
  return day - Date.UTC(year, 0, 1) / dayMs + 1
}
