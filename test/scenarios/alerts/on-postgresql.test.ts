import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresEngine } from '../../contracts/store/engines.ts'
import { type MadeHouse, makeHouse, upkeep } from './made-house.ts'

const engine = postgresEngine()
const night = '2026-04-11'

beforeAll(() => engine.start())
afterAll(() => engine.stop())

async function onPostgres(play: (house: MadeHouse) => Promise<void>): Promise<void> {
  const { url, dataDir } = await engine.fresh()
  const house = await makeHouse(url, dataDir)
  try {
    await play(house)
  } finally {
    await house.close()
  }
}

describe('on PostgreSQL', () => {
  it('a frost is raised, told again, cleared, raised again, reminded of, and passes', () =>
    onPostgres(async (house) => {
      house.goTo('2026-04-09 12:00')
      await house.subscribe()
      for (const [hour, score, minimumC] of [
        [13, 70, -2.5],
        [14, 75, -3.6],
        [15, 40, 1],
        [17, 40, 1],
        [19, 66, -2]
      ] as const) {
        house.goTo(`2026-04-09 ${hour}:00`)
        await house.run({ [night]: { score, minimumC } })
      }
      await house.liveUntil('2026-04-11 09:00', 30)
      expect(house.kinds()).toEqual(['raised', 'updated', 'cleared', 'raised', 'dusk'])
      expect(await house.store.episodes.openCount(house.alerts.now())).toBe(0)
    }))

  it('the source dying at 15:00 is told at 21:00, and seeing again with the score', () =>
    onPostgres(async (house) => {
      house.goTo('2026-04-10 12:00')
      await house.subscribe()
      await house.run({ [night]: { score: 70 } })
      await house.liveUntil('2026-04-10 15:00', 30)
      house.sourceAlive = false
      await house.liveUntil('2026-04-10 22:00', 15)
      house.sourceAlive = true
      await house.run({ [night]: { score: 72 } })
      expect(house.kinds()).toEqual(['raised', 'dusk', 'blind', 'sighted'])
    }))

  it('a message is retried under its id, a dead destination suspended, a stage grows old, upkeep forgets', () =>
    onPostgres(async (house) => {
      house.goTo('2026-04-09 12:00')
      const { subscription, manage } = await house.subscribe({ crop: 'apricot', stage: 'full-bloom' })
      const ids: string[] = []
      house.answer = (_message, { messageId, attempt }) => {
        ids.push(messageId)
        if (attempt === 1) return { outcome: 'retry', afterSeconds: null, reason: 'down' }
        return { outcome: 'rejected', suspend: 'gone', reason: 'http_410' }
      }
      await house.run({ [night]: { score: 70 } }, { crop: 'apricot' })
      await house.liveUntil('2026-04-09 12:05', 1)
      expect(new Set(ids).size).toBe(1)
      expect(ids).toHaveLength(2)
      expect(await house.status(subscription.id)).toMatchObject({ state: 'suspended', reason: 'gone' })
      const [line] = await house.deliveries(subscription.id, manage.token)
      expect(line).toMatchObject({ state: 'rejected', attempts: 2, reason: 'http_410' })
      house.goTo('2026-04-30 12:00')
      await upkeep(house)
      expect(await house.store.outbox.waiting()).toEqual({ count: 0, oldestDueAt: null })
    }))

  it('previews end with the first real data', () =>
    onPostgres(async (house) => {
      house.goTo('2026-04-09 12:00')
      house.demo = true
      await house.run({ [night]: { score: 70 } })
      const { subscription } = await house.subscribe({ channel: 'unconfigured' })
      expect(await house.previewed()).toHaveLength(1)
      house.demo = false
      await house.run({ [night]: { score: 90 } })
      expect(await house.status(subscription.id)).toMatchObject({ reason: 'preview_ended' })
    }))
})
