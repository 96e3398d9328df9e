/** The add-on of Home Assistant: its files against what is documented, its start against a Supervisor on loopback. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { allVariables, readConfiguration } from '../../src/app/configuration.ts'
import { namesOf } from '../../src/config/environment.ts'
import { isRoot } from '../other-user.ts'
import { runFolder } from '../run-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const addOn = (name: string): string => join(root, 'deploy/home-assistant', name)
const read = (path: string): string => readFileSync(path, 'utf8')
const config = parse(read(addOn('config.yaml')))
const { version } = JSON.parse(read(join(root, 'package.json')))

/** https://developers.home-assistant.io/docs/add-ons/configuration#add-on-configuration: what may be used here. */
const documented: Readonly<Record<string, RegExp>> = {
  name: /^\S.*$/,
  version: /^\d+\.\d+\.\d+$/,
  slug: /^[a-z0-9_]+$/,
  description: /^\S.{0,100}$/,
  url: /^https:\/\//,
  arch: /^\["aarch64","amd64"\]$/,
  image: /^ghcr\.io\/[\w-]+\/[\w-]+$/,
  startup: /^(initialize|system|services|application|once)$/,
  ports: /^\{"\d+\/tcp":\d+\}$/,
  ports_description: /^\{"\d+\/tcp":".+"\}$/,
  webui: /^http:\/\/\[HOST\]:\[PORT:8080\]$/,
  watchdog: /^http:\/\/\[HOST\]:\[PORT:8080\]\/healthz$/,
  services: /^\["mqtt:(provide|want|need)"\]$/,
  backup: /^(hot|cold)$/,
  timeout: /^\d+$/,
  options: /^\{/,
  schema: /^\{/
}
const schemas = /^(str|bool|int|float|email|url|password|port|match\(.+\)|list\([\w|]+\))\??$/

const folder = mkdtempSync(join(runFolder(), 'ayaz-add-on-'))
// The program is read by the user that the start becomes.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('has documented members alone, of the documented form, and the version and image of a release', () => {
  for (const [name, value] of Object.entries(config)) {
    expect(documented, name).toHaveProperty(name)
    const written = typeof value === 'object' ? JSON.stringify(value) : String(value)
    expect(written, name).toMatch(documented[name] ?? /$^/)
  }
  for (const name of ['name', 'version', 'slug', 'description', 'arch', 'services', 'backup', 'watchdog'])
    expect(config).toHaveProperty(name)
  expect(config).toMatchObject({ version, services: ['mqtt:want'], backup: 'cold' })
  const docker = read(addOn('Dockerfile'))
  expect(docker).toMatch(new RegExp(`^FROM ghcr\\.io/OWNER/ayaz:${version}$`, 'm'))
  expect(docker).toContain(`io.hass.version=${version} `)
  expect(read(join(root, 'deploy/release.sh'))).toContain('"$image-home-assistant:$version"')
  expect(parse(read(join(root, 'repository.yaml')))).toEqual({ name: 'Ayaz', url: config.url })
  const icon = readFileSync(addOn('icon.png'))
  expect([icon.subarray(1, 4).toString(), icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([
    'PNG',
    192,
    192
  ])
})

it('belongs to a copy of the repository after the documented command', () => {
  const [command = ''] = /sed -i s\/OWNER[^`]*/.exec(read(join(root, 'docs/operation.md'))) ?? []
  const files = command.split(' ').slice(3)
  const copy = mkdtempSync(join(folder, 'copy-'))
  for (const file of files) cpSync(join(root, file), join(copy, file), { recursive: true })
  execFileSync('sh', ['-c', command], { cwd: copy })
  const owned = parse(read(join(copy, 'deploy/home-assistant/config.yaml')))
  expect(owned).toMatchObject({ image: 'ghcr.io/your-account/ayaz-home-assistant' })
  expect(parse(read(join(copy, 'repository.yaml')))).toMatchObject({ url: owned.url })
  const all = execFileSync('git', ['grep', '-l', 'OWNER', '--', 'repository.yaml', 'deploy/home-assistant'], {
    cwd: root
  })
  expect(String(all).trim().split('\n')).toEqual([...files].sort())
})

it('has six options, each a setting of the service, in both languages and in its document', () => {
  const options = Object.keys(config.schema)
  expect(options).toHaveLength(6)
  expect(options).toEqual(expect.arrayContaining(Object.keys(config.options)))
  const known = new Set(allVariables.flatMap(namesOf))
  for (const option of options) {
    expect(config.schema[option]).toMatch(schemas)
    expect(config.options[option] !== undefined).toBe(!config.schema[option].endsWith('?'))
    expect(known).toContain(option.toUpperCase())
    expect(read(addOn('DOCS.md'))).toContain(`| \`${option}\` |`)
  }
  for (const language of ['en', 'tr']) {
    const { configuration, network } = parse(read(addOn(`translations/${language}.yaml`)))
    expect(Object.keys(configuration)).toEqual(expect.arrayContaining(options))
    expect(Object.keys(configuration)).toHaveLength(options.length)
    for (const said of Object.values(configuration))
      expect(Object.keys(said as object)).toEqual(['name', 'description'])
    expect(Object.keys(network)).toEqual(Object.keys(config.ports))
  }
})

/** What the service would find in its environment. */
async function started(
  options: object,
  supervisor: string | null
): Promise<Readonly<Record<string, string>>> {
  const [file, program] = [join(folder, 'options.json'), join(folder, 'program.mjs')]
  writeFileSync(file, JSON.stringify(options))
  writeFileSync(
    program,
    'console.log(JSON.stringify({ ...process.env, argv: process.argv[2], uid: process.getuid() }))'
  )
  const env = {
    DATA_DIR: folder,
    MARK: 'kept',
    ...(supervisor !== null && { SUPERVISOR_TOKEN: 'token', SUPERVISOR: supervisor })
  }
  const child = spawn(process.execPath, [addOn('start.mjs'), file, program], { env, cwd: '/' })
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (out === '') throw new Error(said)
  return JSON.parse(out)
}

it('turns options into settings, finds the broker, and begins as an unprivileged user', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`)
    const data = { host: 'core-mosquitto', port: 1883, ssl: false, username: 'addons', password: 'a/b @:é' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ result: 'ok', data }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const options = { ...config.options, open_meteo_key: '', met_norway_contact: 'me@ayaz.example' }
  const found = await started(options, `http://127.0.0.1:${port}`)
  expect(asked).toEqual(['/services/mqtt Bearer token'])
  expect(found).toMatchObject({
    argv: 'serve',
    MARK: 'kept',
    MQTT_DISCOVERY: 'yes',
    MET_NORWAY_CONTACT: 'me@ayaz.example',
    SITE_URL: 'http://homeassistant.local:8080',
    LOG_LEVEL: 'info',
    DATA_DIR: join(folder, 'ayaz'),
    uid: isRoot ? 1000 : process.getuid?.()
  })
  for (const absent of ['SUPERVISOR_TOKEN', 'OPEN_METEO_KEY']) expect(found).not.toHaveProperty(absent)
  const url = new URL(found['MQTT_URL'] ?? '')
  expect([url.host, url.username, decodeURIComponent(url.password)]).toEqual([
    ...['core-mosquitto:1883', 'addons', 'a/b @:é']
  ])
  const { uid: _, ...environment } = found
  expect(readConfiguration(environment).siteUrl).toBe('http://homeassistant.local:8080')
  server.closeAllConnections()
  server.close()
  expect(await started(options, null)).not.toHaveProperty('MQTT_URL')
  expect(await started(options, 'http://127.0.0.1:1')).not.toHaveProperty('MQTT_URL')
})
