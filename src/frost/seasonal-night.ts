/** What a place's seasonal law makes of a coming night. */
import { colderNight, eveningNights } from './evening-night.ts'
import { coverageOf, frostColumns } from './frost-columns.ts'
import type { BriefNight, FrostNight } from './frost-night.ts'
import { briefNights, type FrostNightsRequest, frostNight, frostNights, nightMinima } from './frost-nights.ts'
import type { UnscoredNight } from './score-night.ts'
import { epochDay } from './season.ts'
import { seasonalForecast } from './seasonal-site.ts'
import type { FrostSettings } from './settings.ts'
import { membersAt, siteVarianceForC2 } from './spread.ts'

/** As `frostNights`, each night by the place's law of its lead, the one in progress moved by measurements. */
export function learnedNights(request: FrostNightsRequest): readonly FrostNight[] {
  const nights = eveningNights(seasonalNights(request), request)
  const { proven, ...settings } = request.settings
  if (proven === undefined) return nights
  const without = learnedNights({ ...request, settings: { ...settings, ...proven } })
  return without.map((night, index) => colderNight(night, nights[index] ?? night, 'thermometer'))
}

export function briefLearnedNights(request: FrostNightsRequest): readonly BriefNight[] {
  const { evening = [], proven } = request.settings
  const isPlain = evening.length === 0 && proven === undefined && !hasSeasonalLaw(request.settings)
  return isPlain ? briefNights(request) : learnedNights(request)
}

function hasSeasonalLaw({ seasonal = null, ensemble = null }: FrostSettings): boolean {
  return seasonal !== null && ensemble !== null
}

function seasonalNights(request: FrostNightsRequest): readonly FrostNight[] {
  const { settings } = request
  if (!hasSeasonalLaw(settings)) return frostNights(request)
  const columns = frostColumns(request.series)
  const plain = { ...request, settings: { ...settings, biasC: 0, ...unshifted } }
  return request.windows.map((window) => {
    const isKnown = coverageOf(columns, window, request.nowHour).unknown === null
    const ofNight = isKnown
      ? settingsOfNight(window.date, nightMinima(columns, window, plain), settings)
      : settings
    const night = frostNight(columns, window, { ...request, settings: ofNight })
    return ofNight === settings ? night : marked(night)
  })
}

/** A law of the whole distribution takes the place of every other shift. */
const unshifted = { earlierRuns: [], contrasts: null }

function marked(night: FrostNight): FrostNight {
  return night.state === 'known' ? { ...night, isBySeasonalLaw: true } : night
}

/**
 * N(μ, σ²) of the air minimum by the lead's law in place of bias and spread; `settings` as they are without a law for
 * this lead or members at that hour. @param plain The night without any learned bias.
 */
function settingsOfNight(date: string, plain: UnscoredNight, settings: FrostSettings): FrostSettings {
  const members = membersAt(settings.ensemble ?? null, plain.coldestHour)
  if (members === null) return settings
  const { leadDays } = plain
  const day = epochDay(date)
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
