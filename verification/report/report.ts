/** The whole report: splits, table, what learning does, what is missing, and the verdict. */
import type { ComparisonRow } from '../row.ts'
import { everyMustHolds, type Verification } from '../run.ts'
import { gateText, markdownTable, textTable } from './table.ts'

/** The report for a terminal. */
export function textReport(verification: Verification): string {
  const { outcomes, comparisons, absent, unreadable } = verification
  const reported = [...absent, ...unreadable].map(({ bench, reason }) => `not run: ${bench}: ${reason}`)
  return [
    'What was fitted on what:',
    ...outcomes.flatMap(({ bench, split, notes }) => [
      `  ${bench}: ${split}`,
      ...notes.map((note) => `    (${note})`)
    ]),
    '',
    textTable(verification),
    '',
    'Learned against unlearned, CRPS difference in °C (below 0: learning helps), 95 % by blocks of dates:',
    ...comparisons.map((row) => `  ${comparisonText(row)}`),
    '',
    ...reported,
    ...verdict(verification)
  ].join('\n')
}

/** The part of docs/verification.md that the command writes. */
export function markdownReport(verification: Verification): string {
  const { outcomes, comparisons } = verification
  return [
    markdownTable(verification),
    '',
    '*Needs* is what a user needs to get the forecast from the service; – marks what the service does not run. CRPS and RMSE in °C. BSS against the climatology of the row’s bench (pnw_srft, debilt_hourly and the score: against the base rate of the sample). POD, FAR, CSI and HSS with a warning from a probability of one half.',
    '',
    '### What was fitted on what',
    '',
    ...outcomes.map(({ bench, split, notes }) => `* **${bench}**: ${[split, ...notes].join('; ')}.`),
    '',
    '### Learned against unlearned',
    '',
    'CRPS difference in °C (below 0: learning helps) with its 95 % interval, blocks of dates drawn with replacement.',
    '',
    ...comparisons.map((row) => `* ${comparisonText(row)}`),
    '',
    ...verdict(verification)
  ].join('\n')
}

/** The report for machines. */
export function jsonReport(verification: Verification): string {
  const { outcomes, rows, comparisons, notApplicable, absent, unreadable } = verification
  const splits = outcomes.map(({ bench, split, notes }) => ({ bench, split, notes }))
  const calibrations = outcomes.flatMap(({ bench, calibrations }) =>
    [...(calibrations ?? [])].map(([method, calibration]) => ({ bench, method, ...calibration }))
  )
  const holds = everyMustHolds(verification)
  return JSON.stringify(
    { holds, splits, rows, comparisons, notApplicable, calibrations, absent, unreadable },
    null,
    2
  )
}

function comparisonText(row: ComparisonRow): string {
  const signed = (value: number) => (value > 0 ? `+${value.toFixed(4)}` : value.toFixed(4).replace('-', '−'))
  const verdict = row.holds ? (row.high < 0 ? 'better' : 'no worse than noise') : 'worse'
  const { harm } = row
  const byPlace =
    harm === null
      ? ''
      : `; worse at ${harm.worse} of ${harm.places} places, at most by ${signed(harm.mostC)} (must: fewer than a tenth, none by more than 0.02)`
  return `${row.bench}: ${row.learned} against ${row.usual}: ${signed(row.mean)} [${signed(row.low)}, ${signed(row.high)}], ${verdict}${byPlace}`
}

function verdict(verification: Verification): string[] {
  const gates = verification.rows.flatMap(({ bench, method, gates }) =>
    gates.map((gate) => ({ ...gate, bench, method }))
  )
  const count = (standing: string) => gates.filter((gate) => gate.standing === standing)
  const missed = gates.filter((gate) => !gate.holds)
  const part = (standing: string) => {
    const all = count(standing)
    return `${all.filter(({ holds }) => holds).length} of ${all.length}`
  }
  const harmed = verification.comparisons.filter((row) => row.standing === 'must' && !row.holds)
  return [
    `Limits that must hold: ${part('must')} hold. Goals: ${part('goal')} reached.`,
    ...missed.map((gate) => `* missed: ${gate.bench}, ${gate.method}: ${gateText(gate)}`),
    ...harmed.map((row) => `* learning does harm: ${row.bench}, ${row.learned}`)
  ]
}
