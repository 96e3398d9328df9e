/**
 * What a source's forecasts are off by wherever measured: a mean error, and how errors answer to its nights before and
 * after, which serves places without a thermometer.
 */
import {
  type ContrastLaw,
  contrastsC,
  greatestLeadDays,
  heldTowards,
  memory,
  type SlopeHold
} from './contrasts.ts'
import type { LearnedSite, PastNight } from './fading-site.ts'
import { solveSymmetric } from './least-squares.ts'
import { defaultAirVarianceC2 } from './spread.ts'

export interface SourceLaw {
  /** [°C] */
  readonly biasC: number
  /** Slopes for each degree by which a night departs from the night before, and from the one after. */
  readonly slopes: readonly [number, number]
}

export const noSourceLaw: SourceLaw = { biasC: 0, slopes: [0, 0] }

/** Places of a country share weather: with this few, each of this many nights, the hold at 0 is twice the usual. */
const few = { places: 5, nights: 10 }
/** A place further off than this has an error of its own, or a faulty thermometer [°C]. */
const greatestMeanErrorC = 1.5
/** The greatest bias [°C] and slopes of a law. */
const greatest = { biasC: 0.3, slope: 0.1 }
/** Coarse, so that one night more seldom changes every forecast: the bias [°C] and the slopes. */
const steps = { biasC: 0.05, slope: 0.01 }
/** Standard deviations of bias [°C] and slopes between sources, which hold them at 0; docs/science.md [9]. */
const sourceDeviation = { biasC: 0.2, slope: 0.05 }
/** How much biases differ between places [°C], so that many nights of one count little more than some. */
const placeDeviationC = 0.5

/** Normal equations of one place, older nights fading: x = (1, contrast before, contrast after) and the error. */
export interface SourceEvidence {
  readonly nights: number
  /** The lower half of xxᵀ, row by row. */
  readonly products: readonly number[]
  readonly right: readonly number[]
}

const noEvidence: SourceEvidence = { nights: 0, products: [0, 0, 0, 0, 0, 0], right: [0, 0, 0] }

export function sourceEvidence(nights: readonly PastNight[]): SourceEvidence {
  return nights.reduce(withSourceNight, noEvidence)
}

/** The evidence with one more night of a place; a night that was forecast too far ahead changes nothing. */
export function withSourceNight(evidence: SourceEvidence | undefined, night: PastNight): SourceEvidence {
  const { nights, products, right } = evidence ?? noEvidence
  const { issued, day, residualC, errorScale } = night
  if (issued === undefined || issued.leadDays > greatestLeadDays) return evidence ?? noEvidence
  const [before, after] = contrastsC(issued.forecast, day, null)
  const x = [1, before, after]
  const weight = errorScale * errorScale
  const more = x.flatMap((one, row) => x.slice(0, row + 1).map((other) => weight * one * other))
  return {
    nights: nights + 1,
    products: products.map((sum, at) => memory * sum + (more[at] ?? 0)),
    right: right.map((sum, row) => memory * sum + weight * (x[row] ?? 0) * residualC)
  }
}

/** A regression over places, held at 0, with few places more; limited and rounded. @param usualVarianceC2 [°C²] */
export function sourceLaw(
  evidence: Iterable<SourceEvidence>,
  usualVarianceC2 = defaultAirVarianceC2(1)
): SourceLaw {
  const places = [...evidence]
  const known = places.reduce((sum, { nights }) => sum + nights / (nights + few.nights), 0)
  if (known === 0) return noSourceLaw
  const hold = 1 + (few.places / known) ** 2
  const slope = hold / sourceDeviation.slope ** 2
  const matrix = [[hold / sourceDeviation.biasC ** 2], [0, slope], [0, 0, slope]]
  const right = [0, 0, 0]
  for (const place of places.map(credible)) {
    const share = 1 / (usualVarianceC2 + placeDeviationC ** 2 * (place.products[0] ?? 0))
    for (const [row, line] of matrix.entries()) {
      for (const at of line.keys())
        line[at] = (line[at] ?? 0) + share * (place.products[firstOf(row) + at] ?? 0)
      right[row] = (right[row] ?? 0) + share * (place.right[row] ?? 0)
    }
  }
  const [biasC = 0, before = 0, after = 0] = solveSymmetric(matrix, right)
  const slopeOf = (value: number) => rounded(value, greatest.slope, steps.slope)
  return { biasC: rounded(biasC, greatest.biasC, steps.biasC), slopes: [slopeOf(before), slopeOf(after)] }
}

function credible(place: SourceEvidence): SourceEvidence {
  const { products, right } = place
  const meanC = (right[0] ?? 0) / (products[0] || 1)
  const beyondC = meanC - limited(meanC, greatestMeanErrorC)
  return { ...place, right: right.map((sum, row) => sum - beyondC * (products[firstOf(row)] ?? 0)) }
}

function firstOf(row: number): number {
  return (row * (row + 1)) / 2
}

function limited(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}

function rounded(value: number, most: number, step: number): number {
  const perUnit = Math.round(1 / step)
  // Never −0, which is not the same as 0 to a test for a change.
  return Math.round(perUnit * limited(value, most)) / perUnit + 0
}

/**
 * Bias and contrasts of a place: what its own nights do not say is the source's; unchanged where nothing was measured
 * at 2 m. @param left Computed once for many sites with the same hold.
 */
export function siteAtSource<Site extends Pick<LearnedSite, 'biasC' | 'ownSay'>>(
  site: (Site & { readonly contrasts?: ContrastLaw | null }) | undefined,
  { biasC, slopes: [before, after] }: SourceLaw,
  left?: ContrastLaw['slopes']
): { readonly biasC: number; readonly contrasts: ContrastLaw | null } {
  const towards = [before, after, 0] as const
  if (site === undefined) {
    return { biasC, contrasts: { slopes: towards, recentC: 0, recentDay: Number.NEGATIVE_INFINITY } }
  }
  const { ownSay, contrasts = null } = site
  if (ownSay?.held === undefined || contrasts === null) return { biasC: site.biasC, contrasts }
  const { share } = ownSay
  const gained = left ?? leftToSource(ownSay.held, { slopes: [before, after] })
  const of = (at: 0 | 1 | 2) => contrasts.slopes[at] + share * gained[at] + (1 - share) * towards[at]
  return {
    biasC: site.biasC + (1 - share * ownSay.bias) * biasC,
    contrasts: { ...contrasts, slopes: [of(0), of(1), of(2)] }
  }
}

/** What a source's slopes add where a place's own nights hold its slopes this firmly. */
export function leftToSource(
  held: SlopeHold,
  { slopes: [before, after] }: Pick<SourceLaw, 'slopes'>
): ContrastLaw['slopes'] {
  return heldTowards(held, [before, after, 0])
}
