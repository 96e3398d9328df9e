import { expect, test } from 'vitest'
import { syntheticNight } from '../../test/made/synthetic-night.ts'
import type { KnownNight } from '../frost/frost-night.ts'
import type { SprinklerAdvice } from '../frost/protection/sprinkler.ts'
import { genericCurve } from '../frost/severity.ts'
import { heatersWords, nightSentence, sprinklerWords, windMachineWords } from './protection-words.ts'

const at = Date.UTC(2026, 3, 11, 19)
const hour = 3_600_000
const tr = { timezone: 'Europe/Istanbul', units: 'metric', lang: 'tr' } as const
const en = { ...tr, lang: 'en' } as const

/** Of an apple tree in full bloom. */
const criticalC = -2.2

const advice: SprinklerAdvice = {
  startAt: at + hour,
  expectedStartAt: at + 4 * hour,
  stopAt: at + 10 * hour,
  ampleStartAt: at + 2 * hour,
  isStartPast: false,
  startWetBulbC: -2,
  startAirC: -1.2,
  probability: 0.34,
  strongestWindMps: 2,
  usable: true,
  reason: null
}

test('sprinklers: the thermometer first, then when, how early, until when, and how likely', () => {
  expect(sprinklerWords(advice, { at, criticalC, wording: en })).toEqual([
    'Start when your wet-bulb thermometer falls to −2.0\u00a0°C (dry thermometer about −1.2\u00a0°C).',
    'Expected at 02:00.',
    'Hardly ever before 23:00.',
    'If water is not short, start earlier, at a wet bulb between 1\u00a0°C and 0\u00a0°C, about 00:00.',
    'Stop when the wet bulb is above 0\u00a0°C and the ice melts, about 08:00.',
    'Needed with a probability of 34%: worth it where a night of water costs less than that share of the damage.'
  ])
  expect(sprinklerWords(advice, { at, criticalC, wording: tr })[0]).toBe(
    'Islak termometreniz −2,0\u00a0°C gösterince başlatın (kuru termometrede yaklaşık −1,2\u00a0°C).'
  )
})

test('plants that are harmed before the wet bulb is there: the clock first, and the thermometer for the case it is colder', () => {
  const plantsFirst = { ...advice, startAirC: null }
  expect(sprinklerWords(plantsFirst, { at, criticalC, wording: en }).slice(0, 3)).toEqual([
    'The plants are harmed before the wet bulb falls to −2.0\u00a0°C: start before 02:00.',
    'Earlier, if your wet-bulb thermometer falls to −2.0\u00a0°C before that.',
    'Hardly ever before 23:00.'
  ])
  expect(sprinklerWords(plantsFirst, { at, criticalC, wording: tr }).slice(0, 2)).toEqual([
    'Bitki, ıslak termometre −2,0\u00a0°C’ye inmeden zarar görüyor: saat 02.00 olmadan başlatın.',
    'Islak termometreniz daha önce −2,0\u00a0°C gösterirse o zaman başlatın.'
  ])
  const past = sprinklerWords({ ...plantsFirst, expectedStartAt: at }, { at, criticalC, wording: en })
  expect(past[0]).toMatch(/^The expected start, 22:00, is past/)
})

test('after the stop nothing is left to start', () => {
  const words = sprinklerWords(advice, { at: at + 10 * hour, criticalC, wording: en })
  expect(words).toEqual(['Stop when the wet bulb is above 0\u00a0°C and the ice melts, about 08:00.'])
})

test('the borders of 0 and −7 °C follow the units', () => {
  const imperial = { ...en, units: 'imperial' } as const
  expect(sprinklerWords(advice, { at, criticalC, wording: imperial }).join(' ')).toContain(
    'is above 32\u00a0°F and'
  )
  const noStop = { ...advice, stopAt: null }
  const turkish = sprinklerWords(noStop, { at, criticalC, wording: { ...imperial, lang: 'tr' } }).join(' ')
  expect(turkish).toContain('termometre 32\u00a0°F’nin üstüne')
  expect(turkish).not.toContain('°C')
  const cold = { ...advice, usable: false, reason: 'too_cold' } as const
  expect(sprinklerWords(cold, { at, criticalC, wording: imperial })[0]).toContain('below 19\u00a0°F,')
  expect(sprinklerWords(cold, { at, criticalC, wording: tr })[0]).toContain(
    'termometre −7\u00a0°C’nin altına iniyor; yağmurlama debisi yetmez'
  )
})

const probability = { frost: 0.5, airFrost: 0.2, belowMinus2_2: 0, belowMinus4_4: 0, t10: 0.49, t90: null }
const made = syntheticNight([{ T: 1, Td: 0, u: 1, c: 0 }], {
  exposure: 'ground',
  curve: genericCurve,
  leadDays: 1
})
const night = {
  ...made,
  ...{ airTemperatureMinC: 1, plantTemperatureMinC: -0.3, coldestHour: at / hour, probability },
  window: { ...made.window, sunsetAt: at - 4 * hour, sunriseAt: at + 7 * hour }
}
const generic = { ...en, at, tonight: null, criticalC: 0, part: null }

test('a span ends with its last hour: one cold hour is an hour, not an empty span', () => {
  const firstHour = at / hour
  const window = { ...night.window, firstHour: firstHour - 8 }
  const sentence = (hours: number, lang: 'en' | 'tr') => {
    const frostHours = { firstHour, lastHour: firstHour + hours }
    return nightSentence({ ...night, window, frostHours }, { ...generic, at: at - 1, lang })
  }
  expect(sentence(0, 'en')).toMatch(/^Tonight from 22:00 to 23:00 the plants are/)
  expect(sentence(0, 'tr')).toMatch(
    /^Bu gece 22\.00–23\.00 arasında bitkide don bekleniyor\. En düşük: bitkide −0,3.°C, havada 1,0/
  )
  expect(sentence(1, 'en')).toMatch(/^Tonight from 22:00 to 00:00 the plants are/)
  expect(sentence(1, 'tr')).toMatch(/^Bu gece 22\.00–00\.00 arasında bitkide don/)
})

test('of a plant as such damage begins at its own limit, where frost has long begun', () => {
  const wheat = { ...generic, criticalC: -4 }
  const safe = { ...night, frostHours: null, probability: { ...probability, t10: 0.01 } }
  expect(nightSentence(safe, wheat)).toMatch(/^No damage is expected .*; damage begins at −4\.0.°C$/)
  expect(nightSentence(safe, { ...wheat, lang: 'tr' })).toMatch(
    /zarar beklenmiyor: .*zarar −4,0.°C’de başlar$/
  )
  const window = { ...night.window, firstHour: at / hour - 8 }
  const frostHours = { firstHour: at / hour, lastHour: at / hour + 3 }
  const cold = { ...night, window, frostHours }
  expect(nightSentence(cold, wheat)).toContain('at −4.0\u00a0°C or colder, where damage begins;')
  expect(nightSentence(cold, { ...wheat, lang: 'tr' })).toContain('ve altı bekleniyor: zarar bu sıcaklıkta')
})

test('harm that is possible has its chance and the loss that belongs to it, and is never called not expected', () => {
  const window = { ...night.window, firstHour: at / hour - 8 }
  const possible = { ...night, window, frostHours: null, expectedDamagePercent: 28 }
  const planted = { ...generic, criticalC: -1.1, part: 'shoots' } as const
  expect(nightSentence(possible, planted)).toBe(
    'Damage is 49% likely tonight; the expected loss is 28%: air 1.0\u00a0°C, plants −0.3\u00a0°C around 22:00; a tenth of the shoots die at −1.1\u00a0°C'
  )
  expect(nightSentence(possible, { ...planted, lang: 'tr' })).toBe(
    'Bu gece %49 olasılıkla zarar olur; ortalama beklenen kayıp %28: en düşük hava 1,0\u00a0°C, bitki yüzeyi −0,3\u00a0°C, saat 22.00 sularında; −1,1\u00a0°C’de sürgünlerin onda biri ölür'
  )
  const safe = { ...possible, probability: { ...probability, t10: 0.04 } }
  expect(nightSentence(safe, planted)).toMatch(/^No damage is expected tonight: /)
})

test('a later night than tonight has its date for a name', () => {
  const window = { ...night.window, date: '2026-04-13', firstHour: at / hour + 1 }
  const coming = { ...night, window, frostHours: null, expectedDamagePercent: null }
  expect(nightSentence(coming, generic)).toMatch(/^Frost is 49% likely in the night of 12–13 April: /)
  expect(nightSentence(coming, { ...generic, lang: 'tr' })).toMatch(
    /^12\/13 Nisan gecesi %49 olasılıkla don olur: /
  )
  expect(nightSentence(coming, { ...generic, tonight: '2026-04-13' })).toMatch(
    /^Frost is 49% likely tonight: /
  )
})

test('the last night is said to be past, and only that: nothing of it is expected any more', () => {
  const morning = { ...generic, at: at + 6 * hour }
  expect(nightSentence({ ...night, frostHours: null }, { ...generic, at: morning.at - 1 })).toMatch(
    /tonight/i
  )
  expect(nightSentence(night, morning)).toBe('Last night: air 1.0\u00a0°C, plants −0.3\u00a0°C around 22:00')
  expect(nightSentence(night, { ...morning, lang: 'tr' })).toBe(
    'Dün gece en düşük hava 1,0\u00a0°C, bitki yüzeyi −0,3\u00a0°C, saat 22.00 sularında'
  )
})

test('cold that holds on at noon neither begins nor ends there, and a front at noon is that of the next day', () => {
  const firstHour = at / hour - 9
  const window = { ...night.window, firstHour }
  const sentence = (frostHours: KnownNight['frostHours'], coldestHour: number, lang: 'en' | 'tr') =>
    nightSentence({ ...night, window, frostHours, coldestHour }, { ...generic, lang })
  const whole = { firstHour, lastHour: firstHour + 23, isColdBefore: true, isColdAfter: true } as const
  expect(sentence(whole, firstHour + 16, 'en')).toMatch(/^Tonight and all day the plants .* around 05:00$/)
  expect(sentence(whole, firstHour + 16, 'tr')).toMatch(/^Bu gece ve gündüz boyunca bitkide don/)
  expect(sentence(whole, firstHour + 23, 'en')).not.toContain('12:00')
  const front = { firstHour: firstHour + 23, lastHour: firstHour + 23, isColdAfter: true } as const
  expect(sentence(front, firstHour + 23, 'en')).toMatch(/^Tomorrow from 12:00 on the plants/)
  expect(sentence(front, firstHour + 23, 'tr')).toMatch(/^Yarın 12\.00 sonrasında bitkide don/)
  const rising = { firstHour, lastHour: firstHour + 16, isColdBefore: true } as const
  expect(sentence(rising, firstHour + 15, 'en')).toMatch(/^Tonight until 06:00 the plants/)
})

test('where pipes freeze before the crop is harmed, water runs first', () => {
  const apricot = { at, criticalC: -6.9, wording: en }
  expect(sprinklerWords(advice, apricot)[1]).toBe('Water must run before pipes and nozzles freeze.')
  const late = sprinklerWords({ ...advice, expectedStartAt: at }, apricot)
  expect(late[0]).toMatch(/begin only while the wet bulb is above −2\.0\u00a0°C\.$/)
})

test('a start that is past is said to be past, the early one and the expected one', () => {
  const early = { ...advice, startAt: at - hour, isStartPast: true }
  expect(sprinklerWords(early, { at, criticalC, wording: en })).toContain(
    'Watch your thermometer from now on.'
  )
  const late = { ...early, expectedStartAt: at - 1 }
  expect(sprinklerWords(late, { at, criticalC, wording: en })[0]).toMatch(
    /^The expected start, 21:59, is past/
  )
  expect(sprinklerWords(late, { at, criticalC, wording: tr })[0]).toBe(
    'Beklenen başlama saati (21.59) geçti: yalnızca ıslak termometre −2,2\u00a0°C’nin üstündeyse başlatın.'
  )
  const machine = { inversionC: 3, gainC: 1, isEnough: true, usable: true, reason: null } as const
  expect(windMachineWords({ ...machine, startAt: at - 1, isStartPast: true }, en)[0]).toBe(
    'It should have started at 21:59: start now.'
  )
})

test('no advice without its inputs: the reason alone', () => {
  const missing = { ...advice, usable: null, reason: 'dew_point_missing' } as const
  expect(sprinklerWords(missing, { at, criticalC, wording: en })).toEqual([
    'No advice: the forecast has no humidity.'
  ])
  const heaters = { startAt: null, isStartPast: false, neededC: null } as const
  expect(heatersWords({ ...heaters, usable: null, reason: 'wind_missing' }, tr)).toEqual([
    'Öneri yok: tahminde rüzgâr eksik.'
  ])
  expect(heatersWords({ ...heaters, usable: true, reason: null }, en)).toEqual([
    'No start is expected; keep it ready.'
  ])
})
