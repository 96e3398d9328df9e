/** An app on real data from loopback providers, with a receiver of webhooks that a test can make fail. */
import { expect } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import { startApp, type TestApp } from '../../app.ts'
import { type LoopbackServer, startLoopback } from '../../receivers/loopback.ts'
import { startUpstream, type Upstream } from '../../upstream/upstream.ts'
import { clearNights, shifted } from '../../upstream/weather.ts'
import { type CheckedClient, openClient } from '../http/client.ts'
import { manage, post, type Subscribed } from './client.ts'

export interface RealApp {
  readonly app: TestApp
  readonly client: CheckedClient
  readonly upstream: Upstream
  readonly receiver: LoopbackServer
  /** False: the receiver answers 204 to everything, as one that does not want this. */
  proves: boolean
  /** Subscribes for Malatya at a score of 10, which every night here reaches. */
  readonly subscribed: (body: Readonly<Record<string, unknown>>) => Promise<Subscribed>
  readonly statusOf: (subscription: Subscribed | undefined) => Promise<string>
  /** The unsubscribe link of a subscription on this app. */
  readonly linkOf: (subscription: Subscribed | undefined) => string
  readonly close: () => Promise<void>
}

/** What every subscription of these tests names. */
export const place = { location: 'malatya', threshold: 10 }

const untilEveningMs = (15 - new Date().getUTCHours()) * hourMs
/** Now, moved by whole hours to the evening of Malatya: tonight lies ahead at every hour of the day. */
export const evening = (): number => Date.now() + untilEveningMs

/** Opens one; its nights are frosty. `settings` are more of its environment, given the receiver's origin. */
export async function openRealApp(
  clock = evening,
  settings: (receiver: string) => Readonly<Record<string, string>> = () => ({})
): Promise<RealApp> {
  const upstream = await startUpstream(clock)
  upstream.setWeather(shifted(clearNights, -4))
  const receiver = await startLoopback(({ body }) => {
    const { data } = JSON.parse(body.toString()) as { data?: { challenge?: string } }
    const challenge = real.proves ? data?.challenge : undefined
    if (challenge === undefined) return { status: 204 }
    const headers = { 'content-type': 'application/json' }
    return { status: 200, headers, body: JSON.stringify({ challenge }) }
  })
  const app = await startApp({
    clock,
    environment: {
      ...upstream.environment,
      TIERS: 'free=100000/60',
      WEBHOOK_ALLOW_HTTP: 'yes',
      WEBHOOK_ALLOW_CIDR: `127.0.0.1:${receiver.port}`,
      ...settings(receiver.origin)
    }
  })
  const client = await openClient(app.origin)
  const real: RealApp = {
    ...{ app, client, upstream, receiver, proves: true },
    async subscribed(body) {
      const answer = await post(client, '/alerts/subscribe', { ...place, ...body })
      expect(answer.status, answer.body.toString()).toBe(201)
      return answer.json as Subscribed
    },
    async statusOf(subscription) {
      if (subscription === undefined) throw new Error('no subscription')
      const { json } = await manage(client, subscription, {})
      return (json as { subscription: { status: string } }).subscription.status
    },
    linkOf: (subscription) => app.origin + new URL(subscription?.manage.unsubscribe_url ?? '').pathname,
    async close() {
      await client.close()
      await app.close()
      await receiver.close()
      await upstream.close()
    }
  }
  return real
}
