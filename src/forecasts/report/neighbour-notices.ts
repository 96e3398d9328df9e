/** What the nights of a point owe to a place near it, and what they have not of it. */

import type { NoticeParameters } from '../../language/notices.ts'
import { distanceKm } from '../../places/distance.ts'
import type { ForecastSnapshot } from '../forecast-snapshot.ts'
import type { LearnedSite, Neighbours } from '../ports.ts'
import type { Notice, ReportPlace } from './place-report.ts'

interface Near {
  readonly forecast: ForecastSnapshot
  readonly place: ReportPlace
}

/** Whose record is used, or why that of a place near is not; and that the place near has more models. */
export function neighbourNotices(of: Near, neighbours: Neighbours): readonly Notice[] {
  return [...recordNotice(of, neighbours), ...modelNotice(of, neighbours)]
}

function recordNotice({ forecast, place }: Near, { atOtherHeight }: Neighbours): readonly Notice[] {
  const { nights, at } = forecast.learned ?? { nights: 0 }
  if (nights > 0) {
    const isElsewhere = at !== undefined && distanceKm(at, place) > 0
    return isElsewhere
      ? [{ code: 'record_of_place', parameters: { count: nights, near: nearAt(place, at) } }]
      : []
  }
  const other = atOtherHeight(forecast)
  if (other === null) return []
  const near = nearAt(place, other)
  // No answer says where a thermometer without a name stands.
  return near.name === null ? [] : [notUsed(place, near, other)]
}

/** That the record of a place near is that of another height. */
export function notUsed(
  { elevationM }: Pick<ReportPlace, 'elevationM'>,
  near: NonNullable<NoticeParameters['near']>,
  { elevation }: NonNullable<LearnedSite['at']>
): Notice {
  return { code: 'record_not_used', parameters: { near, heights: { here: elevationM, there: elevation } } }
}

/** Names within 3 km say that a reader may compare the two. */
function modelNotice({ forecast, place }: Near, { isBlended }: Neighbours): readonly Notice[] {
  const { nearest, name } = place
  if (nearest === null || name === null || forecast.models !== null || !isBlended(forecast.source.id))
    return []
  return [{ code: 'one_model', parameters: { near: { name: nearest.name, distanceKm: nearest.distanceKm } } }]
}

/** The place that lies there, seen from another; a point that was measured may have no name. */
export function nearAt(
  from: Pick<ReportPlace, 'lat' | 'lon' | 'nearest'>,
  at: NonNullable<LearnedSite['at']>
): NonNullable<NoticeParameters['near']> {
  const { nearest } = from
  const km = distanceKm(at, from)
  const isNearest = nearest !== null && Math.abs(nearest.distanceKm - km) < 0.01
  return { name: isNearest ? nearest.name : null, distanceKm: km }
}
