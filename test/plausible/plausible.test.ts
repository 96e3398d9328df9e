/** Numbers that look like weather and are none, and honest runs beside each other, from the parser to the report. */
import { expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { standingOf } from '../../src/forecasts/plausible/held-run.ts'
import { fromStored } from '../../src/forecasts/stored-rows.ts'
import { parseForecast } from '../../src/sources/open-meteo/parse.ts'
import { jsonOf } from './answers.ts'
import { countOutcomes, faultyOutcome, honestOutcome } from './cases.ts'
import { noon, place, reported } from './clear-nights.ts'
import { faults } from './faults.ts'
import { generator } from './honest-weather.ts'
import { codesOf, openTrial } from './trial.ts'

it('publishes no wrong level without a notice, whatever is wrong with the numbers', async () => {
  const counted = countOutcomes()
  // The last two: rain that changes plants by 0.6 °C alone.
  for (const seed of [...Array(136).keys(), 5237, 5654]) counted.add(await faultyOutcome(seed))
  expect(counted.of('wrong'), counted.table()).toBe(0)
  expect(counted.of('set aside')).toBeGreaterThan(60)
})

it('sets hardly an honest run aside', async () => {
  const counted = countOutcomes()
  for (let seed = 0; seed < 100; seed++) counted.add(await honestOutcome(seed))
  expect(counted.of('set aside'), counted.table()).toBeLessThanOrEqual(1)
  expect(counted.of('passed')).toBeGreaterThan(60)
})

it('says unchecked of a first answer, and that it agrees of the next', async () => {
  const trial = openTrial(place)
  expect((await trial.ask(noon, jsonOf(reported(0))))?.data.check).toBe('unchecked')
  expect((await trial.ask(noon + 2, jsonOf(reported(2, 0.4))))?.data.check).toBe('agrees')
})

it('goes on with the run before, with its age, however often °F come as °C', async () => {
  const trial = openTrial(place)
  await trial.ask(noon, jsonOf(reported(0)))
  const cold = await trial.ask(noon + 2, jsonOf(reported(2, 0.2)))
  for (const at of [4, 6, 8]) {
    const answer = reported(at)
    const columns = faults['°F called °C, both']({ answer, random: generator(1), elsewhere: {} })
    const report = await trial.ask(noon + at, jsonOf({ ...answer, columns }))
    expect(report === null ? [] : codesOf(report)).toContain('run_set_aside')
    expect(report?.data.confirmedAt).toBe(cold?.data.confirmedAt)
  }
  const right = await trial.ask(noon + 10, jsonOf(reported(10)))
  expect(right?.data.check).toBe('agrees')
})

it('shows the colder of two runs that disagree, until a later one agrees with one of them', async () => {
  for (const [second, third, decided] of [
    [4, 4.2, 4.2],
    [4, 0.2, 0.2],
    [-4, -4.2, -4.2]
  ] as const) {
    const trial = openTrial(place)
    await trial.ask(noon, jsonOf(reported(0)))
    const before = await trial.ask(noon + 2, jsonOf(reported(2, 0.1)))
    const both = await trial.ask(noon + 4, jsonOf(reported(4, second)))
    expect(both === null ? [] : codesOf(both)).toContain('runs_disagree')
    const [old, shown] = [before?.nights[1], both?.nights[1]]
    if (old?.state !== 'known' || shown?.state !== 'known') expect.unreachable()
    if (second > 0) expect(shown.score).toBeCloseTo(old.score, 0)
    else expect(shown.score).toBeGreaterThan(old.score)
    expect(shown.beside?.because).toBe('runs_disagree')
    const after = await trial.ask(noon + 6, jsonOf(reported(6, third)))
    expect(after?.data.check).toBe('agrees')
    expect(after?.nights[1]?.airTemperatureMinC).toBeCloseTo(-3 + decided, 0)
  }
})

it('takes a later run for an agreeing one only 50 minutes after the one that it agrees with', async () => {
  const trial = openTrial(place)
  await trial.ask(noon, jsonOf(reported(0)))
  await trial.ask(noon + 2, jsonOf(reported(2, 0.1)))
  await trial.ask(noon + 4, jsonOf(reported(4, 4)))
  const [stored, { point }] = [trial.stored(), trial]
  const meta = stored === null ? null : fromStored(stored, point)
  if (stored === null || meta === null) expect.unreachable()
  const { series } = parseForecast(jsonOf(reported(4, 4.2)))
  const checkAfter = (minutes: number) => {
    const now = (noon + 4) * hourMs + minutes * minuteMs
    const row = { meta, body: stored.body, stored }
    return standingOf({ point, own: series, series, isSameBlend: true, row, now }).check
  }
  expect([49, 50, 51].map(checkAfter)).toEqual(['disagrees', 'agrees', 'agrees'])
})

it('doubts a run that is suddenly wet, foggy or windy in every hour', async () => {
  for (const name of ['rain in every hour', 'fog or rain by the code', 'wind in tenths'] as const) {
    const trial = openTrial(place)
    await trial.ask(noon, jsonOf(reported(0)))
    const honest = await trial.ask(noon + 2, jsonOf(reported(2)))
    const answer = reported(4)
    const columns = faults[name]({ answer, random: () => 0, elsewhere: {} })
    const report = await trial.ask(noon + 4, jsonOf({ ...answer, columns }))
    expect(report?.data.check, name).toMatch(/^(disagrees|set_aside)$/)
    const [shown, before] = [report?.nights[1], honest?.nights[1]]
    if (shown?.state !== 'known' || before?.state !== 'known') expect.unreachable()
    expect(shown.score, name).toBeCloseTo(before.score, 0)
  }
})
