import { expect, it } from 'vitest'
import { createSweepProofCache, type SweepProofCache } from './forecast-cache.ts'

interface Sized {
  readonly bytes: number
}

/** Room for 1,000 entries of a byte: 250 newcomers and 750 regulars. */
const cacheOf1000 = (): SweepProofCache<Sized> => createSweepProofCache<Sized>(1000, ({ bytes }) => bytes)

function sweep(cache: SweepProofCache<Sized>, name: string, count: number): void {
  for (let index = 0; index < count; index++) {
    cache.set(`${name} ${index}`, { bytes: 1 })
    // As one question does it.
    cache.get(`${name} ${index}`)
    cache.get(`${name} ${index}`)
  }
}

const cachedOf = (cache: SweepProofCache<Sized>, name: string): number =>
  [...cache.entries()].filter(([key]) => key.startsWith(name)).length

it('keeps what is asked for again through a sweep of any length', () => {
  const cache = cacheOf1000()
  sweep(cache, 'asked', 100)
  sweep(cache, 'between', 120)
  for (let index = 0; index < 100; index++) cache.get(`asked ${index}`)
  sweep(cache, 'swept', 5000)
  expect([cachedOf(cache, 'asked'), cachedOf(cache, 'swept'), cache.size()]).toEqual([100, 250, 350])
})

it('takes a quarter of its bytes for what was asked for once, however often its own question asks', () => {
  const cache = cacheOf1000()
  sweep(cache, 'swept', 5000)
  expect([cache.size(), cache.peek('swept 4749'), cache.peek('swept 4750')]).toEqual([
    250,
    undefined,
    { bytes: 1 }
  ])
})

it('keeps what round after round asks for in the same order', () => {
  const cache = createSweepProofCache<Sized>(16_000_000, ({ bytes }) => bytes)
  const round = (): number => {
    const before = [...Array(600).keys()].filter((index) => cache.get(`place ${index}`) !== undefined).length
    for (let index = 0; index < 600; index++) cache.set(`place ${index}`, { bytes: 20_000 })
    return before
  }
  // 4 MB of newcomers have room for 200 of the 600 places, all 16 MB for the others too.
  expect([round(), round(), round(), round()]).toEqual([0, 200, 600, 600])
})

it('drops of those asked for again the one that was asked for longest ago', () => {
  const cache = cacheOf1000()
  for (let round = 0; round < 8; round++) {
    sweep(cache, `round ${round}`, 125)
    // What looks does not ask.
    cache.peek('round 0 0')
    for (let index = 0; index < 125 && round > 0; index++) cache.get(`round ${round - 1} ${index}`)
  }
  expect([cache.peek('round 0 0'), cache.peek('round 0 124'), cachedOf(cache, 'round 1')]).toEqual([
    undefined,
    undefined,
    125
  ])
})

it('replaces an entry where it is, and forgets it wherever it is', () => {
  const cache = cacheOf1000()
  sweep(cache, 'swept', 1)
  sweep(cache, 'between', 120)
  cache.get('swept 0')
  for (const key of ['swept 0', 'between 0']) cache.set(key, { bytes: 2 })
  expect(['swept 0', 'between 0'].map(cache.get)).toEqual([{ bytes: 2 }, { bytes: 2 }])
  expect(cache.size()).toBe(121)
  for (const key of ['swept 0', 'between 0']) cache.delete(key)
  expect([cache.size(), cache.get('swept 0'), cache.get('between 0')]).toEqual([119, undefined, undefined])
})
