/** Stores a new subscription within the limits of its client, or says which one it exceeds. */
import { dayMs, hourSeconds, secondMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'
import { prepareDestination } from './channel-choice.ts'
import { type DailyLimit, dailyLimit, perDestination } from './daily-limits.ts'
import type { Insertion } from './insertion-ports.ts'
import { type CheckedRequest, idempotencyOf, insertionRules, newSubscription } from './new-subscription.ts'
import { type AlertProblem, problem } from './problems.ts'
import type { Reservation } from './reservations.ts'
import { alertRules } from './rules.ts'

/* Whether two people may choose the same Idempotency-Key, such as "1": the second must not get the first answer. */

/** Fewest letters and digits, without words, dates and times; a UUID has 32. */
const minLetters = 16
const minDistinct = 8

/** Whether a key is long and looks random. */
export function isHardToGuess(key: string): boolean {
  const isHexadecimal = /^[\da-f]{32,}$/i.test(key.replaceAll('-', ''))
  const left = (isHexadecimal ? key : withoutWords(key)).replaceAll(/[^\p{L}\p{N}]/gu, '')
  if (left.length < minLetters || new Set(left).size < minDistinct) return false
  return [/\p{N}/u, /\p{Lu}/u, /\p{Ll}/u].filter((kind) => kind.test(left)).length > 1
}

function withoutWords(key: string): string {
  return key
    .replaceAll(/\d{4}-\d{2}-\d{2}|\d{2}:\d{2}(?::\d{2})?|(?:19|20)\d{6}/g, ' ')
    .replaceAll(/\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,}/gu, (letters) => (isWord(letters) ? ' ' : letters))
}

/** Whether letters look like a word: at least a third are vowels. */
function isWord(letters: string): boolean {
  return [...letters.matchAll(/[aeiouyıöüâ]/giu)].length * 3 >= letters.length
}

type Accepted = Extract<Insertion, { readonly kind: 'stored' | 'replayed' }>

/** Makes a subscription, or finds that of an earlier request with the same key. */
export async function insertSubscription(
  deps: Alerts,
  checked: CheckedRequest
): Promise<Accepted | AlertProblem> {
  const { request } = checked
  const idempotency = idempotencyOf(deps, request, deps.now())
  // A repeat is answered from what was stored: destination and channel are not asked again.
  const earlier =
    idempotency === null
      ? null
      : await deps.subscriptions.earlier(deps.keys.hash(request.client), idempotency)
  const insertion = earlier ?? (await insertNew(deps, checked))
  if ('ok' in insertion) return insertion
  const isOwn = request.isByKey === true || isHardToGuess(request.idempotencyKey ?? '')
  return insertion.kind === 'replayed' && !isOwn
    ? problem('idempotency_key_reused', guessableKey)
    : accepted(deps, insertion, dailyLimit(deps, request, checked.channel))
}

/** The first answer had secrets, which another person with the same key must not get. */
const guessableKey =
  'This Idempotency-Key was used already for the same body, and nothing more was stored. A repeat is answered ' +
  'as the first request was only under a key that no other person can think of: use a random one of at least 16 ' +
  'letters and digits, such as a UUID.'

/** The limit comes before any look-up. Requests in progress count, so that many at once do not exceed it. */
async function insertNew(deps: Alerts, checked: CheckedRequest): Promise<Insertion | AlertProblem> {
  const { request, body, place, channel } = checked
  const client = deps.keys.hash(request.client)
  const limit = dailyLimit(deps, request, channel)
  const reservation = deps.reservations.take(`${client} ${limit?.setting}`)
  let isStored = false
  try {
    const refusal = limit === null ? null : await overClientLimit(deps, { client, ...limit }, reservation)
    if (refusal !== null) return refusal
    const prepared = await prepareDestination(deps, channel, {
      destination: body.destination,
      place,
      client
    })
    if (!prepared.ok) return prepared
    // Last, because it may ask a source: what is refused costs no request.
    await request.ensureForecast?.(place, body.planting.stage)
    const created = newSubscription(deps, checked, prepared)
    const insertion = await deps.subscriptions.insert(created, insertionRules(deps, checked, created))
    isStored = insertion.kind === 'stored'
    return insertion
  } finally {
    reservation.end(isStored)
  }
}

async function overClientLimit(
  deps: Alerts,
  { client, most, counted }: DailyLimit & { client: string },
  { before, stored }: Reservation
): Promise<Insertion | AlertProblem | null> {
  for (;;) {
    const known = stored()
    const created = await deps.subscriptions.createdSince(client, counted, most)
    const oldestAt = created[most - 1]
    if (oldestAt !== undefined) return { kind: 'client_limit', oldestAt }
    // A subscription stored during the query may be missing from both counts.
    if (stored() !== known) continue
    if (created.length + before() < most) return null
    const detail =
      `No more than ${most} subscriptions in 24 hours, and others of yours are under way; try again in a ` +
      'moment.'
    return problem('subscription_limit', detail, { retryAfterSeconds: 2 })
  }
}

function accepted(deps: Alerts, insertion: Insertion, limit: DailyLimit | null): Accepted | AlertProblem {
  if (insertion.kind === 'key_reused') {
    return problem(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body; choose a new one.'
    )
  }
  if (insertion.kind === 'client_limit') return clientLimit(deps, insertion.oldestAt, limit)
  if (insertion.kind === 'living_limit') return livingProblem
  if (insertion.kind === 'destination_limit') return destinationLimit()
  if (insertion.kind === 'installation_limit') return installationLimit('This installation has no room')
  if (insertion.kind === 'network_limit') return installationLimit('Your network has no room here')
  if (insertion.kind === 'stored' || insertion.answer !== null) return insertion
  // The process that worked on it has ended by now.
  if (deps.now() - insertion.subscription.createdAt >= alertRules.requestMs) return insertion
  const detail = 'Another request with this Idempotency-Key has not ended; send it again in a moment.'
  return problem('idempotency_in_progress', detail, { retryAfterSeconds: 2 })
}

/** The next subscription is accepted once the oldest that counts is a day old. */
function clientLimit(deps: Alerts, oldestAt: number, limit: DailyLimit | null): AlertProblem {
  const retryAfterSeconds = Math.max(1, Math.ceil((oldestAt + dayMs - deps.now()) / secondMs))
  const wait =
    retryAfterSeconds < 7200
      ? `${Math.ceil(retryAfterSeconds / 60)} min`
      : `${Math.ceil(retryAfterSeconds / hourSeconds)} h`
  const what =
    limit?.setting === 'UNPROVEN_PER_DAY' ? 'subscriptions without a confirmation' : 'subscriptions'
  const first = limit?.setting === 'UNPROVEN_PER_DAY' ? 'confirm those that wait, try again' : 'try again'
  const detail =
    `No more than ${limit?.most} ${what} in 24 hours; ${first} in ${wait}, or ask the operator for a key ` +
    `without this limit (${limit?.setting}, ayaz keys create --operator).`
  return problem('subscription_limit', detail, { retryAfterSeconds })
}

const livingProblem = problem(
  'subscription_limit',
  'Your key has as many living subscriptions as its tier allows; end some, or ask the operator for more ' +
    '(subscriptions of a tier in TIERS).',
  { retryAfterSeconds: dayMs / secondMs }
)

function destinationLimit(): AlertProblem {
  const detail =
    `No more than ${perDestination} new subscriptions of one destination in 24 hours; change one that is there, ` +
    'try again tomorrow, or send an API key.'
  return problem('subscription_limit', detail, { retryAfterSeconds: dayMs / secondMs })
}

/** It is unknown when a subscription of the channel will end; a day is only a hint. */
function installationLimit(who: string): AlertProblem {
  const detail = `${who} for more subscriptions of this channel; choose another channel, or try again tomorrow.`
  return problem('subscription_limit', detail, { retryAfterSeconds: dayMs / secondMs })
}
