/** Lets channels show the present state apart from the rounds: a broker that hangs holds up nothing else. */
import type { Report } from '../forecasts/ports.ts'
import { isFieldLocation } from '../weather/field.ts'
import type { Alerts } from './alerts.ts'
import { composeLogged } from './compose.ts'
import { scoredForecast } from './evaluate.ts'
import { tonightOf } from './members/list-members.ts'
import type { MemberNight } from './members/member-ports.ts'
import { linkedPlaceName, messagePlace, messagePlaceOf } from './message-place.ts'
import type { PlaceState, ShownAlarm } from './message-ports.ts'
import type { LoggedMessage } from './outbox-ports.ts'
import type { Channel, StateApi, StatedSubscription } from './ports.ts'
import { isStageOld } from './rules.ts'
import { tonightMs } from './seen.ts'
import type { Subscription } from './subscription.ts'
import { ownersOf, type WatchedProfile } from './watched-forecasts.ts'

export interface ShownStates {
  readonly evaluated: (locations: readonly string[]) => void
  /** Another process may have shown states since: all are shown again. */
  readonly taken: () => void
  /** What has changed, as soon as the present round has ended. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/** For all channels that show states; on demo data for none: nothing leaves the machine. */
export function showStates(alerts: Alerts, report: Report): ShownStates {
  const shown = [...alerts.channels.values()]
    .filter(({ isConfigured }) => isConfigured)
    .flatMap((channel) => channelStates(alerts, channel, report))
  return {
    evaluated: (locations) => shown.forEach((one) => void one.evaluated(locations)),
    taken: () => shown.forEach((one) => void one.taken()),
    wake: () => shown.forEach((one) => void one.wake()),
    stop: async () => void (await Promise.all(shown.map((one) => one.stop())))
  }
}

function channelStates(alerts: Alerts, channel: Channel, report: Report): readonly ShownStates[] {
  const { showState } = channel
  if (showState === undefined) return []
  const ending = new AbortController()
  let evaluated = new Set<string>()
  let term = 0
  const takeEvaluated = (): ReadonlySet<string> => {
    const taken = evaluated
    evaluated = new Set()
    return taken
  }
  const api = createStateApi(alerts, channel.id, { takeEvaluated, term: () => term })
  let again = false
  let underWay: Promise<void> | null = null
  const wake = (): void => {
    if (ending.signal.aborted || alerts.isDemo()) return
    again = underWay !== null
    underWay ??= showState(api, ending.signal)
      .catch((error: unknown) => report('state_not_shown', { channel: channel.id, error: String(error) }))
      .then(() => {
        underWay = null
        if (again) wake()
      })
  }
  return [
    {
      evaluated: (locations) => locations.forEach((location) => void evaluated.add(location)),
      taken: () => {
        term += 1
      },
      wake,
      stop: async () => {
        ending.abort()
        await underWay
      }
    }
  ]
}

type StateDeps = Pick<
  Alerts,
  | 'subscriptions'
  | 'members'
  | 'deliveryLog'
  | 'forecasts'
  | 'places'
  | 'channels'
  | 'keys'
  | 'siteUrl'
  | 'now'
>

/** The newest include the last one about nights. */
const newestMessages = 20

/** @param round see `StateApi` */
export function createStateApi(
  deps: StateDeps,
  channel: string,
  round: Pick<StateApi, 'takeEvaluated' | 'term'>
): StateApi {
  return {
    ...round,
    now: deps.now,
    watched: async () => withGeneric(await deps.subscriptions.profiles(null)),
    unwatched: async (since) => withGeneric(await deps.subscriptions.unwatchedProfiles(since)),
    stateOf: (profile) => placeState(deps, profile),
    subscriptions: (endedSince) => deps.subscriptions.ofChannel(channel, endedSince),
    fieldName: (subscription) =>
      isFieldLocation(subscription.location) ? linkedPlaceName(deps, subscription, false) : null,
    fieldState: (subscription) => fieldState(deps, subscription),
    fieldThermometer: (subscription) => fieldThermometer(deps, subscription),
    alarms: (subscriptions) => alarmsOf(deps, subscriptions),
    messageOf: async (id) => {
      const subscription = await deps.subscriptions.byId(id)
      return subscription?.state === 'active' ? presentMessage(deps, subscription) : null
    }
  }
}

async function alarmsOf(deps: StateDeps, subscriptions: readonly StatedSubscription[]) {
  const now = deps.now()
  const seqs = subscriptions.map(({ seq }) => seq)
  const nights = seqs.length === 0 ? new Map() : await deps.members.nights(seqs, now, now + tonightMs)
  return new Map(
    subscriptions.map(({ id, seq, location }) => {
      const timezone = deps.places.find(location)?.timezone ?? 'UTC'
      return [id, { ...shownAlarm(nights.get(seq) ?? null, now), timezone }]
    })
  )
}

const noAlarm = { state: 'none', date: null, notifiedAt: null, seenAt: null, unansweredAt: null } as const

function shownAlarm(night: MemberNight | null, now: number): Omit<ShownAlarm, 'timezone'> {
  if (night === null) return noAlarm
  const { date, standing, notifiedAt, seenAt, isUnanswered } = tonightOf(night, now)
  const { unansweredAt = null } = night
  const waiting = unansweredAt === null ? 'waiting' : 'unanswered'
  const raised = seenAt === null || isUnanswered ? waiting : 'acknowledged'
  return { state: standing === 'cleared' ? 'cleared' : raised, date, notifiedAt, seenAt, unansweredAt }
}

/** Each profile of a named place once, and its generic one: a field is shown to its subscriber only. */
function withGeneric(profiles: readonly WatchedProfile[]): readonly WatchedProfile[] {
  const found = new Map<string, WatchedProfile>()
  for (const { location, crop, stage, exposure } of profiles) {
    if (isFieldLocation(location)) continue
    const generic = { location, crop: 'generic', stage: null, exposure: null }
    for (const one of [generic, { location, crop, stage, exposure }]) found.set(JSON.stringify(one), one)
  }
  return [...found.values()]
}

async function placeState(deps: StateDeps, request: WatchedProfile): Promise<PlaceState | null> {
  const { location, ...crop } = request
  const place = deps.places.find(location)
  if (place === null) return null
  // The age of a stage belongs to a subscription, and its client's thermometers are shown to no one else.
  const profile = { ...request, stageIsOld: false, owner: null }
  const state = await stateAt(deps, { place, profile })
  return state === null ? null : { place: messagePlace(place, location), crop, ...state }
}

/** The state of a field, with the numbers by which the subscription is judged. */
async function fieldState(
  deps: StateDeps,
  { id, ...stated }: StatedSubscription
): Promise<PlaceState | null> {
  const subscription = await deps.subscriptions.byId(id)
  const place = subscription?.state === 'active' ? deps.places.find(subscription.location) : null
  if (subscription === null || place === null) return null
  const { crop, stage, exposure } = subscription
  const stageIsOld = isStageOld(subscription.stageGivenAt, deps.now())
  const state = await stateAt(deps, {
    place,
    profile: { ...subscription, stageIsOld, owner: ownersOf(subscription) }
  })
  if (state === null) return null
  const name = linkedPlaceName(deps, stated, false)
  const shown = { ...messagePlaceOf(deps, subscription, true), name }
  return { place: shown, crop: { crop, stage, exposure }, ...state }
}

async function fieldThermometer(
  deps: StateDeps,
  { id }: StatedSubscription
): ReturnType<StateApi['fieldThermometer']> {
  const subscription = await deps.subscriptions.byId(id)
  const place = subscription?.state === 'active' ? deps.places.find(subscription.location) : null
  if (subscription === null || place === null) return null
  const measured = await deps.forecasts.measured(place, ownersOf(subscription))
  return measured === null ? null : { ...measured, timezone: place.timezone }
}

async function stateAt(
  deps: StateDeps,
  at: Parameters<typeof scoredForecast>[1]
): Promise<Omit<PlaceState, 'place' | 'crop'> | null> {
  const forecast = await scoredForecast(deps, at, deps.now())
  if (forecast === null || forecast.synthetic || forecast.nights.length === 0) return null
  const { issuedAt, confirmedAt, attribution, synthetic, nights } = forecast
  return { nights, issuedAt, confirmedAt, attribution, synthetic }
}

/** Id, kind and nights of the message that was sent, numbers of the present forecast. */
async function presentMessage(
  deps: StateDeps,
  subscription: Subscription
): ReturnType<StateApi['messageOf']> {
  const place = deps.places.find(subscription.location)
  const newest = await deps.deliveryLog.of(subscription.id, newestMessages, null)
  const message = newest.find(isAboutNights)?.fixed ?? null
  if (place === null || message === null) return null
  const now = deps.now()
  const stageIsOld = isStageOld(subscription.stageGivenAt, now)
  const profile = { ...subscription, stageIsOld, owner: ownersOf(subscription) }
  const forecast = await scoredForecast(deps, { place, profile }, now)
  if (forecast === null) return null
  const run = { ...forecast, seq: 0 }
  const present = composeLogged(deps, { subscription, message, run, stageIsOld })
  return present.nights.length === 0 ? null : { messageId: message.messageId, message: present }
}

function isAboutNights({ state, kind, fixed }: LoggedMessage): boolean {
  return state === 'sent' && kind !== 'test' && fixed !== null && fixed.nights.length > 0
}
