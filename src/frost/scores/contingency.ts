/** The scores of a yes or no. */

/** How often a warning and the event met. */
export interface ContingencyTable {
  readonly hits: number
  readonly misses: number
  readonly falseAlarms: number
  readonly correctNegatives: number
}

/** NaN where a score's own denominator is empty. */
export interface ContingencyScores {
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

/** POD, FAR, CSI and HSS of a table. */
export function contingencyScores(table: ContingencyTable): ContingencyScores {
  const { hits: a, misses: c, falseAlarms: b, correctNegatives: d } = table
  return {
    pod: a / (a + c),
    far: b / (a + b),
    csi: a / (a + b + c),
    hss: (2 * (a * d - b * c)) / ((a + c) * (c + d) + (a + b) * (b + d))
  }
}
