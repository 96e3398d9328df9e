/** Puts alerts together: keys, channels, forecasts of watched places, and the rounds. */

import { randomBytes } from 'node:crypto'
import type { Alerts } from '../alerts/alerts.ts'
import { receiverOf } from '../alerts/dispatch/deps.ts'
import { knownReceivers } from '../alerts/dispatch/known-receivers.ts'
import { type DeliverySettings, usualDelivery } from '../alerts/dispatch/settings.ts'
import type { Recording } from '../alerts/outbox-ports.ts'
import { createReservations } from '../alerts/reservations.ts'
import type { PaceState } from '../alerts/watching/watch-pacing.ts'
import { watchedForecasts } from '../alerts/watching/watched-forecasts.ts'
import { type LastEvaluation, watchPlaces } from '../alerts/watching/watched-places.ts'
import type { OpenChannels } from '../channels/registry.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Report } from '../forecasts/ports.ts'
import type { AlertOperationDeps } from '../http/alerts/parts.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { toSlug } from '../places/folding.ts'
import { serverKeys } from '../store/secrets.ts'
import { type Place, pointOf } from '../weather/point.ts'
import { openAlertChannels } from './alert-channels.ts'
import { type AlertRounds, type RoundDeps, startAlertRounds } from './alert-rounds.ts'
import type { Health } from './health.ts'
import { type Pause, realPause } from './pause.ts'
import type { Weather } from './weather.ts'

export interface AlertsModule extends AlertOperationDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  /** The VAPID public key; null where web push is off. */
  readonly applicationServerKey: string | null
  readonly lastEvaluation: () => LastEvaluation | null
  /** Look-ups of names that subscribers gave. */
  readonly lookUps: Outgoing['lookUps']
  /** How watched places were last paced; null before the first round. */
  readonly pace: () => PaceState | null
  /** Calls the listener with the id of a subscription whenever this process has sent it something. */
  readonly whenSent: (listener: (subscriptionId: string) => void) => void
  /** Begins the rounds. */
  readonly start: () => void
  /** Ends them, waits for what is under way, and closes the channels; the store is still needed until then. */
  readonly stop: () => Promise<void>
}

export interface AlertDeps {
  readonly configuration: Configuration
  readonly weather: Weather
  readonly clock: () => number
  /** 0 ≤ x < 1: jitter only. */
  readonly random: () => number
  readonly report: Report
  /** How the rounds wait; the machine's time where it is left out. */
  readonly pause?: Pause
  /** Told how rounds end, and asked whether anybody may rely on an alert; where it is left out nothing is found to fail. */
  readonly health?: Pick<Health, 'ended' | 'isWorking'>
  /** Look subscribers' destinations up; default the system's. */
  readonly nameServers?: readonly string[]
  /** Told of every outcome of a delivery, for the metrics. */
  readonly countDelivery?: (channel: string, outcome: Recording['outcome']['kind']) => void
}

/** How long deliveries under way may take after a stop was asked for [ms]. */
const graceMs = 5000

/** Opens alerts; nothing happens by itself before `start`. */
export async function openAlerts(deps: AlertDeps): Promise<AlertsModule> {
  const { weather, clock } = deps
  const opened = await openAlertChannels({ ...deps, isDemo: () => isDemo(weather) })
  const stopping = new AbortController()
  const closing = new AbortController()
  const listeners = new Set<(subscriptionId: string) => void>()
  const alerts = await assemble(deps, opened, listeners)
  const delivery: DeliverySettings = {
    ...usualDelivery,
    known: knownReceivers(),
    worker: randomBytes(9).toString('base64url'),
    timeout: (ms) => AbortSignal.any([AbortSignal.timeout(ms), stopping.signal]),
    closing: closing.signal
  }
  const watched = watchPlaces({ alerts, weather, clock, report: deps.report })
  let rounds: AlertRounds | null = null
  return {
    alerts,
    delivery,
    applicationServerKey: opened.applicationServerKey,
    lastEvaluation: watched.lastEvaluation,
    lookUps: opened.lookUps,
    pace: watched.pace,
    whenSent: (listener) => void listeners.add(listener),
    wake: () => rounds?.wake(),
    ensureForecast: (place, client) => ensureForecast(deps, place, client),
    start() {
      rounds ??= startAlertRounds(roundNeeds(deps, { alerts, delivery, watched }))
    },
    async stop() {
      // What is under way may end; nothing new is begun, and what was claimed goes back.
      closing.abort()
      const late = setTimeout(() => stopping.abort(), graceMs)
      try {
        await rounds?.stop()
      } finally {
        clearTimeout(late)
        await opened.close()
      }
    }
  }
}

function roundNeeds(deps: AlertDeps, opened: Pick<RoundDeps, 'alerts' | 'delivery' | 'watched'>): RoundDeps {
  const { weather, clock, random, report, pause = realPause } = deps
  return {
    ...opened,
    ...{ clock, random, report, pause },
    ended: deps.health?.ended,
    leases: weather.store.leases,
    settled: () => settled(weather),
    ping: heartbeat(deps)
  }
}

/** Told of every subscription that was sent something. */
type Listeners = ReadonlySet<(subscriptionId: string) => void>

async function assemble(deps: AlertDeps, opened: OpenChannels, listeners: Listeners): Promise<Alerts> {
  const { weather, clock, report } = deps
  const { gazetteer, forecasts, store, siteUrl, baseUrl } = weather
  const findPlace: Alerts['places']['find'] = (written) => gazetteer.bySlug(written)
  return {
    subscriptions: store.subscriptions,
    episodes: watchedEpisodes(store.episodes, deps.health),
    outbox: counted(store.outbox, { listeners, deps, channels: opened.channels }),
    deliveryLog: store.deliveryLog,
    maintenance: store.maintenance,
    allowances: store.allowances,
    forecasts: watchedForecasts({
      forecasts,
      findPlace,
      clock
    }),
    places: {
      find: (written) => findNamed(deps.weather, written),
      suggest: (text) => gazetteer.suggest(text, 5).map((place) => place.slug)
    },
    channels: opened.channels,
    keys: await serverKeys(store.secrets, clock()),
    reservations: createReservations(),
    random: (bytes) => randomBytes(bytes),
    now: clock,
    siteUrl,
    baseUrl,
    isDemo: () => isDemo(weather),
    isWorking: deps.health?.isWorking ?? (() => true),
    report
  }
}

/** Whether the service runs on made data. */
function isDemo({ sources, forecasts }: Weather): boolean {
  return sources.every((source) => source.synthetic) || forecasts.isDemo()
}

/** Also by a name that folds to the slug: `İzmir`. */
function findNamed({ gazetteer }: Weather, written: string): ReturnType<Alerts['places']['find']> {
  const slug = toSlug(written)
  return slug === null ? null : gazetteer.bySlug(slug)
}

/** The episodes, with the end of every evaluation told to the health. */
function watchedEpisodes(episodes: Alerts['episodes'], health: AlertDeps['health']): Alerts['episodes'] {
  return {
    ...episodes,
    async evaluate(...evaluation) {
      try {
        await episodes.evaluate(...evaluation)
        health?.ended('evaluate', null)
      } catch (error) {
        health?.ended('evaluate', error)
        throw error
      }
    }
  }
}

interface Counting extends Pick<Alerts, 'channels'> {
  readonly deps: AlertDeps
  readonly listeners: Listeners
}

/** The outbox with its outcomes counted and told on. */
function counted(outbox: Alerts['outbox'], { deps, listeners, channels }: Counting): Alerts['outbox'] {
  return {
    ...outbox,
    async record(recordings, worker, now) {
      await outbox.record(recordings, worker, now)
      for (const { claimed, outcome } of recordings) {
        const { channel, id } = claimed.due.subscription
        deps.countDelivery?.(channel, outcome.kind)
        reportDelay({ claimed, outcome }, { deps, channels })
        if (outcome.kind === 'sent') for (const listener of listeners) listener(id)
      }
    }
  }
}

/** A message that the operator's own server (mail, ntfy, bot, broker) did not take is the operator's to know of. */
function reportDelay({ claimed, outcome }: Recording, { deps, channels }: Omit<Counting, 'listeners'>): void {
  if (outcome.kind !== 'retry' || outcome.untried === true) return
  if (!receiverOf({ channels }, claimed).isShared) return
  deps.report('delivery_delayed', { channel: claimed.due.subscription.channel, reason: outcome.reason })
}

async function ensureForecast({ weather }: AlertDeps, place: Place, client: string): Promise<void> {
  await weather.forecasts.get(pointOf(place), { kind: 'client', key: client })
}

/** The first probe of the real sources decides whether anything is for show. */
async function settled({ forecasts, gazetteer }: Weather): Promise<void> {
  const [place] = gazetteer.provinces()
  if (forecasts.isDemo() && place !== undefined) await forecasts.probe(pointOf(place))
}

function heartbeat({ configuration, weather }: AlertDeps): (() => Promise<unknown>) | null {
  const url = configuration.heartbeatUrl
  if (url === null) return null
  return async () => {
    const { status } = await weather.operatorWay.send({ url })
    if (status >= 300) throw new Error(`the watchdog answered ${status}`)
  }
}
