import { expect, test } from 'vitest'
import type { SprinklerAdvice } from '../frost/protection/sprinkler.ts'
import { heatersWords, nightSentence, sprinklerWords, windMachineWords } from './protection-words.ts'

const at = Date.UTC(2026, 3, 11, 19)
const hour = 3_600_000
const tr = { timezone: 'Europe/Istanbul', units: 'metric', lang: 'tr' } as const
const en = { ...tr, lang: 'en' } as const

const advice: SprinklerAdvice = {
  startAt: at + hour,
  expectedStartAt: at + 4 * hour,
  stopAt: at + 10 * hour,
  isStartPast: false,
  startWetBulbC: -2.5,
  startAirC: -1.2,
  probability: 0.34,
  strongestWindMps: 2,
  usable: true,
  reason: null
}

test('sprinklers: the thermometer first, then when, how early, until when, and how likely', () => {
  expect(sprinklerWords(advice, { at, wording: en })).toEqual([
    'Start when your wet-bulb thermometer falls to −2.5\u00a0°C (dry thermometer about −1.2\u00a0°C).',
    'Expected at 02:00.',
    'Hardly ever before 23:00.',
    'Stop when the wet bulb is above 0\u00a0°C and the ice melts, about 08:00.',
    'Needed with a probability of 34%: worth it where a night of water costs less than that share of the damage.'
  ])
  expect(sprinklerWords(advice, { at, wording: tr })[0]).toBe(
    'Islak termometreniz −2,5\u00a0°C gösterince başlatın (kuru termometrede yaklaşık −1,2\u00a0°C).'
  )
})

test('plants that are harmed before the wet bulb is there: the clock first, and the thermometer for the case it is colder', () => {
  const plantsFirst = { ...advice, startAirC: null }
  expect(sprinklerWords(plantsFirst, { at, wording: en }).slice(0, 3)).toEqual([
    'The plants reach harm before the wet bulb does: start before 02:00.',
    'Earlier, if your wet-bulb thermometer falls to −2.5\u00a0°C before that.',
    'Hardly ever before 23:00.'
  ])
  expect(sprinklerWords(plantsFirst, { at, wording: tr }).slice(0, 2)).toEqual([
    'Bitki, ıslak termometre oraya inmeden zarar sıcaklığına ulaşıyor: saat 02.00’dan önce başlatın.',
    'Islak termometreniz daha önce −2,5\u00a0°C gösterirse o zaman başlatın.'
  ])
  const past = sprinklerWords({ ...plantsFirst, expectedStartAt: at }, { at, wording: en })
  expect(past[0]).toMatch(/^The start that was expected, 22:00, is past/)
})

test('after the stop nothing is left to start', () => {
  const words = sprinklerWords(advice, { at: at + 10 * hour, wording: en })
  expect(words).toEqual(['Stop when the wet bulb is above 0\u00a0°C and the ice melts, about 08:00.'])
})

test('the borders of 0 and −7 °C follow the units', () => {
  const imperial = { ...en, units: 'imperial' } as const
  expect(sprinklerWords(advice, { at, wording: imperial }).join(' ')).toContain('is above 32\u00a0°F and')
  const noStop = { ...advice, stopAt: null }
  const turkish = sprinklerWords(noStop, { at, wording: { ...imperial, lang: 'tr' } }).join(' ')
  expect(turkish).toContain('termometre 32\u00a0°F üstüne')
  expect(turkish).not.toContain('°C')
  const cold = { ...advice, usable: false, reason: 'too_cold' } as const
  expect(sprinklerWords(cold, { at, wording: imperial })[0]).toContain('below 19\u00a0°F,')
  expect(sprinklerWords(cold, { at, wording: tr })[0]).toContain('termometre −7\u00a0°C altına')
})

test('one cold hour is an hour, not an empty span', () => {
  const probability = { frost: 0.5, airFrost: 0.2, belowMinus2_2: 0, belowMinus4_4: 0, t10: 0.5, t90: null }
  const night = { airTemperatureMinC: 1, plantTemperatureMinC: -0.3, coldestHour: at / hour, probability }
  const sentence = (coldTo: number, lang: 'en' | 'tr') =>
    nightSentence(night, { coldFrom: at, coldTo, criticalC: 0 }, { ...en, lang, isOfBuds: false })
  expect(sentence(at, 'en')).toMatch(/^Tonight around 22:00 the plants are/)
  expect(sentence(at, 'tr')).toMatch(/^Bu gece saat 22\.00 sularında 0,0/)
  expect(sentence(at + hour, 'en')).toMatch(/^Tonight from 22:00 to 23:00 the plants are/)
  expect(sentence(at + hour, 'tr')).toMatch(/^Bu gece 22\.00–23\.00 arasında 0,0/)
})

test('a start that is past is said to be past, the early one and the expected one', () => {
  const early = { ...advice, startAt: at - hour, isStartPast: true }
  expect(sprinklerWords(early, { at, wording: en })).toContain('Watch your thermometer from now on.')
  const late = { ...early, expectedStartAt: at - 1 }
  expect(sprinklerWords(late, { at, wording: en })[1]).toMatch(/^The start that was expected, 21:59, is past/)
  expect(sprinklerWords(late, { at, wording: tr })[1]).toContain('(21.59) geçti')
  const machine = { inversionC: 3, gainC: 1, isEnough: true, usable: true, reason: null } as const
  expect(windMachineWords({ ...machine, startAt: at - 1, isStartPast: true }, en)[0]).toBe(
    'It should have started at 21:59: start now.'
  )
})

test('no advice without its inputs: the reason alone', () => {
  const missing = { ...advice, usable: null, reason: 'dew_point_missing' } as const
  expect(sprinklerWords(missing, { at, wording: en })).toEqual(['No advice: the forecast has no humidity.'])
  const heaters = { startAt: null, isStartPast: false, neededC: null } as const
  expect(heatersWords({ ...heaters, usable: null, reason: 'wind_missing' }, tr)).toEqual([
    'Öneri yok: tahminde rüzgâr eksik.'
  ])
  expect(heatersWords({ ...heaters, usable: true, reason: null }, en)).toEqual([
    'No start is expected; keep it ready.'
  ])
})
