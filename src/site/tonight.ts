/** What every page says of the coming night. */

import { hourMs } from '../common/time.ts'
import { type PublishedScore, publishedScore, unknownScore } from '../forecasts/frost-view.ts'
import type { PlaceReport } from '../forecasts/report/place-report.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import { clockAt } from '../language/dates.ts'
import { riskLabel } from '../language/frost-words.ts'
import { type HeadlineWording, nameBeforeNoon, nightHeadline } from '../language/headline.ts'
import { wordsIn } from '../language/language.ts'
import { nightMinima } from './presenting.ts'
import type { Visitor } from './visitor.ts'

export interface Tonight extends PublishedScore {
  readonly night: FrostNight | null
  /** Local clock times of the frost hours in the visitor's form, null where there is no frost. */
  readonly from: string | null
  readonly to: string | null
  /** Local clock time of the coldest hour, null where unknown. */
  readonly coldestAt: string | null
  readonly headline: string
  /** The risk in words, or why there is none. */
  readonly risk: string
  /** The crop asked for rests: the night has temperatures, but no score of it. */
  readonly isResting: boolean
}

/** The first night that is not over. */
export function tonightOf(report: PlaceReport, visitor: Visitor): Tonight {
  const { tonight, place, at } = report
  const { lang, units } = visitor
  const { timezone } = place
  const known = tonight?.state === 'known' ? tonight : null
  const time = (hour: number | undefined) =>
    hour === undefined ? null : clockAt(hour * hourMs, timezone, lang)
  const resting = report.isResting ? restingHeadline(tonight, { ...visitor, at }) : null
  const frost = resting === null ? publishedScore(tonight) : unknownScore
  const words = wordsIn(lang).place
  const unscored = known !== null && Number.isNaN(known.score) ? words.limit.unscored : null
  return {
    ...frost,
    risk: resting === null ? (unscored ?? riskLabel(frost.level, lang)) : words.resting,
    isResting: resting !== null,
    night: tonight,
    from: time(known?.frostHours?.firstHour),
    to: time(known?.frostHours?.lastHour),
    coldestAt: time(known?.coldestHour),
    headline: resting ?? nightHeadline(tonight, { at, timezone, units, lang })
  }
}

/** The temperatures of a night without a level. */
function restingHeadline(night: FrostNight | null, visitor: Visitor & Pick<HeadlineWording, 'at'>): string {
  const plantTemperatureMinC = night?.state === 'known' ? night.plantTemperatureMinC : null
  const airTemperatureMinC = night?.airTemperatureMinC ?? null
  const minima = nightMinima({ airTemperatureMinC, plantTemperatureMinC }, visitor)
  return wordsIn(visitor.lang).headline.resting(minima, nameBeforeNoon(night, visitor))
}
