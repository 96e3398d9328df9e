import { expect, test } from 'vitest'
import { inland, seasonWeather } from '../../../test/scenarios/alerts/season-weather.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import { nearestProfile } from '../../frost/scoring-profile.ts'
import { pointOf } from '../../weather/point.ts'
import { publishedScore } from '../frost-view.ts'
import { reportOf } from './report.ts'

const { place } = inland
const from = Date.UTC(2026, 2, 19)
const weather = seasonWeather(inland, from, 200, 7)
const dayMs = 86_400_000
/** 21:00 in Malatya: the morning of the day is over, and the night of the next has begun. */
const evening = Date.UTC(2026, 2, 25, 18)
/** The season's temperatures are not known to any source. */
const seasons = { known: () => null, instantOf: (_point: unknown, at: number) => at }

interface Asked {
  readonly crop: string | null
  readonly stage?: string
  readonly exposure?: Exposure
}

function reportAt(at: number, { crop, stage = 'full-bloom', exposure }: Asked) {
  const { profile, stageFromSeason } = nearestProfile({
    crop,
    stage: crop && stage,
    exposure: exposure ?? null
  })
  const question = { point: pointOf(place), place, profile, stageFromSeason, days: 8, slots: 8, nights: 7 }
  return reportOf(question, weather.run(at, at), { at, seasons })
}

test('with a crop a day has the score of its night, and none once the night is over', () => {
  const report = reportAt(evening, { crop: 'apricot' })
  const known = report.nights.map((night) => publishedScore(night))
  expect(known.some(({ score }, index) => score !== report.days[index + 1]?.frost.score)).toBe(true)
  expect(report.dayScores).toEqual([null, ...known])
})

test('before the morning the last day has a score, too, beyond the nights that are shown', () => {
  const beforeMorning = reportAt(evening + dayMs / 4, { crop: 'apricot' })
  expect(beforeMorning.tonight?.window.date).toBe(beforeMorning.days[0]?.day.date)
  const known = beforeMorning.nights.map((night) => publishedScore(night))
  expect(known).toHaveLength(7)
  expect(beforeMorning.dayScores).toEqual([...known, expect.objectContaining({ score: expect.any(Number) })])
})

test('with a crop no slot has more than its night, and the coldest one as much', () => {
  const report = reportAt(evening, { crop: 'apricot' })
  const scores = report.slotScores.map((one) => one?.score ?? 0)
  expect(scores).toHaveLength(8)
  expect(Math.max(...scores)).toBe(publishedScore(report.tonight).score)
  expect(report.slotScores).not.toEqual(report.slots.map(({ frost }) => expect.objectContaining(frost)))
  // At noon, before the night begins, the hours of the one that is over have none.
  const afterNoon = reportAt(evening - dayMs / 4 + 3_600_000, { crop: 'apricot' })
  const isBefore = afterNoon.slots.map(
    ({ span }) => span.toSecond / 3600 <= (afterNoon.tonight?.window.firstHour ?? 0)
  )
  for (const [index, one] of afterNoon.slotScores.entries()) expect(one === null).toBe(isBefore[index])
})

test('without a crop days and slots have their own score', () => {
  const report = reportAt(evening, { crop: null })
  const own = report.days.map(({ frost }) => frost)
  expect(report.dayScores).toEqual([null, ...own.slice(1)])
  expect(report.slotScores).toEqual(report.slots.map(({ frost }) => frost))
})

test('at another height a day has the score of its night there, too, and no slot has more', () => {
  const report = reportAt(evening, { crop: null, exposure: 'vine' })
  const known = report.nights.map((night) => publishedScore(night))
  expect(known[0]?.score).not.toBe(report.days[1]?.frost.score)
  expect(report.dayScores).toEqual([null, ...known])
  expect(Math.max(...report.slotScores.map((one) => one?.score ?? 0))).toBe(known[0]?.score)
})

test('a crop that rests has nights, but no score and no advice', () => {
  const august = Date.UTC(2026, 7, 10, 18)
  const report = reportAt(august, { crop: 'apricot', stage: 'auto' })
  expect([report.isResting, report.nights.length]).toEqual([true, 7])
  expect(new Set([...report.dayScores, ...report.slotScores])).toEqual(new Set([null]))
  expect(report.tonightProtection).toBeNull()
  // Where the season's temperatures are only missing, nobody knows whether it rests.
  const spring = reportAt(evening, { crop: 'apricot', stage: 'auto' })
  expect([spring.estimate?.state, spring.isResting]).toEqual(['unknown', false])
  expect(spring.dayScores.slice(1, 8)).toEqual(spring.nights.map((night) => publishedScore(night)))
})
