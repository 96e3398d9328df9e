import Type from 'typebox'
import type { AlertMessage, MessagePreview } from '../../alerts/message-ports.ts'
import type {
  DeliveryContext,
  DeliveryOutcome,
  Destination,
  DestinationProblem,
  PreparedDestination
} from '../../alerts/ports.ts'
import { didYouMean } from '../../common/near-name.ts'
import { daySeconds, secondMs } from '../../common/time.ts'
import { type SettingsOf, wholeNumberVariable } from '../../config/environment.ts'
import type { OutgoingResponse, SendRequest } from '../../outgoing/request.ts'
import { type ChannelDeps, channelKind, type FolderChannel, type OpenFolder } from '../channel-kind.ts'
import {
  type Delivery,
  type DestinationMembers,
  invalid,
  isProblem,
  notAllowed,
  prepared,
  readMembers,
  required
} from '../destination.ts'
import { attemptRequest, gone, isSuccess, retry, retryLater, sent } from '../http-attempt.ts'
import { sentIn, sentWith, withWords, wordsOfAnswer } from '../other-side.ts'
import { withoutManageLink } from '../without-manage-link.ts'
import {
  type ChatFormat,
  chatBody,
  chatFormats,
  isChatFormat,
  webhookBody,
  webhookHeaders,
  webhookSecret
} from './bodies.ts'

const webhookEnvironment = {
  timeoutSeconds: wholeNumberVariable(
    'WEBHOOK_TIMEOUT_SECONDS',
    'Time for a webhook receiver to answer.',
    // The lower end of what Standard Webhooks requires of senders.
    { default: 15, min: 1, max: 30 }
  )
} as const

/** Enough for any URL in use, and short for every proxy (RFC 9110 §4.1 asks for 8,000). */
const longestUrl = 2_000
/** An answer is read only for the challenge. */
const longestAnswerBytes = 65_536

export const webhookKind = channelKind({
  kind: 'webhook',
  names: { en: 'Webhook' },
  row: {
    body: '`destination.url`',
    unconfigured: 'yes',
    firstState: 'pending until your server returns the challenge or `confirm_url` is confirmed',
    sends: 'yes'
  },
  asksSubscribersServer: true,
  environment: webhookEnvironment,
  open: openWebhook
})

const destinationSchema = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'Of your server, or the incoming webhook of a chat.' }),
    format: Type.Optional(
      Type.Unsafe<ChatFormat>({
        type: 'string',
        enum: chatFormats,
        description:
          'Messages as a chat program shows them, in words; the first one asks a reader to confirm. Left out: ' +
          'as Slack and Discord take it at their addresses, elsewhere JSON for programs, signed.'
      })
    )
  },
  {
    additionalProperties: false,
    title: 'WebhookDestination',
    description: 'Where messages go: a server of yours.'
  }
)

async function openWebhook(
  settings: SettingsOf<typeof webhookEnvironment>,
  deps: ChannelDeps
): Promise<OpenFolder> {
  const sending = { send: deps.sendToSubscriber, timeoutMs: settings.timeoutSeconds * secondMs }
  const channel: FolderChannel = {
    takesAnswers: true,
    destinationMembers: ['/destination/url'],
    destinationSchema,
    formField: 'url',
    offersResend: true,
    confirmation: 'answer',
    confirmWithinSeconds: daySeconds,
    prepare: async ({ destination, client }) => await prepare(destination, deps, client),
    setup: ({ destination, signingKey }) =>
      formatOf(destination) === null
        ? { url: null, secret: webhookSecret(signingKey), instructions: 'answer_challenge' }
        : { url: null, secret: null, instructions: 'confirm_in_chat' },
    deliver: (message, destination, context) => deliver(sending, { message, destination, context }),
    preview
  }
  return { channel, readNamed }
}

async function prepare(
  given: unknown,
  deps: ChannelDeps,
  client: string | undefined
): Promise<PreparedDestination | DestinationProblem> {
  const members = readMembers(given, 'the url of your server', ['url', 'format'])
  if (isProblem(members)) return members
  const url = readUrl(members)
  if (!(url instanceof URL)) return url
  const format = readFormat(members, url)
  if ('ok' in format) return format
  const refused = await deps.checkSubscriberUrl(url.href, client)
  // A name that cannot be looked up now is not refused: the verification is tried for a day.
  if (refused?.kind === 'forbidden') return notAllowed('/destination/url', refused.message)
  const destination = { url: url.href, ...format }
  return prepared(destination, { destinationKey: url.href, rateLimitKey: url.hostname })
}

function readUrl(members: DestinationMembers): URL | DestinationProblem {
  const text = members['url']
  if (text === undefined) return required('/destination/url', 'Name the url of your server.')
  const url = typeof text === 'string' && text.length <= longestUrl ? URL.parse(text) : null
  if (url === null)
    return invalid('/destination/url', `This is not a URL of at most ${longestUrl} characters.`)
  url.hash = ''
  return url
}

function readFormat(
  { format, secret }: DestinationMembers,
  url: URL
): { readonly format?: ChatFormat } | DestinationProblem {
  if (format === undefined || format === null) return secret === undefined ? formatAt(url) : {}
  if (isChatFormat(format)) return { format }
  const near = typeof format === 'string' ? didYouMean(format, chatFormats) : ''
  return invalid('/destination/format', `A format is one of ${chatFormats.join(', ')}.${near}`)
}

/** Addresses at which nothing but the chat's own form is taken. */
function formatAt({ hostname, pathname }: URL): { readonly format?: ChatFormat } {
  if (hostname === 'hooks.slack.com' && pathname.startsWith('/services/')) return { format: 'slack' }
  const isDiscord = ['discord.com', 'discordapp.com'].some(
    (host) => hostname === host || hostname.endsWith(`.${host}`)
  )
  if (!isDiscord || !pathname.startsWith('/api/')) return {}
  return { format: pathname.endsWith('/slack') ? 'slack' : 'discord' }
}

function formatOf(destination: Destination | null): ChatFormat | null {
  const format = destination?.['format']
  return isChatFormat(format) ? format : null
}

/** The operator's own servers may have a secret of their own and any address: no guard. */
function readNamed(given: unknown): PreparedDestination | DestinationProblem {
  const needed = 'url and, if you like, secret or format'
  const members = readMembers(given, needed, ['url', 'secret', 'format'])
  if (isProblem(members)) return members
  const url = readUrl(members)
  if (!(url instanceof URL)) return url
  const format = readFormat(members, url)
  if ('ok' in format) return format
  if ('format' in format) return prepared({ url: url.href, ...format })
  const secret = members['secret']
  if (secret === undefined) return prepared({ url: url.href })
  if (typeof secret === 'string' && /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(secret)) {
    return prepared({ url: url.href, secret })
  }
  return invalid('/destination/secret', 'A secret is "whsec_" and 24 to 64 random bytes in base64.')
}

async function deliver(
  sending: { readonly send: SendRequest; readonly timeoutMs: number },
  delivery: Delivery
): Promise<DeliveryOutcome> {
  const { message, destination, context } = delivery
  const body = bodyOf(message, destination, context)
  const attempt = await attemptRequest(sending.send, {
    url: String(destination['url']),
    method: 'POST',
    headers: webhookHeaders({ ...signing(destination, context), body }),
    body,
    totalTimeoutMs: sending.timeoutMs,
    maxBytes: longestAnswerBytes,
    signal: context.signal
  })
  if (!attempt.ok) return attempt.outcome
  return judge(attempt.response, delivery)
}

function bodyOf(
  message: AlertMessage,
  destination: Destination,
  { messageId }: Pick<DeliveryContext, 'messageId'>
): string {
  const format = formatOf(destination)
  // A chat is read by others than the subscriber.
  return format === null ? webhookBody(message, messageId) : chatBody(format, withoutManageLink(message))
}

function signing(
  destination: Destination | null,
  context: Pick<DeliveryContext, 'messageId' | 'now' | 'signingKey'> & Partial<DeliveryContext>
): Omit<Parameters<typeof webhookHeaders>[0], 'body'> {
  const { messageId, now, signingKey, previousSigningKey = null } = context
  const own = destination?.['secret']
  const keys = previousSigningKey === null ? [signingKey] : [signingKey, previousSigningKey]
  return { messageId, now, secrets: typeof own === 'string' ? [own] : keys.map(webhookSecret) }
}

/** All but 2xx and 410 is retried, and only 410 ends it: a proxy's 404 must not cost a warning. No redirects. */
function judge(
  response: OutgoingResponse,
  { message, destination, context: { now } }: Delivery
): DeliveryOutcome {
  const hidden = (): readonly string[] => [
    ...sentIn({ url: String(destination['url']) }),
    ...sentWith(message, destination)
  ]
  if (response.status === 410) {
    return gone(`The receiver answered 410 Gone${withWords(wordsOfAnswer(response), hidden())}`)
  }
  if (response.status >= 300 && response.status <= 399) {
    return retry(`The receiver answered ${response.status}; redirects are never followed.`)
  }
  if (!isSuccess(response)) return retryLater(response, now, hidden())
  // https://appriseit.com/api/reference/response-codes
  if (formatOf(destination) === 'apprise' && response.status === 204)
    return retry('Apprise answered 204: it has nothing configured under the key of this URL.')
  if (message.kind !== 'verify') return sent()
  if (formatOf(destination) !== null) return { outcome: 'sent', thread: null, asksReader: true }
  if (returnsChallenge(response, message.challenge)) return sent()
  return retry('The receiver answered, but its answer was not {"challenge": …} with the value sent.')
}

function returnsChallenge(response: OutgoingResponse, challenge: string | null): boolean {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(response.body))
    const returned =
      typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'challenge') : undefined
    return challenge !== null && returned === challenge
  } catch {
    return false
  }
}

function preview(
  message: AlertMessage,
  destination: Destination | null,
  context: Pick<DeliveryContext, 'messageId' | 'now' | 'signingKey'>
): MessagePreview {
  const body = bodyOf(message, destination ?? {}, context)
  return {
    appearance: 'request',
    title: null,
    text: JSON.stringify(JSON.parse(body), null, 2),
    headers: Object.entries(webhookHeaders({ ...signing(destination, context), body }))
  }
}
