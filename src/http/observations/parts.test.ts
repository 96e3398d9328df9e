import { expect, it } from 'vitest'
import { checkOf } from '../../common/schema-check.ts'
import { intakeChange } from './intakes.ts'
import { schemaError } from './parts.ts'

it.each([
  [{ label: 'a\tb' }, /control characters/],
  [{ mqtt: { topic: 'a', preset: 'json', pointer: 'temperature' } }, /such as \/probe\/temperature/],
  [{ mqtt: { topic: 'a/#/b', preset: 'json' } }, /such as orchard\/\+\/temperature/]
])('says what the form of %j is to be', (body, detail) => {
  const checked = checkOf(intakeChange)(body)
  expect('faults' in checked && checked.faults.map(schemaError)).toMatchObject([
    { code: 'invalid_format', detail: expect.stringMatching(detail) as unknown }
  ])
})

it('names the members that are known beside one that is not', () => {
  const checked = checkOf(intakeChange)({ Label: 'a', channels: [{ device: 'a', feild: 'b' }] })
  const details = 'faults' in checked ? checked.faults.map((one) => schemaError(one).detail) : []
  expect(details).toContain(
    'There is no member "Label" here. Did you mean "label"? Known: label, unit, mqtt, channels.'
  )
  expect(details).toContainEqual(
    expect.stringMatching(/"feild" here\. Did you mean "field"\? Known: device, field, /)
  )
})
