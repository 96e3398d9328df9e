/** Opens the channels of alerts with two HTTP clients: for servers that subscribers name, and the operator's. */
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Alerts } from '../alerts/alerts.ts'
import { receiverOf } from '../alerts/dispatch/deps.ts'
import type { Recording } from '../alerts/outbox-ports.ts'
import type { OpenChannels } from '../channels/registry.ts'
import { minuteMs, secondMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'
import { localized } from '../language/language.ts'
import { type Outgoing, openOutgoing } from '../outgoing/outgoing.ts'
import type { Configuration } from './configuration.ts'
import { channelFaults } from './findings.ts'
import type { Weather } from './weather.ts'

interface Counting extends Pick<Alerts, 'channels'> {
  readonly clock: () => number
  readonly report: Report
  readonly countDelivery: ((channel: string, outcome: Recording['outcome']['kind']) => void) | undefined
  readonly sent: (ids: readonly string[]) => void
}

/** When a refusal of a channel was logged last [ms since epoch]. */
type LastRefused = Map<string, number>

export function countedOutbox(outbox: Alerts['outbox'], counting: Counting): Alerts['outbox'] {
  const refused: LastRefused = new Map()
  return {
    ...outbox,
    async record(recordings, worker, now) {
      await outbox.record(recordings, worker, now)
      const sent: string[] = []
      for (const { claimed, outcome } of recordings) {
        const { channel, id } = claimed.due.subscription
        counting.countDelivery?.(channel, outcome.kind)
        reportRefusal({ claimed, outcome }, counting, refused)
        if (outcome.kind === 'sent' && counting.channels.get(channel)?.fetchedAs === 'events') sent.push(id)
      }
      if (sent.length > 0) counting.sent(sent)
    }
  }
}

/** Logs each refusal of the operator's servers; others, and receivers that are gone, once a minute and channel. */
function reportRefusal(
  { claimed, outcome }: Recording,
  { channels, clock, report }: Counting,
  refused: LastRefused
): void {
  if (outcome.kind !== 'rejected' && (outcome.kind !== 'retry' || outcome.untried === true)) return
  const { channel } = claimed.due.subscription
  const { reason } = outcome
  if (outcome.kind === 'retry' && receiverOf({ channels }, claimed).isShared) {
    report('delivery_delayed', { channel, reason })
    return
  }
  const [now, last] = [clock(), refused.get(channel) ?? Number.NEGATIVE_INFINITY]
  if (now >= last && now - last < minuteMs) return
  refused.set(channel, now)
  report('delivery_refused', { channel, reason })
}

export interface AlertChannelDeps {
  readonly configuration: Configuration
  readonly weather: Weather
  readonly isDemo: () => boolean
  readonly clock: () => number
  readonly report: Report
  /** Name servers for subscribers' destinations; default: the system's. */
  readonly nameServers?: readonly string[]
}

export async function openAlertChannels(
  deps: AlertChannelDeps
): Promise<OpenChannels & Pick<Outgoing, 'lookUps'>> {
  const { configuration, isDemo, report, nameServers } = deps
  const { webhookAllowHttp: allowHttp, webhookAllow: allow } = configuration
  await using ends = new AsyncDisposableStack()
  const subscriberWay = openOutgoing({
    reach: 'public',
    allowHttp,
    allow,
    proxies: configuration,
    ...(nameServers && { nameServers })
  })
  ends.defer(subscriberWay.close)
  // On demo data nothing leaves the machine, not even a DNS query: only addresses are checked.
  const nowhere = openOutgoing({ reach: 'public', allowHttp, allow, lookup: async () => [] })
  ends.defer(nowhere.close)
  const opened = await configuration.channels.open({
    sendToOperator: deps.weather.operatorWay.send,
    save: (name, make) => deps.weather.store.secrets.save(name, make, deps.clock()),
    wait: (seconds, signal) => delay(seconds * secondMs, undefined, { signal }).catch(() => undefined),
    uses: deps.weather.store.allowances,
    report: ({ channel, text }) => deps.report('channel', { channel, text }),
    clock: deps.clock,
    random: (bytes) => randomBytes(bytes),
    siteUrl: deps.weather.siteUrl,
    operator: deps.configuration.operator,
    sendToSubscriber: subscriberWay.send,
    checkSubscriberUrl: (url, client) => (isDemo() ? nowhere : subscriberWay).check(url, client)
  })
  ends.defer(opened.close)
  for (const { channel, text, remedy } of configuration.channels.notes)
    report('channel', { channel, text: `${localized(text, 'en')}. ${localized(remedy, 'en')}` })
  const { store } = deps.weather
  for (const { text, remedy } of await channelFaults({ configuration, opened, store }, 'en'))
    report('channel_not_offered', { mistake: text, remedy })
  const closing = ends.move()
  return { ...opened, lookUps: subscriberWay.lookUps, close: () => closing.disposeAsync() }
}
