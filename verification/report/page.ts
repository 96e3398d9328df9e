/** docs/verification/results.md: the command writes what stands between the markers, people write the rest. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { BenchOutcome } from '../bench.ts'
import { diagramsOf } from '../plots/diagrams.ts'
import type { RangeRow } from '../range-row.ts'
import type { ComparisonRow, VerificationRow } from '../row.ts'
import type { Verification } from '../run.ts'
import { checkText, countOfLimits, inTheMean, signed, unkept } from './report.ts'
import { markdownTable } from './table.ts'

const folder = new URL('../../docs/verification/', import.meta.url)
const markers = {
  begin: '<!-- begin: made by npm run verify -->',
  end: '<!-- end: made by npm run verify -->'
}

/** Writes the diagrams and the made part of the page; answers the names of the files below docs/verification. */
export async function writePage(verification: Verification): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true })
  const diagrams = diagramsOf(verification.outcomes)
  for (const { name, svg } of diagrams) await writeFile(new URL(`${name}.svg`, folder), svg)
  const page = new URL('results.md', folder)
  const links = diagrams.map(({ name, title }) => `[${title.replace('Reliability: ', '')}](${name}.svg)`)
  const synthetic = `${markdownReport(verification)}\n\nDiagrams of reliability: ${links.join(', ')}.`
  await writeFile(page, withSynthetic(await readFile(page, 'utf8'), synthetic))
  return ['results.md', ...diagrams.map(({ name }) => `${name}.svg`)]
}

/**
 * The page with its made part replaced.
 * @throws {Error} where the markers are not both there, in order.
 */
export function withSynthetic(page: string, synthetic: string): string {
  const begin = page.indexOf(markers.begin)
  const end = page.indexOf(markers.end)
  if (begin < 0 || end < begin) throw new Error('docs/verification/results.md has lost its markers')
  return `${page.slice(0, begin + markers.begin.length)}\n\n${synthetic}\n\n${page.slice(end)}`
}

/** The part of docs/verification/results.md that the command writes. */
export function markdownReport(verification: Verification): string {
  const { outcomes, comparisons, ranges, rows } = verification
  return [
    markdownTable(rows.filter(isOnPage)),
    '',
    '*Needs* is what a user needs to get the forecast from the service; – marks what the service does not run. CRPS in °C. BSS against the climatology of the row’s bench (pnw_srft, debilt_hourly and the score: against the base rate of the sample). POD and FAR with a warning from a probability of one half.',
    '',
    ...notApplicableLines(verification),
    '',
    countOfLimits(verification),
    ...unkept(verification),
    '',
    '### What was fitted on what',
    '',
    ...splitLines(outcomes),
    '',
    '### Learned against unlearned',
    '',
    'CRPS difference in °C (below 0: learning helps) with its 95 % interval, blocks of dates drawn with replacement. Fewer than a tenth of the places may become worse, none by more than 0.02.',
    '',
    ...comparisonLines(comparisons),
    '',
    ...outcomes.flatMap(furtherLines),
    '### What the range promises',
    '',
    'Percent of the minima within p10 to p90, by season. Must: 75 to 85 %, each widened by 1.96·√(0.16/n) with n the independent nights that the cell is worth (blocks of three dates); in brackets where these are fewer than 100, which is not judged, with a * where it is outside; where no season has enough, of the year. Of windows of 100 nights of one place 95 % must be within 70 to 90 %.',
    '',
    '| forecast | DJF | MAM | JJA | SON | year | windows | limit |',
    '| --- | --: | --: | --: | --: | --: | --: | --- |',
    ...ranges.filter(({ method }) => method.startsWith('FROST-P')).map(rangeLine)
  ].join('\n')
}

function notApplicableLines({ notApplicable }: Verification): string[] {
  return [...Map.groupBy(notApplicable, ({ method, reason }) => `${method}: ${reason}`)].map(
    ([said, ofThese]) => `* ${said} (${ofThese.map(({ bench }) => bench).join(', ')}).`
  )
}

/** Of the hours of an evening two; the others are in the terminal and in `--json`. */
function isOnPage({ method }: VerificationRow): boolean {
  return !/, (2|3|4|6|8|10) h after sunset$|^temperature at sunset/.test(method)
}

/** Counts that the columns POD and FAR have as shares. */
const isCount = (note: string): boolean => / frosts missed, \d+ false alarms$/.test(note)

/** What several benches have in common is said once. */
function splitLines(outcomes: readonly BenchOutcome[]): string[] {
  const said = outcomes.flatMap(({ bench, split, notes }) =>
    [split, ...notes]
      .flatMap((text) => text.split('; '))
      .filter((note) => !isCount(note))
      .map((note) => ({ bench, note }))
  )
  const benchesOf = [...Map.groupBy(said, ({ note }) => note)].map(([note, ofNote]) => ({
    note,
    benches: [...new Set(ofNote.map(({ bench }) => bench))].join('; ')
  }))
  return [...Map.groupBy(benchesOf, ({ benches }) => benches)].map(
    ([benches, notes]) => `* **${benches}**: ${notes.map(({ note }) => note).join('; ')}.`
  )
}

function comparisonLines(rows: readonly ComparisonRow[]): string[] {
  const isHour = ({ learned, usual }: ComparisonRow) =>
    [learned, usual].every((name) => name.endsWith('h after sunset'))
  const hours = [...Map.groupBy(rows.filter(isHour), ({ bench }) => bench)].map(([bench, ofBench]) => {
    const better = ofBench.filter((row) => inTheMean(row) === 'better').length
    const means = ofBench.map(({ mean }) => mean)
    const span = `${signed(Math.max(...means))} to ${signed(Math.min(...means))}`
    return `* ${bench}, each time against the one before: ${span}, ${better} of ${ofBench.length} better`
  })
  return [...rows.filter((row) => !isHour(row)).map(comparisonLine), ...hours]
}

function comparisonLine(row: ComparisonRow): string {
  const { bench, learned, usual, mean, low, high, harm } = row
  const byPlace =
    harm === null ? '' : `; worse at ${harm.worse} of ${harm.places} places, by ${signed(harm.maxC)} at most`
  const judged = `[${signed(low)}, ${signed(high)}], ${inTheMean(row)}`
  return `* ${bench}: ${learned} against ${usual}: ${signed(mean)} ${judged}${byPlace}`
}

function furtherLines({ checks = [], table }: BenchOutcome): string[] {
  if (table === undefined) return checks.map((check) => `* ${checkText(check)}`)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = table.head.map((_, column) => (column === 0 ? '---' : '--:'))
  const said = checks.map(checkText).join('; ')
  return [`### ${table.title}`, '', said, '', ...[table.head, rule, ...table.rows].map(line), '']
}

function rangeLine({ bench, method, duty, cells, windows, holds }: RangeRow): string {
  const percent = (value: number) => (100 * value).toFixed(1)
  const seasons = ['DJF', 'MAM', 'JJA', 'SON', 'year'].map((season) => {
    const cell = cells.find((one) => one.season === season)
    if (cell === undefined) return '–'
    if (!cell.isJudged) return `(${percent(cell.share)})`
    return cell.holds ? percent(cell.share) : `${percent(cell.share)}*`
  })
  const within = windows === null || windows.windows === 0 ? '–' : percent(windows.within)
  const judged = windows === null || windows.isJudged ? within : `(${within})`
  const limit = duty === 'printed' ? '–' : holds ? 'holds' : 'missed'
  return `| ${[`${bench}, ${method}`, ...seasons, judged, limit].join(' | ')} |`
}
