import { dayMs, hourMs } from '../common/time.ts'
import { unscoredStage } from '../frost/crops.ts'
import type { Threshold } from '../frost/temperature-threshold.ts'
import type { Alerts } from './alerts.ts'
import { authorised, isTokenHolder, living, type ManageRequest, notFound, stillLiving } from './authorised.ts'
import { readThreshold } from './body-members.ts'
import { unanswerable } from './channel-choice.ts'
import { deliverDue } from './dispatch/dispatch.ts'
import type { DeliverySettings } from './dispatch/settings.ts'
import { evaluateSubscription } from './evaluate.ts'
import type { LoggedMessage } from './outbox-ports.ts'
import { type AlertProblem, memberProblem, problem } from './problems.ts'
import { answerWindowMs, tooManyProofs } from './proof-limits.ts'
import { windowEndsInSeconds } from './reservations.ts'
import type { SubscriptionChange } from './store-ports.ts'
import { type PatchBody, type Planting, readPatchBody, readPlanting, stageDate } from './subscribe-body.ts'
import type { Subscription, SubscriptionState } from './subscription.ts'
import { type SubscriptionView, subscriptionView } from './subscription-answer.ts'
import { takeBackEnd } from './take-back.ts'
import { comparedThreshold } from './threshold.ts'

/** Why a change of a subscription is refused because of its contacts, or of the one that it follows. */
async function contactFault(
  deps: Pick<Alerts, 'subscriptions' | 'channels'>,
  { threshold, planting, escalation, quietHours }: PatchBody,
  found: Subscription
): Promise<AlertProblem | null> {
  if (escalation != null) {
    const contacts = await deps.subscriptions.contacts(found.id)
    const fault = unanswerable(deps, [found.channel, ...contacts.map(({ channel }) => channel)])
    if (fault !== null) return fault
  }
  if (found.follows === null) return null
  const detail = 'A contact follows another subscription: change this member there.'
  if (threshold !== undefined) return memberProblem('not_allowed', '/threshold', detail)
  if (planting !== undefined) return memberProblem('not_allowed', `/${Object.keys(planting)[0]}`, detail)
  if (quietHours !== undefined) return memberProblem('not_allowed', '/quiet_hours', detail)
  return escalation === undefined ? null : memberProblem('not_allowed', '/escalation', detail)
}

export type Managed = { readonly ok: true; readonly subscription: SubscriptionView }

const testsPerHour = 5

export async function viewSubscription(
  deps: Alerts,
  request: ManageRequest
): Promise<Managed | AlertProblem> {
  const found = await authorised(deps, request)
  return 'ok' in found ? found : viewed(deps, found)
}

/** Evaluates at once against the stored forecast. */
export async function changeSubscription(
  deps: Alerts,
  request: ManageRequest,
  body: unknown
): Promise<Managed | AlertProblem> {
  const found = await living(deps, request)
  if ('ok' in found) return found
  const patch = readPatchBody(body)
  if (!patch.ok) return patch
  const fault = await contactFault(deps, patch, found)
  if (fault !== null) return fault
  const now = deps.now()
  const isReaders = takesLabel(deps, request, found)
  const changed = await deps.subscriptions.change(found.id, (present) => {
    const open = stillLiving(present)
    return 'ok' in open ? open : changeOf({ patch, isReaders }, open, now)
  })
  if (changed === null) return notFound()
  if ('ok' in changed) return changed
  if (changed.state === 'active' || changed.state === 'suspended') await evaluateSubscription(deps, changed)
  return viewed(deps, changed)
}

/** The holder of the manage token reads the messages; the holder of the key only where nothing is confirmed. */
function takesLabel(deps: Alerts, request: ManageRequest, { channel }: Subscription): boolean {
  return isTokenHolder(deps, request) || deps.channels.get(channel)?.confirmation === 'none'
}

interface AskedChange {
  readonly patch: PatchBody
  /** The label was written by the person who reads the messages. */
  readonly isReaders: boolean
}

function changeOf(
  { patch, isReaders }: AskedChange,
  found: Subscription,
  now: number
): SubscriptionChange | AlertProblem {
  const { ok: _ok, threshold, planting, ...others } = patch
  // Before that, the holder of the manage token may not be the person who gets the messages.
  const isConfirmed = found.state !== 'pending_confirmation'
  const rest = patch.label === undefined ? others : { ...others, labelIsOwn: isConfirmed && isReaders }
  const announced = threshold === undefined ? null : readThreshold(threshold, found.threshold)
  if (typeof announced === 'object' && announced !== null && 'ok' in announced) return announced
  const scored =
    announced === null ? {} : { threshold: { threshold: announced, ...comparedThreshold(announced) } }
  const { crop, stage, exposure } = found
  const stored = { crop, stage, exposure }
  const expected = announced ?? found.threshold
  if (planting === undefined) return scoreFault(stored, expected) ?? { ...rest, ...scored }
  const sameCrop = planting.crop === undefined || planting.crop === crop
  // Another crop does not inherit the stage, and the generic one has none.
  const inherited = sameCrop && crop !== 'generic' ? stage : null
  const read = readPlanting({ ...stored, stage: inherited, ...planting }, expected)
  if ('ok' in read) return read
  const dated = planting.stage === undefined && sameCrop ? {} : { stageGivenAt: stageDate(read.stage, now) }
  return { ...rest, ...scored, ...changed(stored, read), ...dated }
}

/** Fault of a score where the stage has none; null otherwise. */
function scoreFault(planting: Pick<Planting, 'crop' | 'stage'>, threshold: Threshold): AlertProblem | null {
  const stage = typeof threshold === 'number' ? unscoredStage(planting) : null
  if (stage === null) return null
  const detail = `This alert is for ${planting.crop}, ${stage.id}. ${stage.reason}`
  return memberProblem('not_allowed', '/threshold', detail)
}

/** The members that a change alters; with the same planting a subscription keeps its scoring profile. */
function changed<Members extends object>(from: Members, to: Members): Partial<Members> {
  const names = Object.keys(from) as (keyof Members)[]
  return Object.fromEntries(
    names.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]])
  ) as Partial<Members>
}

/** Ending it twice is not an error. */
export async function endSubscription(deps: Alerts, request: ManageRequest): Promise<Managed | AlertProblem> {
  const found = await authorised(deps, request)
  if ('ok' in found) return found
  // If the key could end it, a row of another import would bring back what the reader has paused.
  if (isTokenHolder(deps, request) || isPausedByReader(found))
    await deps.members.noteStop({ id: found.id, channels: [], now: deps.now() })
  await end(deps, found.id, deps.now())
  return viewAgain(deps, found.id)
}

function isPausedByReader({ state, reason }: Subscription): boolean {
  return state === 'paused' && reason === 'by_subscriber'
}

/** A key cannot resume a subscription that its reader has paused. */
export async function pauseSubscription(
  deps: Alerts,
  request: ManageRequest
): Promise<Managed | AlertProblem> {
  if (!isTokenHolder(deps, request)) return moved(deps, request, ['active'], 'paused')
  const found = await living(deps, request)
  if ('ok' in found) return found
  const to = { state: 'paused', reason: 'by_subscriber', now: deps.now() } as const
  const done = await deps.subscriptions.move(found.id, ['active', 'paused'], to)
  return done ? viewAgain(deps, found.id) : wrongState(found.state, 'active')
}

/** Evaluates at once, and may raise at once; takes back an end of the last minutes. */
export async function resumeSubscription(
  deps: Alerts,
  request: ManageRequest
): Promise<Managed | AlertProblem> {
  const owned = await authorised(deps, request)
  const isByKey = !isTokenHolder(deps, request)
  if (!('ok' in owned) && (await takeBackEnd(deps, owned, isByKey))) return viewAgain(deps, owned.id)
  if (!('ok' in owned) && isByKey && isPausedByReader(owned))
    return problem('invalid_state', 'Its reader paused it, so no key resumes it: the manage token does.')
  const resumed = await moved(deps, request, ['paused'], 'active')
  const subscription = resumed.ok ? await deps.subscriptions.byId(request.id) : null
  if (subscription !== null) await evaluateSubscription(deps, subscription)
  return resumed
}

/** A suspended subscription whose test is accepted becomes active again. */
export async function testSubscription(
  deps: Alerts,
  delivery: DeliverySettings,
  request: ManageRequest
): Promise<Managed | AlertProblem> {
  const found = await living(deps, request)
  if ('ok' in found) return found
  if (found.state === 'pending_confirmation') return wrongState(found.state, 'confirmed')
  const now = deps.now()
  const use = { scope: 'test', key: deps.keys.hash(found.id), limit: testsPerHour, windowMs: hourMs, now }
  if (!(await deps.allowances.take(use))) {
    const retryAfterSeconds = windowEndsInSeconds(use)
    const wait = `Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`
    const detail = `No more than ${testsPerHour} tests an hour. ${wait}`
    return problem('quota_exceeded', detail, { retryAfterSeconds })
  }
  await deps.outbox.enqueue(found.id, 'test', now)
  await deliverDue(deps, delivery, found.id)
  const after = await deps.subscriptions.byId(found.id)
  if (after?.state === 'active' && found.state === 'suspended') await evaluateSubscription(deps, after)
  return viewAgain(deps, found.id)
}

export async function verifySubscription(
  deps: Alerts,
  delivery: DeliverySettings,
  request: ManageRequest
): Promise<Managed | AlertProblem> {
  const owned = await authorised(deps, request)
  if ('ok' in owned) return owned
  if (isTooLate(deps, owned)) return confirmationExpired()
  const found = stillLiving(owned)
  if ('ok' in found) return found
  const method = deps.channels.get(found.channel)?.confirmation
  if (found.state !== 'pending_confirmation') return wrongState(found.state, 'waiting for its confirmation')
  if (method !== 'answer' && method !== 'code') {
    return problem('invalid_state', 'This channel is confirmed by a person; follow the link that was sent.')
  }
  await deps.outbox.enqueue(found.id, method === 'code' ? 'confirm' : 'verify', deps.now())
  await deliverDue(deps, delivery, found.id)
  const after = await deps.subscriptions.byId(found.id)
  if (after?.state === 'active') await evaluateSubscription(deps, after)
  const windowMs = method === 'code' ? dayMs : answerWindowMs
  return (await askedTooOften(deps, found.id, windowMs)) ?? viewAgain(deps, found.id)
}

/** The problem of a proof that the limit holds back; null where it was not held back. */
async function askedTooOften(deps: Alerts, id: string, windowMs: number): Promise<AlertProblem | null> {
  const [newest] = await deps.deliveryLog.of(id, 1, null)
  if (newest?.reason !== tooManyProofs) return null
  const span = windowMs === dayMs ? 'today (UTC)' : 'in this hour'
  const retryAfterSeconds = windowEndsInSeconds({ windowMs, now: deps.now() })
  const detail = `This receiver was asked for its proof too often ${span}; it is not asked again before that is over.`
  return problem('quota_exceeded', detail, { retryAfterSeconds })
}

/** Newest first; `cursor` is the `next` of the page before. */
export async function deliveriesOf(
  deps: Alerts,
  request: ManageRequest,
  page: { readonly limit: number; readonly cursor: string | null }
): Promise<
  | { readonly ok: true; readonly deliveries: readonly LoggedMessage[]; readonly next: string | null }
  | AlertProblem
> {
  const found = await authorised(deps, request)
  if ('ok' in found) return found
  const before = page.cursor === null ? null : Number.parseInt(page.cursor, 36)
  const limit = Math.min(Math.max(page.limit, 1), 50)
  const deliveries = await deps.deliveryLog.of(found.id, limit, Number.isNaN(before) ? null : before)
  const last = deliveries.at(-1)
  const next = deliveries.length < limit || last === undefined ? null : last.seq.toString(36)
  return { ok: true, deliveries, next }
}

export async function end(
  { subscriptions }: Pick<Alerts, 'subscriptions'>,
  id: string,
  now: number
): Promise<boolean> {
  return subscriptions.move(id, ['pending_confirmation', 'active', 'paused', 'suspended'], {
    state: 'unsubscribed',
    reason: 'by_subscriber',
    now
  })
}

async function moved(
  deps: Alerts,
  request: ManageRequest,
  from: readonly SubscriptionState[],
  state: SubscriptionState
): Promise<Managed | AlertProblem> {
  const found = await living(deps, request)
  if ('ok' in found) return found
  if (found.state === state) return viewed(deps, found)
  const now = deps.now()
  const done = await deps.subscriptions.move(found.id, from, { state, reason: null, now })
  return done ? viewAgain(deps, found.id) : wrongState(found.state, from.join(' or '))
}

async function viewAgain(deps: Alerts, id: string): Promise<Managed | AlertProblem> {
  const subscription = await deps.subscriptions.byId(id)
  return subscription === null ? notFound() : viewed(deps, subscription)
}

function viewed(deps: Alerts, subscription: Subscription): Managed {
  const channel = deps.channels.get(subscription.channel) ?? { pushes: false }
  return { ok: true, subscription: subscriptionView(channel, subscription, deps.now()) }
}

/** Maintenance ends unconfirmed ones once an hour; the time to confirm is over before that. */
function isTooLate(deps: Alerts, { state, reason, confirmUntil }: Subscription): boolean {
  if (state === 'expired') return reason === 'unconfirmed'
  return state === 'pending_confirmation' && confirmUntil !== null && confirmUntil <= deps.now()
}

function confirmationExpired(): AlertProblem {
  return problem('confirmation_expired', 'The time to confirm is over; make a new subscription.')
}

function wrongState(state: SubscriptionState, wanted: string): AlertProblem {
  return problem('invalid_state', `The subscription is ${state}; this needs one that is ${wanted}.`)
}
