import { expect, it } from 'vitest'
import { readSubscribeBody } from './subscribe-body.ts'

const body = { location: 'malatya', channel: 'feed', threshold: 60 }

it.each([
  ['80 letters', 'ş'.repeat(80), true],
  ['80 emoji, as JSON Schema counts them', '🍑'.repeat(80), true],
  ['81 letters', 'a'.repeat(81), false],
  ['81 emoji', '🍑'.repeat(81), false],
  ['a control character', 'a\nb', false]
])('a label may have 80 characters: %s', (_, label, isTaken) => {
  expect(readSubscribeBody({ ...body, label })).toMatchObject(
    isTaken ? { ok: true, label } : { ok: false, errors: [{ pointer: '/label' }] }
  )
})
