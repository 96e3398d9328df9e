/** How often a provider is asked: once however many wait, never before it says, and ever more rarely while it fails. */
import { afterEach, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { openStore } from '../../../src/store/open.ts'
import { countAt, metaOf, openStage, type Stage, settle, springNight } from './harness.ts'

let stage: Stage
afterEach(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

const question = '/weather/current?lat=10&lon=20'

it('asks once for fifty who want the same new point, whatever they ask about it', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
  const release = stage.upstream.hold()
  const asked = Array.from({ length: 50 }, (_, index) =>
    stage.client.ask(`/weather?lat=10&lon=20&days=${1 + (index % 16)}`)
  )
  await expect.poll(() => countAt(stage, 10)).toBe(1)
  release()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(countAt(stage, 10)).toBe(1)
})

it('leaves a point alone for 30 s · 2ⁿ after its nth failure, at most 10 minutes', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
  await stage.upstream.fail({ kind: 'status', status: 500 })
  const waits: number[] = []
  let lastAt = springNight
  for (let minute = 0; minute < 60 * 4; minute++) {
    const before = countAt(stage, 10)
    const answer = await stage.client.ask(question)
    expect(answer.status).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(600)
    if (countAt(stage, 10) > before) {
      waits.push((stage.clock.read() - lastAt) / 1000)
      lastAt = stage.clock.read()
    }
    stage.clock.move(minuteMs / 4)
  }
  expect(waits).toEqual([0, 30, 60, 120, 240, 480, 600, 600, 600, 600])
})

it('closes a source that fails everywhere, however many new points are asked for', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
  await stage.upstream.fail({ kind: 'status', status: 500 })
  const before = stage.upstream.count()
  for (let index = 0; index < 40; index++) await stage.client.ask(`/weather?lat=${index}&lon=20`)
  expect(stage.upstream.count() - before).toBe(5)
  stage.clock.move(30_000)
  const all = Array.from({ length: 40 }, (_, index) => stage.client.ask(`/weather?lat=${index}&lon=21`))
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(40).fill(503))
  expect(stage.upstream.count() - before).toBe(6)
})

it('waits as long as a 429 says, at every point', async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo' } })
  await settle(stage)
  await stage.upstream.fail({ kind: 'status', status: 429, headers: { 'retry-after': '1200' } })
  await stage.client.ask(question)
  const before = stage.upstream.count()
  for (let minute = 0; minute < 19; minute++) {
    stage.clock.move(minuteMs)
    const answer = await stage.client.ask(`/weather/current?lat=11&lon=${minute}`)
    expect(answer.status).toBe(503)
  }
  expect(stage.upstream.count()).toBe(before)
  await stage.upstream.fail(null)
  stage.clock.move(minuteMs)
  expect((await stage.client.ask(question)).status).toBe(200)
})

it('never asks MET Norway before Expires, and then only whether anything changed', async () => {
  stage = await openStage({ environment: { SOURCES: 'met-norway' } })
  await settle(stage)
  const first = await stage.client.ask(question)
  for (let minute = 0; minute < 31; minute++) {
    await stage.client.ask(question)
    stage.clock.move(minuteMs)
  }
  expect(countAt(stage, 10)).toBe(1)
  await stage.upstream.fail({ kind: 'not_modified' })
  stage.clock.move(10 * minuteMs)
  await stage.client.ask(question)
  await expect.poll(() => countAt(stage, 10)).toBe(2)
  expect(stage.upstream.requests.at(-1)?.headers['if-modified-since']).toBeDefined()
  const confirmedOf = async () => metaOf(await stage.client.ask(question)).freshness.confirmed_at
  const before = metaOf(first).freshness.confirmed_at
  await expect.poll(confirmedOf).not.toBe(before)
  const second = await stage.client.ask(question)
  const confirmed = metaOf(second).freshness.confirmed_at
  expect(metaOf(second).freshness).toEqual({ ...metaOf(first).freshness, confirmed_at: confirmed })
  expect(Date.parse(confirmed)).toBeGreaterThan(Date.parse(before))
  expect(countAt(stage, 10)).toBe(2)
})

it('asks unconditionally where what was kept cannot be read any more', async () => {
  stage = await openStage({ environment: { SOURCES: 'met-norway' } })
  await stage.client.ask(question)
  const store = await openStore({ ...stage.app.data, now: stage.clock.read() })
  const stored = await store.storedForecasts.read('met-norway', '10.000,20.000')
  if (stored === null) throw new Error('nothing was kept')
  await store.storedForecasts.write({ ...stored, body: new Uint8Array([9, 9, 9]) })
  await store.close()
  stage.clock.move(7 * hourMs)
  await stage.restart()
  const answer = await stage.client.ask(question)
  expect(answer.status).toBe(200)
  const { headers } = stage.upstream.requests.findLast(({ query }) => query.get('lat') === '10.000') ?? {}
  expect(headers?.['if-modified-since']).toBeUndefined()
})
