import { dayMs, hourMs, hourSeconds } from '../../common/time.ts'
import { isTurnOver, takeTurn } from '../../common/turns.ts'
import { relativeHumidityFraction, saturationVapourPressureKpa } from '../../weather/moist-air.ts'
import { type Point, pointOf } from '../../weather/point.ts'
import {
  column,
  emptySeries,
  type HourlySeries,
  type SeriesVariable,
  seriesVariables
} from '../../weather/series.ts'
import type {
  ArchiveMinima,
  ArchiveRequest,
  FetchedForecast,
  FetchedSeason,
  SeasonRequest,
  Source,
  SourceCredit
} from '../source.ts'
import { dawnLevelC, isNear, missingAt, type NightPlan, planNight, seededRandom, staleAt } from './nights.ts'

/** Hours after solar noon at which it is warmest, clouds change, and it is coldest. */
const warmestHour = 2.5
const cloudChangeHour = 15
const coldestHour = 17.5

function createWeather(point: Point, startHour: number, hours: number): HourlySeries {
  const series = emptySeries(startHour, hours)
  const columns = seriesVariables.map((variable) => ({ variable, values: column(series, variable) }))
  const planOf = plansAt(point)
  for (let index = 0; index < hours; index++) {
    const made = weatherAt(point, startHour + index, planOf)
    for (const { variable, values } of columns) values[index] = made[variable]
  }
  return series
}

type PlanOf = (night: number) => NightPlan

function plansAt(point: Point): PlanOf {
  const made = new Map<number, NightPlan>()
  return (night) => made.getOrInsertComputed(night, () => planNight(point, night))
}

function positionOf(point: Point, hour: number): { number: number; sinceNoon: number } {
  const solar = hour + point.lon / 15 + 12
  const number = Math.floor(solar / 24)
  return { number, sinceNoon: solar - number * 24 }
}

function weatherAt(point: Point, hour: number, planOf: PlanOf): Readonly<Record<SeriesVariable, number>> {
  const { number, sinceNoon } = positionOf(point, hour)
  const plan = planOf(number)
  const nextPlan = planOf(number + 1)
  const temperature = temperatureAt({ previous: () => planOf(number - 1), sinceNoon, plan, nextPlan })
  const cloudCover = cloudAt(sinceNoon, plan, nextPlan)
  const windSpeed = windAt(sinceNoon, plan, nextPlan)
  const dewPoint = Math.min(
    temperature - 0.3,
    blend(plan.minC - plan.drynessK, nextPlan.minC - nextPlan.drynessK, sinceNoon)
  )
  const precipitation = precipitationAt(point, hour, plan)
  const isMissing = isNear(point, missingAt) && number % 3 !== 0 && sinceNoon > 12 && sinceNoon < 19
  return {
    temperature: isMissing ? Number.NaN : temperature,
    dewPoint,
    relativeHumidity: relativeHumidityFraction(temperature, dewPoint),
    apparentTemperature: isMissing ? Number.NaN : apparentTemperature(temperature, dewPoint, windSpeed),
    precipitation,
    precipitationProbability: plan.play === 'rain' ? 0.85 : cloudCover * 0.2,
    snowfall: temperature < 0.5 ? precipitation * 0.7 : 0,
    weatherCode: codeOf(temperature, cloudCover, precipitation),
    pressureMsl: 1016 - 8 * plan.eveningCloud + 3 * Math.sin(hour / 19),
    cloudCover,
    visibility: precipitation > 0 ? 8_000 : 30_000,
    windSpeed,
    windGustSpeed: windSpeed * 1.6 + 0.5,
    windDirection: Math.round(360 * seededRandom(`wind/${point.lat.toFixed(0)}/${number}`)),
    uvIndex: Math.max(0, 6 * Math.cos((positionInDay(sinceNoon) * Math.PI) / 12)) * (1 - 0.7 * cloudCover),
    snowDepth: 0
  }
}

/** Half-cosines between the afternoon's maximum and the dawn's minimum. */
function temperatureAt({
  previous,
  sinceNoon,
  plan,
  nextPlan
}: {
  previous: () => NightPlan
  sinceNoon: number
  plan: NightPlan
  nextPlan: NightPlan
}): number {
  if (sinceNoon < warmestHour) {
    return halfCosine(
      previous().minC,
      plan.maxC,
      (sinceNoon + 24 - coldestHour) / (24 - coldestHour + warmestHour)
    )
  }
  if (sinceNoon > coldestHour) {
    return halfCosine(plan.minC, nextPlan.maxC, (sinceNoon - coldestHour) / (24 - coldestHour + warmestHour))
  }
  return halfCosine(plan.maxC, plan.minC, ((sinceNoon - warmestHour) / (coldestHour - warmestHour)) ** 0.75)
}

function halfCosine(from: number, to: number, share: number): number {
  return from + ((to - from) * (1 - Math.cos(Math.PI * share))) / 2
}

/** From the night's own value to the next night's, during the day. */
function blend(own: number, next: number, sinceNoon: number): number {
  return own + (next - own) * Math.min(Math.max((sinceNoon - 18) / 6, 0), 1)
}

function cloudAt(sinceNoon: number, plan: NightPlan, nextPlan: NightPlan): number {
  if (sinceNoon < cloudChangeHour) return plan.eveningCloud
  return blend(plan.morningCloud, nextPlan.eveningCloud, sinceNoon)
}

/** Windier by day than by night, except where the wind is what brings the cold. */
function windAt(sinceNoon: number, plan: NightPlan, nextPlan: NightPlan): number {
  const day = 1 + 0.6 * Math.max(0, Math.cos((positionInDay(sinceNoon) * Math.PI) / 12))
  return blend(plan.windMps, nextPlan.windMps, sinceNoon) * day
}

/** Hours from the nearest solar noon, −12…12. */
function positionInDay(sinceNoon: number): number {
  return sinceNoon > 12 ? sinceNoon - 24 : sinceNoon
}

function precipitationAt(point: Point, hour: number, plan: NightPlan): number {
  if (plan.play !== 'rain' && plan.play !== 'advection_frost') return 0
  const amount = seededRandom(`rain/${point.lat.toFixed(1)}/${point.lon.toFixed(1)}/${hour}`)
  if (plan.play === 'rain') return amount < 0.4 ? 0 : Math.round(amount * 20) / 10
  return amount > 0.8 ? 0.3 : 0
}

/** Steadman's apparent temperature in the shade, as the Australian Bureau of Meteorology gives it [°C]. */
function apparentTemperature(temperatureC: number, dewPointC: number, windMps: number): number {
  const vapourPressureHpa = saturationVapourPressureKpa(dewPointC) * 10
  return temperatureC + 0.33 * vapourPressureHpa - 0.7 * windMps - 4
}

function codeOf(temperature: number, cloud: number, precipitation: number): number {
  if (precipitation > 0 && temperature < 0.5) return precipitation > 1 ? 73 : 71
  if (precipitation > 0) return precipitation > 1 ? 63 : 61
  return cloud < 0.1 ? 0 : cloud < 0.35 ? 1 : cloud < 0.75 ? 2 : 3
}

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

/** Made-up weather for a machine without a network: every kind of night can be seen, and every answer says so. */

const credit: SourceCredit = {
  id: 'demo',
  name: 'Demo (made-up data)',
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
      name: 'Demo (made-up data)',
      cellDegrees: 0.1,
      costOf: () => 0,
      fetch: async (request) => makeArchive(request)
    },
    season: {
      name: 'Demo (made-up data)',
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
