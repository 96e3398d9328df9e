/**
 * `npm run drill -- alarm`: subscriptions with contacts through nights in which channels, receipts, processes, clocks
 * and forecasts fail, on each database. `ALARM_SUBSCRIPTIONS` and `ALARM_NIGHTS` for fewer; it ends with the night in
 * which `ALARM_MINUTES` are over, and says what it has lived.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../contracts/store/engines.ts'
import { liveAlarmNights } from '../scenarios/alerts/alarm-nights.ts'
import type { AlarmCounts } from '../scenarios/alerts/alarm-verdict.ts'
import { createAlertsHarness } from '../scenarios/alerts/alerts-harness.ts'
import { printFigures } from './figures.ts'

const subscriptions = Number(process.env['ALARM_SUBSCRIPTIONS'] ?? 1000)
const nights = Number(process.env['ALARM_NIGHTS'] ?? 100)
const minutes = Number(process.env['ALARM_MINUTES'] ?? 100)

describe.each(engines())('on $name', (engine) => {
  beforeAll(() => engine.start())
  afterAll(() => engine.stop())

  test('no night ends in silence, and none is sent again once it is answered', async () => {
    const app = await createAlertsHarness(await engine.migrated())
    const began = performance.now()
    const passed = () => Math.round((performance.now() - began) / 1000)
    const goesOn = (night: number, { raised }: AlarmCounts): boolean => {
      console.log(`night ${night} of ${nights}: ${raised} raised, ${passed()} s`)
      return passed() < minutes * 60
    }
    const plan = { subscriptions, nights, seed: 35, goesOn }
    const { lived, counts, broken } = await liveAlarmNights(app, plan)
    const seconds = passed()
    printFigures(`alarm on ${engine.name}`, {
      subscriptions,
      nights: lived,
      planned: nights,
      broken: broken.length,
      ...counts,
      ...{ seconds }
    })
    await app.close()
    expect(broken).toEqual([])
    const ends = counts.acknowledged + counts.taken_back + counts.passed_harmless + counts.reported
    expect(ends).toBe(counts.raised)
    if (lived < 20) return
    for (const kind of ['acknowledged', 'taken_back', 'reported', 'reported_at_once', 'kills'] as const)
      expect(counts[kind], kind).toBeGreaterThan(0)
  })
})
