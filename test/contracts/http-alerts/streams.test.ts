/**
 * Open streams and the database: one question for all of them, and none where this process itself has sent something.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { endSubscription } from '../../../src/alerts/manage.ts'
import { tokenFor } from '../../../src/alerts/tokens.ts'
import { keepAliveEvent, renderServerSentEvent, streamOpening } from '../../../src/channels/sse/channel.ts'
import { registerStreams } from '../../../src/http/alerts/stream-route.ts'
import { createClientKeys, parseTrustedProxies } from '../../../src/http/client-key.ts'
import { createLimiter } from '../../../src/http/limiter.ts'
import { type RoutesServer, serveRoutes } from '../../routes-server.ts'
import type { AlertsHarness } from '../../scenarios/alerts/alerts-harness.ts'
import { openTestedAlerts } from '../../scenarios/alerts/tested-alerts.ts'
import { openStream } from './open-stream.ts'

/** Short enough to be waited for; and so long that a test never sees it. */
const often = 150
const seldom = 600_000

let app: AlertsHarness
let server: RoutesServer
let origin: string
let wake: (subscriptionId: string) => void
/** The ids of each question, and how often a log was read. */
let asked: (readonly string[])[]
let read: number
let isAway: boolean

beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(async () => {
  await server.close()
  await app.close()
})

async function serve(lookEveryMs: number): Promise<void> {
  asked = []
  read = 0
  isAway = false
  const { subscriptions, deliveryLog, channels } = app.alerts
  const feed = channels.get('feed')
  if (feed === undefined) throw new Error('no channel')
  const alerts = {
    ...app.alerts,
    channels: new Map([...channels, ['feed', { ...feed, fetchedAs: 'events' }]]),
    subscriptions: {
      ...subscriptions,
      activity: (ids: readonly string[]) => {
        asked.push(ids)
        return isAway ? Promise.reject(new Error('away')) : subscriptions.activity(ids)
      }
    },
    deliveryLog: {
      ...deliveryLog,
      sentAfter: (...given: Parameters<typeof deliveryLog.sentAfter>) => {
        read += 1
        return deliveryLog.sentAfter(...given)
      }
    }
  }
  const deps: Parameters<typeof registerStreams>[1] = {
    alerts,
    limiter: createLimiter(100),
    clients: createClientKeys(parseTrustedProxies(''), () => undefined),
    tier: { name: 'pages', quota: 1000, windowSeconds: 60 },
    siteUrl: 'https://ayaz.example',
    clock: app.alerts.now,
    count: () => undefined,
    renderEvent: ({ messageId, message }) => renderServerSentEvent(messageId, message),
    opening: streamOpening,
    keepAlive: keepAliveEvent,
    whenSent: (listener) => {
      wake = listener
    },
    lookEveryMs,
    looksPerKeepAlive: 1
  }
  server = await serveRoutes((router) => void registerStreams(router, deps))
  origin = server.origin
}

async function subscribed() {
  const { subscription, manage } = await app.subscribe({ channel: 'feed' })
  const url = `${origin}/streams/${tokenFor(app.alerts.keys, 'feed', subscription.id)}`
  return { id: subscription.id, token: manage.token, url }
}

async function nextQuestion(): Promise<void> {
  const before = asked.length
  await expect.poll(() => asked.length).toBeGreaterThan(before)
}

describe('open streams', () => {
  it('cost one question for all of them; what another process sends is read by those whom it concerns', async () => {
    await serve(often)
    const three = [await subscribed(), await subscribed(), await subscribed()]
    const [first] = three
    const streams = await Promise.all(three.flatMap(({ url }) => [openStream(url), openStream(url)]))
    const readAtOpening = read
    await nextQuestion()
    await nextQuestion()
    expect(asked.at(-1)?.toSorted()).toEqual(three.map(({ id }) => id).toSorted())
    expect(read).toBe(readAtOpening)

    await app.test(first?.id ?? '', first?.token ?? '')
    const counts = () => streams.map((one) => one.soFar().length)
    await expect.poll(counts).toEqual([1, 1, 0, 0, 0, 0])
    await nextQuestion()
    expect(read).toBe(readAtOpening + 2)
    for (const one of streams) one.close()
  })

  it('are woken by what this process sends, before any question', async () => {
    await serve(seldom)
    const [one, other] = [await subscribed(), await subscribed()]
    const [stream, quiet] = [await openStream(one.url), await openStream(other.url)]
    const reads = read
    await app.test(one.id, one.token)
    wake(one.id)
    await expect.poll(() => stream.soFar().length).toBe(1)
    expect(quiet.soFar()).toEqual([])
    expect(read).toBe(reads + 1)
    expect(asked).toEqual([])
  })

  it('are read as long as they are open, not only when they were opened', async () => {
    await serve(often)
    const { id, url } = await subscribed()
    const stream = await openStream(url)
    const readAt = async () => (await app.status(id))?.readAt
    const openedAt = app.alerts.now()
    expect(await readAt()).toBe(openedAt)
    app.goTo('2026-04-07 13:00')
    await expect.poll(readAt).toBe(openedAt + 3_600_000)
    stream.close()
  })

  it('end with their subscription, outlive a database that is away, and ask nothing once nobody reads', async () => {
    await serve(often)
    const [ending, staying] = [await subscribed(), await subscribed()]
    const [ended, stream] = [await openStream(ending.url), await openStream(staying.url)]
    await endSubscription(app.alerts, ending)
    await expect.poll(ended.hasEnded).toBe(true)
    isAway = true
    await nextQuestion()
    await nextQuestion()
    isAway = false
    await app.test(staying.id, staying.token)
    await expect.poll(() => stream.soFar().length).toBe(1)
    stream.close()
    const questionsMeanwhile = async () => {
      const before = asked.length
      await new Promise((resolve) => setTimeout(resolve, 3 * often))
      return asked.length - before
    }
    await expect.poll(questionsMeanwhile).toBe(0)
  })
})
