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

it('names the member that is wrong, in a list and in what may be null', () => {
  const pair = Type.Object(
    { lat: Type.Number({ maximum: 90, minimum: -90 }) },
    { additionalProperties: false }
  )
  const checkNested = checkOf(
    Type.Object({
      list: Type.Optional(Type.Array(Type.Object({ at: Type.Union([pair, Type.Null()]) }))),
      at: Type.Optional(Type.Union([pair, Type.Null()]))
    })
  )
  for (const pointer of ['/at', '/list/0/at'])
    for (const [value, below, allowed] of [
      [{ lat: 95 }, '/lat', 'a number from −90 to 90'],
      [{ lat: 'x' }, '/lat', 'a number'],
      [7, '', 'an object with "lat"']
    ] as const) {
      const faults = checkNested(pointer === '/at' ? { at: value } : { list: [{ at: value }] })
      expect(faults).toMatchObject({ faults: [{ pointer: `${pointer}${below}`, allowed }] })
      expect(faults).toHaveProperty('faults.length', 1)
    }
})
