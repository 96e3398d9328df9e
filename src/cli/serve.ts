/** `ayaz serve`: the service itself. */
import { readConfiguration } from '../config.ts'
import { toldAddress } from '../house/listening.ts'
import { openHouse } from '../house.ts'
import type { Command } from './command.ts'
import { tellFailure } from './exit-status.ts'

const usage = `ayaz serve
  Serves the API, the pages and the alerts until it is stopped.

  Everything is set by the environment and all of it is optional; the README has the table.
  SIGTERM and SIGINT stop it: requests under way are answered first.`

export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve the API, the pages and the alerts',
  usage,
  run: serve
}

/** How long requests under way may take after a stop was asked for. */
const graceMs = 10_000

async function serve(argv: readonly string[]): Promise<number> {
  if (argv.length > 0) {
    console.error(`ayaz serve takes no arguments; everything is set by the environment.\n\n${usage}`)
    return 64
  }
  try {
    const configuration = readConfiguration(process.env)
    const house = await openHouse(configuration)
    const address = toldAddress(configuration.host, await house.listen())
    console.log(`Ayaz is at ${house.siteUrl} (listening on ${address})`)
    await stopSignal()
    const late = setTimeout(() => process.exit(1), graceMs)
    late.unref()
    await house.close()
    return 0
  } catch (error) {
    return tellFailure(error)
  }
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}
