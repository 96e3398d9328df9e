/**
 * Opens the channels of alerts with two HTTP clients: one for servers that subscribers name, one for the operator's.
 */
import { randomBytes } from 'node:crypto'
import type { ChannelDeps } from '../channels/channel-kind.ts'
import type { OpenChannels } from '../channels/registry.ts'
import { secondMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'
import { localized } from '../language/language.ts'
import { type Outgoing, openOutgoing } from '../outgoing/outgoing.ts'
import { missingChannels } from './channel-findings.ts'
import type { Configuration } from './configuration.ts'
import type { Weather } from './weather.ts'

interface AlertChannelDeps {
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
    ...ownParts(deps),
    sendToSubscriber: subscriberWay.send,
    checkSubscriberUrl: (url, client) => (isDemo() ? nowhere : subscriberWay).check(url, client)
  })
  ends.defer(opened.close)
  for (const { channel, text, remedy } of configuration.channels.notes)
    report('channel', { channel, text: `${localized(text, 'en')}. ${localized(remedy, 'en')}` })
  const { store } = deps.weather
  for (const { text, remedy } of await missingChannels({ configuration, opened, store }, 'en'))
    report('channel_not_offered', { mistake: text, remedy })
  const closing = ends.move()
  return { ...opened, lookUps: subscriberWay.lookUps, close: () => closing.disposeAsync() }
}

function ownParts({
  configuration,
  weather,
  clock,
  report
}: AlertChannelDeps): Omit<ChannelDeps, 'sendToSubscriber' | 'checkSubscriberUrl'> {
  return {
    sendToOperator: weather.operatorWay.send,
    save: (name, make) => weather.store.secrets.save(name, make, clock()),
    wait,
    uses: weather.store.allowances,
    report: ({ channel, text }) => report('channel', { channel, text }),
    clock,
    random: (bytes) => randomBytes(bytes),
    siteUrl: weather.siteUrl,
    operator: configuration.operator
  }
}

function wait(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, seconds * secondMs)
    signal.addEventListener('abort', done, { once: true })
  })
}
