/** Every fault of every provider through the whole app: another source, the last good answer with a label, or 503. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { clockAt } from '../../../src/language/dates.ts'
import type { CheckedAnswer } from '../../contracts/http/client.ts'
import { faults } from '../../upstream/faults.ts'
import type { ProviderId } from '../../upstream/provider.ts'
import { countAt, metaOf, noticesOf, openStage, questionsAt, type Stage, settle } from './harness.ts'

const providers = ['open-meteo', 'met-norway', 'openweathermap'] as const
const secondOf: Readonly<Record<ProviderId, ProviderId>> = {
  'open-meteo': 'met-norway',
  'met-norway': 'openweathermap',
  openweathermap: 'open-meteo'
}
/** Faults after which cloud is missing and everything else is there. */
const cloudless: readonly string[] = ['a null cloud column', 'cloud cover as a fraction']
// No answer takes five seconds of real time: it has a test of its own.
const names = (Object.keys(faults) as (keyof typeof faults)[]).filter((name) => name !== 'no answer')
/** Longer than any pause after a failure, shorter than any source's update period. */
const restMs = 11 * minuteMs

/** A missing column is never a zero, a level never `none` where nothing is known, a number never something else. */
function expectHonest(answer: CheckedAnswer): void {
  expect([200, 503]).toContain(answer.status)
  const text = answer.body.toString()
  expect(text).not.toMatch(/NaN|Infinity|undefined/)
  if (answer.status === 503) expect(answer.json).toMatchObject({ code: 'data_unavailable' })
}

/** Whether a fault leaves an answer that can be used, without its cloud. */
function isCloudless(name: keyof typeof faults): boolean {
  return cloudless.includes(name)
}

/** Whether an answer of steps lacks one of them: the others are read. */
function hasOtherSteps(id: string, name: keyof typeof faults): boolean {
  return id !== 'open-meteo' && faults[name].kind === 'unequal_columns'
}

/** Heals the providers and lets the pauses pass; the answer for a new point then ends the count of failures. */
async function recover(stage: Stage, lat: number): Promise<void> {
  await stage.upstream.fail(null)
  stage.clock.move(restMs)
  expect((await stage.client.ask(`/weather?lat=${lat}&lon=20`)).status).toBe(200)
  expect(stage.upstream.violations).toEqual([])
}

describe.each(providers)('%s alone', (id) => {
  let stage: Stage
  let lat = 10
  beforeAll(async () => {
    stage = await openStage({ environment: { SOURCES: id } })
    await settle(stage)
    await stage.client.ask('/weather?lat=9.5&lon=20')
  })
  afterEach(async () => {
    await recover(stage, lat + 0.25)
    lat += 0.5
  })
  afterAll(() => stage.close())

  it.each(names)('with %s: 503, or what is there; asked once however often it is wanted', async (name) => {
    await stage.upstream.fail(faults[name], id)
    for (const question of [...questionsAt(`lat=${lat}&lon=20`), ...questionsAt(`lat=${lat}&lon=20`)]) {
      const answer = await stage.client.ask(question)
      expectHonest(answer)
      expect(answer.status).toBe(isCloudless(name) || hasOtherSteps(id, name) ? 200 : 503)
      if (isCloudless(name) && question.includes('hourly')) {
        const { slots } = answer.json as { slots: { cloud_cover: number | null }[] }
        expect(slots.every((slot) => slot.cloud_cover === null)).toBe(true)
      }
      if (isCloudless(name) && question.includes('frost'))
        expect(noticesOf(answer)).toContain('inputs_missing')
    }
    expect(countAt(stage, lat, id)).toBe(faults[name].kind === 'refused' ? 0 : 1)
  })
})

describe.each(providers)('%s with another source behind it', (id) => {
  const second = secondOf[id]
  let stage: Stage
  let lat = 30
  beforeAll(async () => {
    stage = await openStage({ environment: { SOURCES: `${id},${second}` } })
    await settle(stage)
  })
  afterEach(async () => {
    await recover(stage, lat + 0.25)
    lat += 0.5
  })
  afterAll(() => stage.close())

  it.each(names)('with %s: the other answers, and says that it is the other', async (name) => {
    await stage.upstream.fail(faults[name], id)
    for (const question of questionsAt(`lat=${lat}&lon=20`)) {
      const answer = await stage.client.ask(question)
      expect(answer.status).toBe(200)
      expectHonest(answer)
      expect(metaOf(answer).sources.map((source) => source.id)).toEqual([
        hasOtherSteps(id, name) ? id : second
      ])
    }
    expect(countAt(stage, lat)).toBeLessThanOrEqual(2)
  })
})

it('the page of a place without data says at which minute the sources are asked again', async () => {
  const stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
  await stage.upstream.fail(faults['connection refused'])
  const page = async () => (await fetch(`${stage.app.origin}/en/place/ankara`)).text()
  const timeIn = (text: string) => /Next try: (\d\d:\d\d)\./.exec(text)?.[1]
  const before = stage.clock.read()
  const said = timeIn(await page()) ?? expect.unreachable()
  const minuteOf = (at: number) => clockAt(at, 'Europe/Istanbul', 'en')
  const until = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].find((one) => minuteOf(before + one * minuteMs) === said)
  expect(until).toBeDefined()
  await stage.upstream.fail(null)
  stage.clock.move((until ?? 0) * minuteMs)
  expect(await page()).not.toContain('class="degree"><b>–')
  expect(timeIn(await page())).toBeUndefined()
  await stage.close()
})

describe('a point that is known', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
    await settle(stage)
  })
  afterEach(() => stage.upstream.fail(null))
  afterAll(() => stage.close())

  it.each(names.filter((name) => !cloudless.includes(name)))(
    'keeps its last good answer after %s, with its age',
    async (name) => {
      const lat = 50 + names.indexOf(name) / 2
      const good = await stage.client.ask(`/weather?lat=${lat}&lon=20`)
      expect(metaOf(good).freshness.status).toBe('fresh')
      await stage.upstream.fail(faults[name])
      stage.clock.move(2 * hourMs + minuteMs)
      for (const question of questionsAt(`lat=${lat}&lon=20`)) {
        const answer = await stage.client.ask(question)
        expect(answer.status).toBe(200)
        expect(metaOf(answer).freshness).toEqual({ ...metaOf(good).freshness, status: 'stale' })
        expect(noticesOf(answer)).toContain('stale_data')
      }
      expect(countAt(stage, lat)).toBe(faults[name].kind === 'refused' ? 1 : 2)
      await stage.upstream.fail(null)
      stage.clock.move(restMs)
      expect(metaOf(await stage.client.ask(`/weather?lat=${lat}&lon=20`)).freshness.status).toBe('fresh')
    }
  )
})

describe('no answer at all', () => {
  // Each waits for two times five seconds.
  it.concurrent.for(providers)(
    'from %s: the other answers within the time of the chain, and 503 where it does not',
    async (id, { expect }) => {
      const stage = await openStage({ environment: { SOURCES: `${id},${secondOf[id]}` } })
      try {
        await settle(stage)
        await stage.upstream.fail(faults['no answer'], id)
        const answer = await stage.client.ask('/weather?lat=10&lon=20')
        expect(metaOf(answer).sources[0]?.id).toBe(secondOf[id])
        stage.clock.move(restMs)
        await stage.upstream.fail({ kind: 'status', status: 500 }, secondOf[id])
        expect((await stage.client.ask('/weather?lat=11&lon=20')).status).toBe(503)
        expect((await stage.client.ask('/weather/hourly?lat=11&lon=20')).status).toBe(503)
        expect([countAt(stage, 10), countAt(stage, 11)]).toEqual([2, 2])
      } finally {
        await stage.close()
      }
    }
  )
})
