export interface StageModel {
  readonly crop: string
  /** Published sums of warmth at which a crop reaches a stage, those good enough to publish (docs/science.md §9). */
  readonly chill: {
    readonly model: 'north-carolina' | 'dynamic'
    readonly required: number
    /** Counted from the first of this month; half a year later south of the equator. */
    readonly fromMonth: number
  } | null
  /** Without a need for chill: warmth counts from the first of this month; half a year later south of the equator. */
  readonly fromMonth: number | null
  /** `degree_days`: max(0, (min + max)/2 − base) of each local day; `degree_hours`: max(0, T − base) of each hour. */
  readonly heat: 'degree_days' | 'degree_hours'
  readonly baseC: number
  /** Sum from which each stage holds [°C·d or °C·h], ascending; stages of the crop table. */
  readonly stages: readonly (readonly [stage: string, sum: number])[]
  /** Sum from which the model says nothing; null: the last stage holds until the season ends. */
  readonly endSum: number | null
  /** The published error of the date of a stage [days]. */
  readonly plusMinusDays: number
}

/** From degree-days in °F to degree-days in °C. */
const fahrenheitDays = (sum: number): number => sum / 1.8

/**
 * Apple: 1,200 North Carolina units from 1 October, then degree-days over 43 °F: Red Delicious of Cornell's NRCC [16],
 * of its three the one grown in Türkiye (Starking). Its pink and bloom are our first pink and full bloom. The error is
 * that of such a model over seven decades of flowering in Belgium [19]: 5 days.
 */
const apple: StageModel = {
  crop: 'apple',
  chill: { model: 'north-carolina', required: 1200, fromMonth: 10 },
  fromMonth: null,
  heat: 'degree_days',
  baseC: (43 - 32) / 1.8,
  stages: [
    ['silver-tip', fahrenheitDays(97)],
    ['green-tip', fahrenheitDays(132)],
    ['half-inch-green', fahrenheitDays(192)],
    ['tight-cluster', fahrenheitDays(248)],
    ['first-pink', fahrenheitDays(331)],
    ['full-bloom', fahrenheitDays(424)],
    ['post-bloom', fahrenheitDays(539)]
  ],
  endSum: null,
  plusMinusDays: 5
}

/**
 * Apricot: degree-days over −1 °C from 1 January to first flowers, 332 in the earliest and 425 in the latest of 42
 * cultivars in Belgrade [20]; beyond them the model says nothing. Error: the published 3 days, and 5 for an unknown
 * cultivar (46 °C·d to either side at about 10 °C·d a day).
 */
const apricot: StageModel = {
  crop: 'apricot',
  chill: null,
  fromMonth: 1,
  heat: 'degree_days',
  baseC: -1,
  stages: [['first-bloom', 332]],
  endSum: 425,
  plusMinusDays: 8
}

/**
 * Nectarine ‘Big Top’: 62.5 chill portions from 1 November, then degree-hours over 4.7 °C, fitted in the valleys of
 * Ebro and Guadiana with about 4 days of error [21]; R package fruclimadapt, `Bigtop_reqs`.
 */
const bigTop: StageModel = {
  crop: 'nectarine-big-top',
  chill: { model: 'dynamic', required: 62.5, fromMonth: 11 },
  fromMonth: null,
  heat: 'degree_hours',
  baseC: 4.7,
  stages: [
    ['swollen-bud', 786],
    ['calyx-visible', 1385],
    ['first-pink', 2557],
    ['stamens-visible', 4016],
    ['full-bloom', 5518],
    ['petal-fall', 7348],
    ['jacket-split', 9457]
  ],
  endSum: null,
  plusMinusDays: 4
}

const models: readonly StageModel[] = [apple, apricot, bigTop]

export const estimableCrops: readonly string[] = models.map(({ crop }) => crop)

/** The model of a crop; null where none is credible. */
export function stageModelOf(cropId: string): StageModel | null {
  return models.find(({ crop }) => crop === cropId) ?? null
}
