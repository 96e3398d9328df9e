/** A gateway from its file to the telephone: proof by a code, messages, receipts, stops, and what fails. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open.ts'
import { type LoopbackAnswer, type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import { codeIn, smsGateway } from '../../receivers/sms-gateway.ts'
import { manage, post, type Subscribed } from './client.ts'
import { evening, openRealApp, type RealApp } from './real-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'ayaz-gateway-'))
const accepted: LoopbackAnswer = { status: 200, body: JSON.stringify({ code: '00' }) }
let provider: LoopbackServer
let real: RealApp
/** What the provider answers; null hangs up without an answer. */
let answering: (to: string) => LoopbackAnswer | 'hang up' = () => accepted

interface Sent {
  readonly to: string
  readonly text: string
  readonly id: string
  readonly callback: string
}

beforeAll(async () => {
  provider = await startLoopback(({ body }) => {
    const answer = answering((JSON.parse(body.toString()) as Sent).to)
    if (answer !== 'hang up') return answer
    throw new Error('hang up')
  })
  real = await openRealApp(evening, () => {
    const path = join(folder, 'gateways.json')
    writeFileSync(path, JSON.stringify([smsGateway(provider.origin)]))
    return { GATEWAYS_FILE: path }
  })
})
afterAll(async () => {
  await real.close()
  await provider.close()
  rmSync(folder, { recursive: true })
})

const sentTo = (to: string): readonly Sent[] =>
  provider.requests.map(({ body }) => JSON.parse(body.toString()) as Sent).filter((one) => one.to === to)

async function asked(phone: string, label = 'Üst bahçe'): Promise<Subscribed> {
  return real.subscribed({ channel: 'sms', destination: { phone }, lang: 'tr', label })
}

async function confirmed(phone: string, to: string): Promise<Subscribed> {
  const subscription = await asked(phone)
  expect(subscription).toMatchObject({ status: 'pending_confirmation', confirmation: { method: 'code' } })
  await expect.poll(() => sentTo(to)).not.toHaveLength(0)
  const body = { code: codeIn(sentTo(to).at(-1)?.text) }
  expect((await manage(real.client, subscription, { method: 'POST', suffix: '/confirm', body })).status).toBe(
    200
  )
  return subscription
}

const warningsTo = (to: string) => sentTo(to).filter(({ text }) => text.includes('bitki'))

async function reported(url: string, body: unknown): Promise<Response> {
  const { pathname, search } = new URL(url)
  return fetch(real.app.origin + pathname + search, { method: 'POST', body: JSON.stringify(body) })
}

async function newest(subscription: Subscribed): Promise<Readonly<Record<string, unknown>>> {
  const { json } = await manage(real.client, subscription, { suffix: '/deliveries?limit=1' })
  return (json as { deliveries: Record<string, unknown>[] }).deliveries[0] ?? {}
}

it('a number proves itself by the code, and is warned in one part', async () => {
  const subscription = await confirmed('0532 123 45 67', '+905321234567')
  expect(await real.statusOf(subscription)).toBe('active')
  await expect.poll(() => warningsTo('+905321234567')).toHaveLength(1)
  const [warning] = warningsTo('+905321234567')
  expect(warning?.text).toMatch(
    /^Bu gece bitki -\d+,\d C, [^.]+\. Malatya, Ust bahce\..*Gordum: 1 yazip 0850/
  )
  expect(warning?.text.length).toBeLessThanOrEqual(155)
  expect(provider.requests.at(-1)?.headers['authorization']).toBe('Bearer very-secret-password')
})

it('takes a receipt once, and none that is foreign', async () => {
  const to = '+905321234568'
  const subscription = await confirmed(to, to)
  await expect.poll(async () => await newest(subscription)).toMatchObject({ status: 'delivered' })
  const [warning] = warningsTo(to)
  const { callback = '', id = '' } = warning ?? {}
  const forged = `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`
  const bare = callback.split('?')[0] ?? ''
  expect(
    (
      await reported(bare, [
        { id: forged, state: 'ok' },
        { id: 'x', state: 'ok' }
      ])
    ).status
  ).toBe(200)
  expect(await newest(subscription)).toMatchObject({ receipt: null })
  await reported(bare, [{ id, state: 'ok' }])
  expect(await newest(subscription)).toMatchObject({ receipt: 'delivered' })
  await reported(callback, [{ state: 'failed' }])
  expect(await newest(subscription)).toMatchObject({ receipt: 'delivered' })
})

it('answers only at the address with its secret, and takes at most 64 kB', async () => {
  const { callback = '' } = sentTo('+905321234567')[0] ?? {}
  const [bare = ''] = callback.split('?')
  expect((await reported(`${bare.slice(0, -1)}x`, [])).status).toBe(404)
  expect((await reported('https://ayaz.example/gateways/webhook/x', [])).status).toBe(404)
  expect((await reported(bare, 'x'.repeat(70_000))).status).toBe(413)
  for (const body of [null, 3, [[]], [{ from: {}, text: [] }]])
    expect((await reported(bare, body)).status).toBe(200)
})

it('three wrong codes end the code, and another one is sent', async () => {
  const to = '+905321234569'
  const subscription = await asked(to)
  await expect.poll(() => sentTo(to)).toHaveLength(1)
  const code = codeIn(sentTo(to)[0]?.text)
  const enter = (written: string) =>
    manage(real.client, subscription, { method: 'POST', suffix: '/confirm', body: { code: written } })
  const wrong = code === '000000' ? '000001' : '000000'
  for (const written of [wrong, '1', wrong]) expect((await enter(written)).status).toBe(422)
  expect((await enter(code)).status).toBe(422)
  const again = () => manage(real.client, subscription, { method: 'POST', suffix: '/verify' })
  for (const codes of [2, 3]) {
    expect((await again()).status).toBe(200)
    await expect.poll(() => sentTo(to)).toHaveLength(codes)
  }
  const tooMany = await again()
  expect(tooMany).toMatchObject({ status: 429, json: { detail: expect.stringContaining('too often today') } })
  expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(3600)
  expect((await enter(codeIn(sentTo(to)[2]?.text))).status).toBe(200)
})

it('DUR ends all alerts of the number', async () => {
  const to = '+905321234570'
  const subscription = await confirmed(to, to)
  const [bare = ''] = (sentTo(to)[0]?.callback ?? '').split('?')
  await reported(bare, [{ from: '0532 123 45 70', text: ' Dur ' }])
  expect(await real.statusOf(subscription)).toBe('unsubscribed')
})

it('each word that stops ends the alert of the number, in any case and letters, and no other', async () => {
  const store = await openStore({ ...real.app.data, now: evening() })
  const stops = async () => (await store.database.queries.selectFrom('stops').selectAll().execute()).length
  try {
    for (const [index, word] of [' stop', 'İptal', 'END\n', '“DUR!”', 'Dur lütfen', 'RET'].entries()) {
      const to = `+90532123459${index}`
      const [subscription, other] = [await confirmed(to, to), await real.subscribed({ channel: 'feed' })]
      const [bare = ''] = (sentTo(to)[0]?.callback ?? '').split('?')
      const before = await stops()
      for (const text of ['', 'durma', 'stop now', '2', '!', '1 dur', 'lütfen'])
        await reported(bare, [{ from: to.slice(1), text }])
      expect(await real.statusOf(subscription)).toBe('active')
      expect(await stops()).toBe(before)
      await reported(bare, [{ from: to.slice(1), text: word }])
      expect(await real.statusOf(subscription), word).toBe('unsubscribed')
      expect(await real.statusOf(other)).toBe('active')
      expect(await stops()).toBe(before + 1)
    }
  } finally {
    await store.close()
  }
})

it.each([
  ['1', 1],
  ['“1.”', 2],
  ['Gördüm: 1', 3],
  ['Tamam, gördük', 4]
])('%s acknowledges tonight, and so does the link of the message by its button alone', async (text, last) => {
  const to = `+90532123457${last}`
  await confirmed(to, to)
  await expect.poll(() => warningsTo(to)).toHaveLength(1)
  const { callback = '', id = '' } = warningsTo(to)[0] ?? {}
  const store = await openStore({ ...real.app.data, now: evening() })
  const seenAt = async () => {
    const rows = await store.database.queries
      .selectFrom('episodes as e')
      .innerJoin('subscriptions as s', 's.seq', 'e.subscription_seq')
      .select('e.seen_at')
      .where('s.destination', 'like', `%${to}%`)
      .orderBy('e.night_date')
      .execute()
    return rows.map(({ seen_at }) => seen_at)
  }
  try {
    const page = await fetch(`${real.app.origin}/a/${id}`)
    expect(await page.text()).toMatch(/<button>Gördüm<\/button>/)
    expect(page.status).toBe(200)
    await expect.poll(async () => (await seenAt()).length).toBeGreaterThan(0)
    expect((await seenAt())[0]).toBeNull()
    await reported(callback.split('?')[0] ?? '', [{ from: to.slice(1), text }])
    const [answered] = await seenAt()
    expect(answered).not.toBeNull()
    const pressed = await fetch(`${real.app.origin}/a/${id}`, { method: 'POST' })
    expect(pressed.status).toBe(200)
    expect((await fetch(`${real.app.origin}/a/${id}x`, { method: 'POST' })).status).toBe(404)
  } finally {
    await store.close()
  }
})

it('what is no number, or none that it reaches, is refused before anything is stored', async () => {
  for (const phone of ['abc', '0212 123 45 67', '+4915112345678', 5321234567]) {
    const body = { location: 'malatya', threshold: 10, channel: 'sms', destination: { phone } }
    expect((await post(real.client, '/alerts/subscribe', body)).status).toBe(422)
  }
})

/** With the number in another form, and the label as it was sent. */
function nonsenseOf(to: string): string {
  const other = `0${to.slice(3, 6)} ${to.slice(6, 9)} ${to.slice(9, 11)} ${to.slice(11)}`
  return `{"message":"no credit for ${to}, ${other}, very-secret-password, \\u0055st bahce"}`
}

it('a request that was taken without an answer is not repeated, and nonsense is no success', async () => {
  const [silent, nonsense, gone] = ['+905321234581', '+905321234582', '+905321234583']
  const all = [
    await confirmed(silent, silent),
    await confirmed(nonsense, nonsense),
    await confirmed(gone, gone)
  ]
  answering = (to) =>
    to === nonsense
      ? { status: 200, body: nonsenseOf(to) }
      : to === gone
        ? { status: 200, body: '{"code":"70"}' }
        : to === silent
          ? { status: 200, headers: { 'content-length': '100' }, body: 'half' }
          : accepted
  for (const one of all) await manage(real.client, one, { method: 'POST', suffix: '/test' })
  for (const one of all) await expect.poll(() => newest(one)).not.toMatchObject({ status: 'sending' })
  const [ofSilent = {}, ofNonsense = {}, ofGone = {}] = await Promise.all(all.map(newest))
  expect(ofSilent).toMatchObject({ status: 'expired', reason: expect.stringContaining('may have been sent') })
  expect(ofNonsense).toMatchObject({ reason: expect.stringContaining('no credit for …') })
  expect(JSON.stringify(ofNonsense)).not.toMatch(/very-secret|58 2|[UÜ]st bah/)
  expect(ofGone).toMatchObject({ status: 'rejected' })
  expect(real.app.log().join('\n')).not.toMatch(/very-secret|0?53212345|532 123|[UÜ]st bah|\/gateways\/sms\//)
  answering = () => accepted
})
