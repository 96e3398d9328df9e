/** What a run's requests are about: keys, subscriptions, messages and sensors that are really there. */
import { createHash } from 'node:crypto'
import { vi } from 'vitest'
import { dayMs } from '../../../../src/common/time.ts'
import { openStore } from '../../../../src/store/open.ts'
import { patience } from '../../../patience.ts'
import { type LoopbackServer, startLoopback } from '../../../receivers/loopback.ts'
import { manage, post, type Subscribed } from '../../http-alerts/client.ts'
import type { FreshDatabase } from '../../store/engines.ts'
import type { CheckedAnswer, CheckedClient } from '../client.ts'

/** Keys of the run's app: one whose quota is used up at once, one of the free tier, and one of the operator. */
export const spentKey = 'a-key-whose-quota-is-three'
export const plainKey = 'a-key-of-the-free-tier'
export const operatorKey = 'a-key-of-the-operator'

/** A subscription with the ids of its messages, newest first. */
export interface MadeSubscription extends Pick<Subscribed, 'id' | 'manage'> {
  readonly messages: readonly string[]
}

export interface Things {
  /** Only read and changed, so that they are there until the last request. */
  readonly lasting: readonly MadeSubscription[]
  /** For the request that ends it. */
  readonly passing: MadeSubscription
  /** Ids, one of the operator's key and one of the plain one. */
  readonly sensors: readonly string[]
  /** Ids, one of the operator's key and one of the plain one. */
  readonly intakes: readonly string[]
  /** Of the first subscription with messages. */
  readonly contact: string
  /** The address of a webhook that proves itself. */
  readonly receiver: string
}

/** Adds the keys to a database. */
export async function addKeys(database: FreshDatabase, now: number): Promise<void> {
  const store = await openStore({ ...database, now })
  const keys = [
    { id: 'spent', key: spentKey, tier: 'tiny', operator: false },
    { id: 'plain', key: plainKey, tier: 'free', operator: false, vouches: true as const },
    { id: 'operator', key: operatorKey, tier: 'free', operator: true }
  ]
  for (const { key, ...holder } of keys) {
    const hash = createHash('sha256').update(key).digest('hex')
    await store.apiKeys.add({ ...holder, hash, label: 'test', createdAt: now })
  }
  await store.close()
}

/** A receiver of webhooks that proves itself, except under `/silent`. */
export function startReceiver(): Promise<LoopbackServer> {
  return startLoopback(({ path, body }) => {
    const { data } = JSON.parse(body.toString()) as { data: { challenge?: string } }
    const headers = { 'content-type': 'application/json' }
    return path === '/silent'
      ? { status: 204 }
      : { status: 200, headers, body: JSON.stringify({ challenge: data.challenge }) }
  })
}

/** The settings of an app that may call the receiver. */
export function receiverSettings({ port }: LoopbackServer): Readonly<Record<string, string>> {
  return { WEBHOOK_ALLOW_HTTP: 'yes', WEBHOOK_ALLOW_CIDR: `127.0.0.1:${port}` }
}

/** Makes them through the API of an app with the keys. */
export async function makeThings(
  client: CheckedClient,
  { origin }: LoopbackServer,
  now: number
): Promise<Things> {
  const webhook = { channel: 'webhook', destination: { url: `${origin}/frost` } }
  const silent = { channel: 'webhook', destination: { url: `${origin}/silent` } }
  const [feed, passing] = [
    await subscribed(client, { channel: 'feed' }),
    await subscribed(client, { channel: 'feed' })
  ]
  const proved = await subscribed(client, webhook)
  const waiting = await subscribed(client, silent)
  await vi.waitFor(async () => {
    // Refused until the receiver has proved itself.
    made(await manage(client, proved, { method: 'POST', suffix: '/test' }), 200)
  }, patience)
  return {
    lasting: [feed, { ...proved, messages: await delivered(client, proved) }, waiting],
    passing,
    sensors: [await sensor(client, operatorKey, now), await sensor(client, plainKey, now)],
    intakes: [await intake(client, operatorKey), await intake(client, plainKey)],
    contact: await contact(client, proved, `${origin}/contact`),
    receiver: webhook.destination.url
  }
}

async function subscribed(client: CheckedClient, channel: object): Promise<MadeSubscription> {
  const body = { location: 'malatya', threshold: 10, ...channel }
  const answer = await post(client, '/alerts/subscribe', body, { 'x-api-key': operatorKey })
  return { ...(made(answer, 201) as Subscribed), messages: [] }
}

async function delivered(client: CheckedClient, one: MadeSubscription): Promise<readonly string[]> {
  return vi.waitFor(async () => {
    const { deliveries } = made(await manage(client, one, { suffix: '/deliveries' }), 200) as {
      readonly deliveries: readonly { readonly kind: string; status: string; readonly message_id: string }[]
    }
    const [test] = deliveries.filter(({ kind, status }) => kind === 'test' && status === 'delivered')
    if (test === undefined) throw new Error('the test message has not arrived')
    return [test.message_id]
  }, patience)
}

async function contact(client: CheckedClient, one: MadeSubscription, url: string): Promise<string> {
  const body = { channel: 'webhook', destination: { url } }
  const answer = await manage(client, one, { method: 'POST', suffix: '/contacts', body })
  // Of the demo: a preview has no contacts.
  if (answer.status === 409) return one.id
  const { contacts } = made(answer, 200) as {
    readonly contacts: readonly { readonly id: string }[]
  }
  return contacts[0]?.id ?? ''
}

async function sensor(client: CheckedClient, key: string, now: number): Promise<string> {
  const date = new Date(now - dayMs).toISOString().slice(0, 10)
  const row = { location: 'malatya', date, kind: 'air_2m', minimum: 1.5 }
  const answer = made(await post(client, '/observations', row, { 'x-api-key': key }), 200)
  return (answer as { readonly sensors: readonly { readonly id: string }[] }).sensors[0]?.id ?? ''
}

async function intake(client: CheckedClient, key: string): Promise<string> {
  const answer = made(await post(client, '/intakes', { label: 'Lower field' }, { 'x-api-key': key }), 201)
  return (answer as { readonly intake: { readonly id: string } }).intake.id
}

function made({ status, json, body }: CheckedAnswer, wanted: number): unknown {
  if (status !== wanted) throw new Error(`${status}: ${body.toString().slice(0, 300)}`)
  return json
}
