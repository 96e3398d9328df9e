/**
 * New forecasts come in: each scoring profile is scored once, and the store finds the subscriptions it
 * concerns.
 */
import { cropById } from '../frost/crops.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import type { Alerts } from './alerts.ts'
import { dayTime } from './decisions.ts'
import { moreSensitive, scoredNights } from './scored-night.ts'
import type { ScoredRun, StoredProfile } from './store-ports.ts'
import type { Subscription } from './subscription.ts'
import type { WatchedForecast } from './watched-forecasts.ts'

/**
 * How many scoring profiles one transaction takes: enough to spread its cost, few enough that others do not
 * wait long.
 */
export const profilesPerTransaction = 500

export type Evaluator = Pick<
  Alerts,
  'subscriptions' | 'episodes' | 'maintenance' | 'forecasts' | 'places' | 'now'
>

/**
 * Evaluates every scoring profile of these places (null: all places) against the stored forecasts. Called
 * after each refresh of a watched place, and once at the start. Repeating it changes nothing.
 * @returns how many scoring profiles had a forecast
 */
export async function evaluatePlaces(deps: Evaluator, locations: readonly string[] | null): Promise<number> {
  const profiles =
    locations === null ? await deps.subscriptions.profiles(null) : await profilesAt(deps, locations)
  let evaluated = 0
  for (let from = 0; from < profiles.length; from += profilesPerTransaction) {
    evaluated += await evaluateProfiles(deps, profiles.slice(from, from + profilesPerTransaction), null)
  }
  return evaluated
}

/**
 * Evaluates one subscription against the stored forecast, as after its confirmation, resumption or change.
 */
export async function evaluateSubscription(deps: Evaluator, subscription: Subscription): Promise<void> {
  const { crop, stage, exposure, location, id } = subscription
  const profiles = (await deps.subscriptions.profiles(location)).filter(
    (profile) => profile.crop === crop && profile.stage === stage && profile.exposure === exposure
  )
  await evaluateProfiles(deps, profiles, id)
}

async function profilesAt(deps: Evaluator, locations: readonly string[]): Promise<readonly StoredProfile[]> {
  const found: StoredProfile[] = []
  for (const location of new Set(locations)) found.push(...(await deps.subscriptions.profiles(location)))
  return found
}

/**
 * Evaluates these scoring profiles in one transaction. `onlySubscription` is the id of one subscription, or
 * null for all.
 */
export async function evaluateProfiles(
  deps: Evaluator,
  profiles: readonly StoredProfile[],
  onlySubscription: string | null
): Promise<number> {
  const now = deps.now()
  const runs: ScoredRun[] = []
  for (const profile of profiles) {
    const run = await scoredRun(deps, profile, now)
    if (run !== null) runs.push(run)
  }
  // The first real data end the previews before anything can be raised for them.
  if (runs.some((run) => !run.synthetic)) await deps.maintenance.endPreviews(now)
  await deps.episodes.evaluate(runs, now, onlySubscription)
  return runs.length
}

async function scoredRun(deps: Evaluator, profile: StoredProfile, now: number): Promise<ScoredRun | null> {
  const forecast = await deps.forecasts.stored(profile)
  if (forecast === null) return null
  const { runId, issuedAt, confirmedAt, synthetic, attribution } = forecast
  const nights = profile.stageIsOld ? await mistrustingStage(deps, profile, forecast) : forecast.nights
  // Previews are shown at once, also by night.
  const timezone = synthetic ? null : (deps.places.find(profile.location)?.timezone ?? 'UTC')
  return {
    ...{ profile, runId, issuedAt, confirmedAt, synthetic, attribution },
    nights: scoredNights(nights, now),
    dayTime: timezone === null ? now : dayTime(now, timezone)
  }
}

/** The score with the generic crop at the same exposure, beside the staged one. */
async function mistrustingStage(
  deps: Evaluator,
  profile: StoredProfile,
  staged: WatchedForecast
): Promise<readonly FrostNight[]> {
  const exposure = profile.exposure ?? cropById(profile.crop)?.exposure ?? null
  const generic = await deps.forecasts.stored({
    location: profile.location,
    crop: 'generic',
    stage: null,
    exposure
  })
  return generic === null || generic.runId !== staged.runId
    ? staged.nights
    : moreSensitive(staged.nights, generic.nights)
}
