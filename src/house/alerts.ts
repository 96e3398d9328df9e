/** Puts alerts together: store, outlook, channels, keys, and the way out to whoever subscribed. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Alerts } from '../alerts/alerts.ts'
import { type DeliverySettings, usualDelivery } from '../alerts/deliver.ts'
import type { OpenChannels } from '../channels/registry.ts'
import type { Configuration } from '../config.ts'
import { openOutgoing } from '../outgoing/outgoing.ts'
import type { Report } from '../outlook/ports.ts'
import { toSlug } from '../places/folding.ts'
import { serverKeys } from '../store/secrets.ts'
import { watchedForecasts } from './watched-forecasts.ts'
import type { Weather } from './weather.ts'

export interface HousedAlerts {
  readonly alerts: Alerts
  readonly delivery: DeliverySettings
  readonly channels: OpenChannels
  /** Ends every connection of the channels; what is under way fails and is tried again after the next start. */
  readonly close: () => Promise<void>
}

export interface AlertNeeds {
  readonly configuration: Configuration
  readonly weather: Weather
  readonly clock: () => number
  readonly report: Report
}

const mostSuggestions = 5

export async function openAlerts(needs: AlertNeeds): Promise<HousedAlerts> {
  const { configuration, weather, clock, report } = needs
  const { store, siteUrl, baseUrl } = weather
  const subscriberWay = openOutgoing({
    reach: 'public',
    allowHttp: configuration.webhookAllowHttp,
    allow: configuration.webhookAllow
  })
  const keys = await serverKeys(store.secrets, clock())
  const channels = await configuration.channels.open({
    sendToSubscriber: subscriberWay.send,
    checkSubscriberUrl: subscriberWay.check,
    sendToOperator: weather.operatorWay.send,
    keep: (name, make) => store.secrets.keep(name, make, clock()),
    wait: (seconds, signal) => wait(seconds * 1000, undefined, { signal, ref: false }).catch(() => undefined),
    report: ({ channel, text }) => report('channel', { channel, text }),
    clock,
    random: (bytes) => new Uint8Array(randomBytes(bytes)),
    siteUrl
  })
  for (const { mistake, remedy } of channels.mistakes) report('channel_mistake', { mistake, remedy })
  const stopping = new AbortController()
  const alerts: Alerts = {
    subscriptions: store.subscriptions,
    episodes: store.episodes,
    outbox: store.outbox,
    deliveryLog: store.deliveryLog,
    upkeep: store.upkeep,
    allowances: store.allowances,
    forecasts: watchedForecasts({ outlook: weather.outlook, gazetteer: weather.gazetteer, clock }),
    places: {
      find: (text) => {
        const slug = toSlug(text)
        return slug === null ? null : weather.gazetteer.bySlug(slug)
      },
      suggest: (text) => weather.gazetteer.suggest(text, mostSuggestions).map((place) => place.slug)
    },
    channels: channels.channels,
    keys,
    random: (bytes) => new Uint8Array(randomBytes(bytes)),
    now: clock,
    siteUrl,
    baseUrl,
    isDemo: () => weather.outlook.isDemo() || weather.sources.every((source) => source.synthetic),
    report
  }
  return {
    alerts,
    channels,
    delivery: {
      ...usualDelivery,
      worker: randomBytes(9).toString('base64url'),
      timeout: (ms) => AbortSignal.any([AbortSignal.timeout(ms), stopping.signal])
    },
    async close() {
      stopping.abort()
      await channels.close()
      await subscriberWay.close()
    }
  }
}
