/**
 * `stage=auto`: the stage of a crop from the warmth of its season, over the providers on loopback and the real store.
 */
import { afterEach, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { metaOf, noticesOf, openStage, type Stage } from './harness.ts'

let stage: Stage
afterEach(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

interface Estimate {
  readonly estimated: boolean
  readonly plus_minus_days: number | null
  readonly summed_from: string | null
  readonly summed_to: string | null
  readonly source: string | null
  readonly unknown_because: string | null
}
interface Risk {
  readonly crop: string
  readonly stage: string | null
  readonly stage_estimate: Estimate
}

const question = '/weather/frost-risk?location=malatya&crop=apricot&stage=auto'
const dayMs = 24 * hourMs

async function ask(text = question): Promise<Risk> {
  const answer = await stage.client.ask(text)
  expect(answer.status).toBe(200)
  return (answer.json as { readonly frost_risk: Risk }).frost_risk
}

/**
 * The requests for the season, oldest first: the archive's span, or how many days the forecast server was asked back.
 */
function seasonRequests(): readonly string[] {
  return stage.upstream.requests
    .filter(({ query }) => query.get('hourly') === 'temperature_2m')
    .map(({ query }) =>
      query.has('start_date')
        ? `${query.get('start_date')} … ${query.get('end_date')}`
        : `${query.get('past_days')} days back`
    )
}

it('tells the stage, its uncertainty, the sum’s dates and whose temperatures they are', async () => {
  // Clear nights have a mean of 3 °C: 4 °C·d a day over −1 °C since New Year, 404 on 11 April.
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  const answer = await stage.client.ask(question)
  expect((answer.json as { frost_risk: Risk }).frost_risk).toMatchObject({
    crop: 'apricot',
    stage: 'first-bloom',
    stage_estimate: {
      estimated: true,
      plus_minus_days: 8,
      summed_from: '2026-01-01',
      summed_to: '2026-04-11',
      source: expect.stringContaining('Open-Meteo'),
      unknown_because: null
    }
  })
  expect(noticesOf(answer)).toContain('stage_estimated')
  expect(seasonRequests()).toEqual(['2025-09-30 … 2026-04-04', '6 days back'])
  const given = await ask(question.replace('auto', 'first-bloom'))
  expect(given.stage_estimate.estimated).toBe(false)
  const turkish = await stage.client.ask(`${question}&lang=tr`)
  expect(
    metaOf(turkish)
      .notices.map(({ message }) => message)
      .join()
  ).toContain('8 gün erken ya da geç')
})

it('scores with the estimated stage’s own curve', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  const [auto, given] = await Promise.all(
    ['auto', 'first-bloom'].map(async (name) => {
      const answer = await stage.client.ask(question.replace('auto', name))
      return (answer.json as { readonly nights: unknown }).nights
    })
  )
  expect(auto).toEqual(given)
})

it('asks once for fifty who ask at once, not again that day, and next day only for what is new', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => ask(`${question}&days=${1 + (index % 16)}`))
  )
  expect(new Set(answers.map((one) => one.stage))).toEqual(new Set(['first-bloom']))
  for (const crop of ['apple', 'nectarine-big-top']) await ask(question.replace('apricot', crop))
  expect(seasonRequests()).toHaveLength(2)
  // At 22:20 UTC; so much later it is the next UTC day.
  stage.clock.move(2 * hourMs)
  await ask()
  await expect.poll(seasonRequests).toHaveLength(4)
  expect(seasonRequests().slice(2)).toEqual(['2026-04-05 … 2026-04-05', '6 days back'])
})

it('survives a restart without asking again', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  const before = await ask()
  await stage.restart()
  expect(await ask()).toEqual(before)
  expect(seasonRequests()).toHaveLength(2)
})

it('says that it is not known where the season cannot be had, and knows it again as soon as it can', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await ask(question.replace('auto', 'first-bloom'))
  await stage.upstream.fail({ kind: 'status', status: 500 })
  const answer = await stage.client.ask(question)
  const { frost_risk } = answer.json as { frost_risk: Risk }
  expect(frost_risk).toMatchObject({
    stage: null,
    stage_estimate: { estimated: false, plus_minus_days: null, unknown_because: 'season_unavailable' }
  })
  expect(noticesOf(answer)).toContain('stage_unknown')
  expect(frost_risk).toMatchObject({ score: null, unscored_because: 'stage_unknown' })
  // Asked for again it is kept as bytes, but no longer than the archive is left alone.
  expect((await ask()).stage).toBeNull()
  await stage.upstream.fail(null)
  stage.clock.move(minuteMs / 2 - 1)
  expect((await ask()).stage).toBeNull()
  stage.clock.move(1)
  expect((await ask()).stage).toBe('first-bloom')
})

it('shows the operator how the archive does, beside the forecasts', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  const failures = async (source: string): Promise<number> => {
    const text = await (await fetch(`${stage.app.origin}/metrics`)).text()
    return Number(new RegExp(`^ayaz_source_failures\\{source="${source}"\\} (\\d+)$`, 'm').exec(text)?.[1])
  }
  await ask(question.replace('auto', 'first-bloom'))
  await stage.upstream.fail({ kind: 'status', status: 500 })
  await ask()
  expect(await failures('open-meteo')).toBe(0)
  expect(await failures('open-meteo season')).toBe(1)
  expect(await failures('open-meteo ensemble')).toBe(0)
  await stage.upstream.fail(null)
  stage.clock.move(minuteMs / 2)
  await ask()
  expect(await failures('open-meteo season')).toBe(0)
})

it('asks next day for hours that were missing, however long ago they were', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await ask(question.replace('auto', 'first-bloom'))
  await stage.upstream.fail({ kind: 'null_column', column: 'temperature' })
  expect((await ask()).stage_estimate.unknown_because).toBe('season_incomplete')
  await stage.upstream.fail(null)
  stage.clock.move(2 * hourMs)
  expect((await ask()).stage).toBe('first-bloom')
  expect(seasonRequests()).toEqual([
    '2025-09-30 … 2026-04-04',
    '6 days back',
    '2025-09-30 … 2026-04-05',
    '6 days back'
  ])
})

it('does not ask a failing archive more often than a failing forecast', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await ask(question.replace('auto', 'first-bloom'))
  await stage.upstream.fail({ kind: 'status', status: 500 })
  for (let asked = 0; asked < 8; asked++) await ask(`${question}&days=${1 + asked}`)
  expect(seasonRequests()).toHaveLength(2)
  stage.clock.move(minuteMs / 2)
  for (let asked = 0; asked < 8; asked++) await ask(`${question}&days=${9 + asked}`)
  expect(seasonRequests()).toHaveLength(4)
})

it.each([
  ['walnut', 'cannot be estimated from temperatures'],
  ['peach', 'cannot be estimated from temperatures']
])('refuses to guess for %s', async (crop, sentence) => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  const answer = await stage.client.ask(question.replace('apricot', crop))
  expect(answer.status).toBe(400)
  const { errors } = answer.json as {
    errors: readonly { parameter: string; detail: string; allowed: string }[]
  }
  expect(errors[0]).toMatchObject({ parameter: 'stage', detail: expect.stringContaining(sentence) })
  expect(errors[0]?.allowed).not.toContain('auto')
  expect(seasonRequests()).toEqual([])
})

it.each([
  ['a cold spring', shifted(clearNights, -2), '2026-04-11T22:20:00Z', 'before_first_stage'],
  ['a warm spring', shifted(clearNights, 3), '2026-04-11T22:20:00Z', 'after_last_stage'],
  ['the summer', clearNights, '2026-08-11T22:20:00Z', 'out_of_season']
])('gives no stage in %s but a reason, and no advice', async (_, weather, at, reason) => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' }, at: Date.parse(at) })
  stage.upstream.setWeather(weather)
  expect(await ask(question.replace('location=malatya', 'lat=38.5&lon=38.5'))).toMatchObject({
    stage: null,
    stage_estimate: { unknown_because: reason }
  })
  const { json } = await stage.client.ask('/weather/night?lat=38.5&lon=38.5&crop=apricot&stage=auto')
  expect(json).toMatchObject({ protection: null })
})

it('has no season from sources that have none', async () => {
  stage = await openStage({ environment: { SOURCES: 'met-norway' } })
  expect(await ask()).toMatchObject({
    stage: null,
    stage_estimate: { unknown_because: 'season_unavailable' }
  })
  expect(seasonRequests()).toEqual([])
})

it('shows made estimates in the demo on any day, and none of them once a source has answered', async () => {
  stage = await openStage({
    fault: { kind: 'refused' },
    at: Date.UTC(2026, 10, 20, 12),
    roundsOnClock: true,
    environment: { SOURCES: 'open-meteo' }
  })
  const synthetic = await ask()
  expect(synthetic).toMatchObject({
    stage: 'first-bloom',
    stage_estimate: { source: expect.stringContaining('Demo') }
  })
  await stage.upstream.fail(null)
  await stage.clock.rests('probe')
  stage.clock.move(30_000)
  await expect.poll(() => stage.app.log().some((line) => line.includes('demo_ended'))).toBe(true)
  expect(await ask()).toMatchObject({
    stage: null,
    stage_estimate: { summed_from: null, source: null, unknown_because: 'before_first_stage' }
  })
})

it('gives the same bytes again, and a new day’s sum next day', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  const [first, second] = [await stage.client.ask(question), await stage.client.ask(question)]
  expect(second.headers['etag']).toBe(first.headers['etag'])
  stage.clock.move(dayMs)
  expect((await ask()).stage_estimate.summed_to).toBe('2026-04-12')
})
