import type { DeliveryOutcome } from '../../alerts/ports.ts'
import type { Note, SettingsOf } from '../../config/environment.ts'
import { withoutLastSlashes } from '../../config/web-address.ts'
import {
  type ChannelDeps,
  channelKind,
  type FolderChannel,
  type OpenFolder,
  type TryServer
} from '../channel-kind.ts'
import { type Delivery, topics } from '../destination.ts'
import { retry, sent } from '../http-attempt.ts'
import { quoted, sentIn, sentWith, withWords } from '../other-side.ts'
import type { Broker, BrokerRefusal, Published } from './broker.ts'
import { mqttEnvironment } from './config.ts'
import { listenForSeen } from './discovery.ts'
import { expirySeconds, ownPayload } from './message.ts'
import { openStateTopics } from './state-topics.ts'

type MqttSettings = SettingsOf<typeof mqttEnvironment>

const { prepare, readNamed } = topics('frost/alerts/', {
  pattern: /^[^+#$\0][^+#\0]{0,199}$/,
  allowed: '1 to 200 characters, none of + and #, and does not begin with $'
})

export const mqttKind = channelKind({
  kind: 'mqtt',
  names: { en: 'MQTT' },
  row: {
    body: '–',
    unconfigured: 'no: `MQTT_URL`',
    firstState: "active; needs the operator's API key unless `MQTT_OPEN=yes`",
    sends: 'yes'
  },
  environment: mqttEnvironment,
  open: openMqtt
})

async function openMqtt(settings: MqttSettings, deps: ChannelDeps): Promise<OpenFolder> {
  const broker =
    settings.url === null
      ? null
      : await loadBroker(settings.url, (refusal) =>
          deps.report({ channel: 'mqtt', text: sentenceOf(refusal, sentIn({ url: settings.url ?? '' })) })
        )
  const shown = shownBroker(settings)
  const { announces, isOpen } = settings
  const announcing = { announces, announcesFields: announces && !isOpen }
  const stateSettings = { report: deps.report, siteUrl: deps.siteUrl, ...announcing }
  const channel: FolderChannel = {
    takesMinimalBody: true,
    isConfigured: broker !== null,
    needs: broker === null ? ['MQTT_URL'] : [],
    needsOperatorKey: !settings.isOpen,
    prepare,
    setup: ({ destination }) => ({
      url: shown === null || destination === null ? null : `${shown}/${destination['topic']}`,
      secret: null,
      instructions: 'subscribe_topic'
    }),
    unavailable: async () =>
      broker === null || (await broker.isReachable()) ? null : 'The broker cannot be reached at the moment.',
    takesAnswers: true,
    ...(broker !== null && { showState: openStateTopics(broker, stateSettings) }),
    ...listening(settings, deps),
    deliver: (message, destination, context) =>
      deliver({ broker, url: settings.url ?? '', deps }, { message, destination, context }),
    preview: (message, destination, { messageId }) => ({
      appearance: 'request',
      title: String(destination?.['topic'] ?? 'frost/alerts/…'),
      text: JSON.stringify(JSON.parse(ownPayload(message, messageId)), null, 2),
      headers: []
    })
  }
  return {
    channel,
    readNamed,
    ...(settings.url !== null && { tryServer: tryBroker(settings.url) }),
    close: async () => await broker?.close()
  }
}

/** Listens for programs that acknowledge a warning. */
function listening({ url }: MqttSettings, deps: ChannelDeps): Pick<FolderChannel, 'converse'> {
  return url === null ? {} : { converse: (chat, signal) => listenForSeen({ ...deps, url }, chat, signal) }
}

/** The client is loaded only where there is a broker. */
async function loadBroker(url: string, refused: (refusal: BrokerRefusal) => void): Promise<Broker> {
  const { openBroker } = await import('./broker.ts')
  return openBroker(url, refused)
}

interface Opened {
  readonly broker: Broker | null
  readonly url: string
  readonly deps: ChannelDeps
}

async function deliver(
  { broker, url, deps }: Opened,
  { message, destination, context }: Delivery
): Promise<DeliveryOutcome> {
  if (broker === null) return retry('This channel is not configured at the moment.', 600)
  const { messageId, signal } = context
  const own = {
    topic: String(destination['topic']),
    payload: ownPayload(message, messageId),
    expirySeconds: expirySeconds(message, context.now),
    messageId
  }
  const published = await broker.publish(own, signal)
  if (published !== 'published')
    return failed(published, deps, [...sentIn({ url }), ...sentWith(message, destination)])
  return sent()
}

function failed(
  published: Exclude<Published, 'published'>,
  deps: ChannelDeps,
  hidden: readonly string[]
): DeliveryOutcome {
  if (published === 'unreachable') return retry('The broker could not be reached.')
  if (published === 'given_up') return retry('The attempt was given up before the broker answered.')
  const { refused, refusedWith } = published
  // 0x87: not authorized (MQTT 5 §3.4.2.1); a refused connection is always the operator's to mend.
  const isOperators = refused === 'the connection' || refusedWith === 0x87
  if (!isOperators) return retry(sentenceOf(published, hidden))
  deps.report({ channel: 'mqtt', text: `${sentenceOf(published, hidden)} See its users and access rules.` })
  return retry(sentenceOf(published, hidden), refused === 'the message' ? 600 : null)
}

function sentenceOf({ refused, refusedWith, said }: BrokerRefusal, hidden: readonly string[]): string {
  return `The broker refuses ${refused} (${refusedWith})${withWords(said, hidden)}`
}

function tryBroker(url: string): TryServer {
  return async (limitMs) => {
    const { connectOnce } = await import('./broker.ts')
    try {
      await connectOnce(url, limitMs)
      return null
    } catch (error) {
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
      // The broker's number; what has none is the system's, whose words hold the address.
      const said = typeof code === 'number' && error instanceof Error ? error.message : ''
      return noteOf(code, quoted(said, sentIn({ url })))
    }
  }
}

/** @param code the broker's number, or the system's word @param words of the broker, to end a sentence with */
function noteOf(code: unknown, words: string): Note {
  // 0x86: bad user name or password; 0x87: not authorized (MQTT 5 §3.2.2.2).
  if (code === 0x86 || code === 0x87) {
    return {
      text: {
        en: `the broker refuses the login${words}`,
        tr: `MQTT sunucusu girişi kabul etmiyor${words}`
      },
      remedy: {
        en: "Correct user and password in MQTT_URL, or the broker's list of users.",
        tr: 'MQTT_URL içindeki kullanıcıyı ve parolayı ya da sunucunun kullanıcı listesini düzeltin.'
      }
    }
  }
  const reason = typeof code === 'number' || typeof code === 'string' ? ` (${code})` : ''
  return {
    text: {
      en: `no connection to the broker can be opened${reason}${words}`,
      tr: `MQTT sunucusuna bağlanılamıyor${reason}${words}`
    },
    remedy: {
      en:
        'Check the address in MQTT_URL (mqtt:// with 1883, mqtts:// with 8883), the network, and that the ' +
        'broker speaks MQTT 5.',
      tr:
        'MQTT_URL içindeki adresi (mqtt:// için 1883, mqtts:// için 8883), ağı ve sunucunun MQTT 5 ' +
        'desteklediğini denetleyin.'
    }
  }
}

/** The broker's address without user, password and query. */
function shownBroker(settings: MqttSettings): string | null {
  const url = URL.parse(settings.publicUrl ?? settings.url ?? '')
  return url === null ? null : `${url.protocol}//${url.host}${withoutLastSlashes(url.pathname)}`
}
