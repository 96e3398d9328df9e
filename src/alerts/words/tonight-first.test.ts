import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frostMessage, frostNight } from '../../../test/contracts/channels/message.ts'
import { isLastNight } from '../../frost/period.ts'
import { formatTemperature } from '../../language/numbers.ts'
import type { MessageKind, MessageNight } from '../message-ports.ts'
import { phoneText, spokenText } from './phone-text.ts'
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
      wasTenths: fc.option(fc.integer({ min: -110, max: 40 }), { nil: null }),
      standing: fc.constantFrom(...standings)
    }),
    { minLength: 1, maxLength: 5 }
  )
  .map((nights) =>
    nights.map(({ tenths, score, standing, wasTenths }, index) => {
      const overAt = firstOver + index * 24 * hour
      const former = { score: 20, level: 'moderate' as const, frostFromAt: null, frostToAt: null }
      const before = wasTenths === null ? null : { ...former, plantTemperatureMinC: wasTenths / 10 }
      return frostNight({
        before: standing === 'raised' ? before : null,
        ...{ date: `2026-04-${12 + index}`, standing, score: score / 10, plantTemperatureMinC: tenths / 10 },
        ...{ coldestAt: overAt - 2 * hour, frostFromAt: overAt - 6 * hour, frostToAt: overAt, overAt },
        ...{ sunsetAt: overAt - 12 * hour, sunriseAt: overAt - hour }
      })
    })
  )

const kinds: readonly MessageKind[] = ['raised', 'updated', 'dusk', 'blind', 'sighted', 'test']

test('title and short text name tonight, with temperature, hours, place or label, and crop, whenever it is raised and its coldest hour is to come', () => {
  fc.assert(
    fc.property(
      spells,
      fc.constantFrom(...kinds),
      fc.constantFrom('en' as const, 'tr' as const),
      // From the moment the night before is over.
      fc.integer({ min: 0, max: 23 * 60 + 59 }),
      fc.boolean(),
      fc.constantFrom(null, 'Aşağı bahçe', 'ş'.repeat(60)),
      (nights, kind, language, minutes, endsDataGap, label) => {
        const createdAt = firstOver - 24 * hour + minutes * 60_000
        const message = frostMessage({ nights, kind, language, createdAt, endsDataGap, label })
        const { title, short, lines } = renderAlert(message)
        expect(lines[0]?.text).not.toBe(title)
        const [tonight] = nights
        if (tonight?.standing !== 'raised') return
        if (tonight.coldestAt <= createdAt) {
          const isAlone = !nights.some(({ standing }, index) => index > 0 && standing === 'raised')
          if (!isAlone && kind !== 'blind') expect(title).not.toMatch(/tonight|last night|bu gece|dün gece/i)
          if (kind !== 'blind' && kind !== 'test') expect(title + short).not.toMatch(/tonight|bu gece/i)
          return
        }
        const words = language === 'tr' ? /bu gece/i : /tonight/i
        const cold = formatTemperature(tonight.plantTemperatureMinC, '°C', language)
        for (const text of [title, short]) {
          expect(text).toMatch(words)
          expect(text).toContain(cold)
        }
        if (kind === 'raised') expect(title.search(words)).toBe(0)
        expect(title.length).toBeLessThanOrEqual(120)
        expect(title).toContain(language === 'tr' ? 'Malatya kayısı' : 'Malatya apricot')
        const hasBegun = (tonight.frostFromAt ?? 0) <= createdAt
        expect(title).toMatch(hasBegun ? /until 08:00|08\.00’e kadar/ : /\b01–08\b/)
        if (label !== null && label.length < 20) expect(title).toContain(label)
        if (kind === 'updated' && tonight.before !== null) {
          const former = formatTemperature(tonight.before.plantTemperatureMinC, '°C', language)
          for (const text of [title, short]) expect(text).toContain(former)
        }
      }
    ),
    { numRuns: 10_000 }
  )
})

const plain = { fold: (text: string) => text, fits: () => true, replyTo: null, hasLink: false }
const minute = 60_000

test('no form says an hour that is past as one to come, at any time of the day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds, 'escalated' as const),
      fc.constantFrom('en' as const, 'tr' as const),
      fc.integer({ min: -14 * 60, max: 10 * 60 }),
      fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 8 }), fc.nat({ max: 9 })),
      fc.constantFrom({}, { isColdBefore: true as const }, { isColdAfter: true as const }),
      (kind, language, minutes, [beginsAfter, lasts, coldestAfter], around) => {
        const createdAt = firstOver + minutes * minute
        // By their minutes hours are known in a text.
        const frostFromAt = firstOver + (beginsAfter - 11) * hour + 17 * minute
        const frostToAt = frostFromAt + lasts * hour + 26 * minute
        const lastPreparationAt = frostFromAt - 2 * hour + 12 * minute
        const night = frostNight({
          ...{ frostFromAt, frostToAt, lastPreparationAt, ...around },
          coldestAt: Math.min(frostFromAt + coldestAfter * hour, frostToAt) - minute,
          ...{ overAt: Math.max(firstOver, frostToAt), sunriseAt: firstOver - hour + 59 * minute }
        })
        const message = frostMessage({ nights: [night], kind, language, createdAt, tonight: night.date })
        const { title, short, text } = renderAlert(message)
        const brief = [title, phoneText(message, plain), spokenText(message)]
        const isOfTonight = !isLastNight(night, createdAt)
        for (const said of isOfTonight ? [...brief, short, text] : brief) {
          if (frostToAt + hour <= createdAt) expect(said).not.toMatch(/\d[:.]43/)
        }
        // To the last minute of its last hour.
        if (kind === 'raised' && frostToAt + hour > createdAt && !('isColdAfter' in around))
          for (const said of brief) expect(said).toMatch(/\d[:.]43/)
        for (const said of [...brief, short]) {
          if (lastPreparationAt <= createdAt) expect(said).not.toMatch(/\d[:.]29/)
        }
        for (const said of brief) if (frostFromAt <= createdAt) expect(said).not.toMatch(/\d[:.]17/)
      }
    ),
    { numRuns: 5000 }
  )
})
