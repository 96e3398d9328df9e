import { hourMs } from '../common/time.ts'
import { isFieldLocation, readFieldLocation } from '../weather/field.ts'
import { ownPoint, type Point } from '../weather/point.ts'
import type { Alerts } from './alerts.ts'
import { evaluateSubscription } from './evaluate.ts'
import { shownLabel } from './label.ts'
import { end } from './manage.ts'
import { linkedPlaceName } from './message-place.ts'
import type { LoggedMessage } from './outbox-ports.ts'
import { isStageOld } from './rules.ts'
import type { Subscription } from './subscription.ts'
import { isTaken, takeBackEnd, takenBackUntil } from './take-back.ts'
import { idOfToken } from './tokens.ts'

/* The person who gets the messages stops them: no key may vouch for the destination until that person asks again. */

export async function stop(
  deps: Pick<Alerts, 'subscriptions' | 'members'>,
  { id, channels = [] }: { id: string; channels?: readonly string[] },
  now: number
): Promise<boolean> {
  await deps.members.noteStop({ id, channels, now })
  return end(deps, id, now)
}

/** What the page of a link shows before its button is pressed. */
export interface LinkedSubscription
  extends Pick<Subscription, 'channel' | 'threshold' | 'crop' | 'stage' | 'language'> {
  readonly placeName: string
  /** The label before its receiver confirmed it; null: none. */
  readonly requesterWrote: string | null
  /** The page of a named place, as messages ask for it; null for a field, which is its subscriber's own. */
  readonly page: Pick<Subscription, 'location' | 'crop' | 'stage' | 'exposure'> | null
  readonly status: Subscription['state']
  readonly canGoOn: boolean
}

/** Changes nothing, because mail scanners follow links. */
export async function linkedSubscription(
  deps: Alerts,
  purpose: 'unsubscribe' | 'confirm',
  token: string
): Promise<LinkedSubscription | null> {
  const subscription = await byToken(deps, purpose, token)
  if (subscription === null) return null
  const { location, channel, threshold, crop, stage, exposure, language, state } = subscription
  const requesterWrote = state === 'pending_confirmation' ? shownLabel(subscription.label, false).label : null
  // The reader of a stray confirmation, or of a shared message, does not learn where a field is.
  const placeName = linkedPlaceName(deps, subscription, purpose === 'confirm')
  const trusted = isStageOld(subscription.stageGivenAt, deps.now()) ? null : stage
  const canGoOn = takenBackUntil(subscription, deps.now()) !== null
  const page = isFieldLocation(location) ? null : { location, crop, stage: trusted, exposure }
  return {
    placeName,
    requesterWrote,
    page,
    channel,
    threshold,
    crop,
    stage,
    language,
    status: state,
    canGoOn
  }
}

/** RFC 8058: ends it at once; a second request is not an error. False where the token is not valid. */
export async function unsubscribeByToken(deps: Alerts, token: string): Promise<boolean> {
  const subscription = await byToken(deps, 'unsubscribe', token)
  if (subscription === null) return false
  await stop(deps, subscription, deps.now())
  return true
}

/** Uses the same link. False where the token is not valid, or it is too late. */
export async function takeBackByToken(deps: Alerts, token: string): Promise<boolean> {
  const subscription = await byToken(deps, 'unsubscribe', token)
  return subscription !== null && (await takeBackEnd(deps, subscription))
}

/** The owner of the address confirms, and may take the label as the own name. */
export async function confirmByToken(
  deps: Alerts,
  token: string,
  labelIsOwn = false
): Promise<'confirmed' | 'already_active' | 'expired' | 'unknown'> {
  const subscription = await byToken(deps, 'confirm', token)
  if (subscription === null) return 'unknown'
  if (subscription.state === 'active' || subscription.state === 'paused') return 'already_active'
  const binding = { destination: null, destinationKey: null, language: null, labelIsOwn, now: deps.now() }
  if (!(await deps.subscriptions.confirm(subscription.id, binding))) {
    const isNewer = ({ seq, state }: Subscription): boolean => seq > subscription.seq && state === 'active'
    return (await isTaken(deps, subscription, isNewer)) ? 'already_active' : 'expired'
  }
  await evaluateSubscription(deps, { ...subscription, state: 'active' })
  return 'confirmed'
}

/** The field that messages lead to; null where the token is not valid. */
export async function fieldByToken(deps: Alerts, token: string): Promise<LinkedField | null> {
  const subscription = await byToken(deps, 'field', token)
  const point = subscription === null ? null : readFieldLocation(subscription.location)
  if (subscription === null || point === null) return null
  return { subscription, key: watching.has(subscription.state) ? token : point.key }
}

interface LinkedField {
  readonly subscription: Subscription
  /** Key of its page: the token while the field is watched, then its coordinates, as anyone sees it. */
  readonly key: string
}

/** The field as its subscriber sees it; null unless the token is of a living, confirmed subscription for this point. */
export async function ownField(deps: Alerts, token: string, point: Point): Promise<Point | null> {
  const id = idOfToken(deps.keys, 'manage', token) ?? idOfToken(deps.keys, 'field', token)
  const subscription = id === null ? null : await deps.subscriptions.byId(id)
  if (subscription === null || !watching.has(subscription.state)) return null
  return readFieldLocation(subscription.location)?.key === point.key ? ownPoint(point) : null
}

/** The subscription that a token manages; null where it manages none, or one that has ended. */
export async function managedBy({ keys, subscriptions }: Alerts, token: string): Promise<string | null> {
  const id = idOfToken(keys, 'manage', token)
  const subscription = id === null ? null : await subscriptions.byId(id)
  return subscription !== null && watching.has(subscription.state) ? id : null
}

export function tokenOwners(alerts: Alerts) {
  return {
    ownField: (token: string, point: Point) => ownField(alerts, token, point),
    managedBy: (token: string) => managedBy(alerts, token)
  }
}

const watching: ReadonlySet<string> = new Set(['active', 'paused', 'suspended'])

export interface FeedReading {
  readonly subscription: Subscription
  /** Oldest first. */
  readonly messages: readonly LoggedMessage[]
}

/** Messages sent after `since`. Reading extends the life of the subscription. Null where the token is not valid. */
export async function readFeed(
  deps: Alerts,
  token: string,
  from: { readonly since: number; readonly limit: number }
): Promise<FeedReading | null> {
  const subscription = await readBy(deps, token)
  if (subscription === null) return null
  const { since, limit } = from
  return { subscription, messages: await deps.deliveryLog.sentAfter(subscription.id, since, limit) }
}

/** Includes messages that did not arrive: a night is raised anyway. */
export async function readCalendar(deps: Alerts, token: string, limit: number): Promise<FeedReading | null> {
  const subscription = await readBy(deps, token)
  if (subscription === null) return null
  const messages = await deps.deliveryLog.of(subscription.id, limit, null)
  const inOrder = messages.toSorted((one, other) => saidAt(one) - saidAt(other) || one.seq - other.seq)
  return { subscription, messages: inOrder }
}

function saidAt({ endedAt, lastAttemptAt, createdAt }: LoggedMessage): number {
  return endedAt ?? lastAttemptAt ?? createdAt
}

async function readBy(deps: Alerts, token: string): Promise<Subscription | null> {
  const subscription = await byToken(deps, 'feed', token)
  if (subscription === null) return null
  const now = deps.now()
  const readRecently = subscription.readAt !== null && subscription.readAt > now - hourMs
  if (!readRecently) await deps.subscriptions.markRead(subscription.id, now)
  return subscription
}

async function byToken(
  deps: Alerts,
  purpose: 'unsubscribe' | 'confirm' | 'feed' | 'field',
  token: string
): Promise<Subscription | null> {
  const id = idOfToken(deps.keys, purpose, token)
  return id === null ? null : deps.subscriptions.byId(id)
}
