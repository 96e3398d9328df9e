/** A point's forecast, each part derived at its first use: most answers need only the days, not the hours. */

import type { ModelSpread } from '../frost/blend/model-record.ts'
import type { EarlierRun } from '../frost/earlier-runs.ts'
import type { NightWindow } from '../frost/frost-night.ts'
import { nightWindows } from '../frost/night-window.ts'
import { movedSeries } from '../frost/shifted-air.ts'
import type { EnsembleSpread } from '../frost/spread.ts'
import type { HourSetAside } from '../weather/absurd-hours.ts'
import { endHour, type HourlySeries, type SeriesVariable } from '../weather/series.ts'
import { type DayTable, deriveDays } from './day-table.ts'
import type { ForecastSnapshot } from './forecast-snapshot.ts'
import { areOfOlderRun, scoreNights, shiftsIn } from './night-scores.ts'
import { openSpread } from './open-spread.ts'
import { openModelSpread } from './packed-models.ts'
import { besideSeries, withHoursOf } from './plausible/beside-run.ts'
import type { Contradiction } from './plausible/evidence.ts'
import type { LearnedSite } from './ports.ts'
import type { CarriedHours, LackingNight, Snapshot, SnapshotMeta, StoredModels } from './snapshot.ts'

export interface Derived {
  windows: readonly NightWindow[] | null
  /** Scores with what was learned then; and the days, because learning also moves the hours that they show. */
  scores: {
    readonly learned: LearnedSite | null
    readonly scores: Float64Array
    days: DayTable | null
  } | null
}

export function nothingDerived(): Derived {
  return { windows: null, scores: null }
}

export function openSnapshot(
  { series, ...meta }: Snapshot,
  learned: LearnedSite | null = null
): ForecastSnapshot {
  return new DerivedPoint(meta, { unpack: () => series, learned, derived: nothingDerived() })
}

/** The same forecast with something else learned at its point; its parts are derived again. */
export function withLearned(forecast: ForecastSnapshot, learned: LearnedSite | null): ForecastSnapshot {
  return openSnapshot({ ...forecast, series: forecast.series }, learned)
}

const nothingSetAside: readonly HourSetAside[] = []

interface PointDeps {
  readonly unpack: () => HourlySeries
  readonly learned: LearnedSite | null
  readonly derived: Derived
}

export function derivedPoint(meta: SnapshotMeta, deps: PointDeps): ForecastSnapshot {
  return new DerivedPoint(meta, deps)
}

// A class: object literals with getters are ten times slower, and every answer creates one.
class DerivedPoint implements ForecastSnapshot {
  readonly source: SnapshotMeta['source']
  readonly synthetic: boolean
  readonly run: string
  readonly issuedAt: number
  readonly confirmedAt: number
  readonly askAgainAt: number
  readonly visitorsWaitUntil: number
  readonly updatePeriodSeconds: number
  readonly isFallback: boolean
  readonly validators: SnapshotMeta['validators']
  readonly grid: SnapshotMeta['grid']
  readonly model: string | null
  readonly ensemble: SnapshotMeta['ensemble']
  readonly hoursSetAside: readonly HourSetAside[]
  readonly variablesLeftOut: readonly SeriesVariable[]
  readonly carried: readonly CarriedHours[]
  readonly lackingNights: readonly LackingNight[]
  readonly models: StoredModels | null
  readonly earlierRuns: readonly EarlierRun[]
  readonly check: NonNullable<SnapshotMeta['check']>
  readonly beside: NonNullable<SnapshotMeta['beside']> | null
  readonly contradicted: Contradiction | null
  readonly setAside: NonNullable<SnapshotMeta['setAside']> | null
  readonly point: SnapshotMeta['point']
  readonly learned: LearnedSite | null
  readonly #deps: PointDeps
  #series: HourlySeries | null = null
  #shownSeries: HourlySeries | null = null
  #spread: EnsembleSpread | null = null
  #modelSpread: ModelSpread | null = null
  #besideSeries: HourlySeries | null = null

  constructor(meta: SnapshotMeta, deps: PointDeps) {
    this.source = meta.source
    this.synthetic = meta.synthetic
    this.run = meta.run
    this.issuedAt = meta.issuedAt
    this.confirmedAt = meta.confirmedAt
    this.askAgainAt = meta.askAgainAt
    this.visitorsWaitUntil = meta.visitorsWaitUntil ?? 0
    this.updatePeriodSeconds = meta.updatePeriodSeconds
    this.isFallback = meta.isFallback
    this.validators = meta.validators
    this.grid = meta.grid
    this.model = meta.model
    this.ensemble = meta.ensemble
    this.models = meta.models ?? null
    this.hoursSetAside = meta.hoursSetAside ?? nothingSetAside
    this.variablesLeftOut = meta.variablesLeftOut ?? []
    this.carried = meta.carried ?? []
    this.lackingNights = meta.lackingNights ?? []
    this.earlierRuns = meta.earlierRuns ?? []
    this.check = meta.check ?? 'agrees'
    this.beside = meta.beside ?? null
    this.contradicted = meta.contradicted ?? null
    this.setAside = meta.setAside ?? null
    this.point = meta.point
    this.learned = deps.learned
    this.#deps = deps
  }

  get series(): HourlySeries {
    this.#series ??= this.#deps.unpack()
    return this.#series
  }

  get spread(): EnsembleSpread | null {
    this.#spread ??= openSpread(this.ensemble)
    return this.#spread
  }

  get modelSpread(): ModelSpread | null {
    this.#modelSpread ??= openModelSpread(this.models)
    return this.#modelSpread
  }

  get besideSeries(): HourlySeries | null {
    this.#besideSeries ??= besideSeries(this.beside)
    return this.#besideSeries
  }

  get windows(): readonly NightWindow[] {
    const { derived } = this.#deps
    derived.windows ??= nightWindows(this.point, this.series.startHour, endHour(this.series))
    return derived.windows
  }

  get shownSeries(): HourlySeries {
    this.#shownSeries ??= movedSeries(this.#publishedSeries, this.windows, shiftsIn(this.nightScores))
    return this.#shownSeries
  }

  /** While two runs disagree, each night's hours are those of the run that it was scored from. */
  get #publishedSeries(): HourlySeries {
    const { series, besideSeries, windows, nightScores } = this
    if (besideSeries === null) return series
    const ofBeside = areOfOlderRun(nightScores)
    return withHoursOf(
      series,
      besideSeries,
      windows.filter((_, index) => ofBeside[index])
    )
  }

  get days(): DayTable {
    const scored = this.#scored
    scored.days ??= deriveDays(this.point, { series: this.shownSeries, windows: this.windows })
    return scored.days
  }

  get nightScores(): Float64Array {
    return this.#scored.scores
  }

  get #scored(): NonNullable<Derived['scores']> {
    const { derived, learned } = this.#deps
    if (derived.scores?.learned !== learned) {
      derived.scores = { learned, scores: scoreNights(this), days: null }
    }
    return derived.scores
  }
}
