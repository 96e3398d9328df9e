/** The whole report: splits, table, what learning does, what is missing, and the verdict. */
import { type BenchOutcome, type Check, isWithin } from '../bench.ts'
import { rangeText } from '../range-row.ts'
import type { ComparisonRow } from '../row.ts'
import { everyMustHolds, type Verification } from '../run.ts'
import { gateText, textTable } from './table.ts'

/** The report for a terminal. */
export function textReport(verification: Verification): string {
  const { outcomes, comparisons, ranges, absent, unreadable } = verification
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
    ...outcomes.flatMap(furtherText),
    'Minima within p10 to p90 (must: 75 to 85 %, each widened by chance; 95 % of windows within 70 to 90 %):',
    ...ranges.map((row) => `  ${rangeText(row)}`),
    '',
    ...reported,
    ...verdict(verification)
  ].join('\n')
}

/** The report for machines. */
export function jsonReport(verification: Verification): string {
  const { outcomes, rows, comparisons, ranges, notApplicable, absent, unreadable } = verification
  const splits = outcomes.map(({ bench, split, notes }) => ({ bench, split, notes }))
  const further = outcomes.flatMap(({ bench, checks, table }) =>
    checks === undefined && table === undefined ? [] : [{ bench, checks, table }]
  )
  const calibrations = outcomes.flatMap(({ bench, calibrations }) =>
    [...(calibrations ?? [])].map(([method, calibration]) => ({ bench, method, ...calibration }))
  )
  const holds = everyMustHolds(verification)
  return JSON.stringify(
    { holds, splits, rows, comparisons, ranges, further, notApplicable, calibrations, absent, unreadable },
    null,
    2
  )
}

function furtherText({ bench, checks = [], table }: BenchOutcome): string[] {
  const lines = checks.map((check) => `  ${bench}: ${checkText(check)}`)
  if (table === undefined) return lines
  return [
    ...lines,
    `  ${table.title}`,
    ...[table.head, ...table.rows].map((row) => `    ${row.join(' | ')}`),
    ''
  ]
}

export function checkText(check: Check): string {
  const { what, value, limit, relation } = check
  const missed = isWithin(value, check) ? '' : ', missed'
  return `${what}: ${value.toFixed(3)} (must ${relation === 'at_least' ? '≥' : '≤'} ${limit}${missed})`
}

function comparisonText(row: ComparisonRow): string {
  const { harm } = row
  const byPlace =
    harm === null
      ? ''
      : `; worse at ${harm.worse} of ${harm.places} places, at most by ${signed(harm.maxC)} (must: fewer than a tenth, none by more than 0.02)`
  return `${row.bench}: ${row.learned} against ${row.usual}: ${signed(row.mean)} [${signed(row.low)}, ${signed(row.high)}], ${inTheMean(row)}${byPlace}`
}

export function signed(value: number): string {
  return value > 0 ? `+${value.toFixed(4)}` : value.toFixed(4).replace('-', '−')
}

export function inTheMean({ low, high }: ComparisonRow): string {
  if (high < 0) return 'better'
  return low <= 0 ? 'no worse than noise' : 'worse'
}

function verdict(verification: Verification): string[] {
  const missed = verification.rows.flatMap(({ bench, method, gates }) =>
    gates.filter((gate) => !gate.holds).map((gate) => ({ ...gate, bench, method }))
  )
  return [
    countOfLimits(verification),
    ...missed.map((gate) => `* missed: ${gate.bench}, ${gate.method}: ${gateText(gate)}`),
    ...unkept(verification)
  ]
}

export function countOfLimits({ rows }: Verification): string {
  const gates = rows.flatMap((row) => row.gates)
  const part = (duty: string) => {
    const all = gates.filter((gate) => gate.duty === duty)
    return `${all.filter(({ holds }) => holds).length} of ${all.length}`
  }
  return `Limits that must hold: ${part('must')} hold. Goals: ${part('goal')} reached.`
}

/** What does not hold beside the limits of rows: checks, ranges, harm by learning. */
export function unkept({ outcomes, ranges, comparisons }: Verification): string[] {
  const checks = outcomes.flatMap(({ bench, checks = [] }) => checks.map((check) => ({ bench, ...check })))
  const isMissed = (row: { readonly duty: string; readonly holds: boolean }) =>
    row.duty === 'must' && !row.holds
  return [
    ...checks.flatMap((check) =>
      isWithin(check.value, check) ? [] : [`* missed: ${check.bench}: ${checkText(check)}`]
    ),
    ...ranges.filter(isMissed).map((row) => `* the range does not hold: ${row.bench}, ${row.method}`),
    ...comparisons.filter(isMissed).map((row) => `* learning does harm: ${row.bench}, ${row.learned}`)
  ]
}
