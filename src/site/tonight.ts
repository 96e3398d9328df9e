import { hourMs } from '../common/time.ts'
import { type PublishedScore, publishedScore, unknownScore } from '../forecasts/frost-view.ts'
import type { PlaceReport } from '../forecasts/report/place-report.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import { clockAt, clockSpan, hoursOnClock } from '../language/dates.ts'
import { riskLabel } from '../language/frost-words.ts'
import { comingNight, isMinimumPast, isNightPast, nightAdverb, nightHeadline } from '../language/headline.ts'
import { wordsIn } from '../language/language.ts'
import { nightMinima } from './presenting.ts'
import type { Visitor } from './visitor.ts'

export interface Tonight extends PublishedScore {
  readonly night: FrostNight | null
  /** The frost hours in words, null where there is no frost. */
  readonly hours: string | null
  /** Local clock time of the coldest hour, null where unknown. */
  readonly coldestAt: string | null
  readonly headline: string
  readonly risk: string
  readonly name: string | null
  /** Its coldest hour is past and the morning has begun. */
  readonly isPast: boolean
  readonly isResting: boolean
}

export function nightWording({ at, nights, place }: PlaceReport, visitor: Visitor) {
  const tonight = comingNight(nights, at)?.window.date ?? null
  return { ...visitor, at, timezone: place.timezone, tonight }
}

export function tonightOf(report: PlaceReport, visitor: Visitor): Tonight {
  const { tonight, place, profile, at } = report
  const isOfDamage = profile.stage !== null
  const { lang } = visitor
  const { timezone } = place
  const wording = nightWording(report, visitor)
  const known = tonight?.state === 'known' ? tonight : null
  const clock = (at: number) => clockAt(at, timezone, lang)
  const cold = known?.frostHours ?? null
  const name = nightAdverb(tonight, wording)
  const resting = report.isResting ? restingHeadline(report, name, visitor) : null
  const frost = resting === null ? publishedScore(tonight) : unknownScore
  const words = wordsIn(lang).place
  const isWithout = known !== null && Number.isNaN(known.score)
  const unscored = !isWithout
    ? null
    : report.unscoredBecause === 'stage_unknown'
      ? words.limit.stageUnknown
      : words.limit.unscored
  return {
    ...frost,
    risk: resting === null ? (unscored ?? riskLabel(frost.level, lang, isOfDamage)) : words.resting,
    isResting: resting !== null,
    night: tonight,
    name,
    isPast: isNightPast(tonight, at),
    hours: cold === null ? null : clockSpan(hoursOnClock(cold, { at, timezone, lang }), lang),
    coldestAt: known === null ? null : clock(known.coldestHour * hourMs),
    headline: resting ?? nightHeadline(tonight, { ...wording, isOfDamage })
  }
}

/** A headline with the temperatures of a night that has no level. */
function restingHeadline({ tonight, at }: PlaceReport, name: string | null, visitor: Visitor): string {
  const known = tonight?.state === 'known' ? tonight : null
  const plantTemperatureMinC = known?.plantTemperatureMinC ?? null
  const airTemperatureMinC = tonight?.airTemperatureMinC ?? null
  const minima = nightMinima({ airTemperatureMinC, plantTemperatureMinC }, visitor)
  return wordsIn(visitor.lang).headline.resting(minima, name, known !== null && isMinimumPast(known, at))
}
