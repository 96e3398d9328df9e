import { hourMs } from '../../common/time.ts'
import { type ColdNight, firstReached, type ProtectionHour, zOneInTwenty } from './cold-night.ts'

/**
 * Table 7.5 of [11] steps the wet bulb by half a degree: start at one "greater than or equal to the critical damage
 * temperature" [°C].
 */
const tableStepC = 0.5
/** Above 10 mph evaporation takes more heat than freezing gives [m/s]; docs/science.md [22]. Taken at 10 m. */
const strongestWindMps = 4.5
/** Protects "down to near −7 °C" where the application rate suffices [°C]; docs/science.md [11]. */
export const lowestWetBulbC = -7

/** The wet bulb at which water must run at the latest: in deeper frost pipes and nozzles freeze before it does [°C]. */
const lowestStartC = -2

/** Where water is not short, advisers start at a wet bulb of 0 to 1 °C; docs/science.md §10. */
export const ampleWetBulbC = 1

/** Earlier before possible harm a low wet bulb, as of a dry afternoon, is not a start [ms]; docs/science.md §10. */
const leadMs = 2 * hourMs

export const sprinklerReasons = [
  'no_cold',
  'wind',
  'too_cold',
  'dew_point_missing',
  'cloud_cover_missing',
  'wind_missing'
] as const
type SprinklerReason = (typeof sprinklerReasons)[number]

export interface SprinklerAdvice {
  /** In 19 of 20 nights wet bulb and plants are that cold only later [ms since epoch]. */
  readonly startAt: number | null
  /** When the forecast has the wet bulb there, or plants at the critical temperature; null where it never has. */
  readonly expectedStartAt: number | null
  /** The whole hour from which the wet bulb stays above 0 °C and ice melts; null where not before noon. */
  readonly stopAt: number | null
  /** When the forecast has the wet bulb at 1 °C: the start where water is not short; null where that is not earlier. */
  readonly ampleStartAt: number | null
  readonly isStartPast: boolean
  /** For the grower's own wet-bulb thermometer. */
  readonly startWetBulbC: number | null
  /** The air at the night's dew point then; null where the plants are harmed before the wet bulb is there. */
  readonly startAirC: number | null
  /** Probability that the plants fall to the critical temperature, 0…1. */
  readonly probability: number | null
  readonly strongestWindMps: number | null
  readonly usable: boolean | null
  /** Why sprinklers are not usable, or why that is unknown; null where they are usable. */
  readonly reason: SprinklerReason | null
}

/** The critical temperature raised to the next half degree, never so cold that the pipes freeze first [°C]. */
export function startWetBulbC(criticalC: number): number {
  return Math.max(lowestStartC, Math.ceil(criticalC / tableStepC) * tableStepC + 0)
}

export function startsForPipes(criticalC: number): boolean {
  return Math.ceil(criticalC / tableStepC) * tableStepC < lowestStartC
}

/** The advice of a night with hours from noon to noon; docs/science.md §10. */
export function sprinklerAdvice(night: ColdNight): SprinklerAdvice {
  const { criticalC, coldFrom, probability } = night
  const harm = possibleHarm(night)
  const from = Math.min(
    harm.from - leadMs,
    startsForPipes(criticalC) ? frostBefore(night, harm.from) : harm.from
  )
  const hours = night.hours.filter(({ at }) => at >= from)
  const lowestC = lowest(hours)
  if (night.inputsMissing.includes('dew_point') || Number.isNaN(lowestC)) {
    return { ...nothing, reason: 'dew_point_missing' }
  }
  // Where the plants are harmed before the wet bulb is there, the start is theirs, and it depends on the sky.
  if (night.inputsMissing.includes('cloud_cover')) return { ...nothing, reason: 'cloud_cover_missing' }
  if (!night.isCold) return { ...nothing, probability, usable: false, reason: 'no_cold' }
  const limitC = startWetBulbC(criticalC)
  const reached = firstReached(hours, wetBulb, limitC)
  const arePlantsFirst = coldFrom !== null && (reached === null || coldFrom < reached)
  const expectedStartAt = arePlantsFirst ? coldFrom : reached
  const bandC = zOneInTwenty * night.sigmaAirC
  const early = firstReached(hours, ({ wetBulbC }) => wetBulbC - bandC, limitC) ?? harm.from
  const startAt = Math.min(early, harm.from, expectedStartAt ?? harm.from)
  const stopAt = stopOf(hours, night, harm.to)
  const windMps = strongestWind(hours, expectedStartAt ?? startAt, stopAt ?? harm.to)
  const reason = refusal(night, windMps, lowestC)
  return {
    startAt,
    expectedStartAt,
    stopAt,
    ampleStartAt: ampleStart(hours, expectedStartAt),
    isStartPast: startAt <= night.at,
    startWetBulbC: limitC,
    startAirC: arePlantsFirst ? null : airAt(hours, reached, limitC),
    probability,
    strongestWindMps: Number.isFinite(windMps) ? windMps : null,
    usable: reason === 'wind_missing' ? null : reason === null,
    reason
  }
}

function ampleStart(hours: readonly ProtectionHour[], expectedAt: number | null): number | null {
  const at = firstReached(hours, wetBulb, ampleWetBulbC)
  return at === null || (expectedAt !== null && at >= expectedAt) ? null : at
}

/** When plants are at the critical temperature in one night in twenty, or their coldest hour [ms since epoch]. */
function possibleHarm({ hours, criticalC, sigmaC }: ColdNight) {
  const plantC = (hour: ProtectionHour) => hour.plantC
  const coldestC = Math.min(...hours.map(plantC).filter(Number.isFinite))
  const limitC = Math.max(criticalC + zOneInTwenty * sigmaC, coldestC)
  const from = firstReached(hours, plantC, limitC) ?? Number.NEGATIVE_INFINITY
  return { from, to: hours.findLast((hour) => hour.plantC <= limitC)?.at ?? from }
}

/** Since when air is at 0 °C or colder in one night in twenty, without a break before an instant [ms since epoch]. */
function frostBefore({ hours, sigmaAirC }: ColdNight, until: number): number {
  const before = hours.filter(({ at }) => at <= until)
  const lastMild = before.findLastIndex(({ airC }) => !(airC - zOneInTwenty * sigmaAirC <= 0))
  return before[lastMild + 1]?.at ?? until
}

const nothing: SprinklerAdvice = {
  startAt: null,
  expectedStartAt: null,
  stopAt: null,
  ampleStartAt: null,
  isStartPast: false,
  startWetBulbC: null,
  startAirC: null,
  probability: null,
  strongestWindMps: null,
  usable: null,
  reason: null
}

function refusal(night: ColdNight, windMps: number, lowestC: number): SprinklerReason | null {
  if (night.inputsMissing.includes('wind_speed') || !Number.isFinite(windMps)) return 'wind_missing'
  if (windMps > strongestWindMps) return 'wind'
  return lowestC < lowestWetBulbC ? 'too_cold' : null
}

const wetBulb = ({ wetBulbC }: ProtectionHour): number => wetBulbC

function lowest(hours: readonly ProtectionHour[]): number {
  const known = hours.map(wetBulb).filter(Number.isFinite)
  return known.length === 0 ? Number.NaN : Math.min(...known)
}

/**
 * After the last hour with ice or harm, of the forecast or else its cold side; at the latest when the night is over:
 * ice has melted then, and the advice is no longer shown.
 */
function stopOf(
  hours: readonly ProtectionHour[],
  { criticalC, overAt }: ColdNight,
  harmTo: number
): number | null {
  const known = hours.filter(({ wetBulbC }) => Number.isFinite(wetBulbC))
  const frozen = known.findLast(({ wetBulbC, plantC }) => wetBulbC <= 0 || plantC <= criticalC)
  const last = frozen?.at ?? Math.min(harmTo, overAt - hourMs)
  return known.find(({ at }) => at > last)?.at ?? null
}

/** −Infinity where none is known. */
function strongestWind(hours: readonly ProtectionHour[], from: number, to: number): number {
  const during = hours.filter(({ at }) => at >= from - hourMs && at <= to)
  return Math.max(...during.map(({ windSpeedMps }) => windSpeedMps).filter(Number.isFinite))
}

function airAt(hours: readonly ProtectionHour[], at: number | null, startC: number): number | null {
  const lowestC = lowest(hours)
  const hour = hours.findLast((one) =>
    at === null ? one.wetBulbC === lowestC : one.at <= at && Number.isFinite(one.wetBulbC)
  )
  return hour === undefined ? null : startC + (hour.airC - hour.wetBulbC)
}
