import { expect, it } from 'vitest'
import { joinShortTexts } from './api-routes.ts'

async function* slowly(texts: readonly (string | Promise<void>)[]): AsyncGenerator<string> {
  for (const one of texts) {
    if (typeof one === 'string') yield one
    else await one
  }
}

it('joins what is ready together, and no more than it may hold', async () => {
  const row = 'a row of an answer, '.repeat(20)
  const texts = Array.from({ length: 1000 }, (_, index) => `${index} ${row}`)
  const joined = await Array.fromAsync(joinShortTexts(slowly(texts)))
  expect(joined.join('')).toBe(texts.join(''))
  expect(joined.length).toBeLessThan(20)
  expect(Math.max(...joined.map((text) => text.length))).toBeLessThan(40_000)
})

it('gives what is ready while the next one is still to come', async () => {
  const { promise: isReady, resolve: makeReady } = Promise.withResolvers<void>()
  const iterator = joinShortTexts(slowly(['a', 'b', isReady, 'c']))
  expect((await iterator.next()).value).toBe('ab')
  makeReady()
  expect((await iterator.next()).value).toBe('c')
  expect((await iterator.next()).done).toBe(true)
})

it('ends the source when no one reads on, and passes on its failure', async () => {
  let isEnded = false
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'.repeat(10_000)
    } finally {
      isEnded = true
    }
  }
  for await (const text of joinShortTexts(endless())) if (text !== '') break
  expect(isEnded).toBe(true)
  async function* failing(): AsyncGenerator<string> {
    yield 'a'
    throw new Error('no more')
  }
  await expect(Array.fromAsync(joinShortTexts(failing()))).rejects.toThrow('no more')
})
