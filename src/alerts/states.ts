/** The present state of watched places and of a channel's subscriptions, for channels that show it. */
import { isFieldLocation } from '../weather/field.ts'
import type { Alerts } from './alerts.ts'
import { composeLogged } from './compose.ts'
import { scoredForecast } from './evaluate.ts'
import { messagePlace } from './message-place.ts'
import type { PlaceState } from './message-ports.ts'
import type { LoggedMessage } from './outbox-ports.ts'
import type { StateApi } from './ports.ts'
import { isStageOld } from './rules.ts'
import type { Subscription } from './subscription.ts'
import type { WatchedProfile } from './watched-forecasts.ts'

export type StateDeps = Pick<
  Alerts,
  'subscriptions' | 'deliveryLog' | 'forecasts' | 'places' | 'keys' | 'siteUrl' | 'now'
>

/** Among so many of the newest messages is the last one about nights. */
const newestMessages = 20

/**
 * The states that one channel shows.
 * @param round see `StateApi`
 */
export function stateApi(
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
    messageOf: async (id) => {
      const subscription = await deps.subscriptions.byId(id)
      return subscription?.state === 'active' ? presentMessage(deps, subscription) : null
    }
  }
}

/** Each profile of a named place once, and the generic one of it: a field is shown to its subscriber only. */
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
  const forecast = await scoredForecast(deps, { place, profile }, deps.now())
  if (forecast === null || forecast.synthetic || forecast.nights.length === 0) return null
  const { issuedAt, confirmedAt, attribution, synthetic, nights } = forecast
  const data = { issuedAt, confirmedAt, attribution, synthetic }
  return { place: messagePlace(place, location), crop, nights, ...data }
}

/**
 * Its id, kind and nights are those of the message that was sent; the numbers are those of the present
 * forecast.
 */
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
  const profile = { ...subscription, stageIsOld, owner: subscription.client }
  const forecast = await scoredForecast(deps, { place, profile }, now)
  if (forecast === null) return null
  const run = { ...forecast, seq: 0 }
  const present = composeLogged(deps, { subscription, message, run, stageIsOld })
  // Where all of its nights are over, the message has nothing more to show.
  return present.nights.length === 0 ? null : { messageId: message.messageId, message: present }
}

function isAboutNights({ state, kind, fixed }: LoggedMessage): boolean {
  return state === 'sent' && kind !== 'test' && fixed !== null && fixed.nights.length > 0
}
