import type { HourlySeries } from '../weather/series.ts'
import { type Coverage, coverageOf, type FrostColumns, frostColumns } from './frost-columns.ts'
import type { BriefKnownNight, BriefNight, FrostNight, NightWindow, UnknownNight } from './frost-night.ts'
import { overHourOf } from './night-facts.ts'
import { nightShift } from './night-shift.ts'
import { exposureFactors } from './plant-temperature.ts'
import { levelOf, roundToTenth } from './published.ts'
import {
  airSpreadOf,
  type NightSubject,
  scoreNight,
  type UnscoredNight,
  unscoredNight
} from './score-night.ts'
import type { FrostSettings } from './settings.ts'
import { scoreOf, scoreSpreadC } from './severity.ts'

export { type FrostSettings, genericSettings, type LearnedOffset } from './settings.ts'

export interface FrostNightsRequest {
  readonly series: HourlySeries
  readonly windows: readonly NightWindow[]
  /** When the source issued the series, else when it was first seen [ms since epoch]; never the request's time. */
  readonly issuedAt: number
  /** The current whole hour since the epoch: decides only which night is running. */
  readonly nowHour: number
  readonly settings: FrostSettings
}

/** One night for every window, in their order; a night of which too little is known is `unknown`, never guessed. */
export function frostNights(request: FrostNightsRequest): readonly FrostNight[] {
  const columns = frostColumns(request.series)
  return request.windows.map((window) => frostNight(columns, window, request))
}

export function frostNight(
  columns: FrostColumns,
  window: NightWindow,
  request: Omit<FrostNightsRequest, 'series' | 'windows'>
): FrostNight {
  const coverage = coverageOf(columns, window, request.nowHour)
  return unknownNight(window, coverage) ?? scoreNight({ ...subjectOf(columns, window, request), coverage })
}

export function briefNights(request: FrostNightsRequest): readonly BriefNight[] {
  const columns = frostColumns(request.series)
  return request.windows.map((window) => {
    const coverage = coverageOf(columns, window, request.nowHour)
    return (
      unknownNight(window, coverage) ??
      scoreBriefly({ ...subjectOf(columns, window, request), coverage }, request.nowHour)
    )
  })
}

/** One night with what a row of a list says about it, at half the cost. */
function scoreBriefly(subject: NightSubject, nowHour: number): BriefKnownNight {
  const { window, coverage, settings } = subject
  const plant = unscoredNight(subject)
  const { curve, exposure, plantBiasC = 0, elevationM = null } = settings
  const { plantAirSigmaC } = airSpreadOf(subject, plant)
  const spreadC = scoreSpreadC(curve, plantAirSigmaC, exposureFactors[exposure])
  const score = scoreOf(curve, plant.plantTemperatureMinC, spreadC)
  // No night is over before its dark hours end, whenever its ice melts.
  const mayBeOver = nowHour >= window.overHour
  const site = { biasC: plant.biasC, plantBiasC, elevationM }
  return {
    state: 'known',
    window: mayBeOver ? { ...window, overHour: overHourOf(subject, plant, site) } : window,
    hours: coverage.hours,
    hoursAvailable: coverage.hoursAvailable,
    partial: coverage.partial,
    plantTemperatureMinC: plant.plantTemperatureMinC,
    score,
    level: levelOf(roundToTenth(score))
  }
}

/** The night as unknown; null where enough is known about it. */
function unknownNight(
  window: NightWindow,
  { unknown, hours, hoursAvailable, partial }: Coverage
): UnknownNight | null {
  if (unknown === null) return null
  return {
    state: 'unknown',
    reason: unknown,
    window,
    hours,
    hoursAvailable,
    partial,
    airTemperatureMinC: null
  }
}

type MinimaRequest = Pick<FrostNightsRequest, 'issuedAt' | 'settings'>

export function nightMinima(
  columns: FrostColumns,
  window: NightWindow,
  request: MinimaRequest
): UnscoredNight {
  return unscoredNight(subjectOf(columns, window, request))
}

function subjectOf(
  columns: FrostColumns,
  window: NightWindow,
  { issuedAt, settings }: MinimaRequest
): Omit<NightSubject, 'coverage'> {
  const { contrastC, ...change } = nightShift({ columns, issuedAt, settings }, window)
  const learned = contrastC === 0 ? settings : { ...settings, biasC: settings.biasC + contrastC }
  return { columns, window, issuedAt, settings: learned, change }
}
