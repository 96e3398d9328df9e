/** The outlook as alerts see it: what is kept for a place, scored along one crop's curve. */
import type {
  CurveRequest,
  ExpectedNight,
  WatchedForecast,
  WatchedForecasts
} from '../alerts/watched-forecasts.ts'
import { hourMs, type Place } from '../forecast/point.ts'
import { crops } from '../frost/crops.ts'
import { nightWindows } from '../frost/night-window.ts'
import { genericCurve } from '../frost/severity.ts'
import { genericChoice } from '../http/weather/curve-choice.ts'
import { curveSettings } from '../http/weather/curve-settings.ts'
import type { CurveChoice } from '../http/weather/question.ts'
import { comingWindows, nightsIn } from '../outlook/frost-view.ts'
import type { Outlook } from '../outlook/outlook.ts'
import type { Gazetteer } from '../places/gazetteer.ts'

/** Nights that alerts may ever speak of: the watch is three days, and a night more where a day ends between. */
const nightsAhead = 5

export interface WatchedParts {
  readonly outlook: Pick<Outlook, 'kept'>
  readonly gazetteer: Pick<Gazetteer, 'bySlug'>
  readonly clock: () => number
}

export function watchedForecasts(parts: WatchedParts): WatchedForecasts {
  return {
    kept: (curve) => keptFor(parts, curve),
    tonight: (location, now) => {
      const place = parts.gazetteer.bySlug(location)
      return place === null ? null : tonightAt(place, now)
    }
  }
}

async function keptFor(
  { outlook, gazetteer, clock }: WatchedParts,
  curve: CurveRequest
): Promise<WatchedForecast | null> {
  const place = gazetteer.bySlug(curve.location)
  const point = place === null ? null : await outlook.kept(place)
  if (point === null) return null
  const at = clock()
  const settings = curveSettings(point, choiceOf(curve))
  return {
    runId: `${point.source.id} ${point.run}`,
    issuedAt: point.issuedAt,
    confirmedAt: point.confirmedAt,
    synthetic: point.synthetic,
    attribution: point.source.attribution,
    nights: nightsIn(point, comingWindows(point, at, nightsAhead), at, settings)
  }
}

/** The curve of a subscription; a crop or stage that a later table no longer has falls back to the generic one. */
function choiceOf({ crop, stage, exposure }: CurveRequest): CurveChoice {
  const row = crops.find((one) => one.id === crop)
  const found = row?.stages.find((one) => one.id === stage)
  if (row === undefined) return genericChoice(exposure ?? 'ground')
  return {
    crop,
    stage,
    exposure: exposure ?? row.exposure,
    curve: found?.curve ?? genericCurve,
    evidence: found?.evidence ?? null
  }
}

function tonightAt(place: Place, now: number): ExpectedNight | null {
  const hour = Math.floor(now / hourMs)
  const window = nightWindows(place, hour, hour + 48).find((one) => one.overHour > hour)
  if (window === undefined) return null
  return {
    date: window.date,
    coldestAt: window.sunriseAt ?? (window.lastDarkHour ?? window.lastHour) * hourMs,
    overAt: window.overHour * hourMs
  }
}
