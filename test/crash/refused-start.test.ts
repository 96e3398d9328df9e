/** A start that is refused after connections were opened: the process ends by itself, and has watched nothing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../../src/store/postgres.ts'
import { type FreshDatabase, postgresEngine } from '../contracts/store/engines.ts'
import { machineEnvironment } from '../machine-environment.ts'
import { patience } from '../patience.ts'
import { unitStart } from './served.ts'

const engine = postgresEngine()
let database: FreshDatabase
let occupied: Server

beforeAll(async () => {
  await engine.start()
  database = await engine.migrated()
  occupied = createServer().listen(0, '127.0.0.1')
  await once(occupied, 'listening')
})
afterAll(async () => {
  occupied.close()
  await engine.stop()
})

/**
 * Runs `ayaz serve` to its end, for a supervisor starts it again only then; the status is null where it had to be
 * killed.
 */
async function start(environment: Readonly<Record<string, string>>) {
  const { url, dataDir } = database
  const usual = { SOURCES: 'demo', HOST: '127.0.0.1', PORT: '0', DATABASE_URL: url ?? '', DATA_DIR: dataDir }
  const [file, ...argv] = unitStart
  const child = spawn(file, argv, {
    env: { ...machineEnvironment(), ...usual, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patience.timeout * 4,
    killSignal: 'SIGKILL'
  })
  const [[status], , said] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { status: status as number | null, said }
}

async function watchers(): Promise<readonly string[]> {
  const { queries } = openPostgres(database.url ?? '')
  const rows = await queries.selectFrom('leases').select('name').execute()
  await queries.destroy()
  return rows.map(({ name }) => name)
}

it('on a port that is in use ends with 69, and neither watches nor maintains', async () => {
  const { port } = occupied.address() as AddressInfo
  for (const ROLE of ['all', 'api'])
    expect(await start({ PORT: String(port), ROLE })).toEqual({
      status: 69,
      said: expect.stringContaining('set PORT to another one')
    })
  expect(await watchers()).toEqual([])
})

it('with widgets of a place that does not exist ends', async () => {
  const file = join(database.dataDir, 'widgets.json')
  await writeFile(file, JSON.stringify([{ slug: 'koop', location: 'nowhere-at-all' }]))
  expect(await start({ WIDGETS_FILE: file })).toEqual({
    status: 78,
    said: expect.stringContaining('nowhere-at-all')
  })
})
