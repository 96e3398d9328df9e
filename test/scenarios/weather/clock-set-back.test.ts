/** A clock that was a day ahead and is set right: within a minute quotas, answers and data are those of now. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/common/time.ts'
import { openStage, type Stage, settle, springNight } from './harness.ts'

const day = 24 * hourMs
const question = '/weather/current?location=malatya'

let stage: Stage

beforeEach(async () => {
  stage = await openStage({ at: springNight + day, environment: { TIERS: 'free=3/60' } })
  await settle(stage)
})
afterEach(() => stage.close())

const validAt = async (): Promise<number> => {
  const answer = await stage.client.ask(question)
  expect(answer.status, answer.body.toString()).toBe(200)
  return Date.parse((answer.json as { current: { valid_at: string } }).current.valid_at)
}

it('a spent quota passes again after its window, and what was kept as good until tomorrow is made anew', async () => {
  const wrongHour = Math.floor((springNight + day) / hourMs) * hourMs
  // The second time on it is kept as bytes, the third time it is given from there.
  for (let time = 0; time < 3; time += 1) expect(await validAt()).toBe(wrongHour)
  expect((await stage.client.ask(question)).status).toBe(429)

  stage.clock.move(-day)
  const refused = await stage.client.ask(question)
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 60])
  stage.clock.move(minuteMs)
  expect(await validAt()).toBe(wrongHour - day)
  expect(await validAt()).toBe(wrongHour - day)
})

it('a forecast that was confirmed tomorrow is asked for again at once', async () => {
  await validAt()
  const before = stage.upstream.requests.length
  stage.clock.move(-day + 2 * minuteMs)
  await validAt()
  await expect.poll(() => stage.upstream.requests.length).toBeGreaterThan(before)
})

it('a page that was kept for minutes is not kept for a day', async () => {
  const maxAge = async (): Promise<number> => {
    const answer = await fetch(`${stage.app.origin}/en`)
    return Number(/max-age=(\d+)/.exec(answer.headers.get('cache-control') ?? '')?.[1])
  }
  const usual = await maxAge()
  expect(usual).toBeGreaterThan(0)
  stage.clock.move(-day)
  expect(await maxAge()).toBe(usual)
})
