/**
 * A service that began on made data and then reached a real source: what was made for show ends, and nothing of it
 * left.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { subscribe } from '../../../src/alerts/subscribe.ts'
import { openAlerts } from '../../../src/app/alerts.ts'
import { openWeather } from '../../../src/app/weather.ts'
import { readConfiguration } from '../../../src/config/configuration.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { startBotApiServer } from '../../receivers/bot-api-server.ts'
import { startUpstream } from '../../upstream/upstream.ts'

it('previews end with the first real data, and the bot was never asked to say anything', async () => {
  const upstream = await startUpstream()
  await upstream.fail({ kind: 'status', status: 500 })
  const bot = await startBotApiServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-demo-'))
  const configuration = readConfiguration({
    ...upstream.environment,
    DATA_DIR: dataDir,
    SITE_URL: 'https://ayaz.example',
    TELEGRAM_BOT_TOKEN: bot.token,
    TELEGRAM_BOT_NAME: 'ayaz_test_bot',
    TELEGRAM_API_ROOT: bot.origin
  })
  const events: string[] = []
  const common = {
    clock: Date.now,
    random: () => 0.5,
    report: (event: string) => void events.push(event)
  }
  const weather = await openWeather(configuration, common)
  const opened = await openAlerts({ configuration, weather, ...common })
  const { alerts, delivery } = opened
  try {
    const malatya = weather.gazetteer.bySlug('malatya')
    if (malatya === null) throw new Error('Malatya is missing')
    await opened.ensureForecast(malatya, null, 'client')
    expect(alerts.isDemo()).toBe(true)
    const synthetic = await subscribe(alerts, delivery, {
      body: { location: 'malatya', channel: 'telegram', threshold: 1 },
      client: 'client',
      isOperator: false,
      idempotencyKey: null,
      language: 'en'
    })
    if (!synthetic.ok) throw new Error(synthetic.detail)
    expect(synthetic.answer.subscription).toMatchObject({ status: 'active', preview: true })
    opened.start()
    await vi.waitFor(async () => {
      expect((await alerts.deliveryLog.of(synthetic.answer.subscription.id, 5, null))[0]?.state).toBe('sent')
    }, 60_000)
    await opened.stop()

    await upstream.fail(null)
    const [place] = weather.gazetteer.provinces()
    if (place !== undefined) await weather.forecasts.probe(pointOf(place))
    expect(alerts.isDemo()).toBe(false)
    const again = await openAlerts({ configuration, weather, ...common })
    again.start()
    await vi.waitFor(async () => {
      expect(await alerts.subscriptions.byId(synthetic.answer.subscription.id)).toMatchObject({
        state: 'expired',
        reason: 'preview_ended'
      })
    }, 60_000)
    await again.stop()
    expect(bot.sent).toEqual([])
    expect(events).toContain('demo_ended')
  } finally {
    await weather.close()
    await bot.close()
    await upstream.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})

it('the first real data ends the demo before a channel is accepted that only the demo offers', async () => {
  const upstream = await startUpstream()
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-demo-'))
  const configuration = readConfiguration({
    ...upstream.environment,
    DATA_DIR: dataDir,
    SITE_URL: 'https://ayaz.example'
  })
  const common = { clock: Date.now, random: () => 0.5, report: () => {} }
  const weather = await openWeather(configuration, common)
  const { alerts, delivery, ensureForecast, stop } = await openAlerts({ configuration, weather, ...common })
  try {
    expect(alerts.isDemo()).toBe(true)
    const answer = await subscribe(alerts, delivery, {
      body: { location: 'malatya', channel: 'telegram', threshold: 1 },
      client: 'client',
      isOperator: false,
      idempotencyKey: null,
      language: 'en',
      ensureForecast: (place, stage) => ensureForecast(place, stage, 'client')
    })
    expect(answer).toMatchObject({ ok: false, code: 'unsupported_channel' })
  } finally {
    await stop()
    await weather.close()
    await upstream.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
