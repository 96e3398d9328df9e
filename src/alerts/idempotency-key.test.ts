import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isHardToGuess } from './insert-subscription.ts'

it.each([
  '',
  '1',
  '0000000000000000000000000',
  '2026-04-11',
  '2026-04-11T06:00:00Z',
  '2026-04-11T06:00:00.000+03:00',
  'malatya-feed-60',
  'malatya-feed-60-2026-04-11',
  'Malatya Apricot Alert 60',
  'subscription-of-ayse-1',
  'kayısı bahçesi uyarısı 2026',
  '12345678901234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'a1a1a1a1a1a1a1a1a1a1a1'
])('%j may be thought of by two people', (key) => {
  expect(isHardToGuess(key)).toBe(false)
})

it('what programs make is not', () => {
  const made = ['8e03978e-40d5-43e8-bc93-6894a57f9324', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'V1StGXR8_Z5jdHi6B-myT']
  for (let count = 0; count < 200; count += 1) made.push(randomUUID(), randomBytes(32).toString('hex'))
  expect(made.filter((key) => !isHardToGuess(key))).toEqual([])
})
