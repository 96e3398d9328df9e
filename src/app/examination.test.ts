import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stored } from '../../test/contracts/store/opened.ts'
import { placeMigrated } from '../../test/migrated-sqlite.ts'
import { startNtfyServer } from '../../test/receivers/ntfy-server.ts'
import type { Language } from '../language/language.ts'
import { sourceNotes } from '../sources/registry.ts'
import { checkMigrations, openStore } from '../store/open.ts'
import { readConfiguration } from './configuration.ts'
import { examine } from './examination.ts'
import { beyondFinding, reachFinding } from './findings.ts'

describe('the examination', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ayaz-doctor-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const findings = async (widgets: string) => {
    const widgetsFile = join(folder, 'widgets.json')
    await writeFile(widgetsFile, widgets)
    return examine(
      readConfiguration({ SOURCES: 'demo', DATA_DIR: folder, WIDGETS_FILE: widgetsFile }),
      Date.now
    )
  }

  it.each([
    ['10.0.0.0/8', 'note'],
    ['10.0.0.0/8, 0.0.0.0/0', 'fault'],
    ['::/0', 'fault']
  ])('of TRUST_PROXY=%s has a %s', async (TRUST_PROXY, severity) => {
    const dataDir = await mkdtemp(join(folder, 'trusting-'))
    await placeMigrated(dataDir)
    const configuration = readConfiguration({ SOURCES: 'demo', DATA_DIR: dataDir, PORT: '1', TRUST_PROXY })
    const about = (await examine(configuration, Date.now)).filter(({ subject }) => subject === 'proxy')
    expect(about).toMatchObject([{ severity }])
  })

  it('says that nothing answers, a fault where subscriptions wait, and leaves an older database as it is', async () => {
    const dataDir = await mkdtemp(join(folder, 'dead-'))
    await placeMigrated(dataDir)
    // Nothing listens there.
    const configuration = readConfiguration({ SOURCES: 'demo', DATA_DIR: dataDir, PORT: '1' })
    const about = async (name: string) =>
      (await examine(configuration, Date.now)).filter(({ subject }) => subject === name)
    const text = expect.stringContaining('nothing answers on localhost:1')
    expect(await about('service')).toMatchObject([{ severity: 'note', text }])
    const demo = expect.stringMatching(/^sqlite; no source has ever answered/)
    expect(await about('database')).toMatchObject([{ severity: 'good', text: demo }])
    const store = await openStore({ url: null, dataDir, now: 0 })
    await stored(store)
    const row = { sourceId: 'a', pointKey: '1,2', confirmedAt: 1, meta: '{}', body: Buffer.alloc(1) }
    await store.storedForecasts.write(row)
    expect(await about('service')).toMatchObject([{ severity: 'fault', text }])
    const real = expect.stringMatching(/^sqlite; real data have been received/)
    expect(await about('database')).toMatchObject([{ severity: 'good', text: real }])
    const { queries } = store.database
    await queries.deleteFrom('subscriptions').execute()
    await sql`delete from schema_versions where version > 12`.execute(queries)
    await store.close()
    const older = expect.stringMatching(/schema 12, this Ayaz has \d+/)
    expect(await about('database')).toMatchObject([{ severity: 'fault', text: older }])
    expect(await checkMigrations({ url: null, dataDir })).toMatchObject({ from: 12 })
  })

  it('compares the running service with itself', async () => {
    const service = createServer((request, response) => {
      if (request.url === '/readyz') response.end('{"status":"ready"}')
      else response.end('ayaz_build_info{version="0.0.9",node="v26.0.0",schema="12"} 1\n')
    })
    service.listen(0, '127.0.0.1')
    await once(service, 'listening')
    const dataDir = await mkdtemp(join(folder, 'newer-'))
    await placeMigrated(dataDir)
    const { port } = service.address() as AddressInfo
    const environment = { SOURCES: 'demo', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) }
    const all = await examine(readConfiguration(environment), Date.now)
    service.close()
    expect(all.filter(({ subject }) => subject === 'service')).toMatchObject([
      { severity: 'good' },
      {
        severity: 'fault',
        text: expect.stringMatching(/^runs Ayaz 0\.0\.9 \(schema 12\); this command is Ayaz /)
      }
    ])
  })

  it.for([
    [{}, ['open-meteo: the free server is for non-commercial', 'met-norway: MET_NORWAY_CONTACT is not set']],
    [{ MET_NORWAY_CONTACT: 'a@b.example' }, ['open-meteo: the free server']],
    [{ MET_NORWAY_CONTACT: 'a@b.example', OPEN_METEO_KEY: '12345678' }, []],
    [{ SOURCES: 'open-meteo', OPEN_METEO_URL: 'http://127.0.0.1:1' }, ['open-meteo: DWD publishes ICON-EU']],
    [{ SOURCES: 'demo' }, []]
  ] as const)('knows what to do before the season: %j', async ([environment, notes]) => {
    const { sources } = readConfiguration(environment)
    for (const lang of ['en', 'tr'] as const)
      expect(sourceNotes(sources).every(({ text, remedy }) => text[lang] && remedy[lang])).toBe(true)
    expect(sourceNotes(sources).map(({ id, text }) => `${id}: ${text.en}`)).toEqual(
      notes.map((begin) => expect.stringContaining(begin))
    )
  })

  it('names a variable that is no setting, what may be meant, and not what it says', async () => {
    const dataDir = await mkdtemp(join(folder, 'unknown-'))
    const about = async (unknown: Readonly<Record<string, string>>, lang: Language) =>
      (
        await examine(readConfiguration({ SOURCES: 'demo', DATA_DIR: dataDir, ...unknown }), Date.now, lang)
      ).filter(({ text }) => /REDIS|TELEGRAM/.test(text))
    expect(await about({ REDIS_URL: ' ' }, 'en')).toEqual([])
    const unknown = { REDIS_URL: 'redis://:marked@127.0.0.1:1', TELEGRAM_TOKEN: 'marked' }
    const texts = {
      en: [
        ['REDIS_URL is not a setting.', 'Remove it.'],
        ['TELEGRAM_TOKEN is not a setting.', 'Did you mean TELEGRAM_BOT_TOKEN?']
      ],
      tr: [
        ['REDIS_URL diye bir ayar yok.', 'Kaldırın.'],
        ['TELEGRAM_TOKEN diye bir ayar yok.', 'Belki şu kastedildi: TELEGRAM_BOT_TOKEN.']
      ]
    }
    for (const lang of ['en', 'tr'] as const) {
      const found = await about(unknown, lang)
      expect(found.map(({ severity, text, remedy }) => [severity, text, remedy])).toEqual(
        texts[lang].map((both) => ['note', ...both])
      )
      expect(JSON.stringify(found)).not.toContain('marked')
    }
  })

  it('says where an operator’s widget stands before a place', async () => {
    const all = await findings(
      '[{"slug":"malatya","location":"elazig"},{"slug":"koop","location":"malatya"}]'
    )
    const ofWidgets = all.filter(({ subject }) => subject === 'widgets')
    expect(ofWidgets.map(({ severity }) => severity)).toEqual(['good', 'note'])
    expect(ofWidgets[1]?.text).toContain('"malatya"')
    expect(all.filter(({ severity }) => severity === 'fault')).toEqual([])
  })

  it.skipIf(process.platform === 'win32')(
    'says where others can read the folder, and leaves it as it is',
    async () => {
      const open = join(folder, 'open')
      await mkdir(open)
      await chmod(open, 0o755)
      const ofFolder = async (dataDir: string) =>
        (await examine(readConfiguration({ SOURCES: 'demo', DATA_DIR: dataDir }), Date.now)).filter(
          ({ subject, severity }) => subject === 'folder' && severity === 'note'
        )
      expect(await ofFolder(open)).toEqual([
        {
          severity: 'note',
          subject: 'folder',
          text: `others on this machine can read ${open}`,
          remedy: `chmod -R o-rwx ${open}`
        }
      ])
      expect((await stat(open)).mode & 0o777).toBe(0o755)
      expect(await ofFolder(join(folder, 'made'))).toEqual([])
    }
  )

  it('says how many watched places the budget of the first source carries, and what to do beyond it', async () => {
    const reported = async (environment: Readonly<Record<string, string>>) =>
      (await examine(readConfiguration({ DATA_DIR: folder, ...environment }), Date.now)).filter(
        ({ subject }) => subject === 'watched places'
      )
    // Nothing listens there: what the budget carries is known without an answer.
    const paid = {
      SOURCES: 'openweathermap',
      OPENWEATHERMAP_KEY: '0123456789abcdef0123456789abcdef',
      OPENWEATHERMAP_URL: 'http://127.0.0.1:9'
    }
    expect(await reported(paid)).toEqual([
      {
        severity: 'good',
        subject: 'watched places',
        text: '0 watched; the daily budget of openweathermap allows 3959 at its own period, and 10558 with three refreshes a night',
        remedy: null
      }
    ])
    expect(await reported({ SOURCES: 'demo' })).toEqual([])
    const reach = { source: 'a', fully: 200, atLeast: 1600 }
    const findings = [200, 201, 1600, 1601].map((watched) => reachFinding(reach, watched))
    expect(findings.map(({ severity }) => severity)).toEqual(['good', 'note', 'note', 'fault'])
    for (const { remedy } of findings.slice(1)) expect(remedy).toContain('OPEN_METEO_URL')
    const shareOf = (network: string | null) => ({ network, isConfirmed: true, since: 1 })
    const shares = (networks: readonly (string | null)[]) =>
      new Map(networks.map((network, index) => [`place-${index}`, shareOf(network)]))
    const large = Array.from({ length: 50 }, () => 'large')
    expect(beyondFinding(shares([...large, 'b', null, null]), 13, 'en')).toMatchObject([
      {
        severity: 'note',
        text: expect.stringMatching(/^1 network watches .*10 for each.*; 40 of their places/)
      }
    ])
    expect(beyondFinding(shares(['a', 'b', null, null]), 3, 'en')).toEqual([])
    expect(beyondFinding(shares(large), 13, 'en')).toEqual([])
  })

  it('says who may read the metrics', async () => {
    const reported = async (environment: Readonly<Record<string, string>>) => {
      const configuration = readConfiguration({ SOURCES: 'demo', DATA_DIR: folder, ...environment })
      return (await examine(configuration, Date.now)).find(({ subject }) => subject === 'metrics')
    }
    expect(await reported({})).toMatchObject({
      severity: 'note',
      text: expect.stringContaining('this machine only')
    })
    expect((await reported({}))?.remedy).toContain('METRICS_TOKEN')
    const token = 'a-token-of-the-operator'
    const withToken = await reported({ METRICS_TOKEN: token })
    expect(withToken).toMatchObject({ severity: 'good', remedy: null })
    expect(JSON.stringify(withToken)).not.toContain(token)
  })

  it.each([
    ['smtp://ayaz:marked-password@localhost', {}, true],
    ['smtp://ayaz:marked-password@localhost', { SMTP_TLS: 'off' }, false],
    ['smtp://ayaz:marked-password@localhost', { SMTP_TLS: 'required' }, false],
    ['smtps://ayaz:marked-password@localhost', {}, false],
    ['smtp://localhost', {}, false]
  ])(
    'says of SMTP_URL=%s with %j whether encryption is required unasked: %s',
    async (url, rest, isReported) => {
      const from = 'frost@example.org'
      const environment = { SOURCES: 'demo', DATA_DIR: folder, SMTP_URL: url, SMTP_FROM: from, ...rest }
      const all = await examine(readConfiguration(environment), Date.now)
      const reported = all.filter(
        ({ subject, severity }) => subject === 'channel email' && severity === 'note'
      )
      const note = { severity: 'note', remedy: expect.stringContaining('SMTP_TLS=off') }
      expect(reported).toMatchObject(isReported ? [note] : [])
      expect(JSON.stringify(all)).not.toContain('marked-password')
    }
  )

  it('tries the servers of the channels, and says what to do about each that refuses', async () => {
    const server = await startNtfyServer({ token: 'tk_marked' })
    const ofNtfy = async (token: string, lang: Language) => {
      const environment = { SOURCES: 'demo', DATA_DIR: folder, NTFY_URL: server.origin, NTFY_TOKEN: token }
      const all = await examine(readConfiguration(environment), Date.now, lang)
      expect(JSON.stringify(all)).not.toContain('marked')
      return all.filter(({ subject }) => subject.includes('ntfy'))
    }
    try {
      expect(await ofNtfy('tk_marked', 'en')).toMatchObject([
        { severity: 'good', subject: 'channel ntfy', text: expect.stringContaining('answers') }
      ])
      expect(await ofNtfy('tk_marked_wrong', 'tr')).toMatchObject([
        { severity: 'fault', subject: 'kanal ntfy', remedy: expect.stringContaining('NTFY_TOKEN') }
      ])
    } finally {
      await server.close()
    }
  })

  const token = '12345:marked-token-of-a-bot'
  const reachable = { WEBPUSH_CONTACT: 'https://frost.example.org' }
  it.each([
    [{ SMTP_URL: 'smtp://localhost' }, 'email', 'SMTP_FROM'],
    [{ SMTP_FROM: 'frost@example.org' }, 'email', 'SMTP_URL'],
    [{ TELEGRAM_BOT_TOKEN: token }, 'telegram', 'TELEGRAM_BOT_NAME'],
    [{ NTFY_TOKEN: 'marked-token' }, 'ntfy', 'NTFY_URL'],
    [{ MQTT_OPEN: 'yes' }, 'mqtt', 'MQTT_URL']
  ])('says of a channel that has only %j what is missing', async (environment, channel, missing) => {
    const all = await examine(
      readConfiguration({ SOURCES: 'demo', DATA_DIR: folder, ...reachable, ...environment }),
      Date.now
    )
    const [given] = Object.keys(environment)
    expect(all.filter(({ subject }) => subject.startsWith('channel'))).toEqual([
      {
        severity: 'fault',
        subject: `channel ${channel}`,
        text: `not offered with real weather: ${given} set, ${missing} missing`,
        remedy: expect.stringMatching(new RegExp(`^Set ${missing}, or leave out ${given} `))
      }
    ])
    expect(JSON.stringify(all)).not.toContain('marked')
  })

  it('says nothing of a channel’s variables that are as by default', async () => {
    const environment = {
      ...{ SOURCES: 'demo', DATA_DIR: folder, ...reachable },
      MQTT_OPEN: 'no',
      NTFY_MAX_SUBSCRIPTIONS: '10000'
    }
    const all = await examine(readConfiguration(environment), Date.now)
    expect(all.filter(({ subject }) => subject.startsWith('channel'))).toEqual([])
  })

  it('says what is wrong with one of the operator’s own names', async () => {
    const path = join(folder, 'channels.json')
    await writeFile(path, '{"koop-feed": {"kind": "feed", "destination": {}}}')
    const configuration = readConfiguration({ SOURCES: 'demo', DATA_DIR: folder, CHANNELS_FILE: path })
    const reported = (await examine(configuration, Date.now)).filter(({ subject }) => subject === 'channels')
    expect(reported).toMatchObject([{ severity: 'fault', text: expect.stringContaining('koop-feed') }])
  })

  it('names what is wrong with the file of widgets', async () => {
    const all = await findings('[{"slug":"koop","location":"nowhere-at-all"}]')
    expect(all.find(({ severity }) => severity === 'fault')?.text).toContain(
      '"koop" has the unknown location "nowhere-at-all"'
    )
  })
})
