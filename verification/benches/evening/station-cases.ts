/** Stations with a series of readings: each night from sunset to sunrise, hour by hour. */
import { join } from 'node:path'
import { dayMs, hourMs } from '../../../src/common/time.ts'
import type { EveningReading } from '../../../src/frost/evening/evening-reading.ts'
import { dewPointC } from '../../../src/weather/moist-air.ts'
import { solarNoonAt, sunTimesAround } from '../../../src/weather/sun.ts'
import { readCsvTable } from '../../data/csv-table.ts'
import type { EveningCase } from './evening-case.ts'

/** A station whose file holds its readings in the order of time. */
export interface Station {
  readonly site: string
  readonly file: string
  readonly lat: number
  readonly lon: number
  /** [°C] */
  readonly halfResolutionC: number
  readonly read: (path: string) => Promise<readonly EveningReading[]>
}

/** With fewer of its hours a night's minimum is not known. */
const minShareOfHours = 0.9
const hoursBack = 6
/** All hours of a night together count as so many nights. */
const nightWeight = 3
/** The files' minimum runs to here after sunrise [h]. */
const hoursAfterSunrise = 1

export const stations: readonly Station[] = [
  {
    site: 'Ankara_LTAC',
    file: 'ankara_ltac_reports.csv',
    lat: 40.128,
    lon: 32.995,
    halfResolutionC: 0.5,
    read: readReports
  },
  {
    site: 'isparta',
    file: 'isparta_hourly.csv',
    lat: 37.78,
    lon: 30.57,
    halfResolutionC: 0.05,
    read: readIsparta
  },
  {
    site: 'DeBilt2000',
    file: 'debilt_hourly_2000.csv',
    lat: 52.1,
    lon: 5.18,
    halfResolutionC: 0.05,
    read: readDeBilt
  }
]

/** Every hour after sunset of every night that the station measured. */
export async function readStationCases(station: Station, folder: string): Promise<readonly EveningCase[]> {
  const readings = (await station.read(join(folder, station.file))).filter(({ temperatureC }) =>
    Number.isFinite(temperatureC)
  )
  const first = Math.floor((readings[0]?.at ?? 0) / dayMs)
  const last = Math.floor((readings.at(-1)?.at ?? 0) / dayMs)
  return Array.from({ length: last - first }, (_, index) =>
    nightCases(station, readings, first + index)
  ).flat()
}

function nightCases(station: Station, readings: readonly EveningReading[], day: number): EveningCase[] {
  const { site, lat, lon, halfResolutionC } = station
  const sunset = sunTimesAround(solarNoonAt(day, lon), lat, lon).sunsetAt
  const sunrise = sunTimesAround(solarNoonAt(day + 1, lon), lat, lon).sunriseAt
  if (sunset === null || sunrise === null) return []
  const end = sunrise + hoursAfterSunrise * hourMs
  const around = between(readings, sunset - hoursBack * hourMs, end)
  const night = around.filter((reading) => reading.at >= sunset)
  const hours = new Set(night.map((reading) => Math.floor(reading.at / hourMs)))
  if (hours.size < (minShareOfHours * (end - sunset)) / hourMs) return []
  const minimumFrom = (from: number) =>
    Math.min(...night.filter((reading) => reading.at >= from).map(({ temperatureC }) => temperatureC))
  const minimumC = minimumFrom(sunset)
  const cases: EveningCase[] = []
  for (let now = sunset + hourMs; now < sunrise; now += hourMs) {
    const known = around.filter((reading) => reading.at <= now && reading.at >= now - hoursBack * hourMs)
    const newest = known.at(-1)
    if (newest === undefined || newest.at < sunset || newest.at <= now - hourMs) continue
    const laterMinimumC = minimumFrom(newest.at)
    cases.push({
      site,
      day,
      sunset,
      sunrise,
      readings: known,
      halfResolutionC,
      minimumC,
      laterMinimumC,
      weight: 1
    })
  }
  return cases.map((one) => ({ ...one, weight: Math.min(1, nightWeight / cases.length) }))
}

/** The readings of a span of time, found by halving: the files have tens of thousands. */
function between(readings: readonly EveningReading[], from: number, to: number): readonly EveningReading[] {
  const firstAt = (time: number) => {
    let low = 0
    let high = readings.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((readings[middle]?.at ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
  return readings.slice(firstAt(from), firstAt(to + 1))
}

function readReports(path: string): Promise<readonly EveningReading[]> {
  const columns = { time: 'time_utc', numbers: ['t_c', 'td_c', 'wind_ms', 'cloud_frac'] } as const
  return readRows(path, columns, ([temperatureC, dewPointC, windSpeedMps, cloudCover], time) => ({
    at: Date.parse(time),
    ...{ temperatureC, dewPointC, windSpeedMps, cloudCoverFraction: cloudCover }
  }))
}

function readIsparta(path: string): Promise<readonly EveningReading[]> {
  const columns = { time: 'date', numbers: ['temp', 'wspd', 'rh'] } as const
  return readRows(path, columns, ([temperatureC, windSpeedMps, humidity], time) => ({
    at: Date.parse(time),
    ...{ temperatureC, windSpeedMps, cloudCoverFraction: Number.NaN },
    dewPointC: dewPointC(temperatureC, humidity / 100)
  }))
}

function readDeBilt(path: string): Promise<readonly EveningReading[]> {
  const columns = {
    time: 'time_utc',
    numbers: ['t150_c', 'td_c', 'wind_hour_mean_ms', 'cloud_okta']
  } as const
  // The hour 24 of a day is the next day's first.
  const timeOf = (label: string) =>
    Date.parse(`${label.slice(0, 10)}T00:00Z`) + Number(label.slice(11, 13)) * hourMs
  return readRows(path, columns, ([temperatureC, dewPointC, windSpeedMps, okta], time) => ({
    at: timeOf(time),
    ...{ temperatureC, dewPointC, windSpeedMps, cloudCoverFraction: Math.min(okta / 8, 1) }
  }))
}

type Numbers<Names extends readonly string[]> = { readonly [Index in keyof Names]: number }

/** A reading of each row of a file, from the numbers of some columns in their order; NaN: not measured. */
async function readRows<const Names extends readonly string[]>(
  path: string,
  columns: { readonly time: string; readonly numbers: Names },
  readingOf: (values: Numbers<Names>, time: string) => Readonly<Record<keyof EveningReading, number>>
): Promise<readonly EveningReading[]> {
  const { rows, text, numbers } = await readCsvTable(path, {
    text: [columns.time],
    numbers: columns.numbers
  })
  return Array.from({ length: rows }, (_, row) => {
    const values = columns.numbers.map((name) => numbers[name]?.[row] ?? Number.NaN)
    const read = readingOf(values as Numbers<Names>, text[columns.time]?.[row] ?? '')
    return {
      ...read,
      dewPointC: known(read.dewPointC),
      windSpeedMps: known(read.windSpeedMps),
      cloudCoverFraction: known(read.cloudCoverFraction)
    }
  })
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
