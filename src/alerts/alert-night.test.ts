import { expect, test } from 'vitest'
import { distinctReport } from '../../test/contracts/formats/distinct-report.ts'
import { alertNight, moreSensitive } from './alert-night.ts'

test('of an old stage the generic score is taken where it is the higher, with hours of frost', () => {
  const nights = distinctReport().nights.map(alertNight)
  const generic = nights.map((night, index) => ({ ...night, score: index === 0 ? 99 : 0 }))
  const [first, second] = moreSensitive(nights, generic)
  expect(first).toMatchObject({ score: 99, isWithoutStage: true })
  expect(second).toEqual(nights[1])
})
