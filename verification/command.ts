/** `npm run verify`: the frost score against real forecasts and observations. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writePage } from './report/page.ts'
import { jsonReport, textReport } from './report/report.ts'
import { benches, everyMustHolds, runVerification } from './run.ts'

const usage = `npm run verify -- --data DIR [--fit DIR] [--bench NAME]… [--json] [--plots]
  Scores FROST-P and the usual alternatives on real forecasts and observations, fitted on
  earlier rows or other places only, and says which limits hold.

  --data DIR    the folder with the verification data (CSV files), of which rows are scored
  --fit DIR     fit on the same files of this folder, and score every row of --data;
                without it rows are fitted on earlier rows or other places of --data
  --bench NAME  only this bench; may be given several times:
                ${benches.map(({ name }) => name).join(', ')}
  --json        the table for machines, on standard output
  --plots       also write the table and the diagrams into docs/verification/

  Exit status: 0 every limit that must hold does, 1 one does not, 64 wrong usage, 69 no data.`

/** Runs the benches that `argv` names and prints their table; answers the exit status (see `usage`). */
export async function verify(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv)
  if (options === 'help') {
    console.log(usage)
    return 0
  }
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`)
    return 64
  }
  const { dataDirectory, fitDirectory, chosen, json, plots } = options
  if (!existsSync(dataDirectory)) {
    console.error(`There is no folder ${dataDirectory}. --data wants the folder with the verification data.`)
    return 69
  }
  if (fitDirectory !== null && !existsSync(fitDirectory)) {
    console.error(`There is no folder ${fitDirectory}. --fit takes a folder with the same files as --data.`)
    return 69
  }
  const verification = await runVerification({
    dataDirectory,
    fitDirectory,
    chosen,
    onProgress: progressBar(chosen.length)
  })
  if (verification.rows.length === 0) {
    const reasons = [...verification.absent, ...verification.unreadable].map(({ reason }) => `  ${reason}`)
    console.error(`Nothing could be scored:\n${reasons.join('\n')}`)
    return 69
  }
  console.log(json ? jsonReport(verification) : textReport(verification))
  if (plots) console.error(`Written: ${(await writePage(verification)).join(', ')}`)
  return everyMustHolds(verification) ? 0 : 1
}

interface Options {
  readonly dataDirectory: string
  readonly fitDirectory: string | null
  readonly chosen: typeof benches
  readonly json: boolean
  readonly plots: boolean
}

/** What was asked for; a text says what is wrong with it. */
function readOptions(argv: readonly string[]): Options | string {
  const parsed = parse(argv)
  if (typeof parsed === 'string') return parsed
  const { data, fit = null, bench, json, plots, help } = parsed
  if (help === true) return 'help'
  if (data === undefined) return '--data DIR is missing: the folder with the verification data.'
  if (fit !== null && resolve(fit) === resolve(data)) {
    return '--fit and --data are the same folder: rows would be scored that were fitted on.'
  }
  const unknown = bench?.find((name) => !benches.some((known) => known.name === name))
  if (unknown !== undefined) return `There is no bench ${unknown}.`
  if (plots === true && (bench !== undefined || fit !== null)) {
    return '--plots writes the whole page: leave --bench and --fit out.'
  }
  const chosen = bench === undefined ? benches : benches.filter(({ name }) => bench.includes(name))
  return { dataDirectory: data, fitDirectory: fit, chosen, json: json === true, plots: plots === true }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        data: { type: 'string' },
        fit: { type: 'string' },
        bench: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        plots: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' }
      }
    }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const barWidth = 24

/** A bar on standard error: redrawn in a terminal, a line a bench elsewhere. */
function progressBar(total: number): (done: number, bench: string | null) => void {
  const stream = process.stderr
  return (done, bench) => {
    const filled = Math.round((barWidth * done) / total)
    const bar = `[${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}] ${done}/${total} ${bench ?? 'done'}`
    if (stream.isTTY) stream.write(`\r\u001b[K${bar}${bench === null ? '\n' : ''}`)
    else stream.write(`${bar}\n`)
  }
}
