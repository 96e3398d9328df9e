/** The whole report: splits, table, what learning does, what is missing, and the verdict. */
import { type BenchOutcome, type Check, isWithin } from '../bench.ts'
import { rangeText } from '../range-row.ts'
import type { ComparisonRow } from '../row.ts'
import { everyMustHolds, type Verification } from '../run.ts'
import { gateText, markdownTable, textTable } from './table.ts'

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

/** The part of docs/verification.md that the command writes. */
export function markdownReport(verification: Verification): string {
  const { outcomes, comparisons, ranges } = verification
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
    ...outcomes.flatMap(furtherMarkdown),
    '### What the range promises',
    '',
    'Minima within p10 to p90, by season. Must: 75 to 85 %, each widened by 1.96·√(0.16/n) with n the independent nights that the cell is worth (blocks of three dates); cells worth fewer than 100 are not judged. Of windows of 100 nights of one place 95 % must be within 70 to 90 %.',
    '',
    ...ranges.map((row) => `* ${rangeText(row)}`),
    '',
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

function furtherMarkdown({ bench, checks = [], table }: BenchOutcome): string[] {
  const lines = checks.map((check) => `* **${bench}**: ${checkText(check)}`)
  if (table === undefined) return lines
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = table.head.map((_, column) => (column === 0 ? '---' : '--:'))
  return [`### ${table.title}`, '', ...lines, '', ...[table.head, rule, ...table.rows].map(line), '']
}

function checkText(check: Check): string {
  const { what, value, limit, relation } = check
  const missed = isWithin(value, check) ? '' : ', missed'
  return `${what}: ${value.toFixed(3)} (must ${relation === 'at_least' ? '≥' : '≤'} ${limit}${missed})`
}

function comparisonText(row: ComparisonRow): string {
  const signed = (value: number) => (value > 0 ? `+${value.toFixed(4)}` : value.toFixed(4).replace('-', '−'))
  const { harm } = row
  const byPlace =
    harm === null
      ? ''
      : `; worse at ${harm.worse} of ${harm.places} places, at most by ${signed(harm.mostC)} (must: fewer than a tenth, none by more than 0.02)`
  return `${row.bench}: ${row.learned} against ${row.usual}: ${signed(row.mean)} [${signed(row.low)}, ${signed(row.high)}], ${inTheMean(row)}${byPlace}`
}

function inTheMean({ low, high }: ComparisonRow): string {
  if (high < 0) return 'better'
  return low <= 0 ? 'no worse than noise' : 'worse'
}

function verdict(verification: Verification): string[] {
  const gates = verification.rows.flatMap(({ bench, method, gates }) =>
    gates.map((gate) => ({ ...gate, bench, method }))
  )
  const count = (duty: string) => gates.filter((gate) => gate.duty === duty)
  const missed = gates.filter((gate) => !gate.holds)
  const part = (duty: string) => {
    const all = count(duty)
    return `${all.filter(({ holds }) => holds).length} of ${all.length}`
  }
  const checks = verification.outcomes.flatMap(({ bench, checks = [] }) =>
    checks.map((check) => ({ bench, ...check }))
  )
  const ranges = verification.ranges.filter((row) => row.duty === 'must' && !row.holds)
  const harmed = verification.comparisons.filter((row) => row.duty === 'must' && !row.holds)
  return [
    `Limits that must hold: ${part('must')} hold. Goals: ${part('goal')} reached.`,
    ...missed.map((gate) => `* missed: ${gate.bench}, ${gate.method}: ${gateText(gate)}`),
    ...checks.flatMap((check) =>
      isWithin(check.value, check) ? [] : [`* missed: ${check.bench}: ${checkText(check)}`]
    ),
    ...ranges.map((row) => `* the range does not hold: ${row.bench}, ${row.method}`),
    ...harmed.map((row) => `* learning does harm: ${row.bench}, ${row.learned}`)
  ]
}
