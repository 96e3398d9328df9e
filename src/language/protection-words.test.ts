import { expect, test } from 'vitest'
import type { SprinklerAdvice } from '../frost/protection/sprinkler.ts'
import { heatersWords, sprinklerWords, windMachineWords } from './protection-words.ts'

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
    'Stop when the wet bulb is above 0 °C and the ice melts, about 08:00.',
    'Needed with a probability of 34%: worth it where a night of water costs less than that share of the damage.'
  ])
  expect(sprinklerWords(advice, { at, wording: tr })[0]).toBe(
    'Islak termometreniz −2,5\u00a0°C gösterince başlatın (kuru termometrede yaklaşık −1,2\u00a0°C).'
  )
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
