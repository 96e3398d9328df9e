import { type Logger, type LoggerOptions, pino } from 'pino'
import { secondMs } from '../common/time.ts'
import type { Metrics } from '../http/metrics.ts'
import type { CountAnswer } from '../http/trace.ts'

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

/** Quoted where it would not read as one word. */
function detail([name, value]: readonly [string, unknown]): string {
  const isWord = typeof value === 'string' && /^[^\s"=]+$/.test(value)
  return `${name}=${isWord ? value : JSON.stringify(value)}`
}

/** Each answer counts; one of the service's own faults is a line of the log, at the level `debug` every one is. */
export function answerCounter(metrics: Pick<Metrics, 'countRequest'>, log: Logger): CountAnswer {
  const logsAll = log.isLevelEnabled('debug')
  return (operation, status, trace) => {
    const milliseconds = trace === undefined ? null : performance.now() - trace.startedAt
    metrics.countRequest(operation, status, milliseconds === null ? null : milliseconds / secondMs)
    if (!logsAll && status < 500) return
    const ms = milliseconds === null ? null : Math.round(milliseconds * 10) / 10
    const line = { event: 'request', requestId: trace?.requestId ?? null, operation, status, ms }
    if (status < 500) log.debug(line)
    else log.warn(line)
  }
}
