/** What every page says of the coming night. */
import { publish } from '../forecast/units.ts'
import type { FrostLevel, FrostNight } from '../frost/frost-night.ts'
import { roundToTenth } from '../frost/published.ts'
import { clockAt } from '../language/dates.ts'
import { tonightHeadline } from '../language/headline.ts'
import type { PlaceView } from './ports.ts'
import type { Visitor } from './visitor.ts'

const hourMilliseconds = 3_600_000

export interface Tonight {
  readonly night: FrostNight | null
  readonly level: FrostLevel
  /** Published, 0…100; null where unknown. */
  readonly score: number | null
  readonly airTemperatureMinC: number | null
  readonly plantTemperatureMinC: number | null
  /** Local clock times of the frost hours in the visitor's form, null where there is no frost. */
  readonly from: string | null
  readonly to: string | null
  /** Local clock time of the coldest hour, null where unknown. */
  readonly coldestAt: string | null
  readonly headline: string
}

/** The first night that is not over. */
export function tonightOf(view: PlaceView, visitor: Visitor): Tonight {
  const night = view.nights[0] ?? null
  const hours = hoursOf(night)
  const told = (hour: number | null, lang: 'en' | 'tr') =>
    hour === null ? null : clockAt(hour * hourMilliseconds, view.place.timezone, lang)
  const known = night?.state === 'known' ? night : null
  const score = known === null ? null : roundToTenth(known.score)
  const level = known?.level ?? 'unknown'
  const airTemperatureMinC = night?.airTemperatureMinC ?? null
  const plantTemperatureMinC = known?.plantTemperatureMinC ?? null
  return {
    night,
    level,
    score,
    airTemperatureMinC,
    plantTemperatureMinC,
    from: told(hours.first, visitor.lang),
    to: told(hours.last, visitor.lang),
    coldestAt: told(hours.coldest, visitor.lang),
    headline: tonightHeadline({
      level,
      score,
      airTemperatureMin: publish(airTemperatureMinC ?? Number.NaN, 'temperature', visitor.units),
      plantTemperatureMin: publish(plantTemperatureMinC ?? Number.NaN, 'temperature', visitor.units),
      units: visitor.units,
      from: told(hours.first, 'en'),
      to: told(hours.last, 'en'),
      coldestAt: told(hours.coldest, 'en'),
      lang: visitor.lang
    })
  }
}

function hoursOf(night: FrostNight | null): {
  readonly first: number | null
  readonly last: number | null
  readonly coldest: number | null
} {
  if (night?.state !== 'known') return { first: null, last: null, coldest: null }
  return {
    first: night.frostHours?.firstHour ?? null,
    last: night.frostHours?.lastHour ?? null,
    coldest: night.coldestHour
  }
}
