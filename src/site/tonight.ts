/** What every page says of the coming night. */

import { type PublishedScore, publishedScore } from '../forecasts/frost-view.ts'
import type { PlaceReport } from '../forecasts/report/place-report.ts'
import type { FrostNight } from '../frost/frost-night.ts'
import { clockAt } from '../language/dates.ts'
import { nightHeadline } from '../language/headline.ts'
import { hourMs } from '../weather/time.ts'
import type { Visitor } from './visitor.ts'

export interface Tonight extends PublishedScore {
  readonly night: FrostNight | null
  /** Local clock times of the frost hours in the visitor's form, null where there is no frost. */
  readonly from: string | null
  readonly to: string | null
  /** Local clock time of the coldest hour, null where unknown. */
  readonly coldestAt: string | null
  readonly headline: string
}

/** The first night that is not over. */
export function tonightOf({ tonight, place }: PlaceReport, { lang, units }: Visitor): Tonight {
  const { timezone } = place
  const known = tonight?.state === 'known' ? tonight : null
  const time = (hour: number | undefined) =>
    hour === undefined ? null : clockAt(hour * hourMs, timezone, lang)
  return {
    ...publishedScore(tonight),
    night: tonight,
    from: time(known?.frostHours?.firstHour),
    to: time(known?.frostHours?.lastHour),
    coldestAt: time(known?.coldestHour),
    headline: nightHeadline(tonight, { timezone, units, lang })
  }
}
