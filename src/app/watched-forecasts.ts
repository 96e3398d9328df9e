/** The stored forecast of a place as alerts see it, scored for a scoring profile. */
import type {
  ExpectedNight,
  ProfileRequest,
  WatchedForecast,
  WatchedForecasts
} from '../alerts/watched-forecasts.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import { reportOf } from '../forecasts/report/report.ts'
import { stepOf } from '../forecasts/snapshot.ts'
import { nightWindows } from '../frost/night-window.ts'
import { nearestProfile } from '../frost/scoring-profile.ts'
import { hourMs, type Place } from '../weather/point.ts'

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
  const forecast = place === null ? null : await deps.forecasts.latest(place)
  if (place === null || forecast === null) return null
  // A crop or stage that a later table does not contain is scored with the generic profile: better than no
  // alert.
  const profile = nearestProfile({ ...curve, crop: curve.crop === 'generic' ? null : curve.crop })
  const question = { point: place, place, profile, nights: mostNights }
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
