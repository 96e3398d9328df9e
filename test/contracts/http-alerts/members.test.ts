/** The list of an API key over HTTP: who is answered, and that nothing of it is in logs, metrics or errors. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { patience } from '../../patience.ts'
import { manage, post, type Subscribed } from './client.ts'
import { openRealApp, place, type RealApp } from './real-app.ts'

const [one, other, vouching] = ['a-key-of-a-cooperative', 'a-key-of-another', 'a-key-that-vouches'] as const
/** What belongs to the members of a key alone. */
const words = { label: 'Zerdali Bahcesi', tag: 'kuzeykol' }
const secretPath = 'ahmetin-bahcesi'
const ground = 'Uyelik formu 2026'

let real: RealApp
let feed: Subscribed
let hook: Subscribed
beforeAll(async () => {
  real = await openRealApp()
  const now = Date.now()
  const store = await openStore({ ...real.app.data, now })
  for (const [index, key] of [one, other, vouching].entries()) {
    const hash = createHash('sha256').update(key).digest('hex')
    const named = { id: `coop${index}`, hash, tier: 'free', label: '', operator: false }
    await store.apiKeys.add({ ...named, createdAt: now, ...(key === vouching && { vouches: true }) })
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

it('a page shows its holder who is to be called, who was informed, and sends a warning again', async () => {
  const page = async (form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams(form)
    const answer = await fetch(`${real.app.origin}/alerts/tonight?lang=tr`, { method: 'POST', body })
    return { status: answer.status, text: await answer.text() }
  }
  const opening = await fetch(`${real.app.origin}/alerts/tonight?lang=en`)
  expect(await opening.text()).toContain('API key')
  for (const token of ['', 'no-key-at-all', feed.manage.token])
    expect(await page({ token })).toMatchObject({
      status: 404,
      text: expect.stringContaining('role="alert"')
    })
  const list = await page({ token: one })
  expect(list.status).toBe(200)
  expect(list.text).toContain(`<b>${words.label}</b>`)
  expect(list.text).toMatch(/°C, <span class="number">\d\d\.\d\d–\d\d\.\d\d<\/span>\. Gönderildi: /)
  expect((await page({ token: other })).text).not.toContain(words.label)
  expect((await page({ token: one, label: 'zerdali', tag: 'guney' })).text).not.toContain('<li><b>')
  const shown =
    /name="shown" value="([^"]+)"/.exec((await page({ token: one, tag: words.tag })).text)?.[1] ?? ''
  const acted = { token: one, member: feed.id }
  expect((await page({ ...acted, act: 'again' })).text).toContain('bir kez daha yola çıktı')
  expect(await page({ ...acted, act: 'informed', shown: `2020-${shown.slice(5)}` })).toMatchObject({
    status: 409,
    text: expect.stringContaining('gösterildiği gibi değil')
  })
  expect((await page({ token: other, member: feed.id, act: 'informed', shown })).status).toBe(404)
  expect((await page({ ...acted, act: 'informed', shown })).text).toContain('haberi var')
  expect((await page({ token: one, tag: words.tag })).text).not.toContain(words.label)
  expect((await page({ token: one, tag: words.tag, tonight: 'raised' })).text).toContain('Görüldü: ')
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
  for (const suffix of ['/seen', '/again'])
    expect(unlike(await ask('POST', other, path + suffix))).toEqual(
      unlike(await ask('POST', other, none + suffix))
    )
  expect((await ask('POST', one, `${path}/seen`)).json).toMatchObject({ subscription: { id: feed.id } })
  expect((await ask('POST', one, `${path}/again`)).json).toMatchObject({ code: 'invalid_state' })
  for (const method of ['GET', 'PATCH', 'DELETE'])
    expect(unlike(await ask(method, other))).toEqual(unlike(await ask(method, other, none)))
  expect((await ask('PATCH', one)).json).toMatchObject({ subscription: { threshold: 95 } })
  expect((await manage(real.client, feed, {})).json).toMatchObject({ subscription: { status: 'active' } })
  expect((await ask('DELETE', one)).json).toMatchObject({ subscription: { status: 'unsubscribed' } })
})

it('imports a file of the key, after a dry run, and no other body', async () => {
  const file = `external_id,location,channel,threshold,label\n7,malatya,feed,60,${words.label}\n8,malatia,feed,60,\n`
  const send = (key: string | null, query: string, type = 'text/csv; charset=utf-8', body = file) => {
    const headers = { 'content-type': type, ...(key !== null && { 'x-api-key': key }) }
    return real.client.ask(`/alerts/subscriptions/import${query}`, { method: 'POST', headers, body })
  }
  const counts = { stored: 1, changed: 0, unchanged: 0, refused: 1, new_points: 0, new_points_allowed: null }
  const results = [
    { line: 2, external_id: '7', result: 'stored', errors: [] },
    {
      line: 3,
      external_id: '8',
      result: 'refused',
      id: null,
      status: null,
      errors: [
        {
          pointer: '/location',
          code: 'location_not_found',
          detail: expect.stringContaining('malatya') as unknown
        }
      ]
    }
  ]
  expect((await send(other, '?dry_run=true')).json).toMatchObject({ dry_run: true, ...counts, results })
  expect((await list('', other)).json).toMatchObject({ subscriptions: [] })
  expect((await send(other, '')).json).toMatchObject({ dry_run: false, ...counts, results })
  expect((await list('', other)).json).toMatchObject({
    subscriptions: [{ external_id: '7', status: 'active' }]
  })
  expect((await send(other, '')).json).toMatchObject({ stored: 0, unchanged: 1, refused: 1 })
  for (const [key, query, type, body, code] of [
    [null, '', 'text/csv', file, 'api_key_required'],
    [one, '?dry_run=yes', 'text/csv', file, 'invalid_parameter'],
    [one, '?ground=Membership%20form', 'text/csv', file, 'invalid_parameter'],
    [one, '', 'application/json', '{}', 'unsupported_media_type'],
    [one, '', 'text/plain', file, 'unsupported_media_type'],
    [one, '', 'text/csv', 'external_id,treshold\n', 'validation_failed'],
    [one, '', 'text/csv', 'external_id,location\n', 'validation_failed'],
    [one, '', 'application/x-ndjson', '{}\n'.repeat(5001), 'validation_failed'],
    [one, '', 'text/csv', 'x'.repeat(5_000_001), 'body_too_large']
  ] as const)
    expect((await send(key, query, type, body)).json, `${query} ${type}`).toMatchObject({ code })
  const { json: refused } = await send(one, '?ground=Membership%20form')
  expect(refused).toMatchObject({ detail: expect.stringMatching(/ground.*vouch/s) as unknown })
  // Other operations take no rows, and no more than before.
  const rows = { method: 'POST', headers: { 'content-type': 'text/csv' }, body: file }
  expect((await real.client.ask('/alerts/subscribe', rows)).json).toMatchObject({
    code: 'unsupported_media_type'
  })
})

it('no label, tag, destination or ground is in the log, the metrics, or what others are shown', async () => {
  const headers = { 'content-type': 'text/csv', 'x-api-key': vouching }
  const body = `external_id,location,channel,threshold,url\nuye-77,malatya,webhook,60,${real.receiver.origin}/${secretPath}2\n`
  const path = `/alerts/subscriptions/import?ground=${encodeURIComponent(ground)}`
  const imported = (await real.client.ask(path, { method: 'POST', headers, body })).json
  expect(imported).toMatchObject({ stored: 1 })
  const [{ id }] = (imported as { results: [{ id: string }] }).results
  const shown = [...real.app.log(), await (await fetch(`${real.app.origin}/metrics`)).text()]
  for (const page of ['/tr', '/tr/place/malatya', '/tr/alerts/tonight', '/status', '/preview'])
    shown.push(await (await fetch(real.app.origin + page)).text())
  const suffixes = [
    '',
    '/deliveries',
    '/contacts',
    '/calendar',
    '/test',
    '/seen',
    '/again',
    '/pause',
    '/confirm'
  ]
  for (const key of [other, null])
    for (const member of [feed.id, hook.id, id])
      for (const suffix of suffixes)
        for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
          const by = key === null ? {} : { 'x-api-key': key }
          const request = { method, headers: { ...by, 'content-type': 'application/json' } }
          const sent = method === 'GET' ? request : { ...request, body: '{}' }
          const answer = await fetch(`${real.app.api}/alerts/subscriptions/${member}${suffix}`, sent)
          expect(answer.status, `${method} ${suffix}`).toBeGreaterThanOrEqual(400)
          shown.push(await answer.text())
        }
  const said = shown.join('\n')
  for (const word of [...Object.values(words), secretPath, ground, 'uye-77', one, other, vouching])
    expect(said).not.toContain(word)
  for (const member of [feed, hook]) expect((await list()).body.toString()).toContain(member.id)
})
