/** A start with a wrong address, password or key ends at once, says why and what to do, and shows no secret. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allVariables } from '../../src/app/configuration.ts'
import { doctorCommand } from '../../src/cli/doctor.ts'
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

it('of a widget whose place does not exist', async () => {
  const widgets = join(await mkdtemp(join(tmpdir(), 'ayaz-widgets-')), 'widgets.json')
  await writeFile(widgets, '[{"slug":"our-coop","location":"nowhere"}]')
  const lost = await start({ WIDGETS_FILE: widgets })
  expect([lost.status, lost.said]).toEqual([78, expect.stringContaining('unknown location "nowhere"')])
  expect(await readdir(dataDir)).toEqual([])
  await rm(dirname(widgets), { recursive: true })
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
  ['SMTP_URL', `http://user:${secret}@mail.example`],
  ['NTFY_TOKEN', `tk_${secret} with spaces`]
])('of a %s that cannot be one', async (name, value) => {
  const { status, said } = await start({ [name]: value })
  expect([status, said]).toEqual([78, expect.stringContaining(name)])
  expect(said).not.toContain('marked')
})

it.each([
  ['DATABASE_URL', 'postgres'],
  ['SMTP_URL', 'smtp'],
  ['MQTT_URL', 'mqtt']
])('of a %s whose password ends the name of the server', async (name, protocol) => {
  // The part behind the first "@" would be shown as the server that does not answer.
  for (const password of [`a@${secret}/b`, `a@${secret}?b`, `a@${secret}#b`, `1/${secret}`, `a/${secret}`]) {
    const { status, said } = await start({ [name]: `${protocol}://user:${password}@${closed}/ayaz` })
    expect([password, status, said]).toEqual([password, 78, expect.stringContaining(name)])
    expect(said).toContain('"/" as %2F')
    expect(said).not.toContain('marked')
  }
})

const addressNames = allVariables.map(({ name }) => name).filter((name) => /_(URL|ROOT)$/.test(name))
const mistakenAddresses = ['https', 'postgres', 'smtp', 'mqtt'].flatMap((protocol) =>
  [
    'x.example/?appid=SECRET',
    'x.example/#SECRET',
    'u:SECRET@x.example',
    'u:a/SECRET@x.example',
    'u@SECRET/b@x.example'
  ]
    .map((rest) => `${protocol}://${rest}`)
    .concat('user:SECRET@x.example')
)

it.each(mistakenAddresses)('of all addresses mistaken as %s, and doctor', async (form) => {
  expect(addressNames).toEqual(
    expect.arrayContaining(['BASE_URL', 'OPENWEATHERMAP_URL', 'TELEGRAM_API_ROOT'])
  )
  const mistaken = Object.fromEntries(addressNames.map((name) => [name, form.replace('SECRET', secret)]))
  const { status, said } = await start(mistaken)
  expect(status).toBe(78)
  const found = await runCommand(doctorCommand, ['--json'], mistaken)
  expect(found.status).toBe(1)
  expect(found.out).toContain('BASE_URL = ')
  for (const text of [said, found.out, found.said]) expect(text).not.toContain(secret)
})
