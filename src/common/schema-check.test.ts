import Type from 'typebox'
import { expect, it } from 'vitest'
import { checkOf } from './schema-check.ts'

const check = checkOf(Type.Object({ known: Type.Optional(Type.Number()) }, { additionalProperties: false }))

it('lists a fault once for each member, and a hundred of thousands', () => {
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`m${index}`, index]))
  const checked = check(body)
  const faults = 'faults' in checked ? checked.faults : []
  expect(faults).toHaveLength(100)
  expect(new Set(faults.map(({ pointer }) => pointer)).size).toBe(100)
  expect(check({ known: 'x' })).toMatchObject({ faults: [{ pointer: '/known', kind: 'invalid_type' }] })
})
