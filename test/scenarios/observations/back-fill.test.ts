/**
 * The first day of a watched place: what its source forecast for the past weeks is fetched once, and compared with what
 * it says now.
 */
import { afterEach, expect, it, vi } from 'vitest'
import { backfillCommand } from '../../../src/cli/weather-command.ts'
import { backFillCutoff, backFillPoint } from '../../../src/observations/back-fill.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { runCommand } from '../../command.ts'
import { patience } from '../../patience.ts'
import { environmentOf, openTestedData } from '../../tested-data.ts'
import { earlierDriftC } from '../../upstream/open-meteo.ts'
import { openRunningHarness, type RunningHarness } from '../alerts/running-harness.ts'
import { openBareStage } from '../weather/bare-forecasts.ts'

let harness: RunningHarness | null = null
afterEach(async () => {
  expect(harness?.stage.upstream.violations ?? []).toEqual([])
  await harness?.stage.close()
  harness = null
})

interface Lead {
  readonly lead_days: number
  readonly nights: number
  readonly bias: number | null
}

const asked = ({ stage }: RunningHarness): number =>
  stage.upstream.requests.filter(({ query }) => query.get('hourly')?.includes('_previous_day1')).length

it('has a verification of seven leads, which says what it is compared with, and is fetched once', async () => {
  harness = await openRunningHarness({ SOURCES: 'open-meteo' })
  const { stage } = harness
  await harness.subscribed({ channel: 'feed' })
  await harness.passMinutes(61)
  const verification = async () =>
    (
      (await stage.client.ask('/verification?location=malatya')).json as {
        verification: { against: string; nights: number; leads: readonly Lead[] }
      }
    ).verification
  await vi.waitFor(async () => expect((await verification()).nights).toBeGreaterThan(50), patience)
  const { against, leads } = await verification()
  expect(against).toBe('analysis')
  const filled = leads.filter(({ nights }) => nights > 50)
  expect(filled.map(({ lead_days }) => lead_days)).toEqual([1, 2, 3, 4, 5, 6, 7])
  // Each day earlier the source's forecast was warmer.
  for (const { lead_days, bias } of filled) expect(bias).toBeCloseTo(-lead_days * earlierDriftC, 1)
  expect(stage.app.log().filter((line) => line.includes('"backfill_progress"'))).toHaveLength(1)
  await harness.passMinutes(61)
  await harness.passMinutes(61)
  expect(asked(harness)).toBe(1)
})

it('comes after all else: without a network nothing is stored, and the next answer is', async () => {
  const bare = await openBareStage()
  const { store } = bare
  try {
    const point = pointOf({ lat: 38.35, lon: 38.31, timezone: 'Europe/Istanbul', elevation: 950 })
    const forecasts = bare.forecasts({ sources: [bare.source('open-meteo')] })
    const deps = { forecasts, store: store.record, clock: bare.clock.read }
    await bare.upstream.fail({ kind: 'status', status: 503 })
    expect(await backFillPoint(deps, point)).toMatchObject({ kind: 'later', because: 'no_answer' })
    const before = backFillCutoff(bare.clock.read())
    expect(await store.record.hasPastWeeks(point.key, before)).toBe(false)
    await bare.upstream.fail(null)
    bare.clock.move(3_600_000)
    expect(await backFillPoint(deps, point)).toMatchObject({ kind: 'done' })
    expect(await store.record.hasPastWeeks(point.key, before)).toBe(true)
    const nights = await store.record.issued(point.key, false, '2026-01-01')
    expect(nights.every(({ isBackFilled, exposed }) => isBackFilled === true && exposed === null)).toBe(true)
    // What was said for one night at each lead, the latest last.
    const one = nights.filter(({ date }) => date === '2026-03-20').toReversed()
    expect(one.map(({ leadDay }) => leadDay)).toEqual([7, 6, 5, 4, 3, 2, 1])
    expect(one.map(({ airMinimumC }) => Math.round(airMinimumC * 10) / 10)).toEqual(
      [7, 6, 5, 4, 3, 2, 1].map((lead) => Math.round((-3 + lead * earlierDriftC) * 10) / 10)
    )
  } finally {
    await bare.close()
  }
})

it('is repeated by a command, which says how much came', async () => {
  const bare = await openBareStage()
  const data = await openTestedData()
  try {
    const environment = { ...bare.upstream.environment, ...environmentOf(data), SOURCES: 'open-meteo' }
    bare.clock.move(Date.now() - bare.clock.read())
    for (const _ of [1, 2]) {
      const { status, out } = await runCommand(backfillCommand, ['malatya', '--json'], environment)
      expect(status).toBe(0)
      const { nights, forecasts } = JSON.parse(out) as { nights: number; forecasts: number }
      expect(nights).toBeGreaterThan(55)
      expect(forecasts).toBe(7 * nights)
    }
    const { status, said } = await runCommand(backfillCommand, ['malatya'], {
      ...environment,
      SOURCES: 'demo'
    })
    expect([status, said]).toEqual([69, expect.stringContaining('None of the sources')])
    expect((await runCommand(backfillCommand, [], environment)).status).toBe(64)
  } finally {
    await data.remove()
    await bare.close()
  }
})
