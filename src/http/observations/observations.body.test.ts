/** A fault in a body of measurements says what the value must be, never what it is. */
import { expect, it } from 'vitest'
import { readRows } from './observations.body.ts'

it.each([
  [[], '', 'The body must be one JSON object.'],
  [{ observations: [{}], 'a/b': 1 }, '/a~1b', '"observations" is the only member; "a~1b" belongs in a row.'],
  [{ observations: 'x' }, '/observations', '"observations" must be a list of 1 to 100 rows.']
])('%j', (body, pointer, detail) => {
  expect(readRows(body, 0)).toMatchObject({
    kind: 'problem',
    problem: { detail, extensions: { errors: [{ pointer, detail }] } }
  })
})

it('a row that is no object', () => {
  expect(readRows({ observations: [7] }, 0)).toMatchObject({
    rows: [{ result: { kind: 'fault', fault: { detail: 'A row must be a JSON object.' } } }]
  })
})
