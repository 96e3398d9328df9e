/** Nights of the past as a source forecast them at each lead, in the record's form; never issued by this service. */
import { hourMs } from '../common/time.ts'
import type { EarlierAnswer } from '../forecasts/earlier-runs.ts'
import type { FrostNight, KnownNight, NightWindow } from '../frost/frost-night.ts'
import { frostNights } from '../frost/frost-nights.ts'
import { nightWindows } from '../frost/night-window.ts'
import { genericSettings } from '../frost/settings.ts'
import { withoutAbsurdHours } from '../weather/absurd-hours.ts'
import type { Point } from '../weather/point.ts'
import { column, emptySeries, type HourlySeries } from '../weather/series.ts'
import type { AnalysedNight, IssuedNight } from './ports.ts'

type EarlierRuns = Extract<EarlierAnswer, { kind: 'runs' }>['runs']

export interface BackFilledNights {
  readonly issued: readonly IssuedNight[]
  readonly analysed: readonly AnalysedNight[]
}

/** The past runs of one source at one point. */
export interface PastRuns {
  readonly point: Point
  readonly source: string
  readonly runs: EarlierRuns
  /** Now [ms since epoch]. */
  readonly at: number
}

const hoursPerDay = 24

/**
 * The nights that are over and whole: what was forecast one, two … days before, and what the latest run says of them.
 * The source tells the air's temperature alone, so plants have the usual sky and wind, and verification and learning
 * take the air's minimum only.
 */
export function backFilledNights({ point, source, runs, at }: PastRuns): BackFilledNights {
  const windows = nightWindows(point, runs.startHour, runs.startHour + runs.hours).filter(
    ({ lastHour }) => lastHour * hourMs < at
  )
  const [latest, ...earlier] = runs.temperaturesC.map((temperaturesC) => seriesOf(runs, temperaturesC))
  const issued = earlier.flatMap((series, index) => issuedAhead(point, { series, windows, lead: index + 1 }))
  return {
    issued: issued.map((night) => ({ ...night, source })),
    analysed: knownNights(point, latest, windows).map((night) => ({
      date: night.window.date,
      source,
      analysedAt: at,
      airMinimumC: night.airTemperatureMinC,
      plantMinimumC: night.plantTemperatureMinC
    }))
  }
}

function seriesOf({ startHour, hours }: EarlierRuns, temperaturesC: Float32Array): HourlySeries {
  const series = emptySeries(startHour, hours)
  column(series, 'temperature').set(temperaturesC)
  return withoutAbsurdHours(series).series
}

interface AheadOf {
  readonly series: HourlySeries
  readonly windows: readonly NightWindow[]
  /** [days] */
  readonly lead: number
}

function issuedAhead(
  point: Point,
  { series, windows, lead }: AheadOf
): readonly Omit<IssuedNight, 'source'>[] {
  return windows.flatMap((window) => {
    const [plain] = knownNights(point, series, [window])
    if (plain === undefined) return []
    // Each hour is of the run so many days before it.
    const issuedAt = (plain.coldestHour - lead * hoursPerDay) * hourMs
    const [night] = knownNights(point, series, [window], issuedAt)
    return night === undefined ? [] : [issuedNight(night, issuedAt, lead)]
  })
}

function knownNights(
  point: Point,
  series: HourlySeries | undefined,
  windows: readonly NightWindow[],
  issuedAt = 0
): readonly KnownNight[] {
  if (series === undefined) return []
  const settings = { ...genericSettings, latitude: point.lat, elevationM: point.elevation }
  const nowHour = Number.NEGATIVE_INFINITY
  return frostNights({ series, windows, issuedAt, nowHour, settings })
    .filter(isKnown)
    .filter((night) => !night.partial)
}

function isKnown(night: FrostNight): night is KnownNight {
  return night.state === 'known'
}

function issuedNight(night: KnownNight, issuedAt: number, lead: number): Omit<IssuedNight, 'source'> {
  return {
    date: night.window.date,
    isBackFilled: true,
    leadDay: lead,
    leadDays: lead,
    issuedAt,
    biasC: 0,
    airMinimumC: night.airTemperatureMinC,
    airSigmaC: night.sigmaAirC,
    plantMinimumC: night.plantTemperatureMinC,
    plantSigmaC: night.sigmaC,
    exposed: null,
    fullOffsetC: night.fullOffsetMeanC,
    ensembleMeanC: null,
    ensembleSpreadC: null,
    score: night.score,
    airFrostProbability: night.probability.airFrost,
    plantFrostProbability: night.probability.frost,
    moderateFrostProbability: night.probability.belowMinus2_2,
    strongFrostProbability: night.probability.belowMinus4_4
  }
}
