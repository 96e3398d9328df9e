import { beforeEach, expect, it } from 'vitest'
import { createKeyLookUps } from './key-look-ups.ts'

const holder = { id: 'k1', tier: 'free', isOperator: false }
const minute = 60_000
let asked: number
let answer: () => typeof holder | null
let keys: ReturnType<typeof createKeyLookUps>

beforeEach(() => {
  asked = 0
  answer = () => holder
  keys = createKeyLookUps(async () => {
    asked += 1
    return answer()
  })
})

const away = () => {
  throw new Error('away')
}

/** Look-ups in the background have ended. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('a holder is remembered for a minute; an unknown key is not', async () => {
  expect(keys.known('a', 0)).toBeNull()
  expect(await keys.find('a', 0)).toBe(holder)
  expect([keys.known('a', minute - 1), keys.known('a', minute)]).toEqual([holder, null])
  answer = () => null
  expect(await keys.find('b', 0)).toBeNull()
  expect(keys.known('b', 0)).toBeNull()
  // One of them in the background, because half of the minute was over.
  expect(asked).toBe(3)
})

it('a revoked key is forgotten when it is next looked up', async () => {
  await keys.find('a', 0)
  answer = () => null
  expect(await keys.find('a', minute)).toBeNull()
  answer = away
  await expect(keys.find('a', minute)).rejects.toThrow('away')
})

it('while the store is away the holder stands for an hour, and the store is asked every ten seconds', async () => {
  await keys.find('a', 0)
  answer = away
  expect(await keys.find('a', minute)).toBe(holder)
  expect([keys.known('a', minute + 9999), asked]).toEqual([holder, 2])
  // Uses go on while it is asked again.
  expect([keys.known('a', minute + 10_000), asked]).toEqual([holder, 3])
  await settled()
  expect([keys.known('a', minute + 19_999), asked]).toEqual([holder, 3])
  expect(keys.known('a', 3 * minute)).toBeNull()
  expect(await keys.find('a', 60 * minute)).toBe(holder)
  await expect(keys.find('a', 60 * minute + 10_001)).rejects.toThrow('away')
  await expect(keys.find('b', minute)).rejects.toThrow('away')
})

it('a clock set back has it looked up again', async () => {
  await keys.find('a', 60 * minute)
  expect(keys.known('a', 0)).toBeNull()
})

it('a key in use is confirmed in the background after half a minute, once for all uses', async () => {
  await keys.find('a', 0)
  expect([keys.known('a', minute / 2 - 1), asked]).toEqual([holder, 1])
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  keys = createKeyLookUps(async () => {
    asked += 1
    if (asked > 2) await held
    return answer()
  })
  await keys.find('a', 0)
  const uses = Array.from({ length: 50 }, () => keys.known('a', minute - 1))
  expect([new Set(uses), asked]).toEqual([new Set([holder]), 3])
  // Those that wait share the same look-up.
  const waiting = [keys.find('a', minute), keys.find('a', minute)]
  answer = () => null
  release()
  expect([await Promise.all(waiting), asked]).toEqual([[null, null], 3])
  expect(keys.known('a', minute - 1)).toBeNull()
})

it('a key found within the hour is no guess', async () => {
  await keys.find('a', 0)
  expect([keys.wasFound('a', 60 * minute), keys.wasFound('a', 60 * minute + 1)]).toEqual([true, false])
  expect(keys.wasFound('b', 0)).toBe(false)
})
