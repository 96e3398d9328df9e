/** The mean squared difference between probability and outcome (1 came, 0 did not): 0 is perfect. NaN without a row. */
export function brierScore(probability: ArrayLike<number>, came: ArrayLike<number>): number {
  let sum = 0
  for (let row = 0; row < came.length; row++)
    sum += ((probability[row] ?? Number.NaN) - (came[row] ?? 0)) ** 2
  return sum / came.length
}

/** Murphy's parts: Brier = reliability − resolution + uncertainty + what varies within the bins. */
interface BrierParts {
  /** How far the frequencies lie from the probabilities: 0 is perfect. */
  readonly reliability: number
  /** How far the frequencies lie from the base rate: more is better. */
  readonly resolution: number
  /** The base rate's own variance; no forecast moves it. */
  readonly uncertainty: number
}

/** Murphy's decomposition over ten bins of probability of equal width; docs/verification.md. */
export function brierParts(probability: ArrayLike<number>, came: ArrayLike<number>): BrierParts {
  const bins = reliabilityBins(probability, came).filter((bin) => bin.rows > 0)
  const rows = came.length
  const base = bins.reduce((sum, bin) => sum + bin.rows * bin.frequency, 0) / rows
  const weigh = (part: (bin: ReliabilityBin) => number) =>
    bins.reduce((sum, bin) => sum + (bin.rows / rows) * part(bin), 0)
  return {
    reliability: weigh((bin) => (bin.probability - bin.frequency) ** 2),
    resolution: weigh((bin) => (bin.frequency - base) ** 2),
    uncertainty: base * (1 - base)
  }
}

interface ContingencyTable {
  readonly hits: number
  readonly misses: number
  readonly falseAlarms: number
  readonly correctNegatives: number
}

/** NaN where a score's own denominator is empty. */
interface ContingencyScores {
  /** Probability of detection: hits of all events. */
  readonly pod: number
  /** False alarm ratio: false alarms of all warnings. */
  readonly far: number
  /** Critical success index: hits of everything warned or come. */
  readonly csi: number
  /** Heidke skill score: what is right beyond what chance would have right. */
  readonly hss: number
}

/** Counts with a warning wherever the probability is at least `warnFrom`. */
export function contingencyTable(
  probability: ArrayLike<number>,
  came: ArrayLike<number>,
  warnFrom = 0.5
): ContingencyTable {
  const counts = { hits: 0, misses: 0, falseAlarms: 0, correctNegatives: 0 }
  for (let row = 0; row < came.length; row++) {
    const warned = (probability[row] ?? Number.NaN) >= warnFrom
    if (came[row] === 1) counts[warned ? 'hits' : 'misses'] += 1
    else counts[warned ? 'falseAlarms' : 'correctNegatives'] += 1
  }
  return counts
}

export function contingencyScores(table: ContingencyTable): ContingencyScores {
  const { hits: a, misses: c, falseAlarms: b, correctNegatives: d } = table
  return {
    pod: a / (a + c),
    far: b / (a + b),
    csi: a / (a + b + c),
    hss: (2 * (a * d - b * c)) / ((a + c) * (c + d) + (a + b) * (b + d))
  }
}

/** The rows whose probability lies in [from, to); the last bin includes 1. */
interface ReliabilityBin {
  readonly from: number
  readonly to: number
  readonly rows: number
  /** The mean probability said, 0…1; NaN in an empty bin. */
  readonly probability: number
  /** How often it came, 0…1; NaN in an empty bin. */
  readonly frequency: number
}

/** A probability this little below a border counts as on it: 0.1 + 0.2 is 0.3. */
const borderSlack = 1e-9

/** All bins of equal width from 0 up, empty ones too. @param came 1 where the event came, else 0. */
export function reliabilityBins(
  probability: ArrayLike<number>,
  came: ArrayLike<number>,
  bins = 10
): ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ rows: 0, said: 0, happened: 0 }))
  for (let row = 0; row < came.length; row++) {
    const value = probability[row] ?? Number.NaN
    const bin = sums[Math.min(Math.floor(value * bins + borderSlack), bins - 1)]
    if (bin === undefined) continue
    bin.rows += 1
    bin.said += value
    bin.happened += came[row] ?? 0
  }
  return sums.map(({ rows, said, happened }, bin) => ({
    from: bin / bins,
    to: (bin + 1) / bins,
    rows,
    probability: said / rows,
    frequency: happened / rows
  }))
}
