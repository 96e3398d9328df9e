import { execFile } from 'node:child_process'
import { setTimeout as startTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openApp } from '../app/app.ts'
import { readConfiguration } from '../app/configuration.ts'
import { reportedAddress, tryAddress } from '../app/listening.ts'
import { secondMs } from '../common/time.ts'
import { namesInFiles } from '../config/unknown-names.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { reportFailure } from './command.ts'
import { refuse } from './refuse.ts'

/** Signs of life within the time that systemd waits. */
const signsInTime = 3

/** For systemd's `WatchdogSec`: a process whose event loop hangs is started again. */
function giveSignsOfLife({ NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv = process.env): void {
  const waitsMs = (Number(WATCHDOG_USEC) / 1e6) * secondMs
  if (NOTIFY_SOCKET === undefined || !(waitsMs > 0)) return
  const sign = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], (error) => {
      if (error !== null) console.error(error.message)
    })
  sign()
  setInterval(sign, waitsMs / signsInTime).unref()
}

/** How long closing may take [ms]: requests under way, deliveries, the store. */
const graceMs = 10_000

export async function serveCommand(argv: readonly string[], lang: Language): Promise<number> {
  const words = wordsIn(lang).cli
  const role = roleOption(argv)
  if (role === null) return refuse(`${words.onlyRoleAndEnvironment}\n\n${words.commands.serve.usage}`)
  try {
    const configuration = readConfiguration({ ...process.env, ...role }, namesInFiles(process.execArgv))
    giveSignsOfLife()
    // Checked before the database is migrated.
    await tryAddress(configuration)
    const app = await openApp(configuration)
    const stop = watchSignals()
    const address = reportedAddress(configuration.host, await app.listen())
    const line =
      configuration.role === 'worker' ? words.working(address) : words.listening(app.siteUrl, address)
    console.log(line)
    collectAtRest()
    await stop.wanted
    app.drain()
    await Promise.race([stop.atOnce, setTimeout(configuration.drainSeconds * secondMs, null, { ref: false })])
    const late = startTimer(() => process.exit(1), graceMs)
    late.unref()
    await app.close()
    return 0
  } catch (error) {
    return reportFailure(error, lang)
  }
}

/** The indexes of the places and the map of tonight follow the start (app.ts). */
const followMs = 4_000
/** The share of time in which a process at rest may compute. */
const quietPart = 0.1
/** Fewer than one answer in a hundred waits for a collection, which takes a tenth of a second or more. */
const lookEveryMs = 30_000
/** This much more than the last one left is worth a collection [bytes]. */
const worthCollecting = (leftBytes: number): number => Math.max(16_000_000, leftBytes / 4)

/** Collects garbage in quiet seconds after the start and after work: V8 would wait until the heap has doubled. */
function collectAtRest(waitMs = followMs, leftBytes = 0): void {
  const before = performance.eventLoopUtilization()
  const look = (): void => {
    const isQuiet = performance.eventLoopUtilization(before).utilization < quietPart
    if (isQuiet && heldBytes() > leftBytes + worthCollecting(leftBytes)) {
      collect()
      collectAtRest(lookEveryMs, heldBytes())
    } else collectAtRest(leftBytes === 0 ? secondMs : lookEveryMs, leftBytes)
  }
  startTimer(look, waitMs).unref()
}

function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics()
  return total_heap_size + external_memory
}

/** As a last resort: V8 then gives freed pages back to the system, 20 MB after a start. */
function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** `ROLE` from `--role`, empty without it; null for any other argument. */
function roleOption(argv: readonly string[]): { readonly ROLE?: string } | null {
  try {
    const { role } = parseArgs({ args: [...argv], options: { role: { type: 'string' } } }).values
    return role === undefined ? {} : { ROLE: role }
  } catch {
    return null
  }
}

interface StopSignals {
  /** Resolves at the first signal. */
  readonly wanted: Promise<void>
  /** Resolves at SIGINT: no one at a terminal waits for balancers. */
  readonly atOnce: Promise<void>
}

// Npm, a terminal and a process group repeat a signal: more of them change nothing.
function watchSignals(): StopSignals {
  const wanted = Promise.withResolvers<void>()
  const atOnce = Promise.withResolvers<void>()
  process.on('SIGTERM', () => wanted.resolve())
  process.on('SIGINT', () => {
    wanted.resolve()
    atOnce.resolve()
  })
  return { wanted: wanted.promise, atOnce: atOnce.promise }
}
