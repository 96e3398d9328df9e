import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startApp } from '../../test/app.ts'
import { runCommand } from '../../test/command.ts'
import { stored } from '../../test/contracts/store/opened.ts'
import { placeMigrated } from '../../test/migrated-sqlite.ts'
import { keysCommand } from '../cli/keys.ts'
import { openStore } from '../store/open.ts'
import { readConfiguration } from './configuration.ts'
import { examine } from './examination.ts'

it('says at the start what is set in part, which subscriptions no channel serves and which tier is gone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-start-'))
  try {
    await placeMigrated(dataDir)
    const store = await openStore({ url: null, dataDir, now: 0 })
    await stored(store, { channel: 'email' })
    await stored(store, { channel: 'email', state: 'paused' })
    await stored(store, { channel: 'feed' })
    const key = { hash: 'x', tier: 'partner', label: '', operator: false, createdAt: 0 }
    await store.apiKeys.add({ id: 'aaaaaaaa', ...key })
    await store.close()
    const environment = { SOURCES: 'demo', SMTP_URL: 'smtp://localhost' }
    const app = await startApp({ data: { url: null, dataDir }, environment })
    await app.close()
    const lines = app.log().map((line) => JSON.parse(line))
    const of = (event: string) => lines.filter((line) => line.event === event)
    expect(of('channel_not_offered')).toMatchObject([
      { level: 'warn', mistake: expect.stringContaining('SMTP_URL set, SMTP_FROM missing') },
      {
        level: 'warn',
        mistake: expect.stringMatching(/^1 active subscription gets nothing: the channel "email"/)
      }
    ])
    expect(of('started')).toMatchObject([{ role: 'all', engine: 'sqlite', schema: expect.any(Number) }])
    expect(of('tier_unknown')).toMatchObject([
      { level: 'warn', message: expect.stringContaining('"partner"') }
    ])
    const configuration = readConfiguration({ ...environment, DATA_DIR: dataDir })
    const found = (await examine(configuration, Date.now)).filter(({ severity }) => severity === 'fault')
    expect(found.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['channel email', 'channel email', 'keys'])
    )
    const { out } = await runCommand(keysCommand, ['list'], { DATA_DIR: dataDir })
    expect(out).toContain('partner (not in TIERS: free)')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

it('tells at the start, once and without the password, that mail will be encrypted though nobody said so', async () => {
  const loggedAbout = async (environment: Readonly<Record<string, string>>) => {
    const app = await startApp({
      environment: {
        SOURCES: 'demo',
        SMTP_URL: 'smtp://ayaz:marked-password@localhost',
        SMTP_FROM: 'frost@ayaz.example',
        ...environment
      }
    })
    await app.close()
    expect(app.log().join()).not.toContain('marked-password')
    return app.log().filter((line) => line.includes('SMTP_TLS'))
  }
  expect(await loggedAbout({})).toEqual([expect.stringContaining('SMTP_TLS=off')])
  expect(await loggedAbout({ SMTP_TLS: 'off' })).toEqual([])
})
