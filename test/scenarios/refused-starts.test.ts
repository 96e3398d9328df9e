/** A start with a wrong address, password or key ends at once, says why and what to do, and shows no secret. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveCommand } from '../../src/cli/serve.ts'
import { runCommand } from '../command.ts'
import { postgresEngine } from '../contracts/store/engines.ts'
import { freePort } from '../free-port.ts'

const engine = postgresEngine()
const secret = 'marked-secret-value'
let dataDir: string
let closed: string
let database: URL
beforeAll(async () => {
  await engine.start()
  dataDir = await mkdtemp(join(tmpdir(), 'ayaz-refused-'))
  closed = `127.0.0.1:${await freePort()}`
  database = new URL((await engine.fresh()).url ?? '')
})
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true })
  await engine.stop()
})

async function start(environment: Readonly<Record<string, string>>) {
  const usual = { SOURCES: 'demo', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' }
  return runCommand(serveCommand, [], { ...usual, ...environment })
}

it('of a database that nobody answers for, or that does not exist', async () => {
  const away = await start({ DATABASE_URL: `postgres://ayaz:${secret}@${closed}/ayaz` })
  expect(away.status).toBe(69)
  expect(away.said).toContain(`PostgreSQL at ${closed}`)
  expect(away.said).toContain('Check DATABASE_URL')
  database.pathname = '/missing'
  const missing = await start({ DATABASE_URL: database.href })
  expect(missing.status).toBe(69)
  expect(missing.said).toMatch(/"missing" does not exist.*Check DATABASE_URL/)
  const other = await start({ DATABASE_URL: `mysql://ayaz:${secret}@${closed}/ayaz` })
  expect([other.status, other.said]).toEqual([78, expect.stringContaining('DATABASE_URL')])
  for (const { said, out } of [away, missing, other]) expect(said + out).not.toContain(secret)
})

it('of a Redis that nobody answers for', async () => {
  const away = await start({ REDIS_URL: `redis://:${secret}@${closed}` })
  expect([away.status, away.said]).toEqual([69, expect.stringMatching(`${closed}.*REDIS_URL`)])
  expect(away.said).not.toContain(secret)
  expect(await readdir(dataDir)).toEqual([])
})

it('of an address that is not this machine’s', async () => {
  const other = await start({ HOST: '192.0.2.1' })
  expect([other.status, other.said]).toEqual([69, expect.stringContaining('Check HOST and PORT')])
  expect(await readdir(dataDir)).toEqual([])
})

it.each([
  ['OPEN_METEO_KEY', `${secret} with spaces`],
  ['OPENWEATHERMAP_KEY', `${secret}!`],
  ['METRICS_TOKEN', 'marked-short'],
  ['TELEGRAM_BOT_TOKEN', secret],
  ['SMTP_URL', `http://user:${secret}@mail.example`]
])('of a %s that cannot be one', async (name, value) => {
  const { status, said } = await start({ [name]: value })
  expect([status, said]).toEqual([78, expect.stringContaining(name)])
  expect(said).not.toContain('marked')
})
