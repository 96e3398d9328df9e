import { hash } from 'node:crypto'
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
  'malatya60feed20260411',
  'MalatyaKayısıBahçesiUyarısı',
  'SubscriptionOfAyseNumber1ForMalatya2026',
  'user_id=17&field=malatya&threshold=60',
  '00000000-0000-0000-0000-000000000000',
  'a1a1a1a1a1a1a1a1a1a1a1'
])('%j may be thought of by two people', (key) => {
  expect(isHardToGuess(key)).toBe(false)
})

it('what programs make is not', () => {
  const made = [
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'V1StGXR8_Z5jdHi6B-myT',
    'hthhQrNXlsBKbQDVhLbbY',
    'Hg5epkwAi6qjOBs-Tm3XOw',
    'T102iuiSU8/YDuFoImK28w==',
    // What looks like a date and like words in a UUID is chance.
    '3aedcbf8-bb4d-45a1-9c60-19954057eece',
    'aac47cda-77a4-4448-baf5-b554dde88b47',
    '089FDAFA-6121-4221-8286-CDAEEEDF6506',
    'edadd204033463adcee4d14fa43e0922'
  ]
  for (let count = 0; count < 20_000; count += 1) {
    const hex = hash('md5', String(count))
    made.push(hex, hex.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-'))
  }
  expect(made.filter((key) => !isHardToGuess(key))).toEqual([])
})
