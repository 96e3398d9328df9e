/** When to start and to stop sprinklers over the plants, and when they do more harm than good. */
import { normalCdf } from '../gaussian.ts'
import type { ColdNight } from './cold-night.ts'
import { firstReached, type ProtectionHour } from './protection-hour.ts'

/**
 * Table 7.5 of [11] has the wet bulb in steps of half a degree: "locate the wet-bulb temperature … greater than or equal to
 * the critical damage temperature". The start is the next step above it [°C].
 */
const tableStepC = 0.5
/** In one night in twenty the wet bulb is colder than this many standard deviations below the forecast. */
const zOneInTwenty = 1.6449
/** Nights with a smaller chance need no sprinklers. */
const leastProbability = 0.05
/** Above 10 mph evaporation takes more heat than freezing gives [m/s]; docs/science.md [22]. Taken at 10 m. */
const strongestWindMps = 4.5
/** Protects "down to near −7 °C" where the application rate suffices [°C]; docs/science.md [11]. */
const lowestWetBulbC = -7

export const sprinklerReasons = ['no_cold', 'wind', 'too_cold', 'dew_point_missing', 'wind_missing'] as const
type SprinklerReason = (typeof sprinklerReasons)[number]

export interface SprinklerAdvice {
  /** Before this instant the wet bulb is above `startWetBulbC` in 19 of 20 such nights [ms since epoch]. */
  readonly startAt: number | null
  /** When the forecast itself has the wet bulb there, or the plants at the critical temperature; null where it never has. */
  readonly expectedStartAt: number | null
  /** The whole hour from which the wet bulb is expected to stay above 0 °C and the ice melts; null where not before noon. */
  readonly stopAt: number | null
  readonly isStartPast: boolean
  /** To be compared with the grower's own wet-bulb thermometer. */
  readonly startWetBulbC: number | null
  /** The air temperature that belongs to it at the night's dew point, for a dry thermometer. */
  readonly startAirC: number | null
  /** That the wet bulb falls to the critical temperature, 0…1. */
  readonly probability: number | null
  readonly strongestWindMps: number | null
  readonly usable: boolean | null
  /** Why they are not usable, or why nothing is known of it; null where they are. */
  readonly reason: SprinklerReason | null
}

/** The wet bulb at which sprinklers are started: the critical temperature raised to the next half degree [°C]. */
export function startWetBulbC(criticalC: number): number {
  return Math.ceil(criticalC / tableStepC) * tableStepC + 0
}

/** The advice of a night with hours from noon to noon; docs/science.md §10. */
export function sprinklerAdvice(night: ColdNight): SprinklerAdvice {
  const { hours, criticalC, inputsMissing } = night
  if (inputsMissing.includes('dew_point')) return unknownAdvice('dew_point_missing')
  const lowestC = lowest(hours)
  if (Number.isNaN(lowestC)) return unknownAdvice('dew_point_missing')
  const probability = normalCdf((criticalC - lowestC) / night.sigmaAirC)
  const limitC = startWetBulbC(criticalC)
  const expected = firstReached(hours, wetBulb, limitC)
  const expectedStartAt = earlier(expected, night.coldFrom)
  const band = zOneInTwenty * night.sigmaAirC
  const startAt = earlier(
    firstReached(hours, (hour) => hour.wetBulbC - band, limitC),
    expectedStartAt
  )
  if (startAt === null || probability < leastProbability)
    return { ...nothing, probability, usable: false, reason: 'no_cold' }
  const stopAt = stopOf(hours, startAt, band)
  const windMps = strongestWind(hours, expectedStartAt ?? startAt, stopAt)
  const reason = refusal(night, windMps, lowestC)
  return {
    startAt,
    expectedStartAt,
    stopAt,
    isStartPast: startAt <= night.at,
    startWetBulbC: limitC,
    startAirC: airAt(hours, expected, limitC),
    probability,
    strongestWindMps: Number.isFinite(windMps) ? windMps : null,
    usable: reason === 'wind_missing' ? null : reason === null,
    reason
  }
}

const nothing: SprinklerAdvice = {
  startAt: null,
  expectedStartAt: null,
  stopAt: null,
  isStartPast: false,
  startWetBulbC: null,
  startAirC: null,
  probability: null,
  strongestWindMps: null,
  usable: null,
  reason: null
}

function unknownAdvice(reason: SprinklerReason): SprinklerAdvice {
  return { ...nothing, reason }
}

function refusal(night: ColdNight, windMps: number, lowestC: number): SprinklerReason | null {
  if (night.inputsMissing.includes('wind_speed') || !Number.isFinite(windMps)) return 'wind_missing'
  if (windMps > strongestWindMps) return 'wind'
  return lowestC < lowestWetBulbC ? 'too_cold' : null
}

const wetBulb = ({ wetBulbC }: ProtectionHour): number => wetBulbC

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}

function lowest(hours: readonly ProtectionHour[]): number {
  const known = hours.map(wetBulb).filter(Number.isFinite)
  return known.length === 0 ? Number.NaN : Math.min(...known)
}

/** After the last hour with ice: of the forecast, or where that never freezes, of its cold side. */
function stopOf(hours: readonly ProtectionHour[], startAt: number, bandC: number): number | null {
  const after = hours.filter(({ at, wetBulbC }) => at >= startAt && Number.isFinite(wetBulbC))
  const frozen = after.findLastIndex(({ wetBulbC }) => wetBulbC <= 0)
  const last = frozen >= 0 ? frozen : after.findLastIndex(({ wetBulbC }) => wetBulbC - bandC <= 0)
  return after[last + 1]?.at ?? null
}

/** The strongest wind while they run; to the end of the hours where no stop is known; −Infinity where none is known. */
function strongestWind(hours: readonly ProtectionHour[], from: number, to: number | null): number {
  const during = hours.filter(({ at }) => at >= from - 3_600_000 && (to === null || at <= to))
  return Math.max(...during.map(({ windSpeedMps }) => windSpeedMps).filter(Number.isFinite))
}

/** The air at the wet bulb of the start: with the distance between the two of the hour before it, or of the coldest hour. */
function airAt(hours: readonly ProtectionHour[], at: number | null, startC: number): number | null {
  const lowestC = lowest(hours)
  const hour = hours.findLast((one) =>
    at === null ? one.wetBulbC === lowestC : one.at <= at && Number.isFinite(one.wetBulbC)
  )
  return hour === undefined ? null : startC + (hour.airC - hour.wetBulbC)
}
