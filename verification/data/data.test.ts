import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dayOfYear, epochDay } from '../../src/frost/season.ts'
import { splitOf } from '../split.ts'
import { dateOfEpochDay } from './civil-day.ts'
import { readCsvTable } from './csv-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'verification-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(text: string): string {
  const path = join(folder, 'made.csv')
  writeFileSync(path, text)
  return path
}

const wanted = { text: ['place'], numbers: ['t'] } as const

describe('a table', () => {
  it('has the columns asked for, by name, and NaN where a cell is empty or NA', async () => {
    const table = await readCsvTable(file('\uFEFFother,t,place\nx,1.5,Kars\ny,,Van\nz,NA,"Iğdır"\n'), wanted)
    expect(table.rows).toBe(3)
    expect(table.text.place).toEqual(['Kars', 'Van', 'Iğdır'])
    expect([...table.numbers.t]).toEqual([1.5, Number.NaN, Number.NaN])
  })

  it('says which file, column or line is wrong', async () => {
    await expect(readCsvTable(join(folder, 'none.csv'), wanted)).rejects.toMatchObject({
      kind: 'file_missing'
    })
    await expect(readCsvTable(file('place,u\nKars,1\n'), wanted)).rejects.toThrow('no column t')
    await expect(readCsvTable(file('place,t\nKars,1\nVan,cold\n'), wanted)).rejects.toThrow(
      'line 3: t is "cold"'
    )
    await expect(readCsvTable(file('place,t\n'), wanted)).rejects.toMatchObject({ kind: 'no_rows' })
  })
})

describe('days', () => {
  it('count from 1970 and back', () => {
    expect(epochDay('1970-01-02')).toBe(1)
    expect(epochDay('2004-01-31 06:00:00')).toBe(12_448)
    expect(dateOfEpochDay(12_448)).toBe('2004-01-31')
    expect(dayOfYear(epochDay('2004-12-31'))).toBe(366)
  })
})

describe('a split by date', () => {
  it('scores the last third and fits on what was known before it', () => {
    const days = Float64Array.of(1, 2, 3, 4, 5, 5)
    const split = splitOf({ days, knownDays: days.map((day) => day + 1), scoredFrom: 0 })
    expect(split).toMatchObject({ fitting: [0, 1, 2], scored: [4, 5] })
  })
})
