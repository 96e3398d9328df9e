/** ntfy: a topic that cannot be guessed, on the operator's own server. */
import type { AlertMessage, MessageUrgency } from '../../alerts/message-ports.ts'
import type { DeliveryOutcome } from '../../alerts/ports.ts'
import { renderAlert } from '../../alerts/words/render-alert.ts'
import { chiefNight } from '../../alerts/words/titles.ts'
import { type Note, type SettingsOf, textVariable, wholeNumberVariable } from '../../config/environment.ts'
import { webAddressVariable } from '../../config/web-address.ts'
import { OutgoingError, type SendRequest } from '../../outgoing/request.ts'
import {
  type ChannelDeps,
  channelKind,
  type FolderChannel,
  type OpenFolder,
  type TryServer
} from '../channel-kind.ts'
import { type Delivery, topics } from '../destination.ts'
import { attemptRequest, isSuccess, retry, retryLater, sent } from '../http-attempt.ts'
import {
  createTrouble,
  quoted,
  sentIn,
  sentWith,
  type Trouble,
  withWords,
  wordsOfAnswer
} from '../other-side.ts'
import { detailLines, fitLines, links } from '../short-text.ts'

/** No default server: a public one would see every grower's place. */
const ntfyEnvironment = {
  url: webAddressVariable({
    name: 'NTFY_URL',
    description: "The operator's ntfy server, as phones reach it.",
    default: null,
    example: 'https://ntfy.example.org'
  }),
  token: textVariable({
    name: 'NTFY_TOKEN',
    description: 'Access token of that server, where publishing needs one.',
    secret: true,
    pattern: /^[\w.~+/-]+=*$/,
    allowed: {
      en: 'a token of letters, digits and . _ ~ + / - =',
      tr: 'harf, rakam ve . _ ~ + / - = karakterlerinden oluşan bir erişim anahtarı'
    },
    remedy: {
      en: 'Copy it as "ntfy token add" shows it, tk_…, without quotes, spaces or "Bearer".',
      tr: '"ntfy token add" nasıl gösteriyorsa öyle kopyalayın: tk_…; tırnak, boşluk ve "Bearer" olmadan.'
    }
  }),
  cap: wholeNumberVariable('NTFY_MAX_SUBSCRIPTIONS', 'Most ntfy subscriptions at a time.', {
    // A topic costs the server a few hundred bytes, and a connection for each phone.
    default: 10_000,
    min: 1,
    max: 10_000_000
  })
} as const

type NtfySettings = SettingsOf<typeof ntfyEnvironment>

function headersWith(token: string | null): Readonly<Record<string, string>> {
  return { 'user-agent': 'Ayaz/1', ...(token !== null && { authorization: `Bearer ${token}` }) }
}

/** A longer one becomes a file; the documented limit is 4,096 bytes. */
const longestMessageBytes = 4_000

/** 1 (lowest) to 5 (long vibration): https://docs.ntfy.sh/publish/#message-priority */
const priorities: Readonly<Record<MessageUrgency, number>> = { alarm: 5, warning: 4, notice: 3, quiet: 2 }

/** The phone (ntfy ≥ 2.16) shows only the newest message of a `sequence_id`. */
export function ntfyMessage(
  message: AlertMessage,
  topic: string,
  messageId: string
): Record<string, unknown> {
  const rendered = renderAlert(message)
  return {
    topic,
    title: rendered.title,
    message: fitLines([rendered.short, '', ...detailLines(rendered)], { bytes: longestMessageBytes }),
    priority: priorities[message.urgency],
    tags: tagsOf(message),
    click: message.links.placeUrl,
    // A page with a button, not a call by the phone: an accidental touch must not end warnings.
    actions: links(rendered)
      .slice(-3)
      .map(({ label, url }) => ({ action: 'view', label, url })),
    sequence_id: sequenceOf(message) ?? messageId
  }
}

/** A sequence id for each subscription and night; null: the message stands alone. */
function sequenceOf(message: AlertMessage): string | null {
  const night = message.kind === 'test' ? null : chiefNight(message)
  return night === null ? null : `${message.subscriptionId}-${night.date}`
}

// Emoji before the title: https://docs.ntfy.sh/emojis/
function tagsOf(message: AlertMessage): readonly string[] {
  if (message.kind === 'cleared' || message.kind === 'sighted') return ['white_check_mark']
  if (message.kind === 'blind') return ['warning']
  return ['snowflake']
}

const { prepare, readNamed } = topics('ayaz-', {
  pattern: /^[-_A-Za-z0-9]{1,64}$/,
  allowed: '1 to 64 letters, digits, - or _'
})

export const ntfyKind = channelKind({
  kind: 'ntfy',
  names: { en: 'ntfy' },
  row: { body: '–', unconfigured: 'no: `NTFY_URL`', firstState: 'active', sends: 'yes' },
  environment: ntfyEnvironment,
  open: openNtfy
})

async function openNtfy(settings: NtfySettings, deps: ChannelDeps): Promise<OpenFolder> {
  const trouble = createTrouble(deps.clock)
  const channel: FolderChannel = {
    takesAnswers: true,
    takesMinimalBody: true,
    isConfigured: settings.url !== null,
    needs: settings.url === null ? ['NTFY_URL'] : [],
    rankForPeople: 3,
    installationCap: settings.cap,
    prepare,
    setup: ({ destination }) => ({
      url: settings.url === null || destination === null ? null : `${settings.url}/${destination['topic']}`,
      secret: null,
      instructions: 'subscribe_topic'
    }),
    unavailable: async () => trouble.known(),
    deliver: (message, destination, context) =>
      deliver({ settings, deps, trouble }, { message, destination, context }),
    preview: (message, destination, context) => {
      const shown = ntfyMessage(message, String(destination?.['topic'] ?? ''), context.messageId)
      return {
        appearance: 'push',
        title: String(shown['title']),
        text: String(shown['message']),
        headers: []
      }
    }
  }
  const { url, token } = settings
  return {
    channel,
    readNamed,
    ...(url !== null && { tryServer: tryNtfyServer({ url, token }, deps.sendToOperator) })
  }
}

interface Opened {
  readonly settings: NtfySettings
  readonly deps: ChannelDeps
  readonly trouble: Trouble
}

async function deliver(
  { settings, deps, trouble }: Opened,
  { message, destination, context }: Delivery
): Promise<DeliveryOutcome> {
  if (settings.url === null) return retry('This channel is not configured at the moment.', 600)
  const credentials = headersWith(settings.token)
  const attempt = await attemptRequest(deps.sendToOperator, {
    url: `${settings.url}/`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...credentials },
    body: JSON.stringify(ntfyMessage(message, String(destination['topic']), context.messageId)),
    totalTimeoutMs: 10_000,
    maxBytes: 65_536,
    signal: context.signal
  })
  if (!attempt.ok) return attempt.outcome
  const { response } = attempt
  if (isSuccess(response)) {
    trouble.over()
    return sent()
  }
  const hidden = [...sentIn({ url: settings.url, headers: credentials }), ...sentWith(message, destination)]
  if (response.status === 401 || response.status === 403) {
    const words = withWords(wordsOfAnswer(response), hidden)
    trouble.met('The ntfy server does not let this service publish at the moment.')
    deps.report({
      channel: 'ntfy',
      text: `The ntfy server refuses to publish (${response.status}), see NTFY_TOKEN${words}`
    })
    // The operator's mistake must not end the subscription.
    return retry(`The ntfy server does not let this service publish${words}`, 600)
  }
  return retryLater(response, context.now, hidden)
}

/** The ntfy server. Its health path is requested with the token: a wrong token is refused at every path. */
interface NtfyServer {
  readonly url: string
  readonly token: NtfySettings['token']
}

function tryNtfyServer({ url, token }: NtfyServer, send: SendRequest): TryServer {
  return async (limitMs) => {
    try {
      const headers = headersWith(token)
      const answer = await send({
        url: `${url}/v1/health`,
        headers,
        connectTimeoutMs: limitMs,
        totalTimeoutMs: limitMs,
        maxBytes: 65_536
      })
      if (answer.status === 200) return null
      return refused(answer.status, quoted(wordsOfAnswer(answer), sentIn({ url, headers })))
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      return unreachable(error.kind)
    }
  }
}

/** @param words of the server, to end a sentence with */
function refused(status: number, words: string): Note {
  if (status === 401 || status === 403) {
    return {
      text: {
        en: `the ntfy server refuses the token (${status})${words}`,
        tr: `ntfy sunucusu erişim anahtarını kabul etmiyor (${status})${words}`
      },
      remedy: {
        en: 'Set NTFY_TOKEN to an access token of a user who may publish ("ntfy token add USER").',
        tr:
          'NTFY_TOKEN değişkenine, yayımlama izni olan bir kullanıcının erişim anahtarını yazın ("ntfy token ' +
          'add KULLANICI").'
      }
    }
  }
  return {
    text: {
      en: `the server of NTFY_URL answers ${status} when it is asked for its health${words}`,
      tr: `NTFY_URL sunucusu durumu sorulduğunda ${status} yanıtını veriyor${words}`
    },
    remedy: {
      en: 'Check that NTFY_URL is the address of an ntfy server, and read its log.',
      tr: 'NTFY_URL adresinin bir ntfy sunucusu olduğunu denetleyin ve sunucunun günlüğüne bakın.'
    }
  }
}

function unreachable(kind: OutgoingError['kind']): Note {
  return {
    text: {
      en: `the ntfy server cannot be reached (${kind})`,
      tr: `ntfy sunucusuna ulaşılamıyor (${kind})`
    },
    remedy: {
      en: 'Check NTFY_URL and the network from this machine.',
      tr: 'NTFY_URL değişkenini ve bu makineden ağı denetleyin.'
    }
  }
}
