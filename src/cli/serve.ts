/** `ayaz serve`: the service itself. */
import { setTimeout as startTimer } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import { openApp } from '../app/app.ts'
import { reportedAddress } from '../app/listening.ts'
import { readConfiguration } from '../config/configuration.ts'
import type { Command } from './command.ts'
import { reportFailure } from './exit-status.ts'

const usage = `ayaz serve
  Serves the API, the pages and the alerts until it is stopped.

  Everything is set by the environment and all of it is optional; the README has the table.
  SIGTERM: /readyz answers 503 for DRAIN_SECONDS while everything else is served, so that balancers go elsewhere; then it
  stops listening, answers requests under way and ends, all within DRAIN_SECONDS + 10 s.
  SIGINT (Ctrl-C): the same without the wait, also after SIGTERM.`

export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve the API, the pages and the alerts',
  usage,
  run: serve
}

/** How long closing may take [ms]: requests under way, deliveries, the store. */
const graceMs = 10_000

async function serve(argv: readonly string[]): Promise<number> {
  if (argv.length > 0) {
    console.error(`ayaz serve takes no arguments; everything is set by the environment.\n\n${usage}`)
    return 64
  }
  try {
    const configuration = readConfiguration(process.env)
    const app = await openApp(configuration)
    const stop = watchSignals()
    const address = reportedAddress(configuration.host, await app.listen())
    console.log(`Ayaz is at ${app.siteUrl} (listening on ${address})`)
    await stop.wanted
    app.drain()
    await Promise.race([stop.atOnce, setTimeout(configuration.drainSeconds * 1000, null, { ref: false })])
    const late = startTimer(() => process.exit(1), graceMs)
    late.unref()
    await app.close()
    return 0
  } catch (error) {
    return reportFailure(error)
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
