/** New forecasts come in: each curve is scored once, and the store finds whom it concerns. */
import { findCrop } from '../frost/crops.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import type { Alerts } from './alerts.ts'
import { dayTime } from './decisions.ts'
import { moreSensitive, scoredNights } from './scored-night.ts'
import type { KeptCurve, ScoredRun } from './store-ports.ts'
import type { Subscription } from './subscription.ts'
import type { WatchedForecast } from './watched-forecasts.ts'

/** How many curves one transaction takes: enough to spread its cost, few enough that nobody waits long for it. */
export const curvesPerTransaction = 500

/** What of the house an evaluation needs. */
export type Evaluator = Pick<Alerts, 'subscriptions' | 'episodes' | 'upkeep' | 'forecasts' | 'places' | 'now'>

/**
 * Evaluates every curve followed at these places (null: everywhere) against what the outlook keeps. To be called after each refresh
 * of a watched place, and once at the start; repeating it changes nothing.
 * @returns how many curves had a forecast
 */
export async function evaluatePlaces(house: Evaluator, locations: readonly string[] | null): Promise<number> {
  const curves =
    locations === null ? await house.subscriptions.curves(null) : await curvesAt(house, locations)
  let evaluated = 0
  for (let from = 0; from < curves.length; from += curvesPerTransaction) {
    evaluated += await evaluateCurves(house, curves.slice(from, from + curvesPerTransaction), null)
  }
  return evaluated
}

/** Evaluates one subscription on what is kept, as after its confirmation, resumption or change. */
export async function evaluateSubscription(house: Evaluator, subscription: Subscription): Promise<void> {
  const { crop, stage, exposure, location, id } = subscription
  const curves = (await house.subscriptions.curves(location)).filter(
    (curve) => curve.crop === crop && curve.stage === stage && curve.exposure === exposure
  )
  await evaluateCurves(house, curves, id)
}

async function curvesAt(house: Evaluator, locations: readonly string[]): Promise<readonly KeptCurve[]> {
  const found: KeptCurve[] = []
  for (const location of new Set(locations)) found.push(...(await house.subscriptions.curves(location)))
  return found
}

/** Evaluates these curves in one transaction; `onlySubscription` is the id of the one subscription it is for, or null. */
export async function evaluateCurves(
  house: Evaluator,
  curves: readonly KeptCurve[],
  onlySubscription: string | null
): Promise<number> {
  const now = house.now()
  const runs: ScoredRun[] = []
  for (const curve of curves) {
    const run = await scoredRun(house, curve, now)
    if (run !== null) runs.push(run)
  }
  // The first real data end what was made for show, before anything could be raised on them.
  if (runs.some((run) => !run.synthetic)) await house.upkeep.endPreviews(now)
  await house.episodes.evaluate(runs, now, onlySubscription)
  return runs.length
}

async function scoredRun(house: Evaluator, curve: KeptCurve, now: number): Promise<ScoredRun | null> {
  const forecast = await house.forecasts.kept(curve)
  if (forecast === null) return null
  const { runId, issuedAt, confirmedAt, synthetic, attribution } = forecast
  const nights = curve.stageIsOld ? await mistrustingStage(house, curve, forecast) : forecast.nights
  // What is made for show is shown at once.
  const timezone = synthetic ? null : (house.places.find(curve.location)?.timezone ?? 'UTC')
  return {
    ...{ curve, runId, issuedAt, confirmedAt, synthetic, attribution },
    nights: scoredNights(nights, now),
    dayTime: timezone === null ? now : dayTime(now, timezone)
  }
}

/** The generic curve at the crop's own exposure beside the staged one. */
async function mistrustingStage(
  house: Evaluator,
  curve: KeptCurve,
  staged: WatchedForecast
): Promise<readonly FrostNight[]> {
  const exposure = curve.exposure ?? findCrop(curve.crop)?.exposure ?? null
  const generic = await house.forecasts.kept({
    location: curve.location,
    crop: 'generic',
    stage: null,
    exposure
  })
  return generic === null || generic.runId !== staged.runId
    ? staged.nights
    : moreSensitive(staged.nights, generic.nights)
}
