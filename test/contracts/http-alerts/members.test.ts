/** The list of an API key over HTTP: who is answered, and that nothing of it is in logs, metrics or errors. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { patience } from '../../patience.ts'
import { manage, post, type Subscribed } from './client.ts'
import { openRealApp, place, type RealApp } from './real-app.ts'

const [one, other] = ['a-key-of-a-cooperative', 'a-key-of-another'] as const
/** What belongs to the members of a key alone. */
const words = { label: 'Zerdali Bahcesi', tag: 'kuzeykol' }
const secretPath = 'ahmetin-bahcesi'

let real: RealApp
let feed: Subscribed
let hook: Subscribed
beforeAll(async () => {
  real = await openRealApp()
  const now = Date.now()
  const store = await openStore({ ...real.app.data, now })
  for (const [index, key] of [one, other].entries()) {
    const hash = createHash('sha256').update(key).digest('hex')
    const named = { id: `coop${index}`, hash, tier: 'free', label: '', operator: false }
    await store.apiKeys.add({ ...named, createdAt: now })
  }
  await store.close()
  feed = await made({ ...place, ...words, channel: 'feed' }, one)
  const destination = { url: `${real.receiver.origin}/${secretPath}` }
  hook = await made({ ...place, channel: 'webhook', destination }, one)
  await real.subscribed({ channel: 'feed' })
})
afterAll(() => real.close())

async function made(body: object, key: string): Promise<Subscribed> {
  const answer = await post(real.client, '/alerts/subscribe', body, { 'x-api-key': key })
  expect(answer.status, answer.body.toString()).toBe(201)
  return answer.json as Subscribed
}

async function list(query = '', key: string | null = one) {
  const headers: Readonly<Record<string, string>> = key === null ? {} : { 'x-api-key': key }
  return real.client.ask(`/alerts/subscriptions${query}`, { headers })
}

it('lists what the key made, with tonight once it was reported, and nothing to others', async () => {
  await vi.waitFor(async () => {
    const { json } = await list()
    expect(json).toMatchObject({
      next_cursor: null,
      subscriptions: [
        { id: hook.id, channel: 'webhook', status: 'active', tonight: { standing: 'raised' } },
        {
          id: feed.id,
          ...words,
          tonight: { standing: 'raised', receipt: null, seen_at: null, unanswered: true }
        }
      ]
    })
  }, patience)
  expect((await list('?tag=kuzeykol&tonight=unanswered')).json).toMatchObject({
    subscriptions: [{ id: feed.id }]
  })
  expect((await list('?location=MALATYA&label=zerdali&state=active')).json).toMatchObject({
    subscriptions: [{ id: feed.id }]
  })
  expect((await list('', other)).json).toEqual({ subscriptions: [], next_cursor: null })
  expect((await list('', null)).json).toMatchObject({ code: 'api_key_required', status: 401 })
  expect((await list('', 'no-key-at-all')).json).toMatchObject({ code: 'invalid_api_key' })
})

it('refuses what it does not know, and names what was probably meant', async () => {
  for (const [query, detail] of [
    ['?location=malatia', 'Did you mean "malatya"?'],
    ['?status=active', 'no parameter "status"'],
    ['?state=aktive', 'pending_confirmation, active'],
    ['?limit=0', 'integer 1…200'],
    ['?cursor=3', 'next_cursor of the page before'],
    [`?cursor=sub_${'x'.repeat(22)}`, 'not a cursor of this key']
  ] as const) {
    const { json } = await list(query)
    expect(json).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringContaining(detail) as unknown
    })
  }
  const { json: page } = await list('?limit=1')
  const { next_cursor: cursor } = page as { readonly next_cursor: string }
  expect((await list(`?limit=1&cursor=${cursor}`)).json).toMatchObject({
    subscriptions: [{ id: feed.id }],
    next_cursor: null
  })
  expect((await list(`?cursor=${cursor}`, other)).json).toMatchObject({ code: 'invalid_parameter' })
})

it('is changed and ended by its key; another key gets the answer of an unknown id', async () => {
  const path = `/alerts/subscriptions/${feed.id}`
  const ask = (method: string, key: string, at = path) =>
    real.client.ask(at, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(method === 'PATCH' ? { body: JSON.stringify({ threshold: 95 }) } : {})
    })
  const none = `/alerts/subscriptions/sub_${'x'.repeat(22)}`
  const unlike = ({ json }: { readonly json: unknown }) => ({
    ...(json as object),
    instance: '',
    request_id: ''
  })
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect(unlike(await ask(method, other))).toEqual(unlike(await ask(method, other, none)))
  expect((await ask('PATCH', one)).json).toMatchObject({ subscription: { threshold: 95 } })
  expect((await manage(real.client, feed, {})).json).toMatchObject({ subscription: { status: 'active' } })
  expect((await ask('DELETE', one)).json).toMatchObject({ subscription: { status: 'unsubscribed' } })
})

it('no label, tag or destination is in the log or the metrics', async () => {
  const metrics = await (await fetch(`${real.app.origin}/metrics`)).text()
  const said = `${real.app.log().join('\n')}\n${metrics}`
  expect(said.length).toBeGreaterThan(1000)
  for (const word of [...Object.values(words), secretPath]) expect(said).not.toContain(word)
})
