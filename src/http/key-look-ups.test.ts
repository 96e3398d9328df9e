import { beforeEach, expect, it } from 'vitest'
import { createKeyLookUps, type KeyLookUps } from './key-look-ups.ts'

const holder = { id: 'k1', tier: 'free', isOperator: false }
const minute = 60_000
let asked: number
let answer: () => typeof holder | null
let keys: KeyLookUps

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

it('a holder is remembered for a minute; an unknown key is not', async () => {
  expect(keys.known('a', 0)).toBeNull()
  expect(await keys.find('a', 0)).toBe(holder)
  expect([keys.known('a', minute - 1), keys.known('a', minute)]).toEqual([holder, null])
  answer = () => null
  expect(await keys.find('b', 0)).toBeNull()
  expect(keys.known('b', 0)).toBeNull()
  expect(asked).toBe(2)
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
  expect([keys.known('a', minute + 9999), keys.known('a', minute + 10_000)]).toEqual([holder, null])
  expect(await keys.find('a', 60 * minute)).toBe(holder)
  await expect(keys.find('a', 60 * minute + 10_001)).rejects.toThrow('away')
  await expect(keys.find('b', minute)).rejects.toThrow('away')
})

it('a clock set back has it looked up again', async () => {
  await keys.find('a', 60 * minute)
  expect(keys.known('a', 0)).toBeNull()
})
