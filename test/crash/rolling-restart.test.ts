/** Two processes on one PostgreSQL behind haproxy, restarted one right after the other under load: no request fails. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { isInstalled } from '../receivers/balancers.ts'
import { restartInTurn } from './restarts-in-turn.ts'

const isHere = isInstalled('haproxy')
if (!isHere) console.warn('haproxy is not installed: the rolling restart is not tested')

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.skipIf(!isHere && process.env['CI'] !== 'true')(
  'fails no request where the second process is restarted as soon as the first is ready',
  async () => {
    const { failed } = await restartInTurn('haproxy', engine, { restarts: 2, requests: 200 })
    expect(failed).toEqual({})
  }
)
