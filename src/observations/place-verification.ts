/** Lead by lead, against measurements or else the source's own analysis. */

import type { Exposure } from '../frost/frost-night.ts'
import { gaussianCrps, normalCdf } from '../frost/gaussian.ts'
import type { FoundRecord } from './around.ts'
import type { ShownEveningLaw } from './evening-laws/shown-laws.ts'
import type { AnalysedNight, EveningNight, IssuedNight, MinimumKind } from './ports.ts'
import {
  biasOf,
  brierOf,
  insideRange,
  isFrost,
  meanAbsoluteError,
  meanOf,
  type ReliabilityRow,
  reliabilityOf,
  reliabilityRows,
  type ScoredMinimum,
  warnings
} from './scores.ts'
import type { SensorRecord } from './sensor-record.ts'

/** The figures of one lead; null where there are too few nights to give one. */
export interface LeadScores {
  readonly leadDay: number
  readonly nights: number
  readonly frostNights: number
  /** Measured minus expected [°C]. */
  readonly biasC: number | null
  readonly meanAbsoluteErrorC: number | null
  readonly crpsC: number | null
  readonly insideRangeFraction: number | null
  readonly brier: number | null
  readonly reliability: number | null
  readonly reliabilityRows: readonly ReliabilityRow[]
  readonly probabilityOfDetection: number | null
  readonly falseAlarmRatio: number | null
}

export interface PlaceVerification {
  readonly kind: MinimumKind
  readonly basis: 'observations' | 'analysis' | 'none'
  readonly nights: number
  readonly observedNights: number
  readonly firstDate: string | null
  readonly lastDate: string | null
  readonly isEnough: boolean
  readonly leads: readonly LeadScores[]
  readonly evening: ReturnType<typeof eveningGain>
}

export interface VerifiedRecord extends PlaceVerification {
  readonly record: FoundRecord
  readonly eveningLaws: readonly ShownEveningLaw[]
}

/** With fewer nights a mean says more about the weather than about the forecast. */
export const minNights = 10

export interface VerifiedKind {
  readonly kind: MinimumKind
  /** The exposure of plants; ignored for the air. */
  readonly exposure: Exposure
}

interface VerificationInputs extends VerifiedKind {
  readonly issued: readonly IssuedNight[]
  readonly analysed: readonly AnalysedNight[]
  readonly sensors: readonly SensorRecord[]
  readonly airport?: ReadonlyMap<string, MeasuredNight>
  readonly evenings?: readonly EveningNight[]
}

export interface MeasuredNight {
  /** The measured minimum; the mean where there are several [°C]. */
  readonly minimumC: number
  /** An airport counts only at its own point. */
  readonly by: 'sensor' | 'airport'
  readonly count: number
}

/** Compared with measurements from ten nights on, else the analysis, else the few measurements there are. */
export function verifyPlace(inputs: VerificationInputs): PlaceVerification {
  const { kind, issued } = inputs
  const measured = measuredNights(inputs.sensors, inputs, inputs.airport)
  const measuredC = new Map([...measured].map(([date, { minimumC }]) => [date, minimumC]))
  const observed = nightsAgainst(issued, measuredC, inputs)
  const analysed = nightsAgainst(issued, analysedMinima(inputs.analysed, inputs), inputs)
  const observedNights = datesOf(observed).length
  const useObserved = observedNights >= minNights || datesOf(analysed).length <= observedNights
  const against = useObserved ? observed : analysed
  const dates = datesOf(against)
  const byLead = Map.groupBy(against, (night) => night.leadDay)
  return {
    kind,
    basis: dates.length === 0 ? 'none' : useObserved ? 'observations' : 'analysis',
    nights: dates.length,
    observedNights,
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null,
    isEnough: dates.length >= minNights,
    leads: [...byLead.keys()]
      .sort((one, other) => one - other)
      .map((leadDay) => leadScores(leadDay, byLead.get(leadDay) ?? [])),
    evening: eveningGain(kind === 'air_2m' ? (inputs.evenings ?? []) : [], measured)
  }
}

interface LeadNight extends ScoredMinimum {
  readonly date: string
  readonly leadDay: number
}

function nightsAgainst(
  issued: readonly IssuedNight[],
  came: ReadonlyMap<string, number>,
  which: VerifiedKind
): readonly LeadNight[] {
  return issued.flatMap((night) => {
    const cameC = came.get(night.date)
    const forecast = issuedFor(night, which)
    if (cameC === undefined || forecast === null) return []
    return [{ date: night.date, leadDay: night.leadDay, cameC, ...forecast }]
  })
}

/** What was issued for it; null where that exposure was not stored. */
export function issuedFor(
  night: IssuedNight,
  { kind, exposure }: VerifiedKind
): Omit<ScoredMinimum, 'cameC'> | null {
  if (kind === 'air_2m') {
    const { airMinimumC, airSigmaC, airFrostProbability } = night
    return { expectedC: airMinimumC, sigmaC: airSigmaC, frostProbability: airFrostProbability }
  }
  if (night.isBackFilled) return null
  if (exposure === 'ground') {
    const { plantMinimumC, plantSigmaC, plantFrostProbability } = night
    return { expectedC: plantMinimumC, sigmaC: plantSigmaC, frostProbability: plantFrostProbability }
  }
  if (night.exposed === null) return null
  const { minimumC, sigmaC } = night.exposed[exposure]
  return { expectedC: minimumC, sigmaC, frostProbability: normalCdf(-minimumC / sigmaC) }
}

/** The mean of accepted nights of a kind (and exposure) by date; of the air, where no sensor measured, an airport's. */
export function measuredNights(
  sensors: readonly SensorRecord[],
  { kind, exposure }: VerifiedKind,
  airport: ReadonlyMap<string, MeasuredNight> = new Map()
): ReadonlyMap<string, MeasuredNight> {
  const believed = sensors
    .filter(({ sensor }) => sensor.kind === kind && (kind === 'air_2m' || sensor.exposure === exposure))
    .flatMap((one) => one.observations.filter((night) => one.believedDates.has(night.date)))
  const byDate = Map.groupBy(believed, (night) => night.date)
  const measured = [...byDate].map(([date, nights]) => {
    const minimumC = meanOf(nights, (night) => night.minimumC) ?? Number.NaN
    return [date, { minimumC, by: 'sensor', count: nights.length }] as const
  })
  return new Map([...(kind === 'air_2m' ? airport : []), ...measured])
}

/** Plants on open ground only: no others are stored. */
function analysedMinima(
  nights: readonly AnalysedNight[],
  { kind, exposure }: VerifiedKind
): ReadonlyMap<string, number> {
  if (kind === 'air_2m') return new Map(nights.map((night) => [night.date, night.airMinimumC]))
  return new Map(exposure === 'ground' ? nights.map((night) => [night.date, night.plantMinimumC]) : [])
}

function datesOf(nights: readonly LeadNight[]): readonly string[] {
  return [...new Set(nights.map((night) => night.date))].sort()
}

/** The figures of a lead; where there are too few nights, only their number. */
export function leadScores(leadDay: number, nights: readonly LeadNight[]): LeadScores {
  const counts = { leadDay, nights: nights.length, frostNights: nights.filter(hadFrost).length }
  if (nights.length < minNights) return { ...counts, ...tooFew }
  const { probabilityOfDetection, falseAlarmRatio } = warnings(nights)
  return {
    ...counts,
    biasC: biasOf(nights),
    meanAbsoluteErrorC: meanAbsoluteError(nights),
    crpsC: meanOf(nights, (night) => gaussianCrps(night.expectedC, night.sigmaC, night.cameC)),
    insideRangeFraction: insideRange(nights),
    brier: brierOf(nights),
    reliability: reliabilityOf(nights),
    reliabilityRows: reliabilityRows(nights),
    probabilityOfDetection,
    falseAlarmRatio
  }
}

const tooFew = {
  biasC: null,
  meanAbsoluteErrorC: null,
  crpsC: null,
  insideRangeFraction: null,
  brier: null,
  reliability: null,
  reliabilityRows: [],
  probabilityOfDetection: null,
  falseAlarmRatio: null
} as const

function hadFrost(night: LeadNight): boolean {
  return isFrost(night.cameC)
}

/** The figures a day ahead; null with too few nights, or only an analysis to compare with. */
export function dayAhead({ basis, leads }: PlaceVerification): {
  readonly nights: number
  readonly biasC: number
  readonly meanAbsoluteErrorC: number
  readonly insideRangeFraction: number
} | null {
  const lead = leads.find((one) => one.leadDay === 1)
  if (basis !== 'observations' || lead === undefined) return null
  const { nights, biasC, meanAbsoluteErrorC, insideRangeFraction } = lead
  if (biasC === null || meanAbsoluteErrorC === null || insideRangeFraction === null) return null
  return { nights, biasC, meanAbsoluteErrorC, insideRangeFraction }
}

function eveningGain(
  evenings: readonly EveningNight[],
  measured: ReadonlyMap<string, { readonly minimumC: number }>
) {
  const nights = evenings.flatMap((evening) => {
    const cameC = measured.get(evening.date)?.minimumC
    return cameC === undefined ? [] : [{ ...evening, cameC }]
  })
  const crps = (of: 'forecast' | 'updated') =>
    meanOf(nights, (night) => gaussianCrps(night[of].minimumC, night[of].sigmaC, night.cameC))
  return {
    nights: nights.length,
    /** Mean CRPS of the forecasts two hours after sunset, and of the same nights updated [°C]; null for no night. */
    forecastCrpsC: crps('forecast'),
    updatedCrpsC: crps('updated')
  }
}
