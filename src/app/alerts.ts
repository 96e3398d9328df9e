import { randomBytes } from 'node:crypto'
import { alertPlaces } from '../alerts/alert-places.ts'
import type { Alerts } from '../alerts/alerts.ts'
import { knownReceivers } from '../alerts/dispatch/receiver-queue.ts'
import { type DeliverySettings, usualDelivery } from '../alerts/dispatch/settings.ts'
import type { Recording } from '../alerts/outbox-ports.ts'
import type { Keys } from '../alerts/ports.ts'
import { createReservations } from '../alerts/reservations.ts'
import { maintain } from '../alerts/round.ts'
import { showStates } from '../alerts/shown-states.ts'
import type { EvaluatedForecast } from '../alerts/watched-forecasts.ts'
import type { LastEvaluation } from '../alerts/watching/place-judging.ts'
import { budgetReach, type PaceState } from '../alerts/watching/watch-pacing.ts'
import { watchedForecasts } from '../alerts/watching/watched-forecasts.ts'
import { watchPlaces } from '../alerts/watching/watched-places.ts'
import type { OpenChannels } from '../channels/registry.ts'
import { autoStage } from '../frost/scoring-profile.ts'
import type { AlertOperationDeps } from '../http/alerts/parts.ts'
import { clientOfKey } from '../http/client-key.ts'
import { createBackFill } from '../observations/back-fill.ts'
import { ownThermometers } from '../observations/own-thermometers.ts'
import type { Outgoing } from '../outgoing/outgoing.ts'
import { serverKeys } from '../store/secrets.ts'
import { isCorrupt, isUnavailable } from '../store/store-error.ts'
import { asAnyone, type Place, pointOf } from '../weather/point.ts'
import { type AlertChannelDeps, countedOutbox, openAlertChannels } from './alert-channels.ts'
import { type RoundDeps, startAlertRounds } from './alert-rounds.ts'
import type { Health } from './health.ts'
import { operatorClients } from './operator-clients.ts'
import { type Pause, type Repeating, realPause } from './repeating.ts'
import type { Weather } from './weather.ts'

export interface AlertsModule extends AlertOperationDeps {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  /** The VAPID public key; null where web push is off. */
  readonly applicationServerKey: string | null
  readonly lastEvaluation: () => LastEvaluation | null
  readonly lookUps: Outgoing['lookUps']
  /** The pace of watched places in the last round; null before the first. */
  readonly pace: () => PaceState | null
  /** Calls the listener with the subscriptions of event streams to which this process has just sent a message. */
  readonly whenSent: (listener: SentListener) => void
  /** Expires, ages and deletes what is due; call it once an hour. */
  readonly maintain: () => Promise<void>
  readonly start: () => void
  /** Stops them, waits for running work, and closes the channels; the store must stay open until then. */
  readonly stop: () => Promise<void>
}

export interface AlertDeps extends Omit<AlertChannelDeps, 'isDemo'> {
  /** 0 ≤ x < 1: for jitter only. */
  readonly random: () => number
  /** How the rounds wait; default: real time. */
  readonly pause?: Pause
  /** Gets the outcome of rounds, and says whether alerts are reliable; without it no failure is noticed. */
  readonly health?: Pick<Health, 'ended' | 'isWorking'>
  readonly countDelivery?: (channel: string, outcome: Recording['outcome']['kind']) => void
}

/** How long running deliveries may take after a stop was requested [ms]. */
const graceMs = 5000

export async function openAlerts(deps: AlertDeps): Promise<AlertsModule> {
  const { weather, clock } = deps
  const opened = await openAlertChannels({ ...deps, isDemo: () => isDemo(weather) })
  await using ends = new AsyncDisposableStack()
  ends.defer(opened.close)
  const stopping = new AbortController()
  const closing = new AbortController()
  const listeners = new Set<SentListener>()
  const alerts = await assemble(deps, opened, listeners)
  const delivery: DeliverySettings = {
    ...usualDelivery,
    known: knownReceivers(),
    worker: randomBytes(9).toString('base64url'),
    timeout: (ms) => AbortSignal.any([AbortSignal.timeout(ms), stopping.signal]),
    closing: closing.signal
  }
  const states = showStates(alerts, deps.report)
  const { evaluated } = states
  // Damage may be in the rows of one place.
  const isAway = (error: unknown): boolean => isUnavailable(error) && !isCorrupt(error)
  const watched = watchPlaces({
    alerts,
    weather,
    clock,
    report: deps.report,
    isUnavailable: isAway,
    evaluated,
    operators: () => operatorClients(weather.store),
    ...(deps.health && { ended: deps.health.ended })
  })
  let rounds: Repeating | null = null
  const closingChannels = ends.move()
  return {
    alerts,
    delivery,
    applicationServerKey: opened.applicationServerKey,
    lastEvaluation: watched.lastEvaluation,
    lookUps: opened.lookUps,
    pace: watched.pace,
    whenSent: (listener) => void listeners.add(listener),
    wake: () => rounds?.wake(),
    newPoints: () => newPoints(weather),
    ensureForecast: (place, stage, client) => ensureForecast(deps, { place, stage, client }),
    async maintain() {
      await settled(weather)
      await maintain(alerts)
    },
    start() {
      rounds ??= startAlertRounds(
        roundNeeds(deps, { alerts, delivery, watched, states, isUnavailable: isAway })
      )
    },
    async stop() {
      // Running attempts may end; no new one starts, and claimed messages go back.
      closing.abort()
      const late = setTimeout(() => stopping.abort(), graceMs)
      try {
        await rounds?.stop()
      } finally {
        clearTimeout(late)
        await closingChannels.disposeAsync()
      }
    }
  }
}

function roundNeeds(
  deps: AlertDeps,
  opened: Pick<RoundDeps, 'alerts' | 'delivery' | 'watched' | 'states' | 'isUnavailable'>
): RoundDeps {
  const { weather, clock, random, report, pause = realPause } = deps
  const { alerts } = opened
  return {
    ...opened,
    clock,
    random,
    report,
    pause,
    ended: deps.health?.ended,
    leases: weather.store.leases,
    settled: () => settled(weather),
    isCutOff: () =>
      weather.sources.every(({ credit }) => weather.circuits.circuitOf(credit.id, 'watched') !== 'closed'),
    backFill: backFilling(deps, alerts),
    ping: heartbeat(deps)
  }
}

function backFilling(
  { weather: { forecasts, store }, clock, report }: AlertDeps,
  { subscriptions, places }: Alerts
): RoundDeps['backFill'] {
  const backFill = createBackFill({ forecasts, store: store.record, clock, report })
  return async (signal) => {
    const locations = await subscriptions.watchedPlaces()
    const watched = locations.flatMap((location) => places.find(location) ?? [])
    await backFill.round(
      watched.map((place) => pointOf(place)),
      signal
    )
  }
}

/** How many new points the budget still carries with the looks before the coldest hours. */
async function newPoints(weather: Weather): Promise<number | null> {
  const reach = budgetReach(weather)
  if (reach === null) return null
  const watched = await weather.store.subscriptions.watchedPlaces()
  return Math.max(0, reach.atLeast - watched.length)
}

type SentListener = (subscriptionIds: readonly string[]) => void
type Listeners = ReadonlySet<SentListener>

async function assemble(deps: AlertDeps, opened: OpenChannels, listeners: Listeners): Promise<Alerts> {
  const { weather, clock, report } = deps
  const { gazetteer, forecasts, store, siteUrl, baseUrl, learning } = weather
  const keys = await serverKeys(store.secrets, clock())
  return {
    subscriptions: store.subscriptions,
    members: store.members,
    episodes: watchedEpisodes(store.episodes, deps.health),
    outbox: countedOutbox(store.outbox, {
      channels: opened.channels,
      clock,
      report,
      countDelivery: deps.countDelivery,
      sent: (ids) => {
        for (const listener of listeners) listener(ids)
      }
    }),
    deliveryLog: store.deliveryLog,
    maintenance: store.maintenance,
    allowances: store.allowances,
    forecasts: watchedForecasts({
      forecasts,
      clock,
      own: ownThermometers(learning, (owner) => hashedOwner(owner, keys))
    }),
    places: alertPlaces(gazetteer),
    channels: opened.channels,
    keys,
    reservations: createReservations(),
    random: (bytes) => randomBytes(bytes),
    now: clock,
    subscriptionsPerDay: deps.configuration.subscriptionsPerDay || null,
    unprovenPerDay: deps.configuration.unprovenPerDay || null,
    tierLimits: (name) => deps.configuration.tiers.find((tier) => tier.name === name) ?? {},
    siteUrl,
    baseUrl,
    isDemo: () => isDemo(weather),
    awaitsRealData: () => weather.sources.some((source) => !source.synthetic),
    isWorking: deps.health?.isWorking ?? (() => true),
    report
  }
}

function hashedOwner(owner: string, keys: Keys): string {
  return owner.startsWith('sub_') ? owner : keys.hash(clientOfKey(owner))
}

function isDemo({ sources, forecasts }: Weather): boolean {
  return sources.every((source) => source.synthetic) || forecasts.isDemo()
}

/** Outcomes go to the health checks. What fails for all subscriptions of a place is left to the round to judge. */
function watchedEpisodes(episodes: Alerts['episodes'], health: AlertDeps['health']): Alerts['episodes'] {
  return {
    ...episodes,
    async evaluate(runs, now, onlySubscription) {
      try {
        await episodes.evaluate(runs, now, onlySubscription)
        health?.ended('evaluate', null)
      } catch (error) {
        if (onlySubscription !== null) health?.ended('evaluate', error)
        throw error
      }
    }
  }
}

/** What the first evaluation needs, on the client's account. */
async function ensureForecast(
  { weather: { forecasts } }: AlertDeps,
  { place, stage, client }: { place: Place; stage: string | null; client: string }
): Promise<EvaluatedForecast> {
  const [point, requester] = [pointOf(place), { kind: 'client', key: client }] as const
  const isField = place.isOwn === true && !forecasts.isDemo()
  const asNew = isField ? forecasts.asNew(pointOf(asAnyone(place)), requester) : 'stored'
  await forecasts.get(point, requester)
  if (stage === autoStage) await forecasts.seasons.refresh(point, requester, true)
  return asNew
}

/** The first probe of the real sources decides whether the service runs as a demo. */
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
