/** A whole app on loopback for a test: its own data, its own environment, its own clock. */
import { openApp } from '../src/app/app.ts'
import { readConfiguration } from '../src/app/configuration.ts'
import { openLog } from '../src/app/log.ts'
import type { Pause } from '../src/app/repeating.ts'
import type { FreshDatabase } from './contracts/store/engines.ts'
import { environmentOf, openTestedData } from './tested-data.ts'

export interface TestApp {
  readonly app: Awaited<ReturnType<typeof openApp>>
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  readonly api: string
  /** Where it keeps what outlives it: for a store beside it, a command, or the next app. */
  readonly data: FreshDatabase
  readonly dataDir: string
  /** Everything that was logged so far, one JSON text a line. */
  readonly log: () => readonly string[]
  readonly close: () => Promise<void>
}

export interface TestAppOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly clock?: () => number
  /** How the app's background work waits between two runs; default: real time. */
  readonly pause?: Pause
  /** That of another app, or of a certain engine; it is then not removed. Default: its own, of the tested engine. */
  readonly data?: FreshDatabase
  /**
   * True: the map of tonight is refreshed, which requests 81 places at the start; otherwise it stays empty.
   */
  readonly map?: boolean
  /** Look subscribers' destinations up; the machine's where left out. */
  readonly nameServers?: readonly string[]
}

/** Opens an app on a free port; nothing of the machine's environment reaches it. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { data } = options
  if (data === undefined) return startOnOwnData(options)
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => void lines.push(line) })
  const configuration = readConfiguration({
    HOST: '127.0.0.1',
    PORT: '0',
    ...environmentOf(data),
    SITE_URL: 'https://ayaz.example',
    // No test asks a server on the internet.
    METAR: 'off',
    ...options.environment
  })
  const app = await openApp(configuration, {
    log,
    random: () => 0.5,
    refreshesMap: options.map === true,
    ...(options.clock && { clock: options.clock }),
    ...(options.pause && { pause: options.pause }),
    ...(options.nameServers && { nameServers: options.nameServers })
  })
  const origin = await app.listen()
  return {
    app,
    origin,
    api: `${origin}/api/v1`,
    data,
    dataDir: data.dataDir,
    log: () => lines,
    close: app.close
  }
}

async function startOnOwnData(options: TestAppOptions): Promise<TestApp> {
  const data = await openTestedData()
  const app = await startApp({ ...options, data })
  return {
    ...app,
    async close() {
      await app.close()
      await data.remove()
    }
  }
}
