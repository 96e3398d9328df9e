/** What the first request was given is given to no other person behind the same address. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post, type Subscribed } from './client.ts'
import { evening, openRealApp, type RealApp } from './real-app.ts'

let real: RealApp
beforeAll(async () => {
  // Two people behind one address, and two hosts of one /64.
  real = await openRealApp(evening, () => ({ TRUST_PROXY: '127.0.0.1/32' }))
})
afterAll(() => real.close())

const ask = (key: string, from: string, threshold = 60) =>
  post(
    real.client,
    '/alerts/subscribe',
    { location: 'malatya', channel: 'feed', threshold },
    { 'idempotency-key': key, 'x-forwarded-for': from }
  )

it.each([
  ['1', '203.0.113.1', '203.0.113.1'],
  ['2026-04-11', '203.0.113.2', '203.0.113.2'],
  ['malatya-feed-60-2026-04-11', '203.0.113.3', '203.0.113.3'],
  ['1', '2001:db8:1:1::a', '2001:db8:1:1::b']
])('under %j the second one gets no secret, and no second subscription', async (key, one, other) => {
  const first = await ask(key, one)
  expect(first.status).toBe(201)
  const { id, manage } = first.json as Subscribed
  for (const threshold of [60, 61]) {
    const again = await ask(key, other, threshold)
    expect(again.status).toBe(422)
    expect(again.json).toMatchObject({ code: 'idempotency_key_reused' })
    for (const secret of [id, manage.token]) expect(again.body.toString()).not.toContain(secret)
  }
})

it('under a random key a repeat is answered as the first request was, and another body refused', async () => {
  const key = randomUUID()
  const first = await ask(key, '203.0.113.9')
  const again = await ask(key, '203.0.113.9')
  expect([again.status, (again.json as Subscribed).manage]).toEqual([201, (first.json as Subscribed).manage])
  expect((await ask(key, '203.0.113.9', 61)).status).toBe(422)
  expect((await ask(key, '203.0.113.10')).json).not.toMatchObject({ id: (first.json as Subscribed).id })
})
