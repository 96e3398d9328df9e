/** Pushes to browsers (RFC 8030, 8291, 8292): encrypted for the browser, signed with VAPID keys. */
import { createECDH, createPublicKey, hash } from 'node:crypto'
import Type from 'typebox'
import type { DeliveryOutcome, DestinationProblem, PreparedDestination } from '../../alerts/ports.ts'
import { daySeconds } from '../../common/time.ts'
import type { OutgoingResponse, SendRequest } from '../../outgoing/request.ts'
import { type ChannelDeps, channelKind, type FolderChannel, type OpenFolder } from '../channel-kind.ts'
import {
  type Delivery,
  invalid,
  isProblem,
  notAllowed,
  prepared,
  readMembers,
  required,
  unknownMember
} from '../destination.ts'
import { attemptRequest, gone, isSuccess, retryLater, sent } from '../http-attempt.ts'
import { sentIn, sentWith, withWords, wordsOfAnswer } from '../other-side.ts'
import {
  leadsNowhere,
  pushPayload,
  pushUrgencies,
  ttlSeconds,
  usualContact,
  type WebpushSettings,
  webpushEnvironment,
  webpushNotes
} from './config.ts'

/** The subscription as toJSON() gives it (https://www.w3.org/TR/push-api/#pushsubscription-interface). */
interface BrowserSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

const subscriptionSchema = Type.Object(
  {
    endpoint: Type.String({ format: 'uri', description: 'Of the browser’s push service.' }),
    keys: Type.Object(
      {
        p256dh: Type.String({ description: 'Uncompressed P-256 point in base64url.' }),
        auth: Type.String({ description: '16 bytes in base64url.' })
      },
      { title: 'WebPushKeys', description: 'What messages to the browser are encrypted with.' }
    ),
    expirationTime: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['number', 'null'],
        description: 'As the browser gives it; null where it does not end.'
      })
    )
  },
  {
    additionalProperties: false,
    title: 'WebPushDestination',
    description: 'Where messages go: a PushSubscription, as its `toJSON()` gives it.'
  }
)

const longestEndpoint = 2_000

/** A key that cannot encrypt is refused here, not at the first frost. */
export function readSubscription(given: unknown): BrowserSubscription | DestinationProblem {
  const members = readMembers(given, "the browser's push subscription: endpoint and keys")
  if (isProblem(members)) return members
  const { endpoint, keys } = members
  if (endpoint === undefined)
    return required('/destination/endpoint', 'Name the endpoint of the subscription.')
  if (typeof endpoint !== 'string' || endpoint.length > longestEndpoint || URL.parse(endpoint) === null) {
    return invalid('/destination/endpoint', 'The endpoint is not a URL.')
  }
  if (typeof keys !== 'object' || keys === null) {
    return required('/destination/keys', 'Name the keys p256dh and auth of the subscription.')
  }
  const p256dh: unknown = Reflect.get(keys, 'p256dh')
  const auth: unknown = Reflect.get(keys, 'auth')
  if (typeof p256dh !== 'string' || !isPoint(p256dh)) {
    return invalid('/destination/keys/p256dh', 'This is not an uncompressed P-256 point in base64url.')
  }
  if (typeof auth !== 'string' || bytesOf(auth)?.length !== 16) {
    return invalid('/destination/keys/auth', 'This is not 16 bytes in base64url.')
  }
  return (
    unknownMember(members, ['endpoint', 'keys', 'expirationTime']) ?? { endpoint, keys: { p256dh, auth } }
  )
}

function isSubscription(read: BrowserSubscription | DestinationProblem): read is BrowserSubscription {
  return 'endpoint' in read
}

function bytesOf(text: string): Buffer | null {
  return /^[A-Za-z0-9_-]{1,200}={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : null
}

function isPoint(text: string): boolean {
  const point = bytesOf(text)
  if (point?.length !== 65 || point[0] !== 4) return false
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  try {
    // Refuses a point that is not on the curve.
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
    return true
  } catch {
    return false
  }
}

export const webpushKind = channelKind({
  kind: 'webpush',
  names: { en: 'Browser notification', tr: 'Tarayıcı bildirimi' },
  row: {
    body: "`destination`: the browser's PushSubscription",
    unconfigured: 'yes',
    firstState: 'active after a first push',
    sends: 'yes'
  },
  asksSubscribersServer: true,
  environment: webpushEnvironment,
  notes: webpushNotes,
  open: openWebpush
})

const contactWarning =
  'Apple refuses pushes from here (403 BadJwtToken): the contact that is given to push services leads nowhere. ' +
  'The operator sets WEBPUSH_CONTACT or SITE_URL.'

/** Everyone shares these services: a limit per host would exclude growers. */
const sharedServices =
  /(^|\.)(fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/

async function openWebpush(settings: WebpushSettings, deps: ChannelDeps): Promise<OpenFolder> {
  const stored = await deps.save('webpush-vapid-keys', () => JSON.stringify(newKeys()))
  const { publicKey, privateKey } = JSON.parse(stored) as { publicKey: string; privateKey: string }
  const subject = settings.contact ?? usualContact(deps.siteUrl)
  const sender: Sender = {
    report: (text) => deps.report({ channel: 'webpush', text }),
    send: deps.sendToSubscriber,
    vapid: { subject, publicKey, privateKey }
  }
  const channel: FolderChannel = {
    takesAnswers: true,
    ...(leadsNowhere(subject) && { warning: contactWarning }),
    destinationMembers: ['/destination/endpoint', '/destination/keys/p256dh', '/destination/keys/auth'],
    destinationSchema: subscriptionSchema,
    formField: 'push',
    confirmation: 'answer',
    confirmWithinSeconds: daySeconds,
    confirmsAtOnce: true,
    prepare: async ({ destination, client }) => await prepare(destination, deps, client),
    setup: () => ({ url: null, secret: null, instructions: null }),
    deliver: (message, destination, context) => deliver(sender, { message, destination, context }),
    preview: (message, _destination, { messageId }) => {
      const shown = JSON.parse(pushPayload(message, messageId)) as { title: string; body: string }
      return { appearance: 'push', title: shown.title, text: shown.body, headers: [] }
    }
  }
  return { channel, applicationServerKey: publicKey }
}

/** P-256 in base64url (RFC 8292). */
function newKeys(): { readonly publicKey: string; readonly privateKey: string } {
  const curve = createECDH('prime256v1')
  const publicKey = curve.generateKeys().toString('base64url')
  // Node leaves out zeros at its beginning.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  return { publicKey, privateKey }
}

async function prepare(
  given: unknown,
  deps: ChannelDeps,
  client: string | undefined
): Promise<PreparedDestination | DestinationProblem> {
  const read = readSubscription(given)
  if (!isSubscription(read)) return read
  const refused = await deps.checkSubscriberUrl(read.endpoint, client)
  if (refused?.kind === 'forbidden') return notAllowed('/destination/endpoint', refused.message)
  const host = URL.parse(read.endpoint)?.hostname ?? ''
  return prepared(
    { endpoint: read.endpoint, keys: read.keys },
    { destinationKey: read.endpoint, ...(sharedServices.test(host) ? {} : { rateLimitKey: host }) }
  )
}

interface Sender {
  readonly report: (text: string) => void
  readonly send: SendRequest
  readonly vapid: { readonly subject: string; readonly publicKey: string; readonly privateKey: string }
}

async function deliver(
  sender: Sender,
  { message, destination, context }: Delivery
): Promise<DeliveryOutcome> {
  const subscription = readSubscription(destination)
  if (!isSubscription(subscription)) return gone('No push subscription is stored.')
  // It takes memory of every service, also where no browser asks for pushes.
  const { default: webpush } = await import('web-push')
  const details = webpush.generateRequestDetails(subscription, pushPayload(message, context.messageId), {
    vapidDetails: sender.vapid,
    TTL: ttlSeconds(message, context.now),
    urgency: pushUrgencies[message.urgency],
    // What waits for a sleeping browser is replaced by a newer one (RFC 8030 §5.4): ≤ 32 characters of base64url.
    topic: hash('sha256', message.subscriptionId, 'base64url').slice(0, 32),
    contentEncoding: 'aes128gcm'
  })
  const attempt = await attemptRequest(sender.send, {
    url: details.endpoint,
    method: 'POST',
    headers: withoutLength(details.headers),
    body: details.body,
    totalTimeoutMs: 10_000,
    maxBytes: 65_536,
    signal: context.signal
  })
  if (!attempt.ok) return attempt.outcome
  const hidden = [
    ...sentIn({ url: details.endpoint, headers: withoutLength(details.headers) }),
    ...sentWith(message, destination)
  ]
  return judge(attempt.response, { sender, hidden, now: context.now })
}

// The client counts the body itself.
function withoutLength(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const plain = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return Object.fromEntries(plain.filter(([name]) => name !== 'content-length'))
}

/** Statuses that refuse the signature or its contact, so every message of this service. */
const refusesSender: readonly number[] = [400, 401, 403]

interface Judging {
  readonly sender: Sender
  /** Texts that may not be shown in the log: see `withWords`. */
  readonly hidden: readonly string[]
  readonly now: number
}

function judge(response: OutgoingResponse, { sender, hidden, now }: Judging): DeliveryOutcome {
  const { status } = response
  if (isSuccess(response)) return sent()
  const words = withWords(wordsOfAnswer(response), hidden)
  if (status === 404 || status === 410) {
    return gone(`The push service answered ${status}, the browser has ended the subscription${words}`)
  }
  if (refusesSender.includes(status)) {
    sender.report(`A push service refuses this service (${status}), see WEBPUSH_CONTACT${words}`)
  }
  return retryLater(response, now, hidden)
}
