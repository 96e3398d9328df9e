/**
 * A service that began on made data and then reached a real source: previews become real alerts where their channel
 * works here, the others end, and nothing of what was made for show left.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { subscribe } from '../../../src/alerts/subscribe.ts'
import { noticesOf } from '../../../src/alerts/subscription-answer.ts'
import { openAlerts } from '../../../src/app/alerts.ts'
import { readConfiguration } from '../../../src/app/configuration.ts'
import { openWeather } from '../../../src/app/weather.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { startBotApiServer } from '../../receivers/bot-api-server.ts'
import { startUpstream } from '../../upstream/upstream.ts'
import { placeByDay } from '../../upstream/weather.ts'

it('previews become real with the first real data, or end as they were said to, and nothing made up has left', async () => {
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
    const { slug, name } = placeByDay()
    const place = weather.gazetteer.bySlug(slug)
    if (place === null) throw new Error(`${name} is missing`)
    await opened.ensureForecast(place, null, 'client')
    expect(alerts.isDemo()).toBe(true)
    const previewBy = async (channel: string, more = {}) => {
      const made = await subscribe(alerts, delivery, {
        body: { location: slug, channel, threshold: 1, ...more },
        client: 'client',
        isOperator: false,
        idempotencyKey: null,
        language: 'en'
      })
      if (!made.ok) throw new Error(made.detail)
      expect(made.answer.subscription).toMatchObject({ status: 'active', preview: true })
      return made.answer
    }
    const synthetic = await previewBy('telegram')
    const feed = await previewBy('feed')
    const mail = await previewBy('email', { destination: { address: 'grower@example.org' } })
    const topic = await previewBy('mqtt')
    expect([synthetic, feed, mail, topic].flatMap(noticesOf)).toEqual([
      'preview_asks_later',
      'preview_becomes_real',
      'preview_ends',
      'preview_ends'
    ])
    expect(synthetic.channelUrl).toContain('https://t.me/ayaz_test_bot?start=')
    opened.start()
    await vi.waitFor(async () => {
      expect((await alerts.deliveryLog.of(synthetic.subscription.id, 5, null))[0]?.state).toBe('sent')
    }, 60_000)
    await opened.stop()

    await upstream.fail(null)
    const [first] = weather.gazetteer.provinces()
    if (first !== undefined) await weather.forecasts.probe(pointOf(first))
    expect(alerts.isDemo()).toBe(false)
    const again = await openAlerts({ configuration, weather, ...common })
    again.start()
    const { subscriptions, deliveryLog } = alerts
    await vi.waitFor(async () => {
      // Its feed has the real warning alone.
      const [newest, ...older] = await deliveryLog.of(feed.subscription.id, 5, null)
      expect(newest).toMatchObject({ state: 'sent', kind: 'raised', run: { synthetic: false } })
      expect(older).toEqual([])
    }, 60_000)
    expect(await subscriptions.byId(feed.subscription.id)).toMatchObject({ state: 'active', preview: false })
    const asked = { state: 'pending_confirmation', preview: false, confirmedAt: null }
    expect(await subscriptions.byId(synthetic.subscription.id)).toMatchObject(asked)
    for (const { subscription } of [mail, topic])
      expect(await subscriptions.byId(subscription.id)).toMatchObject({
        state: 'expired',
        reason: 'preview_ended'
      })
    expect(events).toContain('previews_ended')
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
