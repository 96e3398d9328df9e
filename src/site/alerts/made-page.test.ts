import { expect, test } from 'vitest'
import { presentSentence } from './made-page.ts'

const evaluation = {
  currentScore: 62.4,
  currentProbability: null,
  wouldFireNow: true,
  worstDate: '2026-04-12'
}
const present: Parameters<typeof presentSentence>[0] = {
  evaluation,
  waitsUntil: null,
  state: 'on',
  threshold: 30,
  timezone: 'Europe/Istanbul'
}
const morning = Date.parse('2026-04-12T04:00:00Z')
const degrees = { temperatureC: -2, of: 'plant', probability: 0.3 } as const
const inDegrees = { ...present, threshold: degrees, evaluation: { ...evaluation, currentProbability: 0.96 } }

test.each([
  ['en', 'comes at 07:00', 'is on its way'],
  ['tr', 'geliş saati: 07.00', 'yola çıktı']
] as const)('says in %s when the first message leaves', (lang, later, now) => {
  for (const one of [present, inDegrees]) {
    expect(presentSentence({ ...one, waitsUntil: morning }, lang)).toContain(later)
    expect(presentSentence({ ...one, waitsUntil: morning }, lang)).not.toContain(now)
    expect(presentSentence(one, lang)).toContain(now)
  }
  const quiet = { ...inDegrees, evaluation: { ...inDegrees.evaluation, wouldFireNow: false } }
  for (const one of [quiet, { ...inDegrees, state: 'preview' as const }])
    for (const words of [later, now]) expect(presentSentence(one, lang)).not.toContain(words)
})

test.each([
  ['en', 'once you have confirmed', 'as soon as you have confirmed'],
  ['tr', 'siz onaylayınca', 'Siz onaylayınca']
] as const)('says in %s of what waits for its confirmation that nothing was sent', (lang, later, now) => {
  for (const one of [present, inDegrees]) {
    const pending = { ...one, state: 'pending' as const }
    expect(presentSentence(pending, lang)).toContain(now)
    expect(presentSentence({ ...pending, waitsUntil: morning }, lang)).toContain(later)
    expect(presentSentence(pending, lang)).not.toMatch(/is on its way|yola çıktı|gönderilirdi|would be/)
  }
})

test.each([
  [62.4, 30, 'is 62, which reaches your threshold'],
  [59.6, 60, 'is 60 (rounded), below your threshold'],
  [12.4, 12.3, 'is 12 (rounded), which reaches your threshold'],
  [49.6, 60, 'is 49.6, below your threshold']
])(
  'says a score of %d beside a threshold of %d as the page of the place shows it',
  (score, threshold, said) => {
    const shown = { ...evaluation, currentScore: score, wouldFireNow: score >= threshold }
    expect(presentSentence({ ...present, evaluation: shown, threshold }, 'en')).toContain(said)
  }
)

test.each([
  ['en', 'next three days'],
  ['tr', 'Önümüzdeki üç günün']
] as const)('counts in %s the days that are watched, not their nights, which may be four', (lang, days) => {
  for (const state of ['on', 'pending', 'preview'] as const)
    for (const wouldFireNow of [true, false])
      for (const waitsUntil of [null, 0])
        for (const one of [present, inDegrees]) {
          const sent = { ...one, state, waitsUntil, evaluation: { ...one.evaluation, wouldFireNow } }
          expect(presentSentence(sent, lang)).toContain(days)
        }
})

test('says nothing without a forecast', () => {
  expect(presentSentence({ ...present, evaluation: { ...evaluation, currentScore: null } }, 'en')).toBeNull()
})
