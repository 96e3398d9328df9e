/** The score beside a day or a slot: of what the page is asked for, so that one night has one score on it. */
import type { DayRow } from '../forecasts/days.ts'
import { type PublishedScore, publishedScore, slotScore } from '../forecasts/frost-view.ts'
import type { PlaceReport, SlotReport } from '../forecasts/report/place-report.ts'
import { isResting } from '../frost/degree-days.ts'
import { stampsOf } from '../weather/spans.ts'

/**
 * The score of the night that ends on a day. Null of a night that is over, where the crop rests, and with a crop of those beyond the
 * nights of the report.
 */
export function dayScore(report: PlaceReport, { day, frost }: DayRow): PublishedScore | null {
  const { tonight } = report
  if (tonight !== null && day.date < tonight.window.date) return null
  if (report.profile.crop === null) return frost
  const night = report.nights.find(({ window }) => window.date === day.date)
  return night === undefined || isResting(report.estimate) ? null : publishedScore(night)
}

/** The highest score of a slot's hours; null where the crop rests, and with a crop of the hours of a night that is over. */
export function spanScore(report: PlaceReport, { span, frost }: SlotReport): PublishedScore | null {
  if (report.profile.crop === null) return frost
  const { tonight } = report
  if (tonight !== null && stampsOf(span).endHour <= tonight.window.firstHour) return null
  return isResting(report.estimate) ? null : slotScore(report.nights, span)
}
