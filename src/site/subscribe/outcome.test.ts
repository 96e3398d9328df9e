import { expect, test } from 'vitest'
import type { SubscribeOutcome } from '../subscribe-ports.ts'
import type { Visitor } from '../visitor.ts'
import { subscribedMain } from './outcome.ts'

const outcome: SubscribeOutcome & { readonly kind: 'subscribed' } = {
  ...{
    kind: 'subscribed',
    id: 'sub_1',
    status: 'active',
    preview: false,
    pushes: true,
    instructions: null,
    notices: []
  },
  ...{ links: [], manageUrl: null, unsubscribeUrl: null },
  ...{ currentScore: 62.4, currentProbability: null, wouldFireNow: true, waitsUntil: null }
}
const facts = {
  ...{ place: 'Malatya', timezone: 'Europe/Istanbul', threshold: { threshold: 30 } },
  profile: { crop: null, stage: null },
  channel: { id: 'feed', kind: 'feed', names: null }
}

test.each([
  ['en', 'comes at 07:00', 'is on its way'],
  ['tr', 'geliş saati: 07.00', 'yola çıktı']
] as const)('says in %s when the first message leaves', (lang, later, now) => {
  const visitor: Visitor = { lang, theme: 'auto', units: 'metric', carried: {} }
  const said = (waitsUntil: number | null) =>
    String(subscribedMain({ ...outcome, waitsUntil }, facts, visitor))
  const morning = said(Date.parse('2026-04-12T04:00:00Z'))
  expect(morning).toContain(later)
  expect(morning).not.toContain(now)
  expect(said(null)).toContain(now)
  const degrees = {
    ...facts,
    threshold: { threshold_temperature: -2, threshold_of: 'plant', threshold_probability: 0.3 }
  }
  const inDegrees = (sent: Partial<typeof outcome>) =>
    String(subscribedMain({ ...outcome, currentProbability: 0.96, ...sent }, degrees, visitor))
  const waiting = inDegrees({ waitsUntil: Date.parse('2026-04-12T04:00:00Z') })
  expect(waiting).toContain(later)
  expect(waiting).toContain('96')
  expect(inDegrees({})).toContain(now)
  const silent = [inDegrees({ wouldFireNow: false }), inDegrees({ preview: true })]
  for (const one of silent) expect([later, now].filter((words) => one.includes(words))).toEqual([])
  const unconfirmed = { ...outcome, status: 'pending_confirmation' as const, waitsUntil: 0 }
  const before = String(subscribedMain(unconfirmed, facts, visitor))
  expect([later, now].filter((words) => before.includes(words))).toEqual([])
})

test.each([
  [62.4, 30, 'is 62, which reaches your threshold'],
  [59.6, 60, 'is 60 (rounded), below your threshold'],
  [12.4, 12.3, 'is 12 (rounded), which reaches your threshold'],
  [49.6, 60, 'is 49.6, below your threshold']
])(
  'says a score of %d beside a threshold of %d as the page of the place shows it',
  (score, threshold, sentence) => {
    const visitor: Visitor = { lang: 'en', theme: 'auto', units: 'metric', carried: {} }
    const shown = { ...outcome, currentScore: score, wouldFireNow: score >= threshold }
    const said = String(subscribedMain(shown, { ...facts, threshold: { threshold } }, visitor))
    expect(said).toContain(sentence)
    expect(said).toContain(`<dd>${threshold}</dd>`)
  }
)

test.each([
  ['en', 'next three days'],
  ['tr', 'Önümüzdeki üç günün']
] as const)('counts in %s the days that are watched, not their nights, which may be four', (lang, days) => {
  const visitor: Visitor = { lang, theme: 'auto', units: 'metric', carried: {} }
  const degrees = { ...facts, threshold: { threshold_temperature: -2, threshold_of: 'plant' } }
  for (const wouldFireNow of [true, false])
    for (const preview of [true, false])
      for (const waitsUntil of [null, 0]) {
        const sent = { ...outcome, wouldFireNow, preview, waitsUntil }
        expect(String(subscribedMain(sent, facts, visitor))).toContain(days)
        expect(String(subscribedMain({ ...sent, currentProbability: 0.4 }, degrees, visitor))).toContain(days)
      }
})
