/**
 * A machine that no source has ever answered: synthetic weather, said to be so everywhere, left for good at the first
 * answer.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { openOutgoing } from '../../../src/outgoing/outgoing.ts'
import { createDemo } from '../../../src/sources/demo/demo.ts'
import { openStore } from '../../../src/store/open.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { malatya, sourceFrom } from '../../contracts/sources/harness.ts'
import { bareForecasts } from './bare-forecasts.ts'
import { metaOf, noticesOf, openStage, questionsAbout, type Stage } from './harness.ts'

let stage: Stage
afterEach(() => stage.close())

const questions = questionsAbout('malatya')
const refused = { kind: 'refused' } as const

async function expectDemo(isDemo: boolean): Promise<void> {
  for (const question of questions) {
    const answer = await stage.client.ask(question)
    expect(answer.status).toBe(200)
    expect(metaOf(answer).synthetic).toBe(isDemo)
    expect(metaOf(answer).sources[0]?.id === 'demo').toBe(isDemo)
    expect(noticesOf(answer).includes('synthetic_data')).toBe(isDemo)
  }
}

it('shows synthetic weather and says so in every body and in the log', async () => {
  stage = await openStage({ fault: refused })
  await expectDemo(true)
  expect(stage.app.log().some((line) => line.includes('demo_shown') && line.includes('synthetic'))).toBe(true)
})

it('asks the real sources at the start and leaves for good at their first answer', async () => {
  stage = await openStage({ fault: refused })
  await expectDemo(true)
  await stage.upstream.fail(null)
  await stage.restart()
  await expectDemo(false)
  expect(stage.app.log().some((line) => line.includes('demo_ended'))).toBe(true)
  await stage.upstream.fail(refused)
  await stage.restart()
  await expectDemo(false)
  stage.clock.move(40 * hourMs)
  expect((await stage.client.ask('/weather?location=malatya')).status).toBe(503)
  expect((await stage.client.ask('/weather?lat=10&lon=10')).status).toBe(503)
})

it('asks every real source again every 30 s, and never more after the first answer', async () => {
  stage = await openStage({ fault: { kind: 'status', status: 503 }, roundsOnClock: true })
  const sources = ['open-meteo', 'met-norway', 'openweathermap']
  const askedByProbes = () => stage.upstream.requests.map(({ provider }) => provider)
  // A clock that is moved before both wait wakes them at other times: the watch of alerts asks the sources too, once a
  // minute.
  const probesRest = async () => {
    await stage.clock.rests('probe')
    await stage.clock.rests('watch')
  }
  await expect.poll(askedByProbes).toEqual(sources)
  await probesRest()
  for (let round = 2; round <= 4; round++) {
    stage.clock.move(29_000)
    await expectDemo(true)
    expect(stage.upstream.count()).toBe(sources.length * (round - 1))
    stage.clock.move(1_000)
    await expect.poll(() => stage.upstream.count()).toBe(sources.length * round)
    await probesRest()
  }
  await stage.upstream.fail(null)
  stage.clock.move(30_000)
  await expect.poll(() => stage.app.log().some((line) => line.includes('demo_ended'))).toBe(true)
  await expectDemo(false)
  await stage.upstream.fail({ kind: 'status', status: 503 })
  const before = stage.upstream.count()
  for (let round = 0; round < 5; round++) stage.clock.move(30_000)
  await expectDemo(false)
  expect(stage.upstream.count()).toBe(before)
})

it('is what SOURCES=demo asks for, also where real sources would answer', async () => {
  stage = await openStage({ environment: { SOURCES: 'demo' } })
  await expectDemo(true)
  expect(stage.upstream.count()).toBe(0)
})

it('is not shown by a request that was under way when the first answer came', async () => {
  stage = await openStage({ environment: { SOURCES: 'demo' } })
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-demo-'))
  const store = await openStore({ url: null, dataDir, now: stage.clock.read() })
  const outgoing = openOutgoing({ reach: 'operator', allowHttp: true, allow: [] })
  const gate = Promise.withResolvers<void>()
  const demo = createDemo(stage.clock.read)
  // The synthetic weather for the point takes its time, and meanwhile the provider comes back.
  const storedForecasts = {
    ...store.storedForecasts,
    read: async (sourceId: string, key: string) => {
      if (sourceId === 'demo') await gate.promise
      return store.storedForecasts.read(sourceId, key)
    }
  }
  const source = sourceFrom('open-meteo', stage.upstream.environment, outgoing.send)
  const forecasts = bareForecasts({
    clock: stage.clock,
    store: { ...store, storedForecasts },
    sources: [source],
    demo
  })
  await stage.upstream.fail(refused)
  expect(await forecasts.probe(malatya)).toBe(true)
  const asked = forecasts.get(malatya, { kind: 'client', key: 'one' })
  await stage.upstream.fail(null)
  expect(await forecasts.probe(pointOf({ ...malatya, lat: 39 }))).toBe(false)
  gate.resolve()
  const result = await asked
  expect(result.kind === 'snapshot' && result.meta.synthetic).toBe(false)
  await outgoing.close()
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})
