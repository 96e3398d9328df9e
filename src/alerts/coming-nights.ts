import type { MinimumDistribution } from '../frost/frost-night.ts'
import { scoreOfMinimum } from '../frost/score-night.ts'
import type { ScoringProfile } from '../frost/scoring-profile.ts'
import type { Threshold } from '../frost/temperature-threshold.ts'
import { type AlertNight, isWatched, nightsToStore } from './alert-night.ts'
import type { Alerts } from './alerts.ts'
import type { LoggedMessage } from './outbox-ports.ts'
import { raisedLeavesAt } from './quiet-hours.ts'
import { reaches } from './threshold.ts'
import { ownersOf } from './watched-forecasts.ts'

export interface ComingNight {
  readonly night: Pick<AlertNight, 'date' | 'score' | 'plantTemperatureMinC' | 'airTemperatureMinC'>
  /** A message was sent or waits; otherwise the numbers are below the threshold or unknown. */
  readonly reason:
    | { readonly kind: 'sent'; readonly at: number }
    | { readonly kind: 'waits'; readonly until: number }
    | { readonly kind: 'leaves' | 'below' | 'unknown' | 'inactive' }
}

/** The nights by date; empty without a stored forecast. `log`: newest first. */
export async function comingNights(
  deps: Pick<Alerts, 'subscriptions' | 'places' | 'forecasts' | 'now'>,
  id: string,
  log: readonly LoggedMessage[]
): Promise<readonly ComingNight[]> {
  const subscription = await deps.subscriptions.byId(id)
  const place = subscription === null ? null : deps.places.find(subscription.location)
  if (subscription === null || place === null || subscription.endedAt !== null) return []
  const now = deps.now()
  const forecast = await deps.forecasts.stored(place, { ...subscription, owner: ownersOf(subscription) })
  const watched = nightsToStore(forecast?.nights ?? [], now).filter((night) => isWatched(night, now))
  const { timezone } = place
  return watched.map((night) => {
    const sentAt = sentAbout(night.date, log)
    if (sentAt !== null) return { night, reason: { kind: 'sent', at: sentAt } }
    const isReached = reaches(subscription.threshold, night)
    if (isReached === null) return { night, reason: { kind: 'unknown' } }
    if (!isReached) return { night, reason: { kind: 'below' } }
    if (subscription.state !== 'active') return { night, reason: { kind: 'inactive' } }
    const at = subscription.preview ? now : raisedLeavesAt(subscription, night, { now, timezone })
    return { night, reason: at > now ? { kind: 'waits', until: at } : { kind: 'leaves' } }
  })
}

export interface PastNight {
  /** Score for today's crop and stage; null where the stage is not known. */
  readonly score: number | null
  readonly date: string
  /** The forecast minimum, and the measured minimum of the air [°C]; null where no measurement counts. */
  readonly minimum: MinimumDistribution
  readonly cameC: number | null
  /** `reached`: the night reached today's threshold, but no message about it is known. */
  readonly reason:
    | { readonly kind: 'sent'; readonly at: number }
    | { readonly kind: 'reached' | 'below' | 'unknown' }
}

/** Judged by today's threshold and profile (null: unknown). */
export function pastNights(
  said: readonly Omit<PastNight, 'reason' | 'score'>[],
  { threshold, profile }: { threshold: Threshold; profile: ScoringProfile | null },
  log: readonly LoggedMessage[]
): readonly PastNight[] {
  return said.map((one) => {
    const { minimum } = one
    const hasPlants = Number.isFinite(minimum.sigmaC)
    const night = { ...one, score: hasPlants && profile !== null ? scoreOfMinimum(minimum, profile) : null }
    const sentAt = sentAbout(night.date, log)
    if (sentAt !== null) return { ...night, reason: { kind: 'sent', at: sentAt } }
    const isOfPlants = typeof threshold !== 'number' && threshold.of === 'plant'
    const isReached =
      isOfPlants && !hasPlants ? null : reaches(threshold, { score: night.score, distribution: minimum })
    if (isReached === null) return { ...night, reason: { kind: 'unknown' } }
    return { ...night, reason: { kind: isReached ? 'reached' : 'below' } }
  })
}

/** When the newest message about the night was; null without one. */
function sentAbout(date: string, log: readonly LoggedMessage[]): number | null {
  const about = log.find(
    ({ state, fixed, kind }) =>
      state === 'sent' &&
      kind !== 'test' &&
      fixed?.nights.some((night) => night.date === date && night.standing === 'raised') === true
  )
  return about?.endedAt ?? null
}
