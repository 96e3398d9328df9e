/**
 * What can be done against one night's frost, and when: FAO ENRS 10 [11], ch. 7; numbers that it lacks are ours and
 * untested in orchards (docs/science.md §10).
 */
import { hourMs } from '../../common/time.ts'
import type { KnownNight } from '../frost-night.ts'
import { type ColdNight, heatingStartAt, zOneInTwenty } from './cold-night.ts'
import { type SprinklerAdvice, sprinklerAdvice } from './sprinkler.ts'
import {
  type HeatersAdvice,
  heatersAdvice,
  type WindMachineAdvice,
  windMachineAdvice
} from './wind-machine.ts'

export interface Protection {
  /**
   * Everything must be ready: the earliest start in nineteen of twenty such nights in any wind, from dusk to the first
   * harmful hour [ms since epoch]; null without either, and where cold has held on since before. Later forecasts move
   * it earlier only where their colder side is colder.
   */
  readonly lastPreparationAt: number | null
  readonly coldFrom: number | null
  readonly coldTo: number | null
  /** T10 of the stage, or 0 °C without one. */
  readonly criticalC: number
  readonly sprinkler: SprinklerAdvice
  readonly windMachine: WindMachineAdvice
  readonly heaters: HeatersAdvice
}

const minProbability = 0.05

export function needsProtection({ probability }: Pick<KnownNight, 'probability'>): boolean {
  return probability.t10 >= minProbability
}

/**
 * @param night.hours Noon to noon, in order. @param night.at Instant of the advice [ms since epoch]. @param
 * night.criticalC T10 of the stage, 0 °C without one.
 */
export function protectionOf(
  known: KnownNight,
  { hours, at, criticalC }: Pick<ColdNight, 'hours' | 'at' | 'criticalC'>
): Protection {
  const { frostHours } = known
  const coldFrom = frostHours === null ? null : frostHours.firstHour * hourMs
  const night: ColdNight = {
    hours,
    at,
    criticalC,
    coldFrom,
    overAt: known.window.overHour * hourMs,
    probability: known.probability.t10,
    isCold: needsProtection(known),
    neededC: Math.max(0, criticalC - known.plantTemperatureMinC),
    sigmaC: known.sigmaC,
    sigmaAirC: known.sigmaAirC,
    radiativeOffsetC: known.radiativeOffsetC,
    windSpeedMps: known.windSpeedMeanMps,
    inputsMissing: known.inputsMissing
  }
  const sprinkler = sprinklerAdvice(night)
  const windMachine = windMachineAdvice(night)
  const heaters = heatersAdvice(night)
  return {
    lastPreparationAt: frostHours?.isColdBefore ? null : lastPreparation(night, sprinkler, known),
    coldFrom,
    coldTo: frostHours === null ? null : frostHours.lastHour * hourMs,
    criticalC,
    sprinkler,
    windMachine,
    heaters
  }
}

/** There is light to work in until then [ms]. */
const duskMs = hourMs

function lastPreparation(
  night: ColdNight,
  { startAt }: SprinklerAdvice,
  { window: { sunsetAt } }: Pick<KnownNight, 'window'>
): number | null {
  const heatingAt = night.isCold ? heatingStartAt(night, zOneInTwenty * night.sigmaC) : null
  const starts = [startAt, heatingAt].filter((at) => at !== null)
  // The spread is that of the night: in the afternoon plants are not as cold as its colder side.
  const dusk = sunsetAt === null ? Number.NEGATIVE_INFINITY : sunsetAt - duskMs
  const deadlines = starts.length === 0 ? [] : [Math.max(dusk, Math.min(...starts))]
  if (night.coldFrom !== null) deadlines.push(night.coldFrom)
  return deadlines.length === 0 ? null : Math.min(...deadlines)
}
