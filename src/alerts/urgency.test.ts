import { expect, test } from 'vitest'
import type { FrostLevel } from '../frost/frost-night.ts'
import type { MessageKind } from './message-ports.ts'
import { urgencyOf } from './urgency.ts'

const hour = 3_600_000
const madeAt = Date.UTC(2026, 3, 11, 19)
type Night = Parameters<typeof urgencyOf>[0]['nights'][number]
const before = {
  score: 20,
  level: 'moderate',
  plantTemperatureMinC: 0,
  frostFromAt: null,
  frostToAt: null
} as const
const night: Night = {
  ...{ standing: 'raised', level: 'severe', before: null },
  ...{ coldestAt: madeAt + hour, distribution: null }
}
const what = { new: { isNew: true }, worse: { before }, known: {} } as const

const of = (kind: MessageKind, news: keyof typeof what, level: FrostLevel, hoursAhead: number) => {
  const nights = [{ ...night, level, coldestAt: madeAt + hoursAhead * hour, ...what[news] }]
  return urgencyOf({ kind, threshold: 60, madeAt, nights })
}

test.each([
  ['raised', 'new', 'severe', 24, 'alarm'],
  ['raised', 'new', 'high', 7, 'alarm'],
  ['updated', 'worse', 'high', 7, 'alarm'],
  // Harm is not likely.
  ['updated', 'worse', 'moderate', 7, 'warning'],
  // The news is another night.
  ['raised', 'known', 'severe', 7, 'warning'],
  ['updated', 'known', 'severe', 7, 'warning'],
  ['dusk', 'known', 'severe', 10, 'warning'],
  ['blind', 'known', 'severe', 7, 'warning'],
  ['raised', 'new', 'severe', 24.1, 'notice'],
  ['raised', 'new', 'severe', 48, 'notice'],
  // Its coldest hour is past, or comes now.
  ['raised', 'new', 'severe', 0, 'notice'],
  ['updated', 'worse', 'severe', -3, 'notice'],
  ['cleared', 'worse', 'severe', 7, 'quiet'],
  ['sighted', 'known', 'severe', 7, 'quiet'],
  ['still_watching', 'known', 'severe', 7, 'quiet']
] as const)('%s, %s, at level %s, %d h ahead: %s', (kind, news, level, hoursAhead, urgency) => {
  expect(of(kind, news, level, hoursAhead)).toBe(urgency)
})

test('a temperature wakes people where it is as likely as not, whatever the level', () => {
  const threshold = { of: 'plant', temperatureC: -2, probability: 0.2 } as const
  const mean = { sigmaC: 2, airTemperatureMinC: 0, sigmaAirC: 1.5 }
  const urgency = (plantTemperatureMinC: number) => {
    const distribution = { ...mean, plantTemperatureMinC }
    const nights = [{ ...night, level: 'moderate' as const, isNew: true as const, distribution }]
    return urgencyOf({ kind: 'raised', threshold, madeAt, nights })
  }
  expect([urgency(-2), urgency(-1.9)]).toEqual(['alarm', 'warning'])
})

test('one night that is new and likely is enough; one that is known or far takes nothing from it', () => {
  const far = { ...night, coldestAt: madeAt + 40 * hour, isNew: true as const }
  const known = { ...night, coldestAt: madeAt + 5 * hour }
  const fresh = { ...night, isNew: true as const }
  expect(urgencyOf({ kind: 'raised', threshold: 60, madeAt, nights: [known, far] })).toBe('warning')
  expect(urgencyOf({ kind: 'raised', threshold: 60, madeAt, nights: [fresh, far] })).toBe('alarm')
})

test('nights that are over or were never raised wake no one', () => {
  for (const standing of ['cleared', 'seen'] as const)
    expect(
      urgencyOf({ kind: 'updated', threshold: 20, madeAt, nights: [{ ...night, before, standing }] })
    ).toBe('notice')
})
