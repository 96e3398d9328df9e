/** A crop's stage from its season's warmth: only where published sums are credible and no hours are missing. */
import { secondMs } from '../common/time.ts'
import type { SeasonHours } from '../weather/series.ts'
import { civilDate } from '../weather/zone-clock.ts'
import { daysOf, localDayAt, monthOfSeason, type SeasonDay, seasonAround } from './season.ts'
import { type StageModel, stageModelOf } from './stage-models.ts'

/**
 * `out_of_season`: July to September, in the south January to March. `season_unavailable`: no source has it now.
 * `season_share_spent`: today's requests for it are spent, by this client or by all. `season_incomplete`: hours are
 * missing. `before_first_stage`, `after_last_stage`: the model has no stage for now.
 */
export const stageUnknownReasons = [
  'out_of_season',
  'season_unavailable',
  'season_share_spent',
  'season_incomplete',
  'before_first_stage',
  'after_last_stage'
] as const
export type StageUnknownReason = (typeof stageUnknownReasons)[number]

/** Civil dates of the place; the sum includes both ends, null where nothing was summed. */
export type StageEstimate = {
  readonly summedFrom: string | null
  readonly summedTo: string | null
} & (
  | { readonly state: 'estimated'; readonly stage: string; readonly plusMinusDays: number }
  | { readonly state: 'unknown'; readonly reason: StageUnknownReason }
)

export function isResting(estimate: StageEstimate | null): boolean {
  return (
    estimate?.state === 'unknown' &&
    (estimate.reason === 'out_of_season' || estimate.reason === 'before_first_stage')
  )
}

interface StageQuestion {
  readonly crop: string
  readonly lat: number
  readonly timezone: string
  /** [ms since epoch]; whole local days before it count. */
  readonly at: number
}

/** The greatest age of a sum that still counts as present. */
const maxDaysLate = 2

/** @throws {RangeError} for a crop without a model (`estimableCrops`) */
export function estimateStage(question: StageQuestion, season: SeasonHours | null): StageEstimate {
  const model = stageModelOf(question.crop)
  if (model === null) throw new RangeError(`the stage of "${question.crop}" cannot be estimated`)
  const today = localDayAt(question.timezone, question.at / secondMs)
  const span = seasonAround(question.lat, today)
  if (span === null) return unknown('out_of_season')
  const fromDay = monthOfSeason(span, model.chill?.fromMonth ?? model.fromMonth ?? 1)
  if (fromDay >= today) return unknown('before_first_stage')
  if (season === null) return unknown('season_unavailable')
  for (let late = 0; late <= maxDaysLate; late++) {
    const days = daysOf(season, question.timezone, { fromDay, toDay: today - 1 - late })
    if (days !== null && days.length > 0) return stageAfter(model, days)
  }
  return unknown('season_incomplete')
}

function unknown(reason: StageUnknownReason): StageEstimate {
  return { state: 'unknown', reason, summedFrom: null, summedTo: null }
}

function stageAfter(model: StageModel, days: readonly SeasonDay[]): StageEstimate {
  const warm = model.chill === null ? days : days.slice(chilledFrom(model.chill, days))
  const first = warm[0]
  const last = warm.at(-1)
  if (first === undefined || last === undefined) return unknown('before_first_stage')
  const summed = { summedFrom: civilDate(first.day), summedTo: civilDate(last.day) }
  const sum = warm.reduce((total, day) => total + heatOf(model, day), 0)
  if (model.endSum !== null && sum > model.endSum)
    return { state: 'unknown', reason: 'after_last_stage', ...summed }
  const stage = model.stages.findLast(([, least]) => sum >= least)?.[0]
  return stage === undefined
    ? { state: 'unknown', reason: 'before_first_stage', ...summed }
    : { state: 'estimated', stage, plusMinusDays: model.plusMinusDays, ...summed }
}

function chilledFrom(need: NonNullable<StageModel['chill']>, days: readonly SeasonDay[]): number {
  const portions = chillPortions()
  let sum = 0
  const index = days.findIndex(({ temperaturesC }) => {
    if (need.model === 'dynamic') for (const hour of temperaturesC) sum = portions(hour)
    else sum = northCarolinaAfter(sum, temperaturesC)
    return sum >= need.required
  })
  return index < 0 ? days.length : index
}

/** Restarts the sum at zero after a negative one: warmth in autumn does not count against later chill. */
function northCarolinaAfter(sum: number, hours: readonly number[]): number {
  const today = hours.reduce((total, hour) => total + northCarolinaUnits(hour), 0)
  return sum < 0 && today > 0 ? today : sum + today
}

function heatOf({ heat, baseC }: StageModel, { temperaturesC }: SeasonDay): number {
  if (heat === 'degree_hours')
    return temperaturesC.reduce((total, hour) => total + Math.max(0, hour - baseC), 0)
  return Math.max(0, (Math.min(...temperaturesC) + Math.max(...temperaturesC)) / 2 - baseC)
}

/** [upper bound °C, chill units an hour at most so warm is worth]: Shaltout and Unrath's table for apple buds [17]. */
const northCarolinaTable = [
  [1.5, 0],
  [7.1, 0.5],
  [12.9, 1],
  [16.4, 0.5],
  [18.9, 0],
  [20.6, -0.5],
  [22, -1],
  [23.2, -1.5]
] as const
const hotHourUnits = -2

/** The chill units of one hour by the North Carolina model [17]; negative in warmth, which undoes chill. */
export function northCarolinaUnits(temperatureC: number): number {
  return northCarolinaTable.find(([maxC]) => temperatureC <= maxC)?.[1] ?? hotHourUnits
}

/** Sums up hour after hour; each call takes an hour's temperature [°C] and gives the chill so far. */
type ChillSum = (temperatureC: number) => number

/** Dynamic model [18]: activation energies over R [K], rates [1/h], slope and temperature of the last step. */
const e0 = 4153.5
const e1 = 12_888.8
const a0 = 139_500
const a1 = 2.567e18
const slope = 1.6
const transitionK = 277
/** The value with which the model was fitted, not 273.15. */
const zeroCelsiusK = 273

/**
 * Chill portions by the Dynamic model of Fishman, Erez and Couvillon [18]: cold makes an intermediate product, which
 * warmth destroys; a share of a whole one becomes a portion for good.
 */
export function chillPortions(): ChillSum {
  let product = 0
  let portions = 0
  return (temperatureC) => {
    const kelvin = temperatureC + zeroCelsiusK
    const balance = (a0 / a1) * Math.exp((e1 - e0) / kelvin)
    const decay = Math.exp(-a1 * Math.exp(-e1 / kelvin))
    product = balance - (balance - product) * decay
    if (product >= 1) {
      const rate = Math.exp((slope * transitionK * (kelvin - transitionK)) / kelvin)
      const fixed = (product * rate) / (1 + rate)
      portions += fixed
      product -= fixed
    }
    return portions
  }
}
