/** A part that is missing or impossible does not take the rest along; the whole count is the drill `parts`. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parseReports, parseStations } from '../../../src/sources/metar/metar.ts'
import {
  parseEarlierRuns,
  parseEnsemble,
  parseMinima,
  parseModels,
  parseForecast as parseOpenMeteo,
  parseTemperatures
} from '../../../src/sources/open-meteo/parse.ts'
import { withoutAbsurdHours } from '../../../src/weather/absurd-hours.ts'
import { column, valueAt } from '../../../src/weather/series.ts'
import { answers } from '../../upstream/spoiled.ts'
import { readSpoiled } from './spoiled.ts'

it('no fault but one of a whole column that decides frost refuses an answer, and none makes a number', () => {
  const figures = readSpoiled(240, 31)
  expect(figures.examples).toEqual([])
  // The generator reaches whole columns too.
  expect(figures.refused).toBeGreaterThan(10)
  expect(figures.refused).toBeLessThan(figures.answers / 2)
})

const place = { latitude: 38, longitude: 38, elevation: 900, utc_offset_seconds: 0 }
const hours = Array.from({ length: 24 }, (_, hour) => hour * 3600)
const celsius = hours.map(() => -2)
const bad: readonly unknown[] = [
  null,
  'x',
  [],
  celsius.slice(3),
  celsius.map(() => -9999),
  celsius.map(() => 'NaN')
]

it.each(bad)('one bad model, member, lead or day leaves the others: %j', (column) => {
  const one = { time: hours, temperature_2m: celsius, temperature_2m_a: celsius, temperature_2m_b: column }
  expect([...parseModels({ ...place, hourly: one }, ['a', 'b']).models.keys()]).toContain('a')
  const members = {
    time: hours,
    temperature_2m: celsius,
    temperature_2m_member01: celsius,
    temperature_2m_member02: column
  }
  const { temperatures } = parseEnsemble({ ...place, hourly: members }, 'm')
  expect(temperatures.every((value) => Number.isNaN(value) || value === -2)).toBe(true)
  const leads = { time: hours, temperature_2m: celsius, temperature_2m_previous_day3: column }
  const [latest, ...earlier] = parseEarlierRuns({ ...place, hourly: leads }).temperaturesC
  expect([...(latest ?? [])]).toEqual(celsius)
  expect(earlier[2]?.every(Number.isNaN)).toBe(true)
})

it.each([null, 'x', -9999, {}])('one impossible hour or day is missing: %j', (value) => {
  const row = celsius.map((one, index) => (index === 5 ? value : one))
  const { temperaturesC } = parseTemperatures({ ...place, hourly: { time: hours, temperature_2m: row } })
  const time = hours.map((_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10))
  const { minimaC } = parseMinima({ ...place, daily: { time, temperature_2m_min: row } })
  for (const values of [temperaturesC, minimaC]) {
    expect(values[5]).toBeNaN()
    expect(values.filter((one) => one === -2)).toHaveLength(23)
  }
})

it.each([null, 7, 'x', [], {}])('one bad row leaves the other airports: %j', (row) => {
  const reports: readonly object[] = JSON.parse(
    readFileSync(new URL('../../truth/upstream/metar.json', import.meta.url), 'utf8')
  )
  const now = Date.parse('2026-05-01T00:00:00Z')
  const [first, ...rest] = reports
  expect(parseReports([first, row, ...rest], now)).toEqual(parseReports(reports, now))
  const station = { icaoId: 'LTAT', lat: 38.4, lon: 38.1, elev: 862, siteType: ['METAR'] }
  expect(parseStations([row, station])).toHaveLength(1)
})

interface Steps {
  readonly properties?: { readonly timeseries: readonly MetStep[] }
  readonly list?: readonly { readonly main: { temp: number } }[]
}
interface MetStep {
  readonly data: {
    readonly instant: { readonly details: { air_temperature: number } }
    readonly next_6_hours?: { readonly details?: { air_temperature_min?: number } }
  }
}

/** Where the temperatures of a coarse answer stand: of its steps, and of its intervals. */
function temperaturesIn({ properties, list = [] }: Steps) {
  const steps = properties?.timeseries ?? []
  const at = <Members extends object>(members: Members, name: keyof Members) => ({ members, name })
  return [
    ...steps.map(({ data }) => at(data.instant.details, 'air_temperature')),
    ...steps.flatMap(({ data }) =>
      data.next_6_hours?.details?.air_temperature_min === undefined
        ? []
        : [at(data.next_6_hours.details, 'air_temperature_min')]
    ),
    ...list.map(({ main }) => at(main, 'temp'))
  ] as readonly { readonly members: Record<string, number>; readonly name: string }[]
}

it('a column that is all null needs no unit, and one that did not come is named', () => {
  const { uv_index: _, ...others } = Object.fromEntries(
    ['temperature_2m', 'uv_index', 'cloud_cover', 'snow_depth'].map((name) => [name, celsius.map(() => 1)])
  )
  const hourly = { time: hours, ...others, cloud_cover: celsius.map(() => null) }
  const hourly_units = { temperature_2m: null, cloud_cover: 'undefined', snow_depth: 'm' }
  const { series, leftOut } = parseOpenMeteo({ ...place, hourly, hourly_units })
  expect(column(series, 'temperature')[0]).toBe(1)
  expect(leftOut.variables).toContain('uvIndex')
  expect(leftOut.variables).not.toContain('cloudCover')
  expect(leftOut.variables).not.toContain('snowDepth')
})

it.each(answers.filter(({ file }) => !file.startsWith('open-meteo')))(
  'sets a step of $file aside that no weather makes, and says on which side',
  ({ file, parse }) => {
    const text = readFileSync(new URL(`../../truth/upstream/${file}`, import.meta.url), 'utf8')
    const good = parse(JSON.parse(text))
    expect(good.leftOut.hours).toEqual([])
    const honest = column(good.series, 'temperature').filter((value) => !Number.isNaN(value))
    const [lowest, highest] = [Math.min(...honest), Math.max(...honest)]
    let setAside = 0
    for (const [index] of temperaturesIn(JSON.parse(text)).entries())
      for (const byC of [-45, 45]) {
        const json: Steps = JSON.parse(text)
        const { members, name } = temperaturesIn(json)[index] ?? expect.unreachable()
        members[name] = (members[name] ?? 0) + byC
        const { series, leftOut } = parse(json)
        const isSaid = leftOut.hours.some(({ isCold }) => isCold === byC < 0)
        setAside += Number(isSaid)
        const shown = column(withoutAbsurdHours(series).series, 'temperature').filter(
          (value) => value < lowest - 1 || value > highest + 1
        )
        expect([...shown], `${index} ${byC}`).toEqual([])
      }
    expect(setAside).toBeGreaterThan(10)
  }
)

const answerOf = (name: string) => {
  const { file, parse } = answers.find((one) => one.file.startsWith(name)) ?? expect.unreachable()
  const text = readFileSync(new URL(`../../truth/upstream/${file}`, import.meta.url), 'utf8')
  return { json: JSON.parse(text), parse }
}

it('has of OpenWeatherMap 7 cm of snow for 10 mm, and its first slot for the three hours before it too', () => {
  const { json, parse } = answerOf('openweathermap')
  const { series } = parse(json)
  // 0.9 mm in the three hours until 2023-01-24T18Z, and a first slot of 0.1 °C.
  expect(valueAt(series, 'snowfall', 465_186)).toBeCloseTo((0.7 * 0.9) / 3, 6)
  for (const before of [3, 2, 1, 0])
    expect(valueAt(series, 'temperature', 465_141 - before)).toBeCloseTo(0.1, 6)
  expect(series.startHour).toBe(465_138)
})

it('takes no minimum of MET Norway that lies more than 15 °C below both ends of its six hours', () => {
  const setAside = (belowC: number) => {
    const { json, parse } = answerOf('met-norway')
    const steps = json.properties.timeseries
    const at = steps.findIndex(({ data }: { data: object }) => !('next_1_hours' in data))
    const ends = [steps[at], steps[at + 1]].map(({ data }) => data.instant.details.air_temperature)
    steps[at].data.next_6_hours.details.air_temperature_min = Math.min(...ends) - belowC
    return parse(json).leftOut.hours.map(({ isCold }) => isCold)
  }
  expect([14.9, 15.1].map(setAside)).toEqual([[], [true]])
})

it.each([
  ['local texts', 'open-meteo-dew-point'],
  ['seconds', 'open-meteo-gmt']
])('reads a row of hours in %s of which an eighth has no time, and none with more', (_, name) => {
  const read = (share: number) => () => {
    const { json, parse } = answerOf(name)
    const { time } = json.hourly
    json.hourly.time = time.map((one: unknown, index: number) => (index < share * time.length ? null : one))
    return parse(json)
  }
  expect(read(0.12)).not.toThrow()
  expect(read(0.13)).toThrow(/not a row of whole hours/)
})
