/** Crops, their stages and how cold each can bear. */
import { type CropRow, cropRows } from './crop-table.ts'
import type { Exposure } from './frost-night.ts'
import { cropCurve, type SeverityCurve } from './severity.ts'

/** One stage of a crop, with the standing of its numbers. */
export interface CropStage {
  /** `^[a-z0-9-]+$`, for ever: `full-bloom`. */
  readonly id: string
  readonly t10C: number
  /** Null where only one threshold is published; then `scoreable` is false. */
  readonly t90C: number | null
  /** False for a `threshold_only` row: chances and hours below T10 can be told, the share of buds killed cannot. */
  readonly scoreable: boolean
  /** What wood at rest bears: in spring flowers and shoots die far above it, so no alert begins with it. */
  readonly isWinterLimit: boolean
  /** Why it cannot be scored, in English; null where it can. */
  readonly reason: string | null
  /** `low`: not verified, or one statement. */
  readonly evidence: 'corroborated' | 'low'
  /** Where the numbers are from, and what was found out about them. */
  readonly source: string
  readonly status: string
  readonly curve: SeverityCurve
}

export interface Crop {
  /** `^[a-z0-9-]+$`, for ever: `apricot`. */
  readonly id: string
  /** The exposure that is used where none is asked for. */
  readonly exposure: Exposure
  /** It bears leaves or fruit all year, and never rests. */
  readonly isEvergreen: boolean
  /** A related crop with curves, where this one has none; null where it has, or none is related. */
  readonly nearest: string | null
  /** In the order of the season. */
  readonly stages: readonly CropStage[]
}

/** Crops that are not trees. */
const exposures: Readonly<Record<string, Exposure>> = {
  grape: 'vine',
  'grape-vinifera': 'vine',
  blueberry: 'vine',
  strawberry: 'ground'
}

const evergreens: readonly string[] = ['citrus', 'lemon', 'orange', 'olive', 'banana']

/** Related crops with curves, of crops of which only first damages are known. */
const nearest: Readonly<Record<string, string>> = {
  lemon: 'citrus',
  orange: 'citrus',
  'grape-vinifera': 'grape'
}

const noT90 =
  'Only the temperature of first damage (T10) is published for this stage, so no share of damaged buds can be given.'

/** Of limits of evergreens and figs in winter. */
const winterStage = 'wood'

/** Every crop of the table, in its order. */
export const crops: readonly Crop[] = [...new Set(cropRows.map((row) => row.crop))].map((id) => ({
  id,
  exposure: exposures[id] ?? 'canopy',
  isEvergreen: evergreens.includes(id),
  nearest: nearest[id] ?? null,
  stages: cropRows.filter((row) => row.crop === id).map(stageOf)
}))

/** The crop of an id; null where the table has none. Names are the affair of `language/crop-names.ts`. */
export function cropById(id: string): Crop | null {
  return crops.find((crop) => crop.id === id) ?? null
}

/** The stage of a crop by its id; null where the crop has none. */
export function stageById(crop: Crop, id: string): CropStage | null {
  return crop.stages.find((stage) => stage.id === id) ?? null
}

/** The stage of a crop, both by id, where it has no score; null for one that has, and for none. */
export function unscoredStage({
  crop: cropId,
  stage: id
}: {
  readonly crop: string
  readonly stage: string | null
}): CropStage | null {
  const crop = cropById(cropId)
  const stage = crop === null || id === null ? null : stageById(crop, id)
  return stage?.scoreable === false ? stage : null
}

/**
 * The severity curve of a crop's stage, both by id; a row without T90 gives a `threshold_only` curve.
 * @throws {RangeError} for an id that the table does not have.
 */
export function curveOf(cropId: string, stageId: string): SeverityCurve {
  const crop = cropById(cropId)
  const stage = crop === null ? null : stageById(crop, stageId)
  if (stage === null) throw new RangeError(`no stage "${stageId}" of a crop "${cropId}"`)
  return stage.curve
}

/** Why a stage has no score, and what can be asked for instead. */
function reasonOf({ crop, stage, t10C }: CropRow): string {
  const related = nearest[crop] === undefined ? '' : ` The nearest crop with scores is ${nearest[crop]}.`
  const limit = `${String(t10C).replace('-', '−')} °C`
  const degrees =
    stage === winterStage
      ? `${limit} is what its wood bears in winter, and in spring flowers and shoots die far above it: choose the threshold_temperature of an alert yourself.`
      : `an alert can be for it in degrees: give ${limit} as threshold_temperature.`
  return `${noT90} Without the crop the score is the general one; ${degrees}${related}`
}

function stageOf(row: CropRow): CropStage {
  const isScoreable = row.t90C !== null
  return {
    id: row.stage,
    t10C: row.t10C,
    t90C: row.t90C,
    scoreable: isScoreable,
    isWinterLimit: row.stage === winterStage,
    reason: isScoreable ? null : reasonOf(row),
    evidence: row.evidence,
    source: row.source,
    status: row.status,
    curve: cropCurve(row.t10C, row.t90C)
  }
}
