import { type CropRow, cropRows } from './crop-table.ts'
import type { Exposure } from './frost-night.ts'
import { cropCurve, type SeverityCurve } from './severity.ts'

export interface CropStage {
  /** `^[a-z0-9-]+$`, for ever: `full-bloom`. */
  readonly id: string
  readonly t10C: number
  /** Null where only one threshold is published; then `scoreable` is false. */
  readonly t90C: number | null
  /** False for a `threshold_only` row: it gives chances and hours below T10, not the share of buds killed. */
  readonly scoreable: boolean
  /** What a plant at rest bears: in spring flowers and shoots die far above it, so it is never offered. */
  readonly isWinterLimit: boolean
  /** Why the stage cannot be scored, in English; null where it can. */
  readonly reason: string | null
  /** `low`: not verified, or one statement. */
  readonly evidence: 'corroborated' | 'low'
  readonly source: string
  readonly status: string
  readonly curve: SeverityCurve
}

export interface Crop {
  /** `^[a-z0-9-]+$`, for ever: `apricot`. */
  readonly id: string
  readonly exposure: Exposure
  /** Evergreens, and crops that are sown or planted for one season. */
  readonly neverRests: boolean
  /** A related crop with curves, where this one has none; null where it has, or none is related. */
  readonly nearest: string | null
  readonly hasWinterLimitOnly: boolean
  readonly stages: readonly CropStage[]
}

const exposures: Readonly<Record<string, Exposure>> = {
  grape: 'vine',
  'grape-vinifera': 'vine',
  blueberry: 'vine',
  kiwifruit: 'vine',
  tea: 'vine',
  strawberry: 'ground',
  tomato: 'ground',
  pepper: 'ground',
  potato: 'ground',
  wheat: 'ground'
}

const evergreens: readonly string[] = ['citrus', 'lemon', 'orange', 'mandarin', 'olive', 'banana', 'tea']
const annuals: readonly string[] = ['tomato', 'pepper', 'potato', 'wheat']

/** Related crops with curves, for crops with only first damages known. */
const nearest: Readonly<Record<string, string>> = {
  lemon: 'citrus',
  orange: 'citrus',
  mandarin: 'citrus',
  quince: 'pear',
  'grape-vinifera': 'grape'
}

const noT90 =
  'Only the temperature of first damage (T10) is published for this stage, so no share of damaged buds can be given.'

const winterLeaves = ['lemon', 'orange']

export const crops: readonly Crop[] = [...new Set(cropRows.map((row) => row.crop))].map((id) => {
  const stages = cropRows.filter((row) => row.crop === id).map(stageOf)
  return {
    id,
    exposure: exposures[id] ?? 'canopy',
    neverRests: evergreens.includes(id) || annuals.includes(id),
    nearest: nearest[id] ?? null,
    hasWinterLimitOnly: stages.every(({ isWinterLimit }) => isWinterLimit),
    stages
  }
})

/** The crop of an id; null where the table has none. Names are the affair of `language/crop-names.ts`. */
export function cropById(id: string): Crop | null {
  return crops.find((crop) => crop.id === id) ?? null
}

export function stageById(crop: Crop, id: string): CropStage | null {
  return crop.stages.find((stage) => stage.id === id) ?? null
}

/** The stage of a crop, both by id, where it has no score; null for one that has, and for none. */
export function unscoredStage({
  crop: cropId,
  stage: id
}: {
  crop: string
  stage: string | null
}): CropStage | null {
  const crop = cropById(cropId)
  const stage = crop === null || id === null ? null : stageById(crop, id)
  return stage?.scoreable === false ? stage : null
}

/** Takes ids; a row without T90 gives a `threshold_only` curve. @throws {RangeError} for an unknown id. */
export function curveOf(cropId: string, stageId: string): SeverityCurve {
  const crop = cropById(cropId)
  const stage = crop === null ? null : stageById(crop, stageId)
  if (stage === null) throw new RangeError(`no stage "${stageId}" of a crop "${cropId}"`)
  return stage.curve
}

export function nothingPublished({ id, exposure }: Crop): string {
  return (
    `No critical temperature is published for the flowers, shoots and fruit of ${id}, ` +
    `only what the tree bears in winter. Leave the crop out and give exposure ${exposure}.`
  )
}

export const underCover =
  'Nothing is forecast inside a greenhouse or tunnel. Leave the crop ' +
  'out and make an alert in degrees of the air outside: threshold_of ' +
  '"air", threshold_temperature the one at which it grows too cold inside.'

function reasonOf(row: CropRow): string {
  const { crop, t10C } = row
  const related = nearest[crop] === undefined ? '' : ` The nearest crop with scores is ${nearest[crop]}.`
  const limit = `${String(t10C).replace('-', '−')} °C`
  const degrees = isWinterLimitOf(row)
    ? `${limit} is what the plant bears in winter, and in spring flowers and shoots ` +
      'die far above it: choose the threshold_temperature of an alert yourself.'
    : `an alert can be for it in degrees: give ${limit} as threshold_temperature.`
  return `${noT90} Without the crop the score is the general one; ${degrees}${related}`
}

function isWinterLimitOf({ crop, stage }: CropRow): boolean {
  return ['wood', 'dormant'].includes(stage) || winterLeaves.includes(crop)
}

function stageOf(row: CropRow): CropStage {
  const isScoreable = row.t90C !== null
  return {
    id: row.stage,
    t10C: row.t10C,
    t90C: row.t90C,
    scoreable: isScoreable,
    isWinterLimit: isWinterLimitOf(row),
    reason: isScoreable ? null : reasonOf(row),
    evidence: row.evidence,
    source: row.source,
    status: row.status,
    curve: cropCurve(row.t10C, row.t90C)
  }
}
