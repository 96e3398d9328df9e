/** An answer from another than the first source says so, for as long as it stands and no longer. */
import { afterEach, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { metaOf, noticesOf, openStage, questionsAt, type Stage, settle } from './harness.ts'

let stage: Stage
afterEach(async () => {
  expect(stage.upstream.violations).toEqual([])
  await stage.close()
})

const environment = { SOURCES: 'open-meteo,met-norway' }
const where = 'lat=38.5&lon=38.5'

it('names the source that stepped in, in every body and in both languages', async () => {
  stage = await openStage({ environment })
  await settle(stage)
  await stage.upstream.fail({ kind: 'status', status: 500 }, 'open-meteo')
  for (const question of questionsAt(where)) {
    const answer = await stage.client.ask(question)
    expect(metaOf(answer).sources[0]?.id).toBe('met-norway')
    expect(metaOf(answer).notices).toContainEqual({
      code: 'source_fallback',
      message: 'The first source gave no forecast; these data come from MET Norway.'
    })
  }
  const turkish = await stage.client.ask(`/weather?${where}&lang=tr`)
  expect(metaOf(turkish).notices.map(({ message }) => message)).toContain(
    'İlk kaynak tahmin vermedi; verilerin kaynağı: MET Norway.'
  )
})

it('says it after a restart too, and no more once the first source answers again', async () => {
  stage = await openStage({ environment })
  await settle(stage)
  await stage.upstream.fail({ kind: 'status', status: 500 }, 'open-meteo')
  await stage.client.ask(`/weather?${where}`)
  await stage.restart()
  expect(noticesOf(await stage.client.ask(`/weather?${where}`))).toContain('source_fallback')
  await stage.upstream.fail(null, 'open-meteo')
  stage.clock.move(2 * hourMs)
  await expect
    .poll(async () => metaOf(await stage.client.ask(`/weather?${where}`)).sources[0]?.id)
    .toBe('open-meteo')
  expect(noticesOf(await stage.client.ask(`/weather?${where}`))).not.toContain('source_fallback')
})

it('says nothing where the first source answers, whichever it is', async () => {
  stage = await openStage({ environment: { SOURCES: 'met-norway,open-meteo' } })
  const answer = await stage.client.ask(`/weather?${where}`)
  expect(metaOf(answer).sources[0]?.id).toBe('met-norway')
  expect(noticesOf(answer)).not.toContain('source_fallback')
})
