/** From a place to what the pages show of it: its forecast, and the report on the visitor's question. */

import { takeTurn } from '../common/turns.ts'
import { reportOf } from '../forecasts/report/report.ts'
import { dueAt, stepOf } from '../forecasts/snapshot.ts'
import type { NearPlace } from '../places/gazetteer.ts'
import { type Place, pointOf } from '../weather/point.ts'
import type { NoView, PlaceView, ShareSpent, SiteData } from './ports.ts'
import type { ProfileQuestion } from './profile-question.ts'

interface PlaceQuestion {
  readonly place: Place
  readonly question: ProfileQuestion
  readonly client: string
  readonly nowAt: number
  /** The nearest named place of a field; absent at a named place. */
  readonly nearest?: NearPlace | null
}

/** What the pages show at most. */
const sections = { days: 8, slots: 8, nights: 7 }

/** The view of a place, or why there is none; the same snapshot, question and step always give the same view. */
export async function askPlace(
  data: SiteData,
  { place, question, client, nowAt, nearest }: PlaceQuestion
): Promise<PlaceView | NoView | ShareSpent> {
  const forecast = await data.placePoint(place, client)
  if ('kind' in forecast) return forecast
  await takeTurn()
  const { at, until: stepEnds } = stepOf(forecast, nowAt)
  const dueNext = dueAt(forecast)
  const retryAt = dueNext > nowAt ? dueNext : null
  const until = Math.min(stepEnds, retryAt ?? stepEnds)
  const point = pointOf(place)
  const { profile, stageFromSeason, limit } = question
  const limitC = limit?.stage.t10C ?? null
  const near = nearest == null ? null : { ...nearest.place, distanceKm: nearest.distanceKm }
  const asked = { ...sections, point, place, nearest: near, profile, stageFromSeason, limitC }
  const { seasons, neighbours } = data
  if (!stageFromSeason) {
    return { kind: 'view', place, report: reportOf(asked, forecast, { at, neighbours }), until, retryAt }
  }
  const lack = await seasons.refresh(point, { kind: 'client', key: client })
  const isSeasonRefused = lack !== null && lack.because !== 'no_answer'
  const report = reportOf({ ...asked, isSeasonRefused }, forecast, { at, seasons, neighbours })
  return { kind: 'view', place, report, until: Math.min(until, lack?.askAgainAt ?? until), retryAt }
}
