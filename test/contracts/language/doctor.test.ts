/** What `ayaz doctor` finds is the catalogue's, apart from names, figures and what a server or the machine answered. */
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration } from '../../../src/app/configuration.ts'
import { keyFindings } from '../../../src/app/database-findings.ts'
import { examine } from '../../../src/app/examination.ts'
import {
  beyondFinding,
  channelFaults,
  type Finding,
  reachFinding,
  serverFinding
} from '../../../src/app/findings.ts'
import { openStore } from '../../../src/store/open.ts'
import { placeMigrated } from '../../migrated-sqlite.ts'
import { stored } from '../store/opened.ts'
import { markTurkish, unmarkedWords } from './marked.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ayaz-marked-'))
  markTurkish()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Names that are the same in every language. */
const names = ['sqlite', 'chmod', 'rwx', 'localhost', 'UTC', 'deliver']

function unmarkedIn(findings: readonly Finding[]): readonly string[] {
  const texts = findings.flatMap(({ subject, text, remedy }) => [subject, text, remedy ?? ''])
  // Paths, instants and names of variables.
  const shown = texts
    .join('\n')
    .replaceAll(/(?:https:)?\/[\w./-]+|\d[\dT:Z.+-]*|\b[A-Z]+(?:_[A-Z]+)+\b/g, ' ')
  return unmarkedWords(shown, names)
}

/** What a channel says of its own settings stands in its folder. */
const contact = { WEBPUSH_CONTACT: 'https://frost.example.org' }

const examined = (environment: Readonly<Record<string, string>>, dataDir = folder, clock = Date.now) =>
  examine(readConfiguration({ SOURCES: 'demo', DATA_DIR: dataDir, ...contact, ...environment }), clock, 'tr')

async function emptyFolder(name: string): Promise<string> {
  const dataDir = join(folder, name)
  await mkdir(dataDir)
  return dataDir
}

async function serving(answer: RequestListener) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: String((server.address() as AddressInfo).port), close: () => server.close() }
}

describe('a finding shows nothing but texts of the catalogue and data', () => {
  test.each([
    [{}],
    [{ METRICS_TOKEN: 'a-token-of-the-operator', SITE_URL: 'https://ayaz.example', TRUST_PROXY: '10.0.0.1' }],
    [{ SMTP_URL: 'smtp://localhost' }],
    [{ PORT: '0' }]
  ])('with %j', async (environment) => {
    const found = await examined(environment)
    expect(found.length).toBeGreaterThan(5)
    expect(unmarkedIn(found)).toEqual([])
  })

  test('of a machine of long ago', async () => {
    expect(unmarkedIn(await examined({}, folder, () => 0))).toEqual([])
  })

  test('of an open folder, and of widgets', async () => {
    const dataDir = await emptyFolder('open')
    await chmod(dataDir, 0o755)
    const widgetsFile = join(folder, 'widgets.json')
    await writeFile(widgetsFile, '[{"slug":"malatya","location":"elazig"}]')
    const found = await examined({ WIDGETS_FILE: widgetsFile }, dataDir)
    expect(unmarkedIn(found)).toEqual([])
  })

  test.each([
    '{"status":"ready"}',
    '{"status":"not_ready"}',
    '{"status":"not_ready","checks":{"deliver":{"status":"failing","since":"2026-04-12T03:00:00Z"}}}'
  ])('of a service that answers %s, with another version', async (readiness) => {
    const labels = 'version="0.0.9",schema="12"'
    const { port, close } = await serving(({ url }, response) =>
      response.end(
        url === '/readyz' ? readiness : `ayaz_untrusted_forwarding 1\nayaz_build_info{${labels}} 1\n`
      )
    )
    const found = await examined({ HOST: '127.0.0.1', PORT: port })
    close()
    expect(unmarkedIn(found)).toEqual([])
  })

  test('of a database with subscriptions, keys, and of an older one', async () => {
    const dataDir = await emptyFolder('used')
    await placeMigrated(dataDir)
    const store = await openStore({ url: null, dataDir, now: 0 })
    await stored(store)
    const opened = { channels: new Map(), mistakes: [] }
    const configuration = readConfiguration({ DATA_DIR: dataDir })
    const unserved = await channelFaults({ configuration, opened, store }, 'tr')
    expect(unserved).toHaveLength(1)
    expect(unmarkedIn(unserved)).toEqual([])
    await store.apiKeys.add({
      ...{ id: 'k', hash: 'k', tier: 'lost', label: '' },
      operator: false,
      createdAt: 0
    })
    const keys = await keyFindings(configuration, store, 'tr')
    expect(keys).toHaveLength(1)
    expect(unmarkedIn(keys)).toEqual([])
    expect(unmarkedIn(await examined({ PORT: '1' }, dataDir))).toEqual([])
    await sql`delete from schema_versions where version > 12`.execute(store.database.queries)
    await store.close()
    expect(unmarkedIn(await examined({}, dataDir))).toEqual([])
  })

  test('of watched places, and of a server that could not be tried', async () => {
    const reach = { source: 'one', fully: 200, atLeast: 1600 }
    const share = { network: 'one', isConfirmed: true, since: 1 }
    const shares = new Map(
      [...'abcd'].map((place) => [place, { ...share, network: place < 'd' ? 'one' : null }])
    )
    const broken = async () => Promise.reject(new Error(''))
    const found = [
      ...[200, 201, 1601].map((watched) => reachFinding(reach, watched, 'tr')),
      ...beyondFinding(shares, 3, 'tr'),
      await serverFinding({ channel: 'one', tryServer: broken }, 'tr'),
      await serverFinding({ channel: 'one', tryServer: async () => null }, 'tr')
    ]
    expect(unmarkedIn(found)).toEqual([])
  })

  test('of sources and airports that cannot be reached, beside what they answered', async () => {
    const nowhere = 'http://127.0.0.1:9'
    const environment = {
      ...{ SOURCES: 'openweathermap', OPENWEATHERMAP_KEY: '0123456789abcdef0123456789abcdef' },
      ...{ OPENWEATHERMAP_URL: nowhere, METAR_URL: nowhere }
    }
    const found = await examined(environment)
    const answered = found.map(({ text }) => /^[\d.:]+: cannot be reached \([A-Z]+\)/.exec(text)?.[0] ?? '')
    expect(answered.filter((one) => one !== '')).toHaveLength(2)
    const rest = found.map((one, index) => ({ ...one, text: one.text.replace(answered[index] ?? '', '') }))
    expect(unmarkedIn(rest)).toEqual([])
  })
})
