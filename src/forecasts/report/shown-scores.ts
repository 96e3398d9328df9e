/** The score beside a day or a slot: of what the report is asked for, so that one night has one score on a page. */
import type { FrostNight } from '../../frost/frost-night.ts'
import type { ScoringProfile } from '../../frost/scoring-profile.ts'
import { stampsOf } from '../../weather/spans.ts'
import { type PublishedScore, publishedScore, slotScore } from '../frost-view.ts'
import type { PlaceReport } from './place-report.ts'

type Scored = Pick<PlaceReport, 'profile' | 'isResting' | 'nights'>
type Shown = PublishedScore | null

/** The score of the night that ends on each day; null of a night that is over, and where the crop rests. */
export function dayScores(
  report: Scored & Pick<PlaceReport, 'days'>,
  nights: readonly FrostNight[]
): readonly Shown[] {
  const { days, profile } = report
  const [tonight = null] = report.nights
  return days.map(({ day: { date }, frost }) => {
    if (tonight !== null && date < tonight.window.date) return null
    if (isGenericAtGround(profile)) return frost
    const night = nights.find(({ window }) => window.date === date)
    return night === undefined || report.isResting ? null : publishedScore(night)
  })
}

/**
 * The highest score of each slot's hours; null where the crop rests, and, where slots are scored otherwise, of the
 * hours of a night that is over.
 */
export function slotScores(report: Scored & Pick<PlaceReport, 'slots'>): readonly Shown[] {
  const { slots, profile, nights } = report
  const [tonight = null] = nights
  return slots.map(({ span, frost }) => {
    if (isGenericAtGround(profile)) return frost
    const isOver = tonight !== null && stampsOf(span).endHour <= tonight.window.firstHour
    return isOver || report.isResting ? null : slotScore(nights, span)
  })
}

/** Days and slots have this score themselves. */
function isGenericAtGround({ crop, exposure }: ScoringProfile): boolean {
  return crop === null && exposure === 'ground'
}
