/** Evaluates new forecasts: each scoring profile is scored once; the store finds the subscriptions concerned. */
import { portionsOf } from '../common/portions-of.ts'
import { takeTurn } from '../common/turns.ts'
import { cropById } from '../frost/crops.ts'
import type { Place } from '../weather/point.ts'
import { moreSensitive, nightsToStore } from './alert-night.ts'
import type { Alerts } from './alerts.ts'
import { dayTime } from './decisions.ts'
import { endPreviews } from './previews.ts'
import type { ScoredRun, StoredProfile } from './store-ports.ts'
import type { Subscription } from './subscription.ts'
import { type JudgedProfile, ownersOf, type WatchedForecast } from './watched-forecasts.ts'

/** Enough to spread the cost of a transaction, few enough that others do not wait long. */
export const profilesPerTransaction = 500

/** Forecasts of this many places are read together, because each query waits for the store. */
const placesAtOnce = 100

export type Evaluator = Pick<
  Alerts,
  'subscriptions' | 'episodes' | 'maintenance' | 'channels' | 'forecasts' | 'places' | 'now' | 'report'
>

type PlaceOf = (location: string) => Place | null

/** Remembers what it has found: many profiles and messages name the same few places. */
export function placesOnce({ places }: Pick<Alerts, 'places'>): PlaceOf {
  const found = new Map<string, Place | null>()
  return (location) => found.getOrInsertComputed(location, places.find)
}

/** `locations`: null for all. After each refresh; repeating changes nothing. @returns how many had a forecast */
export async function evaluatePlaces(deps: Evaluator, locations: readonly string[] | null): Promise<number> {
  const placeOf = placesOnce(deps)
  if (locations === null) return evaluateProfiles(deps, await deps.subscriptions.profiles(null), placeOf)
  const distinct = [...new Set(locations)]
  let stored: ReadonlyMap<string, readonly StoredProfile[]> = new Map()
  let evaluated = 0
  let waiting: StoredProfile[] = []
  for (const [index, location] of distinct.entries()) {
    if (index % placesAtOnce === 0) {
      const read = await deps.subscriptions.profiles(distinct.slice(index, index + placesAtOnce))
      stored = Map.groupBy(read, (profile) => profile.location)
    }
    const judged = { location, place: placeOf(location), onlySubscription: null }
    const { profiles, hasMoved } = await judgedProfiles(deps, judged, stored.get(location) ?? [])
    waiting.push(...profiles)
    // Until its new profile is evaluated, what waits for a subscription that moved would find nothing raised.
    if (!hasMoved && waiting.length < profilesPerTransaction) continue
    evaluated += await evaluateProfiles(deps, waiting, placeOf)
    waiting = []
  }
  return evaluated + (await evaluateProfiles(deps, waiting, placeOf))
}

/** Evaluates one subscription, after its confirmation, resumption or change. @param place where the caller has it */
export async function evaluateSubscription(
  deps: Evaluator,
  subscription: Subscription,
  place: Place | null = deps.places.find(subscription.location)
): Promise<void> {
  const { crop, stage, exposure, location, id } = subscription
  const stored = await deps.subscriptions.profiles([location])
  const { profiles } = await judgedProfiles(deps, { location, place, onlySubscription: id }, stored)
  const own = profiles.filter(
    (profile) =>
      profile.crop === crop &&
      profile.stage === stage &&
      profile.exposure === exposure &&
      (profile.owner === null || ownersOf(subscription).includes(profile.owner))
  )
  await evaluateTogether(deps, own, { placeOf: () => place, onlySubscription: id })
}

interface JudgedPlace {
  readonly location: string
  readonly place: Place | null
  /** Other subscriptions move with the next evaluation of the place. */
  readonly onlySubscription: string | null
}

/** The profiles, once owners of thermometers there have their own. Without a forecast all stay, to report the gap. */
async function judgedProfiles(
  deps: Evaluator,
  { location, place, onlySubscription }: JudgedPlace,
  profiles: readonly StoredProfile[]
): Promise<{ readonly profiles: readonly StoredProfile[]; readonly hasMoved: boolean }> {
  const owners = place === null ? null : await deps.forecasts.owners(place)
  // Nearly always: one query for many places.
  const isUsual = owners?.length === 0 && profiles.every(({ owner }) => owner === null)
  if (owners === null || isUsual) return { profiles, hasMoved: false }
  const hasMoved = await deps.subscriptions.judgeByOwners(location, owners, onlySubscription)
  return { profiles: hasMoved ? await deps.subscriptions.profiles([location]) : profiles, hasMoved }
}

/** @returns how many had a forecast */
export async function evaluateProfiles(
  deps: Evaluator,
  profiles: readonly StoredProfile[],
  placeOf: PlaceOf = placesOnce(deps)
): Promise<number> {
  let evaluated = 0
  for (const some of portionsOf(profiles, profilesPerTransaction))
    evaluated += await evaluateTogether(deps, some, { placeOf, onlySubscription: null })
  return evaluated
}

async function evaluateTogether(
  deps: Evaluator,
  profiles: readonly StoredProfile[],
  { placeOf, onlySubscription }: { placeOf: PlaceOf; onlySubscription: string | null }
): Promise<number> {
  const now = deps.now()
  const runs: ScoredRun[] = []
  for (const profile of profiles) {
    const place = placeOf(profile.location)
    const run = place === null ? null : await scoredRun(deps, { profile, place }, now)
    if (run !== null) runs.push(run)
    await takeTurn()
  }
  // The first real data end the previews before anything is raised for them.
  if (runs.some((run) => !run.synthetic)) await endPreviews(deps)
  await deps.episodes.evaluate(runs, now, onlySubscription)
  return runs.length
}

interface PlacedProfile {
  readonly profile: Omit<StoredProfile, 'seq' | 'owner'> & Pick<JudgedProfile, 'owner'>
  readonly place: Place
}

async function scoredRun(
  deps: Evaluator,
  placed: PlacedProfile & { readonly profile: StoredProfile },
  now: number
): Promise<ScoredRun | null> {
  const { profile, place } = placed
  const forecast = await scoredForecast(deps, placed, now)
  if (forecast === null) return null
  return {
    ...forecast,
    profile,
    // Previews are shown at once, also by night.
    dayTime: forecast.synthetic ? now : dayTime(now, place.timezone)
  }
}

/** The forecast with the nights that alerts are decided by; null without one. */
export async function scoredForecast(
  deps: Pick<Evaluator, 'forecasts'>,
  placed: PlacedProfile,
  now: number
): Promise<WatchedForecast | null> {
  const { profile, place } = placed
  const forecast = await deps.forecasts.stored(place, profile)
  if (forecast === null) return null
  const nights = profile.stageIsOld ? await mistrustingStage(deps, placed, forecast) : forecast.nights
  return { ...forecast, nights: nightsToStore(nights, now) }
}

async function mistrustingStage(
  deps: Pick<Evaluator, 'forecasts'>,
  { profile, place }: PlacedProfile,
  staged: WatchedForecast
): Promise<WatchedForecast['nights']> {
  const exposure = profile.exposure ?? cropById(profile.crop)?.exposure ?? null
  const { owner = null } = profile
  const generic = await deps.forecasts.stored(place, { crop: 'generic', stage: null, exposure, owner })
  return generic === null || generic.runId !== staged.runId
    ? staged.nights
    : moreSensitive(staged.nights, generic.nights)
}
