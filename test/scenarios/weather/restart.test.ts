/** Stopped and started again without a network: what was known is still told, with its age, and never made up. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { metaOf, noticesOf, openStage, questionsAbout, type Stage } from './harness.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ environment: { SOURCES: 'open-meteo,met-norway' } })
})
afterEach(() => stage.close())

const questions = questionsAbout('malatya')

async function askAll() {
  return Promise.all(questions.map((question) => stage.client.ask(question)))
}

it('gives the last good answers after a restart without network, byte for byte', async () => {
  const before = await askAll()
  await stage.upstream.fail({ kind: 'refused' })
  await stage.restart()
  const after = await askAll()
  after.forEach((answer, index) => {
    expect(answer.status).toBe(200)
    expect(answer.body.equals(before[index]?.body ?? Buffer.alloc(0))).toBe(true)
    expect(answer.headers['etag']).toBe(before[index]?.headers['etag'])
  })
})

it('labels them as time passes: fresh, aging, stale, and never demo', async () => {
  await askAll()
  await stage.upstream.fail({ kind: 'refused' })
  await stage.restart()
  const reported: string[] = []
  for (const hours of [0, 0.9, 1, 4, 20]) {
    stage.clock.move(hours * hourMs)
    for (const answer of await askAll()) {
      expect(answer.status).toBe(200)
      expect(metaOf(answer).synthetic).toBe(false)
      expect(metaOf(answer).sources[0]?.id).toBe('open-meteo')
      const { status } = metaOf(answer).freshness
      expect(noticesOf(answer).includes('stale_data')).toBe(status === 'stale')
      expect(noticesOf(answer).includes('aging_data')).toBe(status === 'aging')
      expect(noticesOf(answer)).not.toContain('synthetic_data')
    }
    reported.push(metaOf(await stage.client.ask('/weather?location=malatya')).freshness.status)
  }
  expect(reported).toEqual(['fresh', 'fresh', 'aging', 'stale', 'stale'])
})

it('says so after 36 hours: 503 with the age of the last data, for known and unknown points', async () => {
  const answered = await stage.client.ask('/weather?location=malatya')
  await stage.upstream.fail({ kind: 'refused' })
  await stage.restart()
  stage.clock.move(36 * hourMs)
  expect((await stage.client.ask('/weather?location=malatya')).status).toBe(200)
  stage.clock.move(1)
  for (const answer of await askAll()) {
    expect(answer.status).toBe(503)
    expect(answer.json).toMatchObject({
      code: 'data_unavailable',
      last_data_at: metaOf(answered).freshness.issued_at
    })
  }
  const unknown = await stage.client.ask('/weather?lat=10&lon=10')
  expect(unknown.json).toMatchObject({ code: 'data_unavailable', last_data_at: null })
})

it('answers again from the sources as soon as they are back', async () => {
  await askAll()
  await stage.upstream.fail({ kind: 'refused' })
  await stage.restart()
  stage.clock.move(40 * hourMs)
  expect((await stage.client.ask('/weather?location=malatya')).status).toBe(503)
  await stage.upstream.fail(null)
  stage.clock.move(600_000)
  const answer = await stage.client.ask('/weather?location=malatya')
  expect(answer.status).toBe(200)
  expect(metaOf(answer).freshness.status).toBe('fresh')
  expect(stage.upstream.violations).toEqual([])
})
