/** Every shell command of the documents, typed as it stands there into a clone in an empty folder. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ownPostgresEngine } from '../contracts/store/engines.ts'
import { documentedBlocks, documentedCommands } from '../documented/commands.ts'
import { openShell, type Shell, type Started } from '../documented/shell.ts'
import { buildAndInstall, type Installed } from '../install/installed.ts'
import { type JsonReceiver, lettingThrough, startJsonReceiver } from '../receivers/json-receiver.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../receivers/smtp-receiver.ts'
import { runFolder } from '../run-folder.ts'
import { startUpstream, type Upstream } from '../upstream/upstream.ts'
import { printFigures } from './figures.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const site = 'http://localhost:8080'

/** What this machine cannot run, and why. */
const elsewhere: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^docker /, 'needs a Docker daemon, and the image'],
  [/^kubectl /, 'needs a cluster'],
  [/^systemctl /, 'needs systemd, with two units'],
  [/^sh install\.sh\b/, 'needs a bare Debian, as the drill `install` makes one'],
  [/^ayaz setup$/, 'asks a person, as its own test answers'],
  [
    /^npm (?:test|run (?:check|bench|drill|test:long))\b/,
    'is a run of all tests, benches or drills, for itself'
  ]
]

/** What the documents leave to the reader. */
const ends: Readonly<Record<string, { readonly status: number; readonly because: string }>> = {
  'location=malatia': { status: 22, because: 'the document shows the problem that is answered' },
  '/again ': { status: 22, because: 'no warning about tonight waits for an answer: 409' },
  '/contacts/$CONTACT/confirm': { status: 22, because: 'a mailbox is confirmed by its link: 409' },
  '/verify ': { status: 22, because: 'the webhook is confirmed already: 409' }
}

let upstream: Upstream
let installed: Installed
let receiver: JsonReceiver
let mails: SmtpReceiver
let service: Started | null = null
const postgres = ownPostgresEngine()
const folder = mkdtempSync(join(runFolder(), 'ayaz-commands-'))
const clone = join(folder, 'ayaz')

beforeAll(async () => {
  expect(await fetch(site).catch(() => null), 'port 8080 is free').toBeNull()
  upstream = await startUpstream()
  receiver = await startJsonReceiver()
  mails = await startSmtpReceiver()
  installed = await buildAndInstall()
  await postgres.start()
  mkdirSync(join(folder, 'kopyalar'))
  execFileSync('git', ['clone', '--quiet', `file://${root}`, clone])
})
afterAll(async () => {
  service?.stop()
  await Promise.all([upstream.close(), receiver.close(), mails.close(), postgres.stop(), installed.remove()])
})

function environment(): Readonly<Record<string, string>> {
  const sources = Object.entries(upstream.environment).filter(([name]) => name.startsWith('OPEN_METEO'))
  return {
    ...Object.fromEntries(sources),
    ...lettingThrough(receiver),
    METAR: 'off',
    SMTP_URL: mails.url,
    SMTP_FROM: 'ayaz@example.com',
    PATH: `${join(installed.ayaz, '..')}:${process.env['PATH']}`,
    DATA_DIR: join(clone, 'data')
  }
}

/** The package was installed without the Node that it brings along: it finds this one. */
function withNode(): Readonly<Record<string, string>> {
  const own = environment()
  return { ...own, PATH: `${dirname(process.execPath)}:${own['PATH']}` }
}

/** What a reader puts in place of what the documents leave open. */
async function filled(file: string, text: string): Promise<string> {
  const today = new Date().toISOString().slice(0, 10)
  const own = join(folder, text.includes('restore') || text.startsWith('sqlite3') ? 'restored' : 'ayaz/data')
  const known: Record<string, string> = {
    '/var/lib/ayaz': own,
    '/backups/ayaz-2026-04-11': join(folder, `ayaz-${today}`),
    '/backups': folder,
    '/yedek/ayaz-2026-04-11': join(folder, `kopyalar/ayaz-${today}`),
    '/yedek': join(folder, 'kopyalar'),
    'postgres://…': text.includes('postgres://…') ? ((await postgres.fresh()).url ?? '') : ''
  }
  if (text.includes('YOUR_KEY'))
    known['YOUR_KEY'] = ayaz('keys', 'create', '--tier', 'free', '--json').key ?? ''
  if (/^ayaz keys \w+ ID\b/.test(text))
    known[' ID'] = ` ${ayaz('keys', 'create', '--tier', 'free', '--json').id}`
  if (file === 'docs/alerts.md' && text.includes('sub_'))
    known['sub_2fC0xkq3T9mVw1b7Zr4yQA'] = subscription.id
  return Object.entries(known).reduce((so, [open, closed]) => so.replaceAll(open, closed), text)
}

const subscription = { id: '', token: '' }

function ayaz(...argv: readonly string[]): Readonly<Record<string, string>> {
  // Vitest sets a `BASE_URL` of its own.
  const { BASE_URL: _ofVitest, ...own } = process.env
  const env = { ...own, ...withNode() }
  return JSON.parse(execFileSync(installed.ayaz, argv, { env, encoding: 'utf8' }))
}

/** A webhook that is confirmed, with a message. */
async function subscribe(shell: Shell): Promise<void> {
  const destination = { url: `http://127.0.0.1:${receiver.port}/` }
  const body = JSON.stringify({ location: 'malatya', channel: 'webhook', threshold: 60, destination })
  const answer = await fetch(`${site}/api/v1/alerts/subscribe`, {
    ...{ method: 'POST', body, headers: { 'Content-Type': 'application/json' } }
  })
  const { id, manage } = (await answer.json()) as { id: string; manage: { token: string } }
  Object.assign(subscription, { id, token: manage.token })
  await vi.waitFor(() => expect(receiver.events.length).toBeGreaterThan(0), { timeout: 60_000 })
  const { key } = ayaz('keys', 'create', '--tier', 'free', '--json')
  await shell.type(`TOKEN=${manage.token}; AYAZ_KEY=${key}`)
}

/** What a reader has seen before the command that names it. */
const seenBefore: Readonly<Record<string, (shell: Shell) => Promise<void>>> = {
  '/redeliver': async (shell) => {
    const list = `${site}/api/v1/alerts/subscriptions/${subscription.id}/deliveries`
    const headers = { Authorization: `Bearer ${subscription.token}` }
    const delivered = async () => {
      const { deliveries } = (await (await fetch(list, { headers })).json()) as {
        deliveries: readonly { message_id: string; status: string }[]
      }
      const message = deliveries.find(({ status }) => status === 'delivered')
      expect(message).toBeDefined()
      return message?.message_id
    }
    await shell.type(`MESSAGE=${await vi.waitFor(delivered, { timeout: 60_000, interval: 500 })}`)
  },
  'ayaz restore /yedek/': async (shell) => {
    await shell.type(`DATA_DIR=${join(folder, 'geri')}`)
  },
  // The one before was ended by a command.
  '$SUBSCRIPTION/contacts   ': async (shell) => {
    await subscribe(shell)
    await shell.type(`SUBSCRIPTION=$API/alerts/subscriptions/${subscription.id}`)
    await shell.type('AUTH="Authorization: Bearer $TOKEN"')
  },
  '/contacts/$CONTACT/confirm': async (shell) => {
    const list = `${site}/api/v1/alerts/subscriptions/${subscription.id}/contacts`
    const answer = await fetch(list, { headers: { Authorization: `Bearer ${subscription.token}` } })
    const { contacts } = (await answer.json()) as { contacts: readonly { id: string }[] }
    await shell.type(`CONTACT=${contacts.at(-1)?.id}`)
  }
}

it('all of them end well', async () => {
  const figures = { commands: 0, ran: 0, elsewhere: 0, failed: 0 }
  const failed: string[] = []
  const unused = new Set(elsewhere.map(([pattern]) => pattern))
  const shells = new Map<string, Shell>()
  for (const { file, text } of documentedCommands()) {
    figures.commands += 1
    const reason = elsewhere.find(([pattern]) => pattern.test(text))
    if (reason !== undefined) {
      unused.delete(reason[0])
      figures.elsewhere += 1
      continue
    }
    const shell = shells.get(file) ?? shellOf(file)
    if (!shells.has(file) && file === 'docs/alerts.md') await subscribe(shell)
    shells.set(file, shell)
    figures.ran += 1
    if (/\bnpm start$/.test(text)) service = await served(shell, text)
    else {
      for (const [part, see] of Object.entries(seenBefore)) if (text.includes(part)) await see(shell)
      const { status, output } = await shell.type(await filled(file, text))
      const expected = Object.entries(ends).find(([part]) => text.includes(part))?.[1].status ?? 0
      if (status === expected) continue
      failed.push(`${file}: ${text}\n  ended with ${status}: ${output.slice(-600)}`)
      console.error(failed.at(-1))
    }
  }
  printFigures('commands', { ...figures, failed: failed.length })
  expect(failed).toEqual([])
  expect([...unused]).toEqual([])
  expect(globSync('{ayaz,ayaz-types.ts,ayaz-client.ts}', { cwd: join(folder, 'docs-api.md') })).toHaveLength(
    3
  )
})

/** The files that the documents import. */
const imported: Readonly<Record<string, readonly [name: string, text: string]>> = {
  'docs/alerts.md': ['members.csv', 'external_id,location,channel,threshold\n7,malatya,feed,60\n'],
  'docs/record.md': [
    'bahce.csv',
    `Zaman;Sıcaklık (°C)\n${[0, 1, 2, 3, 4, 5, 6, 7].map((hour) => `12.04.2026 0${hour}:00;-${hour},5\n`).join('')}`
  ]
}

/** The README is followed in the clone; a contributor has one of his own; the others are in an empty folder. */
function shellOf(file: string): Shell {
  const own = file === 'README.md' ? clone : join(folder, file.replace('/', '-'))
  if (file === 'CONTRIBUTING.md') execFileSync('git', ['clone', '--quiet', `file://${root}`, own])
  else mkdirSync(own, { recursive: true })
  const { [file]: [name, text] = [] } = imported
  if (name !== undefined && text !== undefined) writeFileSync(join(own, name), text)
  for (const { text } of documentedBlocks().filter((block) => block.file === file && block.language === 'js'))
    if (file === 'docs/api.md') writeFileSync(join(own, 'orval.config.mjs'), text)
  if (file === 'docs/operation.md') {
    mkdirSync(join(own, 'data'))
    ayaz('backup', join(folder, 'copy.sqlite'), '--json')
    copyFileSync(join(folder, 'copy.sqlite'), join(own, 'data/ayaz.sqlite'))
  }
  const settings = file === 'docs/operation.md' ? withNode() : environment()
  return openShell(own, join(folder, `home-${shellCount++}`), settings)
}
let shellCount = 0

async function served(shell: Shell, text: string): Promise<Started> {
  const started = shell.start(text)
  const isServing = async () => {
    if (started.hasEnded()) throw new Error(started.output())
    expect((await fetch(`${site}/readyz`)).status).toBe(200)
  }
  await vi.waitFor(isServing, { timeout: 600_000, interval: 1000 })
  return started
}
