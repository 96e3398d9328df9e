import { createHash, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import type { AlertMessage, GatewayState, Incoming } from '../../alerts/message-ports.ts'
import type {
  Channel,
  DeliveryContext,
  DeliveryOutcome,
  DestinationProblem,
  PreparedDestination
} from '../../alerts/ports.ts'
import { phoneText, spokenText } from '../../alerts/words/phone-text.ts'
import { retryAfterSeconds } from '../../common/http-date.ts'
import { dayMs, daySeconds, minuteMs, minuteSeconds } from '../../common/time.ts'
import { wordsIn } from '../../language/language.ts'
import { OutgoingError } from '../../outgoing/request.ts'
import { type ChannelDeps, type OpenChannel, usualChannel, usualOpening } from '../channel-kind.ts'
import { type Delivery, invalid, isProblem, prepared, readMembers, required } from '../destination.ts'
import { gone, retry, sent } from '../http-attempt.ts'
import { createTrouble, credentials, sentIn, sentWith, type Trouble, withWords } from '../other-side.ts'
import { plainAlphabet, turkishAlphabet } from './alphabet.ts'
import { openBudget } from './budget.ts'
import { incomingBody, readIncoming } from './incoming.ts'
import { numberForms, readNumber, withoutNumber } from './number.ts'
import type { ReadGateway } from './schema.ts'
import { answerOf, filledRequest, filledText, type Variables } from './template.ts'

const destinationSchema = Type.Object(
  { phone: Type.String({ description: 'A telephone number with + and its country.', maxLength: 40 }) },
  { additionalProperties: false, title: 'PhoneDestination', description: 'Where messages go: a telephone.' }
)

/** Letters of one part, less what an operator appends. */
const usualLetters = 155

interface Opened {
  readonly gateway: ReadGateway
  readonly callingCode: string
  readonly deps: ChannelDeps
  readonly budget: ReturnType<typeof openBudget>
  readonly trouble: Trouble
  readonly failures: { inRow: number }
  /** The gateway reports to it, with the id of a message. */
  readonly address: string
}

export async function openGateway(
  gateway: ReadGateway,
  callingCode: string,
  deps: ChannelDeps
): Promise<OpenChannel> {
  const { id, kind, name, open = false } = gateway
  const secret = await secretOf(id, deps)
  const address = `${deps.siteUrl}/gateways/${id}/${secret}`
  const trouble = createTrouble(deps.clock)
  const more = { budget: openBudget(gateway, deps), failures: { inRow: 0 } }
  const opened = { ...more, gateway, callingCode, deps, trouble, address }
  const channel: Channel = {
    ...usualChannel,
    id,
    kind,
    names: name,
    ...(canBeAnswered(gateway) && { takesAnswers: true as const }),
    destinationMembers: ['/destination/phone'],
    destinationSchema,
    formField: 'phone',
    rankForPeople: 4,
    needsOperatorKey: !open,
    confirmation: 'code',
    confirmWithinSeconds: daySeconds,
    confirmsAtOnce: true,
    prepare: async ({ destination }) => prepare(opened, destination),
    setup: () => ({ url: null, secret: null, instructions: 'enter_code' }),
    unavailable: async () => trouble.known(),
    deliver: (message, destination, context) => deliver(opened, { message, destination, context }),
    preview: (message) => ({
      appearance: 'bubble',
      title: null,
      text: textOf(gateway, message),
      headers: []
    }),
    receive: (given, body, receiptId) => (isSame(given, secret) ? receive(gateway, body, receiptId) : null),
    gatewayState: () => stateOf(opened),
    keyOfSender: (written) => keyOfSender(opened, written)
  }
  return { ...usualOpening, channel }
}

async function stateOf({ gateway: { monthly }, budget, failures }: Opened): Promise<GatewayState> {
  return { failuresInRow: failures.inRow, used: await budget.used(), monthly }
}

/** Whether the warning can be answered: by a key in a call, else by a word or a link. */
function canBeAnswered({ kind, answer, incoming }: ReadGateway): boolean {
  if (kind === 'voice') return incoming?.answer !== undefined
  return answer?.link === true || answer?.reply_to != null
}

/** Providers write 905321234567. */
function keyOfSender(opened: Opened, written: string): string | null {
  const read = [written, `+${written}`].map((one) => readNumber(one, rulesOf(opened)))
  return read.find((number) => typeof number === 'string') ?? null
}

/** Made once: the operator gives the address to the gateway. */
export function secretOf(
  id: string,
  { save, random }: Pick<ChannelDeps, 'save' | 'random'>
): Promise<string> {
  return save(`gateway ${id}`, () => Buffer.from(random(24)).toString('base64url'))
}

/** Compares in the same time for any text. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}

function rulesOf({ gateway, callingCode }: Pick<Opened, 'gateway' | 'callingCode'>) {
  const { kind, countries = [callingCode] } = gateway
  return { kind, callingCode, countries }
}

function prepare(opened: Opened, given: unknown): PreparedDestination | DestinationProblem {
  const members = readMembers(given, 'a phone', ['phone'])
  if (isProblem(members)) return members
  const { phone } = members
  if (phone === undefined) return required('/destination/phone', 'Name the telephone number.')
  if (typeof phone !== 'string' || phone.length > 40)
    return invalid('/destination/phone', 'This is not a telephone number such as +905321234567.')
  const number = readNumber(phone, rulesOf(opened))
  if (typeof number !== 'string') return number
  return prepared({ phone: number }, { destinationKey: number, rateLimitKey: number })
}

function textOf(gateway: ReadGateway, message: AlertMessage): string {
  if (gateway.kind === 'voice') return spokenText(message, canBeAnswered(gateway))
  const { letters = usualLetters, letters_turkish: ofTurkish, shift = 'locking', answer } = gateway
  const alphabet = ofTurkish === undefined ? plainAlphabet : turkishAlphabet(shift)
  const most = (text: string) => (plainAlphabet.fold(text) === text ? letters : (ofTurkish ?? letters))
  return phoneText(message, {
    fold: alphabet.fold,
    fits: (text) => alphabet.cost(text) <= most(text),
    replyTo: answer?.reply_to ?? null,
    hasLink: answer?.link === true
  })
}

export function requestOf(
  { gateway, address }: Pick<Opened, 'gateway' | 'address'>,
  delivery: Omit<Delivery, 'context'> & { readonly context: Pick<DeliveryContext, 'receiptId' | 'now'> }
) {
  const { message, destination, context } = delivery
  const ends = message.nights.map(({ overAt }) => overAt)
  const leftMs = ends.length === 0 ? dayMs : Math.max(...ends) - context.now
  const variables: Variables = {
    ...gateway.values,
    ...numberForms(String(destination['phone'])),
    text: textOf(gateway, message),
    id: context.receiptId,
    callback: `${address}?message=${context.receiptId}`,
    minutes_left: String(Math.max(1, Math.floor(leftMs / minuteMs))),
    lang: message.language,
    locale: wordsIn(message.language).phone.spoken.locale
  }
  return filledRequest(gateway.request, variables)
}

async function deliver(opened: Opened, delivery: Delivery): Promise<DeliveryOutcome> {
  const refused = await opened.budget.take(delivery.message, delivery.context.signal)
  if (refused !== null) return refused
  const outcome = await handOver(opened, delivery)
  opened.failures.inRow = outcome.outcome === 'retry' ? opened.failures.inRow + 1 : 0
  return outcome
}

async function handOver(opened: Opened, delivery: Delivery): Promise<DeliveryOutcome> {
  const { gateway, deps, budget, trouble } = opened
  const { context } = delivery
  const request = requestOf(opened, delivery)
  const limits = { totalTimeoutMs: 10_000, maxBytes: 65_536, signal: context.signal }
  try {
    const { status, body, headers } = await deps.sendToOperator({ ...request, ...limits })
    const text = new TextDecoder().decode(body)
    const meaning = answerOf(gateway, status, text)
    if (meaning === 'accepted') {
      trouble.over()
      return sent()
    }
    const words = wordsOf(text, opened, { ...delivery, request })
    if (meaning === 'gone') return gone(`The gateway does not reach this number${words}`)
    deps.report({ channel: gateway.id, text: `The gateway ${gateway.id} answered ${status}${words}` })
    if (status === 401 || status === 403)
      trouble.met('The gateway does not let this service send at the moment.')
    await budget.giveBack()
    const after = retryAfterSeconds(headers['retry-after'], context.now)
    return retry(`The gateway answered ${status}${words}`, after && Math.min(after, longestWaitSeconds))
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    if (!error.isUnsent) return { ...unanswered, isFinal: true }
    await budget.giveBack()
    return { ...unreachable, reachedNoRecipient: true }
  }
}

/** A gateway that asks for more would keep alarms past the frost. */
const longestWaitSeconds = 5 * minuteSeconds

const unanswered = {
  outcome: 'retry',
  afterSeconds: null,
  reason: 'The gateway took the request and did not answer: it may have been sent, so it is not repeated.'
} as const
const unreachable = {
  outcome: 'retry',
  afterSeconds: null,
  reason: 'The gateway could not be reached.'
} as const

/** The words of an answer, which may repeat the request. */
function wordsOf(
  text: string,
  { gateway }: Opened,
  { message, destination, request }: Omit<Delivery, 'context'> & { request: ReturnType<typeof requestOf> }
): string {
  const number = String(destination['phone'])
  const { label, place } = message
  const asSent = {
    ...message,
    label: label && plainAlphabet.fold(label),
    place: { ...place, name: plainAlphabet.fold(place.name) }
  }
  return withWords(withoutNumber(withoutEscapes(text), number), [
    ...sentIn(request),
    ...Object.values(gateway.values).flatMap(credentials),
    ...Object.values(numberForms(number)),
    textOf(gateway, message),
    ...sentWith(message, destination),
    ...sentWith(asSent, destination)
  ])
}

/** JSON may write each letter as a number. */
function withoutEscapes(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

const usualReply = { status: 200, type: 'text/plain; charset=utf-8', body: 'ok' }

function receive({ incoming, values }: ReadGateway, body: string, receiptId: string | null): Incoming {
  if (incoming === undefined) return { events: [], reply: usualReply }
  const { reply = usualReply } = incoming
  const events = readIncoming(incoming, incomingBody(incoming, body), receiptId)
  return { events, reply: { ...reply, body: filledText(reply.body, values) } }
}
