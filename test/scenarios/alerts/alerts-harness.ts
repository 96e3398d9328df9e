/**
 * An app for scenarios: the real store, the real alerts, synthetic weather, a clock that moves only when a
 * test moves it.
 */

import { createHash, createHmac } from 'node:crypto'
import { alertNight } from '../../../src/alerts/alert-night.ts'
import type { Alerts } from '../../../src/alerts/alerts.ts'
import { deliverDue } from '../../../src/alerts/dispatch/dispatch.ts'
import { knownReceivers } from '../../../src/alerts/dispatch/receiver-queue.ts'
import { type DeliverySettings, usualDelivery } from '../../../src/alerts/dispatch/settings.ts'
import { evaluatePlaces } from '../../../src/alerts/evaluate.ts'
import { changeSubscription, deliveriesOf, testSubscription } from '../../../src/alerts/manage.ts'
import type { AlertMessage } from '../../../src/alerts/message-ports.ts'
import type { LoggedMessage } from '../../../src/alerts/outbox-ports.ts'
import type { Channel, ClientNetworks, DeliveryContext, DeliveryOutcome } from '../../../src/alerts/ports.ts'
import { previewedMessages } from '../../../src/alerts/previews.ts'
import { createReservations } from '../../../src/alerts/reservations.ts'
import { escalateRound, maintain, watchRound } from '../../../src/alerts/round.ts'
import { subscribe } from '../../../src/alerts/subscribe.ts'
import type { Subscription } from '../../../src/alerts/subscription.ts'
import type { SubscriptionAnswer } from '../../../src/alerts/subscription-answer.ts'
import type { WatchedForecast } from '../../../src/alerts/watched-forecasts.ts'
import { minuteMs } from '../../../src/common/time.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import type { Place } from '../../../src/weather/point.ts'
import type { FreshDatabase } from '../../contracts/store/engines.ts'
import { noFields } from '../../no-fields.ts'
import { instant, type SyntheticNight, syntheticNight } from './synthetic-nights.ts'

/** A message as it left, with the instant it was sent. */
export interface Heard {
  readonly message: AlertMessage
  readonly messageId: string
  readonly attempt: number
  readonly at: number
}

export interface AlertsHarness {
  readonly alerts: Alerts
  readonly store: Store
  readonly delivery: DeliverySettings
  /** Everything the channels accepted, in order. */
  readonly heard: Heard[]
  /** What the channels answer from now on; null = accept. */
  answer: ((message: AlertMessage, context: DeliveryContext) => DeliveryOutcome | null) | null
  demo: boolean
  /** Sets the clock, forward only, to a local time of Malatya (or of another place). */
  readonly goTo: (local: string, location?: string) => void
  /** Lets time pass minute by minute with everything the service does by itself. */
  readonly liveUntil: (local: string, stepMinutes?: number, location?: string) => Promise<void>
  /** A new run of the source says this; then evaluation and delivery. */
  readonly run: (nights: Readonly<Record<string, SyntheticNight>>, options?: RunOptions) => Promise<void>
  /** The source confirms at each step of `liveUntil`, or has died. */
  sourceAlive: boolean
  /** The source confirms the same run; evaluation and delivery follow. */
  readonly runAgain: (location?: string) => Promise<void>
  readonly evaluateOnly: (location?: string) => Promise<void>
  /** The last run again, scored along another curve. */
  readonly runSameRun: (nights: Readonly<Record<string, SyntheticNight>>, crop: string) => Promise<void>
  readonly patch: (id: string, token: string, body: unknown) => Promise<void>
  readonly previewed: () => Promise<readonly Awaited<ReturnType<typeof previewedMessages>>[number][]>
  readonly deliver: () => Promise<void>
  readonly status: (id: string) => Promise<Subscription | null>
  readonly test: (id: string, token: string) => Promise<void>
  readonly deliveries: (id: string, token: string) => Promise<readonly LoggedMessage[]>
  readonly subscribe: (
    body?: Readonly<Record<string, unknown>>,
    client?: string,
    networks?: ClientNetworks
  ) => Promise<SubscriptionAnswer>
  /** `kind` of every message heard, in order. */
  readonly kinds: () => readonly string[]
  readonly close: () => Promise<void>
}

export interface RunOptions {
  readonly location?: string
  readonly crop?: string
  /** Only keep it; let nothing look at it yet. */
  readonly silently?: boolean
  /** The run before, not a new one. */
  readonly same?: boolean
}

export const places: Readonly<Record<string, Place>> = {
  malatya: place('malatya', 'Malatya', 'Europe/Istanbul'),
  berlin: place('berlin', 'Berlin', 'Europe/Berlin')
}

function place(slug: string, name: string, timezone: string): Place {
  const rest = {
    lat: 38.355,
    lon: 38.31,
    elevation: 954,
    region: null,
    population: 1,
    kind: 'province' as const
  }
  return { slug, name, timezone, country: 'TR', ...rest }
}

/** Opens one on a database. */
export async function createAlertsHarness(database: FreshDatabase): Promise<AlertsHarness> {
  const clock = { now: instant('2026-04-07 12:00', 'Europe/Istanbul') }
  const store = await openStore({ ...database, now: clock.now })
  const forecasts = new Map<string, WatchedForecast>()
  const heard: Heard[] = []
  let runs = 0
  let counter = 0
  const delivery: DeliverySettings = {
    ...usualDelivery,
    known: knownReceivers(),
    worker: 'worker-1',
    timeout: () => new AbortController().signal
  }
  const confirmAll = () => {
    if (!app.sourceAlive) return
    for (const [key, forecast] of forecasts) forecasts.set(key, { ...forecast, confirmedAt: clock.now })
  }
  const alerts: Alerts = {
    ...store,
    forecasts: {
      stored: async ({ slug }, { crop }) => forecasts.get(`${slug} ${crop}`) ?? null,
      owners: async () => [],
      measured: async () => null,
      tonight: ({ slug }, now) => tonight(slug, now)
    },
    places: {
      find: (slug) => places[slug] ?? null,
      suggest: () => ['malatya'],
      homonyms: () => [],
      ...noFields
    },
    channels: syntheticChannels(() => app, heard, clock),
    keys: {
      derive: (purpose, text) =>
        new Uint8Array(createHmac('sha256', 'key').update(`${purpose}\0${text}`).digest()),
      hash: (text) => createHash('sha256').update(text).digest('hex')
    },
    reservations: createReservations(),
    random: (bytes) => {
      counter += 1
      return new Uint8Array(createHash('sha256').update(String(counter)).digest()).slice(0, bytes)
    },
    now: () => clock.now,
    siteUrl: 'https://frost.example',
    baseUrl: 'https://frost.example/api/v1',
    subscriptionsPerDay: 20,
    unprovenPerDay: 100,
    tierLimits: (tier) => (tier === 'coop' ? { subscriptionsPerDay: 40, subscriptions: 50 } : {}),
    isDemo: () => app.demo,
    awaitsRealData: () => true,
    isWorking: () => true,
    report: () => undefined
  }
  const app: AlertsHarness = {
    alerts,
    store,
    delivery,
    heard,
    answer: null,
    demo: false,
    sourceAlive: true,
    goTo: (local, location = 'malatya') => {
      const at = instant(local, places[location]?.timezone ?? 'UTC')
      if (at < clock.now) throw new Error(`${local} lies before the app's clock`)
      clock.now = at
    },
    liveUntil: async (local, stepMinutes = 5, location = 'malatya') => {
      const until = instant(local, places[location]?.timezone ?? 'UTC')
      while (clock.now < until) {
        clock.now = Math.min(clock.now + stepMinutes * minuteMs, until)
        confirmAll()
        await watchRound(alerts)
        await escalateRound(alerts)
        await deliverDue(alerts, delivery)
      }
    },
    run: async (nights, { location = 'malatya', crop = 'generic', silently = false, same = false } = {}) => {
      if (!same) runs += 1
      forecasts.set(`${location} ${crop}`, {
        runId: `run-${runs}`,
        issuedAt: clock.now,
        confirmedAt: clock.now,
        synthetic: app.demo,
        attribution: 'Made weather',
        nights: Object.entries(nights).map(([date, synthetic]) =>
          alertNight(syntheticNight(date, synthetic, places[location]?.timezone ?? 'UTC'))
        )
      })
      if (silently) return
      await evaluatePlaces(alerts, [location])
      await deliverDue(alerts, delivery)
    },
    runAgain: async (location = 'malatya') => {
      confirmAll()
      await evaluatePlaces(alerts, [location])
      await deliverDue(alerts, delivery)
    },
    runSameRun: (nights, crop) => app.run(nights, { crop, same: true }),
    patch: async (id, token, body) => {
      const changed = await changeSubscription(alerts, { id, token }, body)
      if (!changed.ok) throw new Error(JSON.stringify(changed))
    },
    previewed: () => previewedMessages(alerts, 10),
    evaluateOnly: async (location = 'malatya') => {
      await evaluatePlaces(alerts, [location])
    },
    deliver: async () => {
      await deliverDue(alerts, delivery)
    },
    status: (id) => store.subscriptions.byId(id),
    test: async (id, token) => {
      const tested = await testSubscription(alerts, delivery, { id, token })
      if (!tested.ok) throw new Error(JSON.stringify(tested))
    },
    deliveries: async (id, token) => {
      const read = await deliveriesOf(alerts, { id, token }, { limit: 50, cursor: null })
      if (!read.ok) throw new Error(JSON.stringify(read))
      return read.deliveries
    },
    subscribe: async (body = {}, client = 'client-1', networks) => {
      const whole = { location: 'malatya', channel: 'plain', threshold: 60, ...body }
      const request = {
        body: whole,
        client,
        networks: networks ?? null,
        isOperator: false,
        idempotencyKey: null,
        language: 'tr' as const
      }
      const result = await subscribe(alerts, delivery, request)
      if (!result.ok) throw new Error(JSON.stringify(result))
      await deliverDue(alerts, delivery)
      return result.answer
    },
    kinds: () => heard.map(({ message }) => message.kind),
    close: () => store.close()
  }
  return app
}

/** Upkeep, as the service does it each hour. */
export async function maintenance(app: AlertsHarness): Promise<void> {
  await maintain(app.alerts)
  await app.deliver()
}

function tonight(location: string, now: number): { date: string; coldestAt: number; overAt: number } {
  const timezone = places[location]?.timezone ?? 'UTC'
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timezone).toPlainDate()
  const isOver = now >= instant(`${today.toString()} 07:00`, timezone)
  const date = (isOver ? today.add({ days: 1 }) : today).toString()
  return { date, coldestAt: instant(`${date} 05:00`, timezone), overAt: instant(`${date} 07:00`, timezone) }
}

/** The host where one is named, else the destination as a whole. */
function limitOf(destination: unknown): string | null {
  if (typeof destination !== 'object' || destination === null) return null
  return String(Reflect.get(destination, 'host') ?? JSON.stringify(destination))
}

/** A channel of each way of confirming; all put what they accept into `heard`. */
function syntheticChannels(
  app: () => AlertsHarness,
  heard: Heard[],
  clock: { readonly now: number }
): ReadonlyMap<string, Channel> {
  const channel = (id: string, rest: Partial<Channel>): [string, Channel] => [
    id,
    {
      id,
      kind: id,
      names: { en: id },
      pushes: true,
      takesMinimalBody: true,
      isConfigured: true,
      needs: [],
      destinationMembers: [],
      formField: null,
      needsOperatorKey: false,
      confirmation: 'none',
      confirmWithinSeconds: null,
      confirmsAtOnce: false,
      installationCap: null,
      prepare: async ({ destination }) => ({
        ok: true,
        destination: (destination as Record<string, unknown> | null) ?? {},
        destinationKey: destination === null ? null : JSON.stringify(destination),
        confirmationRateLimitKey: limitOf(destination)
      }),
      setup: ({ conversationToken }) => ({ url: conversationToken, secret: null, instructions: null }),
      deliver: async (message, _destination, context) => {
        const outcome = app().answer?.(message, context) ?? { outcome: 'sent', thread: null }
        const { messageId, attempt } = context
        if (outcome.outcome === 'sent') heard.push({ message, messageId, attempt, at: clock.now })
        return outcome
      },
      preview: (message) => ({ appearance: 'bubble', title: null, text: message.kind, headers: [] }),
      ...rest
    }
  ]
  const dayS = 86_400
  return new Map([
    channel('plain', { takesAnswers: true }),
    channel('feed', { pushes: false, fetchedAs: 'atom' }),
    channel('webhook', { confirmation: 'answer', confirmWithinSeconds: dayS }),
    channel('webpush', { confirmation: 'answer', confirmWithinSeconds: dayS, confirmsAtOnce: true }),
    channel('email', { confirmation: 'link', confirmWithinSeconds: 2 * dayS }),
    channel('telegram', { confirmation: 'conversation', confirmWithinSeconds: dayS }),
    channel('unconfigured', { isConfigured: false, needs: ['TOKEN'] }),
    channel('koop', { needsOperatorKey: true })
  ])
}
