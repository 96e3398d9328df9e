/** The server's key is taken out of `secrets`, as docs/operation.md says for a leaked backup. */
import { expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { startApp } from '../../app.ts'
import type { Subscribed } from '../../contracts/http-alerts/client.ts'
import { openTestedData } from '../../tested-data.ts'
import { startUpstream } from '../../upstream/upstream.ts'

it('the next start makes another, earlier tokens and feeds are not found, and the subscription goes on', async () => {
  const data = await openTestedData()
  const upstream = await startUpstream()
  const start = () => startApp({ data, environment: upstream.environment })
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
  const store = await openStore({ ...data, now: 0 })
  const { queries } = store.database
  const taken = await queries.deleteFrom('secrets').where('name', '=', 'server-key').executeTakeFirst()
  expect(Number(taken.numDeletedRows)).toBe(1)
  const after = await start()
  expect([await ask(after.origin, managed), await ask(after.origin, feed)]).toEqual([404, 404])
  await after.close()
  expect(await queries.selectFrom('subscriptions').select('state').execute()).toEqual([{ state: 'active' }])
  await store.close()
  await upstream.close()
  await data.remove()
})
