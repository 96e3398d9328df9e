/**
 * Synthetic weather of a frost season: seasonal mean, anomalies that last some days, clouds; and forecasts whose error
 * shrinks with lead.
 */

import { hourMs } from '../../../src/common/time.ts'
import { openSnapshot } from '../../../src/forecasts/derived-snapshot.ts'
import type { ForecastSnapshot } from '../../../src/forecasts/forecast-snapshot.ts'
import { type Place, pointOf } from '../../../src/weather/point.ts'
import { column, emptySeries } from '../../../src/weather/series.ts'

/** A climate by the few numbers that its nights follow from [°C]. */
export interface Climate {
  readonly name: string
  readonly place: Place
  /** Daily mean of the coldest and of the warmest time of the year. */
  readonly coldestMeanC: number
  readonly warmestMeanC: number
  /** Half the difference of day and night under a clear sky. */
  readonly swingC: number
  /** Standard deviation of the anomalies. */
  readonly anomalyC: number
}

const rest = {
  country: 'TR',
  region: null,
  population: 1,
  kind: 'province',
  timezone: 'Europe/Istanbul'
} as const

export const inland: Climate = {
  name: 'inland (as Malatya)',
  place: { ...rest, slug: 'malatya', name: 'Malatya', lat: 38.353, lon: 38.312, elevation: 964 },
  ...{ coldestMeanC: 0.5, warmestMeanC: 27, swingC: 6.5, anomalyC: 3.5 }
}

export const coastal: Climate = {
  name: 'coastal (as Izmir)',
  place: { ...rest, slug: 'malatya', name: 'İzmir', lat: 38.419, lon: 27.129, elevation: 20 },
  ...{ coldestMeanC: 7.5, warmestMeanC: 27, swingC: 5, anomalyC: 3.2 }
}

const dayMs = 24 * hourMs
const forecastDays = 10

/** What a day of the season is like. */
interface Day {
  readonly meanC: number
  /** 0…1. */
  readonly cloud: number
}

export interface SeasonWeather {
  /** Air temperature as it came [°C]. */
  readonly airC: (at: number) => number
  /** The run issued at an instant, as a source confirmed it. */
  readonly run: (issuedAt: number, confirmedAt: number) => ForecastSnapshot
}

/** The same weather for the same climate and seed. */
export function seasonWeather(climate: Climate, from: number, days: number, seed: number): SeasonWeather {
  const firstDay = Math.floor(from / dayMs) - 2
  const known = realDays(climate, firstDay, days + forecastDays + 4, seed)
  const dayAt = (day: number): Day => known[Math.min(Math.max(day - firstDay, 0), known.length - 1)] ?? mild
  const air = (at: number, off: (day: number) => Day): number => {
    const solar = at + climate.place.lon * 240_000
    const { meanC, cloud } = off(Math.floor(solar / dayMs))
    const hour = (solar % dayMs) / hourMs
    return meanC + climate.swingC * (1 - 0.7 * cloud) * Math.cos(((hour - 15) / 12) * Math.PI)
  }
  return {
    airC: (at) => air(at, dayAt),
    run: (issuedAt, confirmedAt) => {
      const wrong = (day: number): Day => {
        const lead = Math.max(0, day + 0.5 - issuedAt / dayMs)
        const slow = normal(seed, day, 7)
        const quick = normal(seed + 1, day, Math.floor(issuedAt / hourMs))
        const { meanC, cloud } = dayAt(day)
        const missed = (0.4 + 0.55 * lead) * (0.75 * slow + 0.66 * quick)
        return { meanC: meanC + missed, cloud: clamp(cloud + 0.08 * lead * quick) }
      }
      return snapshotOf(
        climate,
        (at) => air(at, wrong),
        (at) => wrong(Math.floor(at / dayMs)).cloud,
        {
          issuedAt,
          confirmedAt
        }
      )
    }
  }
}

const mild: Day = { meanC: 15, cloud: 0.5 }

function realDays(climate: Climate, firstDay: number, count: number, seed: number): readonly Day[] {
  const days: Day[] = []
  let [anomaly, sky] = [0, 0]
  for (let day = firstDay; day < firstDay + count; day += 1) {
    anomaly = 0.75 * anomaly + 0.66 * normal(seed + 2, day, 0)
    sky = 0.6 * sky + 0.8 * normal(seed + 3, day, 0)
    const { coldestMeanC, warmestMeanC, anomalyC } = climate
    // The 20th of January is day 19 of its year.
    const share = (1 - Math.cos(((day - 19) / 365.2425) * 2 * Math.PI)) / 2
    const meanC = coldestMeanC + (warmestMeanC - coldestMeanC) * share + anomalyC * anomaly
    days.push({ meanC, cloud: clamp(0.45 + 0.35 * sky) })
  }
  return days
}

function snapshotOf(
  { place }: Climate,
  airC: (at: number) => number,
  cloud: (at: number) => number,
  { issuedAt, confirmedAt }: { readonly issuedAt: number; readonly confirmedAt: number }
): ForecastSnapshot {
  const startHour = Math.floor(issuedAt / hourMs) - 24
  const series = emptySeries(startHour, (forecastDays + 1) * 24)
  for (let index = 0; index < series.hours; index += 1) {
    const at = (startHour + index) * hourMs
    column(series, 'temperature')[index] = airC(at)
    column(series, 'cloudCover')[index] = cloud(at)
    column(series, 'windSpeed')[index] = 1 + 3 * cloud(at)
  }
  column(series, 'relativeHumidity').fill(0.75)
  return openSnapshot({
    source: {
      id: 'synthetic',
      name: 'Synthetic',
      license: 'none',
      url: 'https://weather.example',
      attribution: 'Synthetic'
    },
    ...{
      synthetic: false,
      run: `run of ${issuedAt}`,
      issuedAt,
      confirmedAt,
      askAgainAt: confirmedAt + hourMs
    },
    ...{ updatePeriodSeconds: 3600, isFallback: false, validators: { etag: null, lastModified: null } },
    ...{ ensemble: null, grid: { lat: place.lat, lon: place.lon, elevation: place.elevation }, model: null },
    ...{ point: pointOf(place), series }
  })
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

/** A standard normal number that depends on nothing but these three. */
function normal(seed: number, one: number, other: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniform(seed, one, other)))
  return radius * Math.cos(2 * Math.PI * uniform(seed + 9973, one, other))
}

/** 0 ≤ x < 1, well mixed (the finaliser of MurmurHash3). */
export function uniform(seed: number, one: number, other: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(one, 0x85ebca6b) ^ Math.imul(other, 0xc2b2ae35)
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) {
    hash ^= hash >>> 15
    hash = Math.imul(hash, factor)
  }
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
