import { expect, test } from 'vitest'
import type { FrostLevel } from '../frost/frost-night.ts'
import type { MessageKind } from './message-ports.ts'
import { urgencyOf } from './urgency.ts'

const hour = 3_600_000
const madeAt = Date.UTC(2026, 3, 11, 19)

const of = (kind: MessageKind, level: FrostLevel, hoursAhead: number, threshold: number) =>
  urgencyOf({
    kind,
    threshold,
    madeAt,
    nights: [{ standing: 'raised', level, coldestAt: madeAt + hoursAhead * hour }]
  })

test.each([
  ['raised', 'severe', 24, 60, 'alarm'],
  ['raised', 'high', 7, 90, 'alarm'],
  ['dusk', 'high', 10, 60, 'alarm'],
  ['blind', 'severe', 7, 60, 'alarm'],
  ['updated', 'moderate', 7, 49, 'alarm'],
  // The risk has fallen since it was raised at 60.
  ['updated', 'moderate', 7, 60, 'notice'],
  ['raised', 'severe', 24.1, 60, 'notice'],
  ['raised', 'severe', 48, 5, 'notice'],
  ['cleared', 'severe', 7, 60, 'quiet'],
  ['sighted', 'severe', 7, 60, 'quiet'],
  ['still_watching', 'severe', 7, 60, 'quiet']
] as const)('%s at level %s, %d h ahead, threshold %d: %s', (kind, level, hoursAhead, threshold, urgency) => {
  expect(of(kind, level, hoursAhead, threshold)).toBe(urgency)
})

test('nights that are over or were never raised wake no one', () => {
  const night = { level: 'severe', coldestAt: madeAt + hour } as const
  for (const standing of ['cleared', 'seen'] as const) {
    expect(urgencyOf({ kind: 'updated', threshold: 20, madeAt, nights: [{ ...night, standing }] })).toBe(
      'notice'
    )
  }
})
