/** A whole app on loopback for a test: its own folder, its own environment, its own clock. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type App, openApp } from '../src/app/app.ts'
import type { Pause } from '../src/app/pause.ts'
import { readConfiguration } from '../src/config/configuration.ts'
import { placeMigrated } from './migrated-sqlite.ts'

export interface TestApp {
  readonly app: App
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  readonly api: string
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
  /** The folder of an earlier app, for restarts; it is then not removed. */
  readonly dataDir?: string
  /**
   * True: the map of tonight is refreshed, which requests 81 places at the start; otherwise it stays empty.
   */
  readonly map?: boolean
  /** Look subscribers' destinations up; the machine's where left out. */
  readonly nameServers?: readonly string[]
}

/** Opens an app on a free port; nothing of the machine's environment reaches it. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'ayaz-app-')))
  if (options.dataDir === undefined && options.environment?.DATABASE_URL === undefined) {
    await placeMigrated(dataDir)
  }
  const lines: string[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) })
  const configuration = readConfiguration({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
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
    dataDir,
    log: () => lines,
    async close() {
      await app.close()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    }
  }
}
