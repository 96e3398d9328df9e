/** A night of the report as alerts store, compare and send it. Instants are ms since epoch. */
import { dayMs, hourMs } from '../common/time.ts'
import type {
  ColdBeyondNoon,
  FrostAppearance,
  FrostLevel,
  FrostNight,
  FrostType,
  KnownNight,
  MinimumDistribution
} from '../frost/frost-night.ts'
import { isLastNight } from '../frost/period.ts'
import { roundToHundredth, roundToTenth } from '../frost/published.ts'
import { alertRules } from './rules.ts'

/** The published numbers of a night, each rounded once, and its distribution. */
export interface AlertNight extends ColdBeyondNoon {
  readonly date: string
  /** 0…100, one decimal; null: not computable, and then every other number but the air minimum is null. */
  readonly score: number | null
  readonly level: FrostLevel
  readonly airTemperatureMinC: number | null
  readonly plantTemperatureMinC: number | null
  /** The plant minimum lies between them in four of five such nights [°C]. */
  readonly plantTemperatureP10C: number | null
  readonly plantTemperatureP90C: number | null
  readonly frostProbability: number | null
  /** Unrounded; gives the probability of any temperature; null where unknown. */
  readonly distribution: MinimumDistribution | null
  /** The coldest hour; without a score the hour in which it is expected. */
  readonly coldestAt: number
  /** When everything must be ready for a crop's stage; null: nothing to prepare, absent: not known. */
  readonly lastPreparationAt?: number | null
  /** First and last hour of expected damage; null: none is expected. */
  readonly frostFromAt: number | null
  readonly frostToAt: number | null
  readonly sunsetAt: number | null
  readonly sunriseAt: number | null
  /** End of its dark hours: from then on nothing is raised, cleared or sent about it. */
  readonly overAt: number
  /** Absent in rows of older versions. */
  readonly shownUntil?: number
  readonly frostType: FrostType | null
  readonly appearance: FrostAppearance | null
  /** Percentage of buds killed; null without a crop and stage that has it. */
  readonly expectedDamagePercent: number | null
  readonly updatedBy: NonNullable<KnownNight['updatedBy']> | null
  /** When a thermometer of the subscriber's that fell silent was last heard; absent or null: none has. */
  readonly thermometerSilentSince?: number | null
  /** What a warmer forecast says, if there is one. While runs disagree the night clears no alert. */
  readonly beside?: Pick<NonNullable<KnownNight['beside']>, 'because'> &
    Pick<AlertNight, 'score' | 'plantTemperatureMinC'>
  /** When the source last confirmed the night; null: it never had it; absent: when it confirmed the run. */
  readonly confirmedAt?: number | null
  /** A cold hour of its data was set aside: the night may raise an alert, but clears none. */
  readonly isColdHourSetAside?: true
  /** Scored with the generic curve, because the stage of its crop is unknown or old. */
  readonly isWithoutStage?: true
}

export type SentBefore = Pick<
  AlertNight,
  | ('score' | 'level' | 'plantTemperatureMinC' | 'frostFromAt' | 'frostToAt')
  | ('isColdBefore' | 'isColdAfter')
>

export function alertNight(night: FrostNight): AlertNight {
  const { window, airTemperatureMinC } = night
  const known = night.state === 'known' ? night : null
  const atHour = (hour: number | undefined): number | null => (hour === undefined ? null : hour * hourMs)
  return {
    date: window.date,
    score: tenthOf(known?.score),
    level: known?.level ?? 'unknown',
    airTemperatureMinC: tenthOf(airTemperatureMinC),
    plantTemperatureMinC: tenthOf(known?.plantTemperatureMinC),
    plantTemperatureP10C: tenthOf(known?.plantTemperatureP10C),
    plantTemperatureP90C: tenthOf(known?.plantTemperatureP90C),
    frostProbability: known === null ? null : roundToHundredth(known.probability.frost),
    distribution: known === null ? null : distributionOf(known),
    coldestAt: (known?.coldestHour ?? expectedColdestHour(window)) * hourMs,
    frostFromAt: atHour(known?.frostHours?.firstHour),
    frostToAt: atHour(known?.frostHours?.lastHour),
    sunsetAt: window.sunsetAt,
    sunriseAt: window.sunriseAt,
    // Not the thaw: a warning about a minimum that is past is worthless.
    overAt: ((window.lastDarkHour ?? window.lastHour) + 1) * hourMs,
    shownUntil: window.overHour * hourMs,
    frostType: known?.frostType ?? null,
    appearance: known?.appearance ?? null,
    expectedDamagePercent: tenthOf(known?.expectedDamagePercent),
    updatedBy: updatedByOf(known),
    ...besideOf(known),
    ...coldBeyond(known?.frostHours ?? {}),
    ...(known?.isColdHourSetAside && { isColdHourSetAside: true })
  }
}

/** The members that are true alone, because thousands of nights are stored. */
export function coldBeyond({ isColdBefore, isColdAfter }: ColdBeyondNoon): ColdBeyondNoon {
  return { ...(isColdBefore && { isColdBefore }), ...(isColdAfter && { isColdAfter }) }
}

function besideOf(known: KnownNight | null): Pick<AlertNight, 'beside'> {
  if (known?.beside === undefined) return {}
  const { because, score, plantTemperatureMinC } = known.beside
  return {
    beside: {
      because,
      score: roundToTenth(score),
      plantTemperatureMinC: roundToTenth(plantTemperatureMinC)
    }
  }
}

function distributionOf({ beside, ...night }: KnownNight): MinimumDistribution {
  return beside === undefined ? minimumOf(night) : { ...minimumOf(night), beside: minimumOf(beside) }
}

function minimumOf(night: MinimumDistribution): MinimumDistribution {
  const { plantTemperatureMinC, sigmaC, airTemperatureMinC, sigmaAirC } = night
  return { plantTemperatureMinC, sigmaC, airTemperatureMinC, sigmaAirC }
}

function updatedByOf(night: KnownNight | null): NonNullable<KnownNight['updatedBy']> | null {
  const { updatedBy } = night ?? {}
  if (updatedBy === undefined) return null
  return { ...updatedBy, distanceKm: roundToTenth(updatedBy.distanceKm) }
}

export function tenthOf(value: number | null | undefined): number | null {
  return value == null ? null : roundToTenth(value)
}

/** Clear nights are coldest about sunrise, which is at the last dark hour. */
export function expectedColdestHour({
  firstHour,
  lastHour,
  lastDarkHour
}: Pick<FrostNight['window'], 'firstHour' | 'lastHour' | 'lastDarkHour'>): number {
  return lastDarkHour ?? Math.floor((firstHour + lastHour) / 2)
}

/** Nights that are still shown and whose coldest hour comes at most a day after the span that is watched. */
export function nightsToStore(nights: readonly AlertNight[], now: number): readonly AlertNight[] {
  return nights.filter(
    ({ overAt, shownUntil = overAt, coldestAt }) =>
      shownUntil > now && coldestAt <= now + alertRules.watchMs + dayMs
  )
}

/** The date of the first night of a run after the last night; null without one. */
export function dateOfTonight(
  nights: readonly Pick<AlertNight, 'date' | 'coldestAt' | 'sunriseAt' | 'overAt'>[],
  at: number
): string | null {
  return nights.find((night) => !isLastNight(night, at))?.date ?? null
}

export function isWatched({ score, coldestAt, overAt }: AlertNight, now: number): boolean {
  return score !== null && overAt > now && coldestAt > now && coldestAt <= now + alertRules.watchMs
}

/** The more sensitive scoring of each night: an old stage may have moved on. Known nights replace unknown ones. */
export function moreSensitive(
  staged: readonly AlertNight[],
  generic: readonly AlertNight[]
): readonly AlertNight[] {
  return staged.map((night) => {
    const other = generic.find((one) => one.date === night.date)
    const isMore = other !== undefined && (other.score ?? -1) > (night.score ?? -1)
    return isMore ? { ...other, isWithoutStage: true } : night
  })
}
