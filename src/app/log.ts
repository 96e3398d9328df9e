/** The log on standard output: JSON for programs, a short line for a person at a terminal. */
import { type Logger, pino } from 'pino'

/** Opens the log; events below `level` are left out. */
export function openLog(level: string, output: NodeJS.WriteStream = process.stdout): Logger {
  const options = { level, base: null }
  if (!output.isTTY) return pino(options)
  return pino(options, { write: (line: string) => void output.write(terminalLine(line)) })
}

const levels: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' }

/** A line of JSON as `17:05:03 warn source_failed source=open-meteo`, in local time; the stack of an error below it. */
export function terminalLine(line: string): string {
  const { time, level, event, err, ...details } = JSON.parse(line)
  const clock = new Date(time).toTimeString().slice(0, 8)
  const parts = [clock, levels[level] ?? level, event, ...Object.entries(details).map(detail)]
  const stack = err === undefined ? '' : `\n${err.stack ?? err.message}`
  return `${parts.join(' ')}${stack}\n`
}

/** Quoted where it would not read as one word. */
function detail([name, value]: readonly [string, unknown]): string {
  const isWord = typeof value === 'string' && /^[^\s"=]+$/.test(value)
  return `${name}=${isWord ? value : JSON.stringify(value)}`
}
