import { daysUntilKnown } from './fading-site.ts'
import { type WeightedRow, weightedLeastSquares } from './least-squares.ts'
import { dayOfYear } from './season.ts'

/** Farthest night of the fit, by the time of the year, that a law is asked for [days]; docs/science.md §6. */
const seasonReachDays = 30
const daysPerYear = 365.2425

interface IssuedEnsemble {
  /** The morning that ended it, in whole days since 1970-01-01. */
  readonly day: number
  /** The lead rounded to whole days: each has a separate law. */
  readonly leadDay: number
  /** The lead from the issue to the coldest hour [days]. */
  readonly leadDays: number
  /** Mean and sample standard deviation of the members at the coldest hour [°C]. */
  readonly meanC: number
  readonly spreadC: number
}

/** One lead: its law, and by day what was measured minus the members' mean [°C]. */
interface SeasonalLead {
  readonly fit: SeasonalEmos
  readonly residualC: ReadonlyMap<number, number>
}

/** Laws by whole days of lead, without leads that have fewer than 60 nights. */
export type SeasonalSite = ReadonlyMap<number, SeasonalLead>

/** The laws of every lead that has sixty nights; null where none has. `observedC` is measured at 2 m [°C]. */
export function learnedSeasons(
  nights: readonly (IssuedEnsemble & { readonly observedC: number })[]
): SeasonalSite | null {
  const site = new Map<number, SeasonalLead>()
  for (const [leadDay, ofLead] of Map.groupBy(nights, (night) => night.leadDay)) {
    const residualC = new Map(ofLead.map((night) => [night.day, night.observedC - night.meanC]))
    const fit = fitSeasonalEmos(
      ofLead.map((night) => ({ ...predictorsOf(night, residualC), observedC: night.observedC }))
    )
    if (fit !== null) site.set(leadDay, { fit, residualC })
  }
  return site.size === 0 ? null : site
}

export function seasonalNights(site: SeasonalSite): number {
  return Math.max(0, ...[...site.values()].map(({ fit }) => fit.nights))
}

/** The forecast by the law of its lead [°C]; null where the place has none, or none for that season. */
export function seasonalForecast(
  site: SeasonalSite,
  night: IssuedEnsemble
): { readonly meanC: number; readonly sigmaC: number } | null {
  const lead = site.get(night.leadDay)
  return lead === undefined || !knowsSeason(lead, night.day)
    ? null
    : predictSeasonalEmos(lead.fit, predictorsOf(night, lead.residualC))
}

/** A harmonic drawn through one spring says anything of autumn, and says it as surely as of spring. */
function knowsSeason({ residualC }: SeasonalLead, day: number): boolean {
  return residualC.keys().some((measured) => {
    const years = (day - measured) / daysPerYear
    return Math.abs(years - Math.round(years)) * daysPerYear <= seasonReachDays
  })
}

function predictorsOf(night: IssuedEnsemble, residualC: ReadonlyMap<number, number>): EmosPredictors {
  const { day, meanC, spreadC } = night
  const laggedResidualC = residualC.get(day - daysUntilKnown(night.leadDays)) ?? null
  return { dayOfYear: dayOfYear(day), meanC, spreadC, laggedResidualC }
}

/** Nights of history needed before a place's ensemble is corrected; docs/science.md [9]. */
const minEmosNights = 60
/** Most rounds of mean and spread by turns, usually about ten until no coefficient moves further than this. */
const rounds = { most: 20, stillMoving: 1e-6 }
/** How strongly the plain forecast (a = 0, β = 1, c = ln 1.5, γ = 0.5, no memory) is held, in nights of weight. */
const priorNights = { mean: 2, spread: 4 }
/** The logarithms of σ are held within what a minimum can scatter: 0.2 … 12 °C. */
const logSigmaRange = { least: Math.log(0.2), greatest: Math.log(12) }
const minSpreadC = 0.05
/** One wild night (beyond 4σ) may not pull the spread further than this in one round. */
const greatestStep = 8

interface EmosPredictors {
  /** Day of the year, 1…366. */
  readonly dayOfYear: number
  /** m and s: mean and sample standard deviation of the members' minima [°C]. */
  readonly meanC: number
  readonly spreadC: number
  /** Measured minus m on the last night whose measurement was known at the issue [°C]; null where there is none. */
  readonly laggedResidualC: number | null
}

/** μ = a(doy) + β(doy)·(m − m̄) + ρ·(lagged residual); log σ = c(doy) + γ·log s; a, β and c have one harmonic. */
interface SeasonalEmos {
  /** m̄, about which m is taken, so that a and β do not fight [°C]. */
  readonly centreC: number
  /** Seven numbers: 1, cos, sin, then (m − m̄) × (1, cos, sin), then the lagged residual. */
  readonly mean: readonly number[]
  /** Four numbers: 1, cos, sin, log s. */
  readonly logSigma: readonly number[]
  readonly nights: number
}

/**
 * Maximum likelihood, mean and spread in turn (weighted least squares; Fisher scoring); docs/science.md [5]. Null
 * for fewer than 60 nights. `observedC` is the 2 m minimum that was measured [°C].
 */
export function fitSeasonalEmos(
  nights: readonly (EmosPredictors & { readonly observedC: number })[]
): SeasonalEmos | null {
  if (nights.length < minEmosNights) return null
  const centreC = nights.reduce((sum, night) => sum + night.meanC, 0) / nights.length
  const meanPrior = priorOf([centreC, 0, 0, 1, 0, 0, 0], priorNights.mean)
  const spreadPrior = priorOf([Math.log(1.5), 0, 0, 0.5], priorNights.spread)
  const meanRows = nights.map((night) => meanPredictors(night, centreC))
  const spreadRows = nights.map(spreadPredictors)
  let mean: readonly number[] = meanPrior.map(({ value }) => value)
  let logSigma: readonly number[] = spreadPrior.map(({ value }) => value)
  for (let round = 0; round < rounds.most; round++) {
    const weights = spreadRows.map((row) => Math.exp(-2 * clampedLogSigma(dot(logSigma, row))))
    const averageWeight = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
    const rows = nights.map((night, index) =>
      row(meanRows[index], night.observedC, (weights[index] ?? 0) / averageWeight)
    )
    const before = [...mean, ...logSigma]
    mean = weightedLeastSquares(rows, meanPrior)
    const working = nights.map((night, index) => {
      const eta = clampedLogSigma(dot(logSigma, spreadRows[index] ?? []))
      const squared = (night.observedC - dot(mean, meanRows[index] ?? [])) ** 2
      return row(spreadRows[index], eta + Math.min((squared * Math.exp(-2 * eta) - 1) / 2, greatestStep), 1)
    })
    logSigma = weightedLeastSquares(working, spreadPrior)
    if (greatestChange(before, [...mean, ...logSigma]) < rounds.stillMoving) break
  }
  return { centreC, mean, logSigma, nights: nights.length }
}

/** The predictive normal distribution of the minimum [°C]. */
export function predictSeasonalEmos(
  fit: SeasonalEmos,
  night: EmosPredictors
): { readonly meanC: number; readonly sigmaC: number } {
  return {
    meanC: dot(fit.mean, meanPredictors(night, fit.centreC)),
    sigmaC: Math.exp(clampedLogSigma(dot(fit.logSigma, spreadPredictors(night))))
  }
}

function greatestChange(before: readonly number[], after: readonly number[]): number {
  return after.reduce((most, value, index) => Math.max(most, Math.abs(value - (before[index] ?? 0))), 0)
}

function meanPredictors(night: EmosPredictors, centreC: number): readonly number[] {
  const { cosine, sine } = season(night.dayOfYear)
  const centred = night.meanC - centreC
  return [1, cosine, sine, centred, centred * cosine, centred * sine, night.laggedResidualC ?? 0]
}

function spreadPredictors(night: EmosPredictors): readonly number[] {
  const { cosine, sine } = season(night.dayOfYear)
  return [1, cosine, sine, Math.log(Math.max(night.spreadC, minSpreadC))]
}

function season(dayOfYear: number): { cosine: number; sine: number } {
  const angle = (2 * Math.PI * dayOfYear) / daysPerYear
  return { cosine: Math.cos(angle), sine: Math.sin(angle) }
}

function clampedLogSigma(value: number): number {
  return Math.min(Math.max(value, logSigmaRange.least), logSigmaRange.greatest)
}

function priorOf(values: readonly number[], strength: number) {
  return values.map((value) => ({ value, strength }))
}

function row(predictors: readonly number[] | undefined, outcome: number, weight: number): WeightedRow {
  return { predictors: predictors ?? [], outcome, weight }
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
}
