/**
 * What the forecasts of a source are off by wherever they are measured: a mean error, and how errors answer to what the same forecast says
 * of the nights before and after. A source that exaggerates every change of weather does so everywhere, and a place without a thermometer
 * is served by what other places have shown.
 */
import { type ContrastLaw, contrastsC, greatestLeadDays, heldTowards, memory } from './contrasts.ts'
import type { LearnedSite, PastNight } from './fading-site.ts'
import { solveSymmetric } from './least-squares.ts'
import { defaultAirVarianceC2 } from './spread.ts'

/** What is added to every forecast of a source. */
export interface SourceLaw {
  /** [°C] */
  readonly biasC: number
  /** For each degree by which a night departs from the night before, and from the one after. */
  readonly slopes: readonly [number, number]
}

export const noSourceLaw: SourceLaw = { biasC: 0, slopes: [0, 0] }

/** A source is known from so many places, each with so many nights: all places of a country share the weather of a night. */
const least = { places: 5, nights: 30 }
/** How much biases [°C] and slopes differ between sources (standard deviations), which holds them at 0; docs/science.md [9]. */
const sourceDeviation = { biasC: 0.2, slope: 0.05 }
/** How much biases differ between places [°C], so that many nights of one count little more than some. */
const placeDeviationC = 0.5

/** Normal equations over one place's nights, older ones fading: of x = (1, contrast before, contrast after) and the error. */
export interface SourceEvidence {
  readonly nights: number
  /** The lower half of xxᵀ, row by row. */
  readonly products: readonly number[]
  readonly right: readonly number[]
}

const noEvidence: SourceEvidence = { nights: 0, products: [0, 0, 0, 0, 0, 0], right: [0, 0, 0] }

/** What a place's nights say of their source, oldest first. */
export function sourceEvidence(nights: readonly PastNight[]): SourceEvidence {
  return nights.reduce(withSourceNight, noEvidence)
}

/** One night more of a place; one that was forecast too far ahead says nothing. */
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

/**
 * The law of a source by its places: a regression held at 0. Rounded, so that one night more does not change every forecast.
 * @param usualVarianceC2 The variance of an error of weight 1 [°C²].
 */
export function sourceLaw(
  places: Iterable<SourceEvidence>,
  usualVarianceC2 = defaultAirVarianceC2(1)
): SourceLaw {
  const known = [...places].filter(({ nights }) => nights >= least.nights)
  if (known.length < least.places) return noSourceLaw
  const slope = 1 / sourceDeviation.slope ** 2
  const matrix = [[1 / sourceDeviation.biasC ** 2], [0, slope], [0, 0, slope]]
  const right = [0, 0, 0]
  for (const place of known) {
    const share = 1 / (usualVarianceC2 + placeDeviationC ** 2 * (place.products[0] ?? 0))
    for (const [row, line] of matrix.entries()) {
      const first = (row * (row + 1)) / 2
      for (const at of line.keys()) line[at] = (line[at] ?? 0) + share * (place.products[first + at] ?? 0)
      right[row] = (right[row] ?? 0) + share * (place.right[row] ?? 0)
    }
  }
  const [biasC = 0, before = 0, after = 0] = solveSymmetric(matrix, right)
  return { biasC: rounded(biasC, 100), slopes: [rounded(before, 1000), rounded(after, 1000)] }
}

function rounded(value: number, perUnit: number): number {
  return Math.round(perUnit * value) / perUnit
}

/**
 * Bias and contrasts of a place whose forecasts come from a source: what its own nights do not say is the source's.
 * @param site What was learned there; absent: nothing. As it is where nothing was measured at 2 m.
 */
export function siteAtSource<Site extends Pick<LearnedSite, 'biasC' | 'ownSay'>>(
  site: (Site & { readonly contrasts?: ContrastLaw | null }) | undefined,
  { biasC, slopes: [before, after] }: SourceLaw
): { readonly biasC: number; readonly contrasts: ContrastLaw | null } {
  const towards = [before, after, 0] as const
  if (site === undefined) {
    return { biasC, contrasts: { slopes: towards, recentC: 0, recentDay: Number.NEGATIVE_INFINITY } }
  }
  const { ownSay, contrasts = null } = site
  if (ownSay?.held === undefined || contrasts === null) return { biasC: site.biasC, contrasts }
  const { share } = ownSay
  const left = heldTowards(ownSay.held, towards)
  const of = (at: 0 | 1 | 2) => contrasts.slopes[at] + share * left[at] + (1 - share) * towards[at]
  return {
    biasC: site.biasC + (1 - share * ownSay.bias) * biasC,
    contrasts: { ...contrasts, slopes: [of(0), of(1), of(2)] }
  }
}
