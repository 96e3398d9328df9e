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

const place = { location: 'malatya', channel: 'feed' }
const temperature = { ...place, threshold_temperature: -2 }

it.each([
  ['a score', body, 60],
  ['a temperature', temperature, { temperatureC: -2, of: 'plant', probability: 0.5 }],
  [
    'all members of a temperature',
    { ...temperature, threshold_of: 'air', threshold_probability: 0.05 },
    { temperatureC: -2, of: 'air', probability: 0.05 }
  ]
])('takes %s as threshold', (_, asked, threshold) => {
  expect(readSubscribeBody(asked)).toMatchObject({ ok: true, threshold })
})

it.each([
  ['neither', place, '/threshold'],
  ['both', { ...body, threshold_temperature: -2 }, '/threshold_temperature'],
  ['a score with whose minimum', { ...body, threshold_of: 'air' }, '/threshold_of'],
  ['a probability without a temperature', { ...place, threshold_probability: 0.5 }, '/threshold_probability'],
  ['a temperature below −30', { ...place, threshold_temperature: -30.1 }, '/threshold_temperature'],
  ['a temperature above 10', { ...place, threshold_temperature: 10.1 }, '/threshold_temperature'],
  ['a probability of 0.04', { ...temperature, threshold_probability: 0.04 }, '/threshold_probability'],
  ['a probability of 1', { ...temperature, threshold_probability: 1 }, '/threshold_probability'],
  ['the minimum of the soil', { ...temperature, threshold_of: 'soil' }, '/threshold_of']
])('refuses %s and names the member', (_, asked, pointer) => {
  const refused = readSubscribeBody(asked)
  expect(refused).toMatchObject({ ok: false, errors: [{ pointer }] })
  const codes = ['validation_failed', 'threshold_out_of_range']
  expect(codes).toContain('code' in refused ? refused.code : null)
})
