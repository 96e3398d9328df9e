import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { parseEarlierRuns, parseModels } from './parse.ts'

/** Three models a day before, in the shape of a real answer in °F: test/truth/README.md. */
const captured = JSON.parse(
  await readFile(new URL('../../../test/truth/upstream/open-meteo-models.json', import.meta.url), 'utf8')
) as {
  readonly hourly: Readonly<Record<string, readonly unknown[]>>
  readonly hourly_units: Readonly<Record<string, string>>
}
/** Its models, as one would ask for them: the end of each column's name. */
const names = ['previous_day1_ncep_nbm_conus', 'previous_day1_gfs_hrrr', 'previous_day1_gfs_global']
const inCelsius = {
  ...captured,
  hourly_units: Object.fromEntries(Object.keys(captured.hourly_units).map((name) => [name, '°C']))
}

describe('an answer of several models', () => {
  it('has a column for each, whose name ends with the model’s', () => {
    const { startHour, models } = parseModels(inCelsius, names)
    // 2026-06-28T00:00 in New York.
    expect(startHour).toBe(Date.UTC(2026, 5, 28, 4) / 3_600_000)
    expect([...models.keys()]).toEqual(names)
    expect(models.get('previous_day1_gfs_hrrr')?.[1]).toBeCloseTo(64.3, 4)
  })

  it('is not read in another unit, nor without any of the models', () => {
    expect(() => parseModels(captured, names)).toThrow('no model has a temperature')
    expect(() => parseModels(inCelsius, ['icon_seamless'])).toThrow('no model has a temperature')
  })

  it('goes on without a model that has an impossible value or none', () => {
    const [, second = '', third = ''] = names
    const hourly = {
      ...captured.hourly,
      [`temperature_2m_${second}`]: captured.hourly[`temperature_2m_${second}`]?.map(() => -9999),
      [`temperature_2m_${third}`]: null
    }
    expect([...parseModels({ ...inCelsius, hourly }, names).models.keys()]).toEqual(names.slice(0, 1))
  })
})

it('earlier runs that are absent are missing', () => {
  const hourly = {
    time: captured.hourly['time'],
    temperature_2m_previous_day2: captured.hourly['time']?.map(() => 4)
  }
  const { temperaturesC } = parseEarlierRuns({ ...inCelsius, hourly })
  expect(temperaturesC).toHaveLength(8)
  expect([...(temperaturesC[2] ?? [])].every((value) => value === 4)).toBe(true)
  expect([...(temperaturesC[0] ?? [])].every(Number.isNaN)).toBe(true)
})
