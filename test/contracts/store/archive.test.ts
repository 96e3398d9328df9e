import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ArchiveCell } from '../../../src/forecasts/archive-ports.ts'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { noon, openFresh } from './opened.ts'

const span = { from: 2023, to: 2025 }

function cellAt(cell: string, source = 'a'): ArchiveCell {
  return { source, cell, lat: 38.4, lon: 38.3, timezone: 'Europe/Istanbul' }
}

function yearOf(year: number, ...minima: number[]) {
  return { year, elevation: 900.5, minimaC: Float32Array.from(minima) }
}

describe.each(engines())('the archive, on $name', (engine) => {
  let store: Store
  beforeAll(async () => {
    await engine.start()
    store = await openFresh(engine)
  })
  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  const want = (cell: ArchiveCell, now: number, more: { most?: number; isWatched?: boolean } = {}) =>
    store.archive.want(cell, { span, now, most: 10, isWatched: false, ...more })

  it('keeps years to a hundredth of a degree, what is missing as missing, the later of two for a year', async () => {
    const { archive } = store
    expect(await archive.years(cellAt('kept'))).toEqual([])
    expect(await archive.lastFetchedAt('a')).toBeNull()
    await archive.save(cellAt('kept'), yearOf(2024, -12.34, Number.NaN), noon)
    await archive.save(cellAt('kept'), yearOf(2023, 1), noon + 2)
    await archive.save(cellAt('kept'), { ...yearOf(2024, -12.3, Number.NaN, 40), elevation: null }, noon + 1)
    const years = await archive.years(cellAt('kept'))
    expect(years.map(({ year, elevation }) => [year, elevation])).toEqual([
      [2023, 900.5],
      [2024, null]
    ])
    expect(Array.from(years[1]?.minimaC ?? [], (one) => Number(one.toFixed(2)))).toEqual([
      -12.3,
      Number.NaN,
      40
    ])
    expect(await archive.lastFetchedAt('a')).toBe(noon + 2)
    expect(await archive.years(cellAt('kept', 'b'))).toEqual([])
  })

  it('gives out the watched cell first, then the one that lacks fewest years, then the first that was wanted', async () => {
    const { archive } = store
    const next = async () => (await archive.next('q', span))?.cell ?? null
    expect(await next()).toBeNull()
    await want(cellAt('first', 'q'), noon)
    await want(cellAt('second', 'q'), noon + 1)
    await want(cellAt('other source', 'r'), noon - 1)
    expect(await next()).toBe('first')
    await archive.save(cellAt('second', 'q'), yearOf(2024, 1), noon)
    // A year outside the span does not count.
    await archive.save(cellAt('first', 'q'), yearOf(1990, 1), noon)
    expect(await next()).toBe('second')
    await want(cellAt('watched', 'q'), noon + 2, { isWatched: true })
    expect(await next()).toBe('watched')
    for (const year of [2023, 2024, 2025]) await archive.save(cellAt('watched', 'q'), yearOf(year, 1), noon)
    expect(await next()).toBe('second')
    await want(cellAt('first', 'q'), noon + 3, { isWatched: true })
    expect(await archive.next('q', span)).toMatchObject({ ...cellAt('first', 'q') })
  })

  it('takes no more cells than may wait, but those that are watched or known', async () => {
    expect(await want(cellAt('one', 'full'), noon, { most: 1 })).toBe(true)
    expect(await want(cellAt('one', 'full'), noon, { most: 1 })).toBe(true)
    expect(await want(cellAt('two', 'full'), noon, { most: 1 })).toBe(false)
    expect(await want(cellAt('three', 'full'), noon, { most: 1, isWatched: true })).toBe(true)
    for (const cell of ['one', 'three'])
      for (const year of [2023, 2024, 2025])
        await store.archive.save(cellAt(cell, 'full'), yearOf(year, 1), noon)
    expect(await want(cellAt('two', 'full'), noon, { most: 1 })).toBe(true)
  })
})
