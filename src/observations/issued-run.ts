import { hourMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { nightsIn, siteSettings } from '../forecasts/frost-view.ts'
import type { SnapshotMeta } from '../forecasts/snapshot.ts'
import { frostColumns } from '../frost/frost-columns.ts'
import type { Exposure, FrostNight, KnownNight } from '../frost/frost-night.ts'
import { nightMinima } from '../frost/frost-nights.ts'
import { exposedMinimum } from '../frost/score-night.ts'
import { membersAt } from '../frost/spread.ts'
import { isOwn, type Point, recordKey } from '../weather/point.ts'
import type { LearnedPlace } from './learned-place.ts'
import type { AnalysedNight, ExposedMinimum, IssuedNight, RecordedPoint } from './ports.ts'

export function recordedPoint({ point, grid }: Pick<SnapshotMeta, 'point' | 'grid'>): RecordedPoint {
  return recordedAt(point, point.elevation ?? grid.elevation)
}

/** A point in the record, of a request or with another height; the record of a subscriber's own field is open. */
export function recordedAt(point: Point, elevation: number | null = point.elevation): RecordedPoint {
  const { lat, lon, timezone } = point
  return { pointKey: recordKey(point), lat, lon, timezone, elevation, ...(isOwn(point) && { isOwn: true }) }
}

/**
 * Nights to issue at every exposure, as learned: those with a coldest hour after the issue and after `at` [ms since
 * epoch].
 */
export function issuedNights(
  snapshot: ForecastSnapshot,
  at: number,
  learned: LearnedPlace | null
): readonly IssuedNight[] {
  const coming = snapshot.windows.filter((window) => window.overHour * hourMs > at)
  const plainSettings = siteSettings(snapshot, null)
  const settings = siteSettings(snapshot, learned)
  const nights = nightsIn(snapshot, coming, at, settings)
  const columns = frostColumns(snapshot.series)
  const { issuedAt } = snapshot
  return nights.flatMap((night) => {
    if (!isKnown(night) || night.coldestHour * hourMs <= Math.max(at, issuedAt)) return []
    // Without what was learned, the record has the night's minima alone.
    const uncorrectedFor = (
      exposure: Exposure
    ): Pick<KnownNight, 'plantTemperatureMinC' | 'airTemperatureMinC'> | null =>
      learned === null
        ? null
        : nightMinima(columns, night.window, { issuedAt, settings: { ...plainSettings, exposure } })
    const exposedTo = (exposure: Exposure): ExposedMinimum => {
      const issued = exposedMinimum(night, { columns, settings, exposure })
      const uncorrected = uncorrectedFor(exposure)
      const learnedC = uncorrected === null ? 0 : issued.minimumC - uncorrected.plantTemperatureMinC
      return { ...issued, learnedC }
    }
    const uncorrected = uncorrectedFor('ground') ?? night
    const ground = {
      minimumC: night.plantTemperatureMinC,
      sigmaC: night.sigmaC,
      learnedC: night.plantTemperatureMinC - uncorrected.plantTemperatureMinC
    }
    const exposed = { ground, vine: exposedTo('vine'), canopy: exposedTo('canopy') }
    const biasC = night.airTemperatureMinC - uncorrected.airTemperatureMinC
    return [{ ...issuedNight(night, snapshot, biasC), exposed }]
  })
}

/** The run's values for complete past nights: the source's own latest analysis, without any learned bias. */
export function analysedNights(snapshot: ForecastSnapshot, at: number): readonly AnalysedNight[] {
  const over = snapshot.windows.filter((window) => window.lastHour * hourMs < at)
  // The source's own value, without our correction: a forecast must not be compared with its own correction.
  const settings = { ...siteSettings(snapshot, null), earlierRuns: [] }
  return nightsIn(snapshot, over, at, settings)
    .filter(isKnown)
    .filter((night) => !night.partial)
    .map((night) => analysedNight(night, snapshot.source, snapshot.confirmedAt))
}

export function analysedNight(
  { window: { date }, airTemperatureMinC, plantTemperatureMinC }: KnownNight,
  { id: source }: SnapshotMeta['source'],
  analysedAt: number
): AnalysedNight {
  return { date, source, analysedAt, airMinimumC: airTemperatureMinC, plantMinimumC: plantTemperatureMinC }
}

export function isKnown(night: FrostNight): night is KnownNight {
  return night.state === 'known'
}

export function issuedNight(
  night: KnownNight,
  snapshot: Pick<ForecastSnapshot, 'source' | 'issuedAt' | 'spread'>,
  biasC: number
): Omit<IssuedNight, 'exposed'> {
  const members = membersAt(snapshot.spread, night.coldestHour)
  return {
    date: night.window.date,
    leadDay: Math.round(night.leadDays),
    leadDays: night.leadDays,
    source: snapshot.source.id,
    issuedAt: snapshot.issuedAt,
    biasC,
    airMinimumC: night.airTemperatureMinC,
    airSigmaC: night.sigmaAirC,
    plantMinimumC: night.plantTemperatureMinC,
    plantSigmaC: night.sigmaC,
    fullOffsetC: night.fullOffsetMeanC,
    ensembleMeanC: members?.meanC ?? null,
    ensembleSpreadC: members?.spreadC ?? null,
    score: night.score,
    airFrostProbability: night.probability.airFrost,
    plantFrostProbability: night.probability.frost,
    moderateFrostProbability: night.probability.belowMinus2_2,
    strongFrostProbability: night.probability.belowMinus4_4
  }
}
