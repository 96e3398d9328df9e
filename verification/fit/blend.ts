/**
 * How models are blended: memory, priors and trimming by the smallest squared error of forecasts that each use what was
 * known before; then what the spread between models says of the error, by the smallest CRPS. On Toulouse and the
 * Pacific Northwest, first two thirds of the days, each relative to its own level, so that neither decides alone.
 */

import { join } from 'node:path'
import type { BlendLaw } from '../../src/frost/blend/blend-law.ts'
import { gaussianCrps } from '../../src/frost/gaussian.ts'
import { defaultAirVarianceC2 } from '../../src/frost/spread.ts'
import { type BlendedNights, blendedNights } from '../benches/models/blended-nights.ts'
import {
  type ModelNights,
  northwestFile,
  readNorthwest,
  readToulouse,
  toulouseFile
} from '../benches/models/model-nights.ts'
import { dateOfEpochDay } from '../data/civil-day.ts'
import { at, meanOf } from '../data/sequence.ts'
import { splitOf } from '../split.ts'

const grid = {
  memory: [0.9, 0.95, 0.97, 0.98],
  biasNights: [0.5, 1, 2, 4, 8],
  varianceNights: [5, 10, 20, 40, 80],
  trimmedShare: [0, 0.1, 0.2, 0.3],
  spreadShare: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
} as const

interface FitPart {
  readonly nights: ModelNights
  readonly rows: readonly number[]
  /** Mean squared error of the plain mean of the models [°C²]. */
  readonly plainC2: number
}

/** One constant after the other, twice round, from the middle of the grid. */
export function fitBlend(parts: readonly FitPart[]): BlendLaw {
  let law: BlendLaw = {
    memory: 0.95,
    biasNights: 2,
    varianceNights: 20,
    trimmedShare: 0.1,
    spreadShare: 0,
    usualSpreadShare: 1
  }
  for (let round = 0; round < 2; round++) {
    for (const name of ['memory', 'biasNights', 'varianceNights', 'trimmedShare'] as const) {
      law = bestOf(
        grid[name].map((value) => ({ ...law, [name]: value })),
        (one) => squaredError(parts, one)
      )
    }
  }
  const usualSpreadShare = meanOf(parts.map((part) => usualShare(part, blendedNights(part.nights, law))))
  const blends = parts.map((part) => ({ part, blended: blendedNights(part.nights, law) }))
  return bestOf(
    grid.spreadShare.map((spreadShare) => ({ ...law, spreadShare, usualSpreadShare })),
    ({ spreadShare }) => meanOf(blends.map(({ part, blended }) => crpsWith(part, blended, spreadShare)))
  )
}

function bestOf(laws: readonly BlendLaw[], lossOf: (law: BlendLaw) => number): BlendLaw {
  const losses = laws.map(lossOf)
  const best = laws[losses.indexOf(Math.min(...losses))]
  if (best === undefined) throw new RangeError('a grid has values')
  return best
}

/** Relative to the plain mean of the models. */
function squaredError(parts: readonly FitPart[], law: BlendLaw): number {
  return meanOf(
    parts.map(({ nights, rows, plainC2 }) => {
      const { meanC } = blendedNights(nights, law)
      return meanSquareC2(nights, rows, (row) => at(meanC, row)) / plainC2
    })
  )
}

function meanSquareC2(
  { observedC }: ModelNights,
  rows: readonly number[],
  valueC: (row: number) => number
): number {
  return meanOf(rows.map((row) => (valueC(row) - at(observedC, row)) ** 2))
}

function fitPart(nights: ModelNights): FitPart {
  const rows = splitOf(nights).fitting
  const plainC = (row: number): number => meanOf(nights.valuesC.map((values) => at(values, row)))
  return { nights, rows, plainC2: meanSquareC2(nights, rows, plainC) }
}

/** Mean variance between the models, as a share of the usual variance at that lead. */
function usualShare({ nights, rows }: FitPart, { spreadC }: BlendedNights): number {
  return meanOf(rows.map((row) => at(spreadC, row) ** 2)) / defaultAirVarianceC2(nights.lead)
}

/** Relative to a spread that says nothing; σ keeps its mean level in each part. */
function crpsWith({ nights, rows }: FitPart, { meanC, spreadC }: BlendedNights, share: number): number {
  const known = rows.filter((row) => Number.isFinite(at(meanC, row) + at(nights.observedC, row)))
  const errorOf = (row: number): number => at(nights.observedC, row) - at(meanC, row)
  const levelC2 = meanOf(known.map((row) => errorOf(row) ** 2))
  const usualC2 = meanOf(known.map((row) => at(spreadC, row) ** 2))
  const crps = (of: number): number =>
    meanOf(
      known.map((row) => {
        const sigmaC = Math.sqrt(levelC2 * (1 - of + (of * at(spreadC, row) ** 2) / usualC2))
        return gaussianCrps(0, sigmaC, errorOf(row))
      })
    )
  return crps(share) / crps(0)
}

/** The constants as the text of src/frost/blend/fitted-blend.ts. */
export async function fittedBlendText(folder: string): Promise<string> {
  const file = (name: string) => ({ scored: join(folder, name), fitting: null })
  const all = [await readToulouse(file(toulouseFile)), await readNorthwest(file(northwestFile))]
  const parts = all.map(fitPart)
  const law = fitBlend(parts)
  const said = parts.map(({ nights, rows }, index) => {
    const days = rows.map((row) => at(nights.days, row))
    const span = `${dateOfEpochDay(Math.min(...days))} to ${dateOfEpochDay(Math.max(...days))}`
    return `  // ${[toulouseFile, northwestFile][index]}: ${rows.length} forecasts of ${nights.models.length} models, ${span}${index === 0 ? ',' : ';'}`
  })
  const members = Object.entries(law).map(
    ([name, value]) => `  ${name}: ${Number(Number(value).toPrecision(6))}`
  )
  return `/** Made by \`npm run fit\`: do not edit. blend-law.ts says what the constants mean, docs/science.md how they are used. */
export const fittedBlend = {
${said.join('\n')}
  // smallest squared error of each night from the nights before it; the two shares of the spread by the smallest CRPS.
${members.join(',\n')}
}
`
}
