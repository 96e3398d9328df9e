/**
 * Redis stands still for a minute beneath two processes: both go on answering, and together grant no client more than
 * its quota.
 */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { serve } from '../crash/served.ts'
import { redisMissing, startRedis } from '../receivers/redis.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const awayMs = 60_000
const lookEveryMs = 250
const quota = 60

const missing = redisMissing()
if (missing !== null) console.warn(missing)

const engine = ownPostgresEngine()
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.skipIf(missing !== null)(
  'a minute without Redis: all is answered, and a client gets no more than its quota',
  () =>
    withFolder(async (settings) => {
      const redis = await startRedis()
      const { url } = await engine.fresh()
      const environment = { ...settings, TRUST_PROXY: 'loopback', TIERS: `free=${quota}/60` }
      const shared = { ...environment, DATABASE_URL: url ?? '', REDIS_URL: redis.url }
      const origins = [(await serve(shared)).origin, (await serve(shared)).origin] as const
      const metric = async (origin: string, name: string): Promise<number> => {
        const text = await (await fetch(`${origin}/metrics`)).text()
        return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1])
      }
      const standing = () => Promise.all(origins.map((origin) => metric(origin, 'ayaz_quotas_shared')))
      const processes = () => Promise.all(origins.map((origin) => metric(origin, 'ayaz_serving_processes')))
      let slowestMs = 0
      const ask = async (origin: string, client: string): Promise<number> => {
        const began = performance.now()
        const headers = { 'x-forwarded-for': client }
        const answer = await fetch(`${origin}/api/v1/weather/current?location=malatya`, { headers })
        await answer.arrayBuffer()
        slowestMs = Math.max(slowestMs, performance.now() - began)
        return answer.status
      }
      await expect.poll(processes).toEqual([2, 2])
      await ask(origins[0], '85.105.0.1')
      redis.freeze()
      const statuses: Record<string, Record<number, number>> = { greedy: {}, others: {} }
      const count = (who: string, status: number): void => {
        const of = statuses[who] ?? {}
        of[status] = (of[status] ?? 0) + 1
      }
      let others = 0
      for (const until = performance.now() + awayMs; performance.now() < until; ) {
        for (const origin of origins) {
          others += 1
          count('greedy', await ask(origin, '85.105.1.1'))
          count('others', await ask(origin, `85.106.${others >> 8}.${others & 255}`))
        }
        await setTimeout(lookEveryMs)
      }
      expect(await standing()).toEqual([0, 0])
      redis.thaw()
      const began = performance.now()
      await expect
        .poll(async () => {
          for (const origin of origins) await ask(origin, '85.105.2.1')
          return standing()
        })
        .toEqual([1, 1])
      const shared_again_ms = Math.round(performance.now() - began)
      await redis.close()
      const { greedy = {}, others: one = {} } = statuses
      printFigures('redis-away', {
        ...{
          away_s: awayMs / 1000,
          quota,
          greedy_passed: greedy[200] ?? 0,
          greedy_refused: greedy[429] ?? 0
        },
        ...{ others_answered: one[200] ?? 0, slowest_ms: Math.round(slowestMs), shared_again_ms }
      })
      expect(greedy[200]).toBeLessThanOrEqual(quota)
      expect(Object.keys(greedy)).toEqual(['200', '429'])
      expect(Object.keys(one)).toEqual(['200'])
    })
)
