/** Data gaps that matter: profiles whose coming night no source has confirmed for hours. */
import type { Alerts } from './alerts.ts'
import { readDataGap } from './decisions.ts'
import { alertRules } from './rules.ts'
import type { ProfileVisibility, UnseenProfile } from './store-ports.ts'

export interface OpenGap {
  readonly profile: ProfileVisibility
  /** Which night it is, and who is notified. */
  readonly affected: UnseenProfile
}

/**
 * Earlier in the day data may be older on purpose: the pace of refreshing follows the nights.
 * @param unread Slugs of places whose data may be old on purpose, because their messages go unread
 */
export async function openGaps(
  deps: Pick<Alerts, 'episodes' | 'forecasts' | 'places'>,
  unread: ReadonlySet<string>,
  now: number
): Promise<readonly OpenGap[]> {
  const unseen = await deps.episodes.unseen(now - alertRules.dataGapAfterMs, now)
  return unseen
    .filter(({ location }) => !unread.has(location))
    .flatMap((profile) => {
      const affected = affectedBy(deps, profile, now)
      return affected === null ? [] : [{ profile, affected }]
    })
}

function affectedBy(
  { forecasts, places }: Pick<Alerts, 'forecasts' | 'places'>,
  profile: ProfileVisibility,
  now: number
): UnseenProfile | null {
  const seen = profile.nights.find((night) => night.overAt > now)
  const place = seen === undefined ? places.find(profile.location) : null
  const expected = seen ?? (place === null ? null : forecasts.tonight(place, now))
  if (expected === null) return null
  const night = {
    p10Tenths: seen?.p10Tenths ?? null,
    coldestAt: expected.coldestAt,
    seen: seen !== undefined
  }
  const gap = readDataGap(night, profile.confirmedAt, now)
  return gap === 'none'
    ? null
    : { profileSeq: profile.seq, date: expected.date, raisedOnly: gap === 'raised' }
}
