/** `ayaz serve`: the service itself. */
import { setTimeout as startTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openApp } from '../app/app.ts'
import { reportedAddress, tryAddress } from '../app/listening.ts'
import { secondMs } from '../common/time.ts'
import { readConfiguration } from '../config/configuration.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { Command } from './command.ts'
import { reportFailure } from './exit-status.ts'
import { giveSignsOfLife } from './watchdog.ts'

export const serveCommand: Command = {
  name: 'serve',
  run: serve
}

/** How long closing may take [ms]: requests under way, deliveries, the store. */
const graceMs = 10_000

async function serve(argv: readonly string[], lang: Language): Promise<number> {
  const words = wordsIn(lang).cli
  const role = roleOption(argv)
  if (role === null) {
    console.error(`${words.onlyRoleAndEnvironment}\n\n${words.commands.serve.usage}`)
    return 64
  }
  try {
    const configuration = readConfiguration({ ...process.env, ...role })
    giveSignsOfLife()
    // Before the database is migrated.
    await tryAddress(configuration)
    const app = await openApp(configuration)
    const stop = watchSignals()
    const address = reportedAddress(configuration.host, await app.listen())
    const line =
      configuration.role === 'worker' ? words.working(address) : words.listening(app.siteUrl, address)
    console.log(line)
    startTimer(collectOnce, collectAfterMs).unref()
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

/** After the indexes of the places are made (app.ts). */
const collectAfterMs = 5_000

/**
 * Collects what starting has left behind, a third of the heap: V8 itself would wait until the heap has doubled.
 * As a last resort, because V8 then gives freed pages back to the system, 20 MB, instead of holding them ready.
 */
function collectOnce(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** The variable that `--role` stands for, empty without it; null where there is anything else. */
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
  /** Resolves at SIGINT: nobody at a terminal waits for balancers. */
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
