/** The server's key is taken out of `secrets`, as docs/operation.md says for a leaked backup. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { startApp } from '../../app.ts'
import type { Subscribed } from '../../contracts/http-alerts/client.ts'
import { placeMigrated } from '../../migrated-sqlite.ts'
import { startUpstream } from '../../upstream/upstream.ts'

it('the next start makes another, earlier tokens and feeds are not found, and the subscription goes on', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-key-'))
  await placeMigrated(dataDir)
  const upstream = await startUpstream()
  const start = () => startApp({ dataDir, environment: upstream.environment })
  const before = await start()
  const answer = await fetch(`${before.api}/alerts/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ location: 'malatya', channel: 'feed', threshold: 10 })
  })
  const { id, manage, channel_url } = (await answer.json()) as Subscribed
  const feed = new URL(channel_url ?? '').pathname
  const ask = async (origin: string, path: string) =>
    (await fetch(origin + path, { headers: { authorization: `Bearer ${manage.token}` } })).status
  const managed = `/api/v1/alerts/subscriptions/${id}`
  expect([await ask(before.origin, managed), await ask(before.origin, feed)]).toEqual([200, 200])
  await before.close()
  const database = new DatabaseSync(join(dataDir, 'ayaz.sqlite'))
  expect(database.prepare("delete from secrets where name = 'server-key'").run().changes).toBe(1)
  const after = await start()
  expect([await ask(after.origin, managed), await ask(after.origin, feed)]).toEqual([404, 404])
  await after.close()
  expect(database.prepare('select state from subscriptions').all()).toEqual([{ state: 'active' }])
  database.close()
  await upstream.close()
  await rm(dataDir, { recursive: true })
})
