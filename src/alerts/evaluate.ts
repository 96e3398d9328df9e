/** New forecasts come in: each curve is scored once, and the store finds whom it concerns. */
import { findCrop } from '../frost/crops.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import type { Alerts } from './alerts.ts'
import { dayTime } from './decisions.ts'
import { moreSensitive, scoredNights } from './scored-night.ts'
import type { ScoredRun, StoredProfile } from './store-ports.ts'
import type { Subscription } from './subscription.ts'
import type { WatchedForecast } from './watched-forecasts.ts'

/** How many curves one transaction takes: enough to spread its cost, few enough that nobody waits long for it. */
export const profilesPerTransaction = 500

/** What of the house an evaluation needs. */
export type Evaluator = Pick<
  Alerts,
  'subscriptions' | 'episodes' | 'maintenance' | 'forecasts' | 'places' | 'now'
>

/**
 * Evaluates every curve followed at these places (null: everywhere) against what the outlook keeps. To be called after each refresh
 * of a watched place, and once at the start; repeating it changes nothing.
 * @returns how many curves had a forecast
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

/** Evaluates one subscription on what is kept, as after its confirmation, resumption or change. */
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

/** Evaluates these curves in one transaction; `onlySubscription` is the id of the one subscription it is for, or null. */
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
  // The first real data end what was made for show, before anything could be raised on them.
  if (runs.some((run) => !run.synthetic)) await deps.maintenance.endPreviews(now)
  await deps.episodes.evaluate(runs, now, onlySubscription)
  return runs.length
}

async function scoredRun(deps: Evaluator, profile: StoredProfile, now: number): Promise<ScoredRun | null> {
  const forecast = await deps.forecasts.stored(profile)
  if (forecast === null) return null
  const { runId, issuedAt, confirmedAt, synthetic, attribution } = forecast
  const nights = profile.stageIsOld ? await mistrustingStage(deps, profile, forecast) : forecast.nights
  // What is made for show is shown at once.
  const timezone = synthetic ? null : (deps.places.find(profile.location)?.timezone ?? 'UTC')
  return {
    ...{ profile, runId, issuedAt, confirmedAt, synthetic, attribution },
    nights: scoredNights(nights, now),
    dayTime: timezone === null ? now : dayTime(now, timezone)
  }
}

/** The generic curve at the crop's own exposure beside the staged one. */
async function mistrustingStage(
  deps: Evaluator,
  profile: StoredProfile,
  staged: WatchedForecast
): Promise<readonly FrostNight[]> {
  const exposure = profile.exposure ?? findCrop(profile.crop)?.exposure ?? null
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
