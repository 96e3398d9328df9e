/**
 * A push in a real browser. The vendors' push services cannot be reached from a test, so a push service on loopback
 * takes what the app sends and opens it as RFC 8291 says, and the browser's own debugger hands it to the registered
 * worker, as the vendor's service would.
 */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pushPayload } from '../../src/channels/webpush/config.ts'
import type { TestApp } from '../app.ts'
import { frostMessage } from '../contracts/channels/message.ts'
import { type CheckedClient, openClient } from '../contracts/http/client.ts'
import { manage, post, type Subscribed } from '../contracts/http-alerts/client.ts'
import { patience } from '../patience.ts'
import { lettingThrough } from '../receivers/json-receiver.ts'
import { type PushService, startPushService } from '../receivers/push-service.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { clearNights, placeByDay, shifted } from '../upstream/weather.ts'
import { chooseWay } from './alert-form.ts'
import { browserMissing, launchWhole } from './browser.ts'
import { startAppWithOwnUrl } from './open-app.ts'

const missing = browserMissing()

interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly lang: string
  readonly data: unknown
  readonly renotify: boolean
  readonly requireInteraction: boolean
}

describe.skipIf(missing !== null)(`a push in a browser${missing === null ? '' : `: ${missing}`}`, () => {
  let upstream: Upstream
  let push: PushService
  let app: TestApp
  let client: CheckedClient
  let browser: Browser
  let page: Page
  let debug: CDPSession
  let registrationId: string
  const place = placeByDay()

  beforeAll(async () => {
    upstream = await startUpstream()
    upstream.setWeather(shifted(clearNights, -4))
    push = await startPushService()
    const own = { ...upstream.environment, ...lettingThrough(push), TIERS: 'free=100000/60' }
    app = await startAppWithOwnUrl({ environment: own })
    client = await openClient(app.origin)
    browser = await launchWhole()
    const context = await browser.newContext()
    await context.grantPermissions(['notifications'], { origin: app.origin })
    page = await context.newPage()
    debug = await context.newCDPSession(page)
  })
  afterAll(async () => {
    await browser.close()
    await client.close()
    await app.close()
    await push.close()
    await upstream.close()
  })

  const shown = (): Promise<readonly ShownNotification[]> =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notifications = await registration.getNotifications()
      return notifications.map((one) => {
        const { title, body, tag, lang, data, requireInteraction } = one
        return { title, body, tag, lang, data, requireInteraction, renotify: Reflect.get(one, 'renotify') }
      })
    })
  const deliver = (data: string) =>
    debug.send('ServiceWorker.deliverPushMessage', { origin: app.origin, registrationId, data })
  /**
   * The debugger does not say whether the worker was there to take it, so it is handed over until it shows; the tag
   * makes it one.
   */
  const arrives = (data: string, look: () => Promise<void>) =>
    vi.waitFor(async () => {
      await deliver(data)
      await vi.waitFor(look, { timeout: 5000, interval: 50 })
    }, patience)

  test('the page’s button registers the worker that is to take it', async () => {
    const registered = new Promise<string>((resolve) => {
      debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first !== undefined) resolve(first.registrationId)
      })
    })
    await debug.send('ServiceWorker.enable')
    await page.goto(`${app.origin}/en/place/${place.slug}`)
    await chooseWay(page, 'webpush')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    const stateOfWorker = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
    await vi.waitFor(async () => expect(await stateOfWorker()).toBe('activated'), patience)
    registrationId = await registered
    expect(registrationId).toMatch(/^\d+$/)
  })

  test('what the app encrypted is shown, a newer message takes the older one’s place, and it rings only for a danger', async () => {
    const answer = await post(client, '/alerts/subscribe', {
      ...{ location: place.slug, channel: 'webpush', threshold: 10, lang: 'en' },
      destination: push.subscription
    })
    const subscription = answer.json as Subscribed
    const state = async () => (await manage(client, subscription, {})).json
    await expect.poll(state).toMatchObject({ subscription: { status: 'active' } })
    await vi.waitFor(() => expect(push.opened).toHaveLength(2), patience)
    await manage(client, subscription, { method: 'POST', suffix: '/test' })
    await vi.waitFor(() => expect(push.opened).toHaveLength(3), patience)
    const [welcome, raised, trial] = push.opened.map(({ text }) => text)
    await arrives(welcome ?? '', async () => {
      expect(await shown()).toEqual([
        {
          title: `${place.name}: frost alerts are on`,
          body: 'This browser will show frost alerts.',
          tag: `ayaz-${subscription.id}`,
          lang: 'en',
          data: { url: `${app.origin}/en/place/${place.slug}`, seenUrl: undefined },
          renotify: true,
          requireInteraction: true
        }
      ])
    })
    await arrives(raised ?? '', async () => {
      const now = await shown()
      expect(now).toMatchObject([{ tag: `ayaz-${subscription.id}`, renotify: true }])
      expect(now[0]?.title).toMatch(new RegExp(`°C.*: ${place.name}`))
      expect(now[0]?.body).toMatch(/°C/)
    })
    await arrives(trial ?? '', async () => expect((await shown())[0]?.title).toContain('TEST'))
    const over = frostMessage({ kind: 'cleared', subscriptionId: subscription.id })
    await arrives(pushPayload(over, 'msg_over'), async () => {
      const now = await shown()
      expect(now).toMatchObject([{ renotify: false }])
      expect(now[0]?.title).not.toContain('TEST')
    })
  })
})
