/** From a place to its view: asks the house for the forecast and puts the visitor's question to it. */
import type { Place } from '../forecast/point.ts'
import { placeViewOf } from './place-view.ts'
import type { CurveQuestion, NoView, PlaceView, ShareSpent, SiteData } from './ports.ts'

export interface PlaceQuestion {
  readonly place: Place
  readonly curve: CurveQuestion
  readonly client: string
  readonly nowAt: number
}

/** The view of a place, or why there is none. */
export async function askPlace(
  data: SiteData,
  question: PlaceQuestion
): Promise<PlaceView | NoView | ShareSpent> {
  const { place, curve, client, nowAt } = question
  const [point, record] = await Promise.all([data.placePoint(place, client), data.placeRecord(place)])
  if ('kind' in point) return point
  return placeViewOf({ place, point, curve, record, nowAt })
}
