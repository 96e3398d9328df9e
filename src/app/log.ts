import { type Logger, type LoggerOptions, pino } from 'pino'
import { BoundedMap } from '../common/bounded-map.ts'
import { minuteMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'
import { withLoggedError } from './logged-error.ts'

type Level = 'error' | 'warn' | 'info' | 'debug'

/** `error`: the operator must act; `warn`: may have to; `debug`: nothing is wrong; all others: for information. */
const levels: Readonly<Record<string, Level>> = {
  round_failed: 'error',
  places_not_evaluated: 'error',
  gaps_not_looked_at: 'error',
  check_failing: 'error',
  nights_unanswered: 'error',
  database_corrupt: 'error',
  not_ended_in_order: 'error',
  storage_unavailable: 'error',
  part_left_out: 'error',
  quotas_not_shared: 'warn',
  variable_ignored: 'warn',
  airport_list_missing: 'warn',
  check_recovered: 'warn',
  renewal_failed: 'warn',
  store_failed: 'warn',
  forecast_not_kept: 'warn',
  run_not_recorded: 'warn',
  source_failed: 'warn',
  source_warning: 'warn',
  nights_lacking: 'warn',
  answer_not_shown: 'warn',
  ensemble_failed: 'warn',
  season_failed: 'warn',
  budget_spent: 'warn',
  budget_paced: 'debug',
  budget_stretched: 'warn',
  demo_probe_failed: 'warn',
  delivery_failed: 'warn',
  delivery_delayed: 'warn',
  channel: 'warn',
  state_not_shown: 'warn',
  channel_not_offered: 'warn',
  tier_unknown: 'warn',
  heartbeat_not_sent: 'warn',
  proxy_not_trusted: 'warn',
  widget_hides_place: 'warn'
}

const quietMs = minuteMs
/** Different lines that are remembered; beyond them the oldest is forgotten, and written again. */
const maxRemembered = 1000

/**
 * A warning or error repeated within a minute is counted (`repeated` in the next line). Events of a request name it
 * (`requestId`); `err` has a stack where it is a fault.
 */
export function leveledReport(
  log: Readonly<Record<Level, (details: object) => void>>,
  clock: () => number,
  currentRequest: () => string | undefined = () => undefined
): Report {
  const written = new BoundedMap<string, { readonly at: number; repeated: number }>(maxRemembered)
  return (event, { requestId = currentRequest(), ...reported }) => {
    const details = withLoggedError(reported)
    const level = levels[event] ?? 'info'
    const ofRequest = requestId === undefined ? {} : { requestId }
    if (level === 'info') return log.info({ event, ...ofRequest, ...details })
    const key = JSON.stringify([event, details])
    const now = clock()
    const last = written.get(key)
    if (last !== undefined && last.at <= now && now - last.at < quietMs) {
      last.repeated += 1
      return
    }
    written.set(key, { at: now, repeated: 0 })
    log[level]({
      event,
      ...ofRequest,
      ...details,
      ...(last !== undefined && last.repeated > 0 && { repeated: last.repeated })
    })
  }
}

/** Opens the log; events below `level` are left out. */
export function openLog(
  level: string,
  output: { readonly isTTY?: boolean; readonly write: (line: string) => unknown } = process.stdout
): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (name) => ({ level: name }) }
  }
  if (output === process.stdout && output.isTTY !== true) return pino(options)
  const shown = output.isTTY === true ? terminalLine : (line: string) => line
  return pino(options, { write: (line: string) => void output.write(shown(line)) })
}

/** A line of JSON as `17:05:03 warn source_failed source=open-meteo`, in local time; the stack of an error below it. */
export function terminalLine(line: string): string {
  const { time, level, event, err, ...details } = JSON.parse(line)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const parts = [clock, level, event, ...Object.entries(details).map(detail)]
  const stack = err === undefined ? '' : `\n${err.stack ?? err.message}`
  return `${parts.join(' ')}${stack}\n`
}

/** A detail as `name=value`, quoted if it is not one word. */
function detail([name, value]: readonly [string, unknown]): string {
  const isWord = typeof value === 'string' && /^[^\s"=]+$/.test(value)
  return `${name}=${isWord ? value : JSON.stringify(value)}`
}
