/** The outlook as alerts see it: what is kept of a place, scored along a curve. */
import type {
  CurveRequest,
  ExpectedNight,
  WatchedForecast,
  WatchedForecasts
} from '../alerts/watched-forecasts.ts'
import { hourMs, type Place } from '../forecast/point.ts'
import { findCrop } from '../frost/crops.ts'
import { nightWindows } from '../frost/night-window.ts'
import type { FrostSettings } from '../frost/settings.ts'
import { genericCurve } from '../frost/severity.ts'
import { comingWindows, nightsIn, siteSettings } from '../outlook/frost-view.ts'
import type { OpenPoint } from '../outlook/open-point.ts'
import type { Outlook } from '../outlook/outlook.ts'

export interface WatchedForecastsNeeds {
  readonly outlook: Pick<Outlook, 'latest'>
  readonly findPlace: (slug: string) => Place | null
  readonly clock: () => number
  /** The settings of the method at a point, with what was learned there; default: the site's own. */
  readonly settingsOf?: (point: OpenPoint) => FrostSettings
}

/** Nights beyond these are too far to be told of. */
const mostNights = 16
/** Tonight and the next night lie within so many hours, also beyond the polar circle. */
const tonightHours = 48

export function watchedForecasts(needs: WatchedForecastsNeeds): WatchedForecasts {
  return {
    kept: (curve) => keptForecast(needs, curve),
    tonight: (location, now) => expectedNight(needs, location, now)
  }
}

async function keptForecast(
  needs: WatchedForecastsNeeds,
  curve: CurveRequest
): Promise<WatchedForecast | null> {
  const place = needs.findPlace(curve.location)
  const point = place === null ? null : await needs.outlook.latest(place)
  if (point === null) return null
  const settings = { ...(needs.settingsOf ?? siteSettings)(point), ...curveOf(curve) }
  const at = needs.clock()
  return {
    runId: point.run,
    issuedAt: point.issuedAt,
    confirmedAt: point.confirmedAt,
    synthetic: point.synthetic,
    attribution: point.source.attribution,
    nights: nightsIn(point, comingWindows(point, at, mostNights), at, settings)
  }
}

/** A crop or stage that a later table no longer has is judged by the generic curve: better than silence. */
function curveOf({ crop, stage, exposure }: CurveRequest): Pick<FrostSettings, 'curve' | 'exposure'> {
  const known = crop === 'generic' ? null : findCrop(crop)
  const staged = known?.stages.find((one) => one.id === stage)
  return { curve: staged?.curve ?? genericCurve, exposure: exposure ?? known?.exposure ?? 'ground' }
}

function expectedNight(
  { findPlace }: WatchedForecastsNeeds,
  location: string,
  now: number
): ExpectedNight | null {
  const place = findPlace(location)
  if (place === null) return null
  const hour = Math.floor(now / hourMs)
  const window = nightWindows(place, hour, hour + tonightHours).find((one) => one.overHour > hour)
  if (window === undefined) return null
  const coldestHour = window.lastDarkHour ?? Math.floor((window.firstHour + window.lastHour) / 2)
  return { date: window.date, coldestAt: coldestHour * hourMs, overAt: window.overHour * hourMs }
}
