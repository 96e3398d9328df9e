/** Forecasts as alerts see them: the stored snapshot of a place, scored with a profile. */

import type { Forecasts } from '../../forecasts/forecasts.ts'
import { reportOf } from '../../forecasts/report/report.ts'
import { stepOf } from '../../forecasts/snapshot.ts'
import { nightWindows } from '../../frost/night-window.ts'
import { nearestProfile } from '../../frost/scoring-profile.ts'
import { type Place, pointOf } from '../../weather/point.ts'
import { hourMs } from '../../weather/time.ts'
import type {
  ExpectedNight,
  ProfileRequest,
  WatchedForecast,
  WatchedForecasts
} from '../watched-forecasts.ts'

export interface WatchedForecastsDeps {
  readonly forecasts: Pick<Forecasts, 'latest'>
  readonly findPlace: (slug: string) => Place | null
  readonly clock: () => number
}

/** Later nights are too far away for an alert. */
const mostNights = 16
/** Tonight and the next night lie within so many hours, also beyond the polar circle. */
const tonightHours = 48

export function watchedForecasts(deps: WatchedForecastsDeps): WatchedForecasts {
  return {
    stored: (curve) => storedForecast(deps, curve),
    tonight: (location, now) => expectedNight(deps, location, now)
  }
}

async function storedForecast(
  deps: WatchedForecastsDeps,
  curve: ProfileRequest
): Promise<WatchedForecast | null> {
  const place = deps.findPlace(curve.location)
  if (place === null) return null
  const point = pointOf(place)
  const forecast = await deps.forecasts.latest(point)
  if (forecast === null) return null
  // A crop or stage that a later table no longer has is judged by the generic curve: better than silence.
  const profile = nearestProfile({ ...curve, crop: curve.crop === 'generic' ? null : curve.crop })
  const question = { point, place, profile, nights: mostNights }
  const { data, nights } = reportOf(question, forecast, { at: stepOf(forecast, deps.clock()).at })
  const { issuedAt, confirmedAt, synthetic, source } = data
  return { runId: forecast.run, issuedAt, confirmedAt, synthetic, attribution: source.attribution, nights }
}

function expectedNight(
  { findPlace }: WatchedForecastsDeps,
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
