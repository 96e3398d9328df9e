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

  const want = (cell: ArchiveCell, now: number, most = 10) => store.archive.want(cell, { span, now, most })
  const watch = (source: string, cells: readonly string[], now: number, most = 10) =>
    store.archive.watch(
      source,
      cells.map((cell) => cellAt(cell, source)),
      { span, now, most }
    )
  const next = async (source: string, ofWatched = false) =>
    (await store.archive.next(source, span, ofWatched))?.cell ?? null
  const fill = async (source: string, cell: string) => {
    for (const year of [2023, 2024, 2025])
      await store.archive.save(cellAt(cell, source), yearOf(year, 1), noon)
  }

  it('keeps years to a hundredth of a degree, what is missing as missing, the later of two for a year', async () => {
    const { archive } = store
    expect(await archive.years(cellAt('kept'))).toEqual([])
    expect(await archive.lastFetchedAt('a')).toBeNull()
    await archive.save(cellAt('kept'), yearOf(2024, -12.34, Number.NaN), noon)
    await archive.save(cellAt('kept'), yearOf(2023, 1), noon + 2)
    await archive.save(cellAt('kept'), { ...yearOf(2024, -12.29, Number.NaN, 40), elevation: null }, noon + 1)
    const years = await archive.years(cellAt('kept'))
    expect(years.map(({ year, elevation }) => [year, elevation])).toEqual([
      [2023, 900.5],
      [2024, null]
    ])
    expect(Array.from(years[1]?.minimaC ?? [], (one) => Number(one.toFixed(2)))).toEqual([
      -12.29,
      Number.NaN,
      40
    ])
    expect(await archive.lastFetchedAt('a')).toBe(noon + 2)
    expect(await archive.years(cellAt('kept', 'b'))).toEqual([])
  })

  it('gives out the cell that lacks fewest years, then the first that was wanted', async () => {
    const { archive } = store
    expect(await next('q')).toBeNull()
    await want(cellAt('first', 'q'), noon)
    await want(cellAt('second', 'q'), noon + 1)
    await want(cellAt('other source', 'r'), noon - 1)
    expect(await next('q')).toBe('first')
    await archive.save(cellAt('second', 'q'), yearOf(2024, 1), noon)
    // A year outside the span does not count.
    await archive.save(cellAt('first', 'q'), yearOf(1990, 1), noon)
    expect(await next('q')).toBe('second')
    await watch('q', ['watched', 'first'], noon + 2)
    expect([await next('q'), await next('q', true)]).toEqual(['second', 'first'])
    await fill('q', 'first')
    expect([await next('q'), await next('q', true)]).toEqual(['second', 'watched'])
    expect(await archive.next('q', span, true)).toMatchObject({ ...cellAt('watched', 'q') })
    await fill('q', 'second')
    expect([await next('q'), await next('q', true)]).toEqual(['watched', 'watched'])
  })

  it('takes no more cells than may wait, whether watched or not, but those that are known', async () => {
    expect(await want(cellAt('one', 'full'), noon, 1)).toBe(true)
    expect(await want(cellAt('one', 'full'), noon, 1)).toBe(true)
    expect(await want(cellAt('two', 'full'), noon, 1)).toBe(false)
    await watch('full', ['w1', 'w2', 'w3'], noon, 2)
    await fill('full', 'one')
    // Watched ones that wait take no place of the others.
    expect(await want(cellAt('two', 'full'), noon, 1)).toBe(true)
    await fill('full', 'two')
    await fill('full', 'w1')
    expect(await next('full')).toBe('w2')
    await fill('full', 'w2')
    expect(await next('full')).toBeNull()
    await watch('full', ['w1', 'w2', 'w3'], noon, 2)
    expect(await next('full')).toBe('w3')
  })

  it('forgets the watch with the last that is watched in a cell', async () => {
    await want(cellAt('named', 'gone'), noon)
    await watch('gone', ['here', 'there'], noon)
    await watch('gone', ['there'], noon)
    expect(await next('gone', true)).toBe('there')
    await watch('gone', [], noon)
    expect([await next('gone', true), await next('gone')]).toEqual(['named', 'named'])
  })
})
