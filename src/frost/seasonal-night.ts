/** What a place's seasonal law makes of a coming night. */
import { epochDay } from './epoch-day.ts'
import { eveningNights } from './evening-night.ts'
import type { FrostNight, KnownNight } from './frost-night.ts'
import { type FrostNightsRequest, frostNights } from './frost-nights.ts'
import { seasonalForecast } from './seasonal-site.ts'
import type { FrostSettings } from './settings.ts'
import { membersAt, siteVarianceForC2 } from './spread.ts'

/**
 * One night for every window, as `frostNights` gives them, each by the law of its lead where the place has one, and the
 * one in progress moved by what was measured of it.
 */
export function learnedNights(request: FrostNightsRequest): readonly FrostNight[] {
  return eveningNights(seasonalNights(request), request)
}

function seasonalNights(request: FrostNightsRequest): readonly FrostNight[] {
  const { settings } = request
  const nights = frostNights(request)
  if ((settings.seasonal ?? null) === null || (settings.ensemble ?? null) === null) return nights
  const plain = frostNights({ ...request, settings: { ...settings, biasC: 0, ...unshifted } })
  return nights.flatMap((night, index) => {
    const own = plain[index]
    if (own === undefined || own.state === 'unknown') return [night]
    const ofNight = settingsOfNight(own, settings)
    return ofNight === settings
      ? [night]
      : frostNights({ ...request, windows: [night.window], settings: ofNight }).map(marked)
  })
}

/** A law of the whole distribution takes the place of every other shift. */
const unshifted = { earlierRuns: [], contrasts: null }

function marked(night: FrostNight): FrostNight {
  return night.state === 'known' ? { ...night, isBySeasonalLaw: true } : night
}

/**
 * The settings that give a night the distribution of its lead's law: N(μ, σ²) of the air minimum in place of bias and
 * spread.
 * @param plain The night as it is without any learned bias.
 * @returns `settings` themselves where the place has no law for this lead, or the members of that hour are not known.
 */
function settingsOfNight(plain: KnownNight, settings: FrostSettings): FrostSettings {
  const members = membersAt(settings.ensemble ?? null, plain.coldestHour)
  if (members === null) return settings
  const { leadDays } = plain
  const day = epochDay(plain.window.date)
  const night = { day, leadDay: Math.round(leadDays), leadDays, ...members }
  const forecast = seasonalForecast(settings.seasonal ?? new Map(), night)
  if (forecast === null) return settings
  return {
    ...settings,
    ...unshifted,
    biasC: forecast.meanC - plain.airTemperatureMinC,
    siteVarianceC2: siteVarianceForC2(forecast.sigmaC, plain),
    ensemble: null
  }
}
