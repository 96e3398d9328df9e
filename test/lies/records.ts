/** Hourly temperatures of places: of Isparta and Ankara where their records are at hand, and made ones everywhere. */
import { existsSync, readFileSync } from 'node:fs'
import { hourMs } from '../../src/common/time.ts'
import { generator } from '../plausible/honest-weather.ts'

export interface HourlyRecord {
  readonly name: string
  readonly lat: number
  readonly lon: number
  readonly elevation: number
  /** Whole hours since the epoch. */
  readonly startHour: number
  /** Without a gap [°C]. */
  readonly hourlyC: readonly number[]
}

const folder = new URL('../../../shared/data/verification/', import.meta.url)
const has = (name: string): boolean => existsSync(new URL(name, folder))
export const haveRecords = has('isparta_hourly.csv') && has('ankara_ltac_reports.csv')

function rowsOf(name: string): readonly (readonly string[])[] {
  return readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}

export function isparta(): HourlyRecord {
  const rows = rowsOf('isparta_hourly.csv').map(([time = '', air]) => ({ at: Date.parse(time), air }))
  return recordOf({ name: 'Isparta', lat: 37.78, lon: 30.57, elevation: 1000 }, rows)
}

export function ankara(): HourlyRecord {
  const rows = rowsOf('ankara_ltac_reports.csv')
    .filter(([, type]) => type === 'FM-15' || type === 'FM-12')
    .map(([time = '', , air]) => ({ at: Date.parse(time), air }))
  return recordOf({ name: 'Ankara', lat: 40.128, lon: 32.995, elevation: 953 }, rows)
}

/** The mean of each hour; what is missing lies on a line. */
function recordOf(
  place: Pick<HourlyRecord, 'name' | 'lat' | 'lon' | 'elevation'>,
  rows: readonly { readonly at: number; readonly air: string | undefined }[]
): HourlyRecord {
  const byHour = new Map<number, number[]>()
  for (const { at, air } of rows) {
    if (air === undefined || air === '' || Number.isNaN(at)) continue
    const hour = Math.floor(at / hourMs)
    byHour.set(hour, [...(byHour.get(hour) ?? []), Number(air)])
  }
  const hours = [...byHour.keys()].sort((one, other) => one - other)
  const startHour = hours[0] ?? 0
  const hourlyC: number[] = []
  for (const [index, hour] of hours.entries()) {
    const airC = mean(byHour.get(hour) ?? [])
    const before = hours[index - 1] ?? hour - 1
    const beforeC = hourlyC.at(-1) ?? airC
    for (let one = before + 1; one <= hour; one++)
      hourlyC.push(beforeC + ((one - before) / (hour - before)) * (airC - beforeC))
  }
  return { ...place, startHour, hourlyC }
}

/** A winter and spring of a plateau. */
export function madeRecord(seed: number): HourlyRecord {
  const random = generator(seed * 97 + 11)
  const days = 200
  const startHour = Date.UTC(2025, 10, 1) / hourMs
  const hourlyC: number[] = []
  let [weatherC, cloud] = [0, 0.5]
  for (let hour = 0; hour < days * 24; hour++) {
    weatherC = 0.99 * weatherC + 0.55 * normal(random)
    if (hour % 6 === 0) cloud = Math.min(1, Math.max(0, cloud + 0.3 * normal(random)))
    const solar = (hour + 2.2) % 24
    const share = Math.max(0, Math.min(1, solar < 14.5 ? (solar - 5) / 9.5 : 1 - (solar - 14.5) / 14.5))
    const night = solar < 5 ? 1 - (solar + 9.5) / 14.5 : share
    const seasonC = 4 - 9 * Math.cos((2 * Math.PI * (hour / 24 - 80)) / 365 + Math.PI / 2)
    const swingC = (5 + 9 * (1 - cloud)) * (Math.sin(Math.PI * (night - 0.5)) / 2)
    hourlyC.push(seasonC + weatherC + swingC)
  }
  return { name: 'made', lat: 38.35, lon: 38.31, elevation: 950, startHour, hourlyC }
}

/** How much of a departure from the usual day is left after an hour. */
export function autocorrelation({ hourlyC }: HourlyRecord): number {
  const days = 7
  const from = days * 24
  const apart: number[] = []
  for (let hour = from; hour < Math.min(hourlyC.length - from, from + 4000); hour++) {
    let sum = 0
    for (let day = -days; day <= days; day++) sum += hourlyC[hour + 24 * day] ?? 0
    apart.push((hourlyC[hour] ?? 0) - sum / (2 * days + 1))
  }
  const both = mean(apart.slice(1).map((one, index) => one * (apart[index] ?? 0)))
  return both / mean(apart.map((one) => one * one))
}

export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - 0.999999 * random())) * Math.cos(2 * Math.PI * random())
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}
