import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frostMessage, frostNight } from '../../../test/contracts/channels/message.ts'
import type { MessageKind, MessageNight } from '../../alerts/message-ports.ts'
import { formatTemperature } from '../numbers.ts'
import { renderAlert } from './render-alert.ts'

const hour = 3_600_000
/** The morning of the first night, at 07:00 in Malatya. */
const firstOver = Date.UTC(2026, 3, 12, 4)

const standings: readonly MessageNight['standing'][] = ['raised', 'raised', 'raised', 'cleared', 'seen']

/** One to five nights of a spell, each with its cold and what became of it. */
const spells = fc
  .array(
    fc.record({
      tenths: fc.integer({ min: -120, max: 30 }),
      score: fc.integer({ min: 0, max: 1000 }),
      standing: fc.constantFrom(...standings)
    }),
    { minLength: 1, maxLength: 5 }
  )
  .map((nights) =>
    nights.map(({ tenths, score, standing }, index) => {
      const overAt = firstOver + index * 24 * hour
      return frostNight({
        ...{ date: `2026-04-${12 + index}`, standing, score: score / 10, plantTemperatureMinC: tenths / 10 },
        ...{ coldestAt: overAt - 2 * hour, frostFromAt: overAt - 6 * hour, frostToAt: overAt, overAt }
      })
    })
  )

const kinds: readonly MessageKind[] = ['raised', 'updated', 'dusk', 'blind', 'sighted', 'test']

test('title and short text name tonight, with its temperature, whenever it is raised', () => {
  fc.assert(
    fc.property(
      spells,
      fc.constantFrom(...kinds),
      fc.constantFrom('en' as const, 'tr' as const),
      // From the moment the night before is over.
      fc.integer({ min: 0, max: 23 * 60 + 59 }),
      fc.boolean(),
      (nights, kind, language, minutes, endsDataGap) => {
        const createdAt = firstOver - 24 * hour + minutes * 60_000
        const { title, short } = renderAlert(frostMessage({ nights, kind, language, createdAt, endsDataGap }))
        const [tonight] = nights
        if (tonight?.standing !== 'raised') return
        const words = language === 'tr' ? /bu gece/i : /tonight/i
        const cold = formatTemperature(tonight.plantTemperatureMinC, '°C', language)
        for (const text of [title, short]) {
          expect(text).toMatch(words)
          expect(text).toContain(cold)
        }
        if (kind === 'raised') expect(title.search(words)).toBe(0)
      }
    ),
    { numRuns: 10_000 }
  )
})
