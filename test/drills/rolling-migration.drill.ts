/**
 * Two processes on one PostgreSQL behind a balancer are updated one after the other, under load, first to a version
 * that adds to the schema and then to one that removes from it.
 */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { type Served, type Start, serve, unitStart } from '../crash/served.ts'
import { startLoad } from '../crash/steady-load.ts'
import { freePort } from '../free-port.ts'
import { isInstalled, startBalancer } from '../receivers/balancers.ts'
import { startLoopback } from '../receivers/loopback.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import { printFigures } from './figures.ts'
import { laterVersion } from './later-version.ts'
import { withFolder } from './served-folder.ts'
import { startSubscribing } from './subscribing-load.ts'

/** The tables that every message passes through. */
const expand = [
  'create table remarks (it integer primary key)',
  'alter table subscriptions add column remark text',
  "alter table messages add column remark text not null default ''"
]
const contract = [
  'drop table remarks',
  'alter table subscriptions drop column remark',
  'alter table messages drop column remark'
]
/** The default of DRAIN_SECONDS. */
const drainSeconds = 5

const engine = ownPostgresEngine(true)
beforeAll(() => engine.start())
afterAll(() => engine.stop())

it.for(['haproxy', 'nginx'] as const)(
  'a rolling update across two migrations behind %s fails no request and loses or repeats no message',
  async (name, { skip }) => {
    skip(!isInstalled(name), `${name} is not installed`)
    await withFolder(async ({ SOURCES: _, ...settings }, folder) => {
      const { url } = await engine.fresh()
      const [upstream, ntfy] = [
        await startUpstream(),
        await startLoopback(() => ({ status: 200, body: '{}' }))
      ]
      upstream.setWeather(shifted(clearNights, -4))
      const environment = {
        ...{ ...settings, ...upstream.environment, ENSEMBLE: 'no', DATABASE_URL: url ?? '' },
        ...{ NTFY_URL: ntfy.origin, TRUST_PROXY: 'loopback', DRAIN_SECONDS: String(drainSeconds) }
      }
      const ports = [await freePort(), await freePort(), await freePort()]
      const start = (index: number, version: Start): Promise<Served> =>
        serve({ ...environment, PORT: String(ports[index]) }, version)
      const running = [await start(0, unitStart), await start(1, unitStart)]
      mkdirSync(join(folder, 'balancer'))
      const balancer = await startBalancer(name, join(folder, 'balancer'), ports.slice(0, 2))
      const load = startLoad(balancer.origin, { connections: 4, pauseMs: 40 })
      const subscribing = startSubscribing(balancer.origin)
      const update = async (index: number, version: Start): Promise<void> => {
        const before = subscribing.made()
        await expect.poll(subscribing.made).toBeGreaterThan(before + 20)
        const child = running[index]?.child
        const ended = child === undefined ? [] : once(child, 'exit')
        child?.kill('SIGTERM')
        expect(await ended).toEqual([0, null])
        running[index] = await start(index, version)
      }
      const versions = [
        laterVersion(join(folder, 'expand'), [expand]),
        laterVersion(join(folder, 'contract'), [expand, contract])
      ]
      for (const version of versions) for (const index of [0, 1]) await update(index, version)
      await load.stop()
      await subscribing.stop()
      const messages = (): readonly string[] => ntfy.requests.map(({ body }) => body.toString())
      const topics = (): ReadonlySet<string> => new Set(messages().map((text) => JSON.parse(text).topic))
      const lost = (): readonly string[] => subscribing.topics().filter((topic) => !topics().has(topic))
      await expect.poll(lost).toEqual([])
      const older = await start(2, unitStart).then(
        ({ child }) => {
          running.push({ child, origin: '' })
          return 'served'
        },
        (error: unknown) => (String(error).includes('Start the newer Ayaz again') ? 'refused' : String(error))
      )
      for (const { child } of running) child.kill('SIGKILL')
      await Promise.all([balancer.close(), ntfy.close(), upstream.close()])
      const { 200: answered = 0, ...failed } = load.outcomes()
      const { 201: subscribed = 0, ...notSubscribed } = subscribing.outcomes()
      const figures = {
        ...{ updates: 2 * versions.length, answered, subscribed },
        failed: [...Object.values(failed), ...Object.values(notSubscribed)].reduce((a, b) => a + b, 0),
        lost: lost().length,
        subscribed_twice: topics().size - subscribed,
        doubled: messages().length - new Set(messages()).size,
        the_first_version_afterwards: older
      }
      printFigures(`rolling-migration behind ${name}`, figures)
      expect([failed, notSubscribed]).toEqual([{}, {}])
      expect(figures).toMatchObject({
        lost: 0,
        subscribed_twice: 0,
        doubled: 0,
        the_first_version_afterwards: 'refused'
      })
    })
  }
)
