import { describe, expect, it } from 'vitest'
import { syntheticIssue } from '../../test/made/synthetic-nights.ts'
import { implausibility } from './plausibility.ts'

const issue = syntheticIssue('2026-03-01')
const air = { kind: 'air_2m', exposure: null } as const
const ground = { kind: 'plant', exposure: 'ground' } as const

describe('a minimum that cannot be true', () => {
  it.each([
    [-89.2, null],
    [44.2, null],
    [-90.1, 'outside'],
    [45.1, 'Fahrenheit'],
    [1000, 'outside'],
    [Number.NaN, 'outside']
  ])('%f °C at 2 m without a forecast: %s', (minimum, part) => {
    const reason = implausibility(air, minimum, null)
    if (part === null) expect(reason).toBeNull()
    else expect(reason).toContain(part)
  })

  it('is told with what was expected: 0 ± 1.5 °C lets 15 °C pass and refuses more', () => {
    expect(implausibility(air, -15, issue)).toBeNull()
    expect(implausibility(air, -15.1, issue)).toBe(
      '−15.1 °C lies 15.1 °C below what was expected for that night (0 ± 1.5 °C): too far to be weather.'
    )
    expect(implausibility(air, 20, issue)).toContain('above')
  })

  it('lets a sensor that is off by ten degrees in, to be watched', () => {
    for (const error of [-4, 0, 4]) expect(implausibility(air, error - 10, issue)).toBeNull()
  })

  it('is wider where the forecast is: 8σ', () => {
    const wide = syntheticIssue('2026-03-01', { airSigmaC: 4 })
    expect(implausibility(air, -32, wide)).toBeNull()
    expect(implausibility(air, -32.1, wide)).not.toBeNull()
  })

  it('looks at the plants’ own distribution for plants', () => {
    expect(implausibility(ground, -17.5, issue)).toBeNull()
    expect(implausibility(ground, -18.5, issue)).not.toBeNull()
    expect(implausibility({ kind: 'plant', exposure: 'canopy' }, -15.8, issue)).toContain('(−0.7 ± 1.6 °C)')
    expect(implausibility({ kind: 'plant', exposure: null }, -18.5, issue)).toContain('(−2 ± 2 °C)')
  })
})
