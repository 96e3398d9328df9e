/** A machine that no source has ever answered: made weather, said to be made everywhere, left for good at the first answer. */
import { afterEach, expect, it } from 'vitest'
import { hourMs, metaOf, noticesOf, openStage, questionsAbout, type Stage } from './stage.ts'

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

it('shows made weather and says so in every body and in the log', async () => {
  stage = await openStage({ fault: refused })
  await expectDemo(true)
  expect(stage.house.log().some((line) => line.includes('demo_shown') && line.includes('synthetic'))).toBe(
    true
  )
})

it('asks the real sources at the start and leaves for good at their first answer', async () => {
  stage = await openStage({ fault: refused })
  await expectDemo(true)
  await stage.upstream.fail(null)
  await stage.restart()
  await expectDemo(false)
  expect(stage.house.log().some((line) => line.includes('demo_ended'))).toBe(true)
  await stage.upstream.fail(refused)
  await stage.restart()
  await expectDemo(false)
  stage.clock.move(40 * hourMs)
  expect((await stage.client.ask('/weather?location=malatya')).status).toBe(503)
  expect((await stage.client.ask('/weather?lat=10&lon=10')).status).toBe(503)
})

it('is what SOURCES=demo asks for, also where real sources would answer', async () => {
  stage = await openStage({ environment: { SOURCES: 'demo' } })
  await expectDemo(true)
  expect(stage.upstream.count()).toBe(0)
})
