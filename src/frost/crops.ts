/** Crops, their stages and how cold each can bear. */
import { cropNames, foldName, type Names, stageNames } from './crop-names.ts'
import { type CropRow, cropRows } from './crop-table.ts'
import type { Exposure } from './frost-night.ts'
import { cropCurve, type SeverityCurve } from './severity.ts'

/** One stage of a crop, with the standing of its numbers. */
export interface CropStage {
  /** `^[a-z0-9-]+$`, for ever: `full-bloom`. */
  readonly id: string
  readonly name: Names
  readonly t10C: number
  /** Null where only one threshold is published; then `scoreable` is false. */
  readonly t90C: number | null
  /** False for a `threshold_only` row: chances and hours below T10 can be told, the share of buds killed cannot. */
  readonly scoreable: boolean
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
  readonly name: Names
  /** The exposure that is used where none is asked for. */
  readonly exposure: Exposure
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

const noT90 =
  'Only the temperature of first damage (T10) is published for this stage, so no share of damaged buds can be given.'

/** Every crop of the table, in its order. */
export const crops: readonly Crop[] = [...new Set(cropRows.map((row) => row.crop))].map((id) => ({
  id,
  name: cropNames[id] ?? nameFromId(id),
  exposure: exposures[id] ?? 'canopy',
  stages: cropRows.filter((row) => row.crop === id).map(stageOf)
}))

/**
 * The crop that a text names: its id, or its Turkish or English name in any case and with or without Turkish letters.
 * Null where none does.
 */
export function findCrop(text: string): Crop | null {
  return findNamed(crops, text)
}

/** The stage of a crop that a text names, as `findCrop` does; null where the crop has no such stage. */
export function findStage(crop: Crop, text: string): CropStage | null {
  return findNamed(crop.stages, text)
}

/**
 * The severity curve of a crop's stage, both by id; a row without T90 gives a `threshold_only` curve.
 * @throws {RangeError} for an id that the table does not have.
 */
export function curveOf(cropId: string, stageId: string): SeverityCurve {
  const stage = crops.find((crop) => crop.id === cropId)?.stages.find((one) => one.id === stageId)
  if (stage === undefined) throw new RangeError(`no stage "${stageId}" of a crop "${cropId}"`)
  return stage.curve
}

/** By id first, then by display name, then by alias: an alias never hides another's own name. */
function findNamed<One extends { readonly id: string; readonly name: Names }>(
  all: readonly One[],
  text: string
): One | null {
  const wanted = foldName(text)
  const tests: readonly ((one: One) => boolean)[] = [
    (one) => one.id === wanted,
    (one) => foldName(one.name.tr) === wanted || foldName(one.name.en) === wanted,
    (one) => one.name.also?.some((name) => foldName(name) === wanted) === true
  ]
  for (const test of tests) {
    const found = all.find(test)
    if (found !== undefined) return found
  }
  return null
}

function stageOf(row: CropRow): CropStage {
  const isScoreable = row.t90C !== null
  return {
    id: row.stage,
    name: stageNames[row.stage] ?? nameFromId(row.stage),
    t10C: row.t10C,
    t90C: row.t90C,
    scoreable: isScoreable,
    reason: isScoreable ? null : noT90,
    evidence: row.evidence,
    source: row.source,
    status: row.status,
    curve: cropCurve(row.t10C, row.t90C)
  }
}

function nameFromId(id: string): Names {
  const words = id.replaceAll('-', ' ')
  return { en: words, tr: words }
}
