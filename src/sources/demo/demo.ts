import { dayMs, hourMs, hourSeconds } from '../../common/time.ts'
import { isTurnOver, takeTurn } from '../../common/turns.ts'
import { type Point, pointOf } from '../../weather/point.ts'
import type {
  ArchiveMinima,
  ArchiveRequest,
  FetchedForecast,
  FetchedSeason,
  SeasonRequest,
  Source,
  SourceCredit
} from '../source.ts'
import { dawnLevelC, isNear, staleAt } from './nights.ts'
import { seededRandom } from './seeded-random.ts'
import { createWeather } from './weather.ts'

/* The season: enough chill in winter, and a spring in which the apricots of Malatya have just begun to flower. */

/** Mean of the year and half the difference between its warmest and coldest day [°C], where `dawnLevelC` is 0. */
const seasonMeanC = 11
const seasonSwingC = 10
/** Half the difference between afternoon and dawn [°C]. */
const dailySwingC = 6
/** The coldest day: 20 January, half a year later in the south. */
const coldestDayOfYear = 20

/** The fifth of April of this year, in the south of October: it is always early spring in the demo. */
function earlyApril({ lat }: Pick<Point, 'lat'>, nowAt: number): number {
  return Date.UTC(new Date(nowAt).getUTCFullYear(), lat < 0 ? 9 : 3, 5, 6)
}

/** Temperatures that are a function of the point and the hour and nothing else. */
function makeSeason({ point, fromDay, toDay }: SeasonRequest): FetchedSeason {
  const level = seasonMeanC + dawnLevelC(point)
  const temperaturesC = Float32Array.from({ length: (toDay - fromDay + 1) * 24 }, (_, index) => {
    const day = fromDay + Math.floor(index / 24)
    const unrest = 4 * (seededRandom(`season/${point.lat.toFixed(1)}/${yearDay(day)}`) - 0.5)
    const sinceColdest = (yearDay(day) - coldestDayOfYear + (point.lat < 0 ? 182.5 : 0)) / 365
    const sinceWarmest = ((index % 24) + point.lon / 15 - 14.5) / 24
    return (
      level +
      unrest -
      seasonSwingC * Math.cos(2 * Math.PI * sinceColdest) +
      dailySwingC * Math.cos(2 * Math.PI * sinceWarmest)
    )
  })
  return { startHour: fromDay * 24, temperaturesC, grid: { lat: null, lon: null, elevation: null } }
}

function yearDay(day: number): number {
  const year = new Date(day * dayMs).getUTCFullYear()
  return day - Date.UTC(year, 0, 1) / dayMs + 1
}

/** Made weather for a machine without a network: every kind of night can be seen, and every answer says it is made. */

const credit: SourceCredit = {
  id: 'demo',
  name: 'Demo (made data)',
  license: 'CC0-1.0',
  url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  attribution: 'Synthetic data for demonstration. Not a forecast.'
}

const staleAgeHours = 9

/** It needs no network and never fails. */
export function createDemo(clock: () => number): Source {
  const limits = { updatePeriodSeconds: hourSeconds, dailyBudget: null, costOf: () => 0, isPublic: false }
  return {
    credit,
    limits,
    synthetic: true,
    fetchForecast: async ({ point, days }): Promise<FetchedForecast> => {
      // The map of tonight asks for 81 places at the start: requests are answered in between, as each looks just before
      // it computes.
      await Promise.resolve()
      if (isTurnOver()) await takeTurn()
      const issuedHour = Math.floor(clock() / hourMs) - (isNear(point, staleAt) ? staleAgeHours : 0)
      const startHour = Math.floor(clock() / hourMs / 24) * 24 - 24
      return {
        kind: 'forecast',
        series: createWeather(point, startHour, (Math.min(days, 16) + 2) * 24),
        issuedAt: issuedHour * hourMs,
        expiresAt: (Math.floor(clock() / hourMs) + 1) * hourMs,
        validators: { etag: null, lastModified: null },
        grid: { lat: point.lat, lon: point.lon, elevation: point.elevation },
        model: 'demo'
      }
    },
    archive: {
      limits,
      name: 'Demo (made data)',
      cellDegrees: 0.1,
      costOf: () => 0,
      fetch: async (request) => makeArchive(request)
    },
    season: {
      name: 'Demo (made data)',
      costOf: () => 0,
      fetch: async (request) => makeSeason(request),
      instantOf: earlyApril
    }
  }
}

/** The demo's archive: thirty years that differ from each other, and no measurement among them. */
const meanC = 6
const swingC = 11
/** The coldest day of the year: 20 January, half a year later in the south. */
const coldestDay = 19
const daysPerYear = 365.2425
/** Nights of one spell are alike. */
const spellDays = 5
/** The height of the made minima [m]: that of a place whose own is unknown to the demo. */
const elevation = 400

/** Minima that are a function of the point and the day and nothing else. */
function makeArchive(request: ArchiveRequest): ArchiveMinima {
  const { lat, lon, timezone, fromDay, toDay } = request
  const levelC = meanC + dawnLevelC(pointOf({ lat, lon, timezone, elevation }))
  const minimaC = Float32Array.from({ length: toDay - fromDay + 1 }, (_, index) => {
    const day = fromDay + index
    const sinceColdest = (day - coldestDay) / daysPerYear + (lat < 0 ? 0.5 : 0)
    const spell = seededRandom(`archive/${lat.toFixed(1)}/${Math.floor(day / spellDays)}`) - 0.5
    const night = seededRandom(`archive/${lat.toFixed(1)}/${day}/night`) - 0.5
    return levelC - swingC * Math.cos(2 * Math.PI * sinceColdest) + 8 * spell + 5 * night
  })
  return { startDay: fromDay, minimaC, elevation }
}
