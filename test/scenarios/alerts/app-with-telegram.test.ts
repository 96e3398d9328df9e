/** The running app and its bot: two processes on one database, of which one at a time talks to people. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../app.ts'
import { manage, post, type Subscribed } from '../../contracts/http-alerts/client.ts'
import { postgresEngine } from '../../contracts/store/engines.ts'
import { patience } from '../../patience.ts'
import { type BotApiServer, refusal, startBotApiServer } from '../../receivers/bot-api-server.ts'
import { openRunningHarness, type RunningHarness } from './running-harness.ts'

const engine = postgresEngine()
const folder = mkdtempSync(join(tmpdir(), 'ayaz-chats-'))
const theirs = -77
let bot: BotApiServer
let app: RunningHarness
let second: TestApp

beforeAll(async () => {
  await engine.start()
  const { url } = await engine.fresh()
  bot = await startBotApiServer()
  const file = join(folder, 'channels.json')
  const group = { kind: 'telegram', destination: { chatId: theirs }, open: true }
  writeFileSync(file, JSON.stringify({ 'koop-telegram': group }))
  const environment = {
    CHANNELS_FILE: file,
    DATABASE_URL: url ?? '',
    TELEGRAM_BOT_TOKEN: bot.token,
    TELEGRAM_BOT_NAME: 'ayaz_test_bot',
    TELEGRAM_API_ROOT: bot.origin
  }
  app = await openRunningHarness(environment)
  await vi.waitFor(() => expect(polls()).toBe(1), patience)
  const { clock, upstream } = app.stage
  second = await startApp({
    environment: { ...upstream.environment, ...environment, ENSEMBLE: 'no' },
    clock: clock.read,
    pause: clock.pause
  })
})
afterAll(async () => {
  await second.close()
  await app.stage.close()
  await bot.close()
  await engine.stop()
  rmSync(folder, { recursive: true })
})

const polls = () => bot.requests.filter(({ path }) => path.endsWith('/getUpdates')).length
const ayse = 777
const notified = (chatId = ayse) => bot.sent.filter((one) => one.chatId === chatId).map(({ text }) => text)

/**
 * The person opens the link of the answer and presses START; a second after the answer messages that are due go out.
 */
async function pressStart({ confirmation }: Subscribed, chatId = ayse): Promise<void> {
  const link = new URL(confirmation.url ?? '')
  expect(link.origin + link.pathname).toBe('https://t.me/ayaz_test_bot')
  const before = notified(chatId).length
  bot.say(chatId, `/start ${link.searchParams.get('start')}`)
  await expect.poll(() => notified(chatId).length).toBeGreaterThan(before)
  await app.stage.clock.rests('deliver')
  app.stage.clock.move(1000)
}

async function confirmed(chatId: number): Promise<Subscribed> {
  const subscription = await app.subscribed({ channel: 'telegram', lang: 'tr' })
  await pressStart(subscription, chatId)
  const newest = async () => (await app.deliveriesOf(subscription))[0]
  await expect.poll(newest).toMatchObject({ kind: 'raised', status: 'delivered' })
  return subscription
}

describe('a conversation', () => {
  it('begins with the code, in the person’s language, and the warning that already stands follows', async () => {
    const subscription = await app.subscribed({ channel: 'telegram' })
    expect(subscription).toMatchObject({
      status: 'pending_confirmation',
      confirmation: { required: true, method: 'conversation' }
    })
    await pressStart(subscription)
    await expect.poll(() => notified().length).toBe(2)
    expect(notified()[0]).toContain('Malatya')
    expect(notified()[1]).toMatch(/Malatya.*don/is)
    expect(await app.statusOf(subscription)).toMatchObject({ status: 'active' })
    await pressStart(subscription)
    expect(notified()).toHaveLength(3)
    expect(await app.statusOf(subscription)).toMatchObject({ status: 'active' })
  })

  it('changes the threshold, and ends with /stop', async () => {
    const before = notified().length
    bot.say(ayse, '/threshold 95,5')
    await expect.poll(() => notified().length).toBe(before + 1)
    expect(notified().at(-1)).toContain('95,5')
    bot.say(ayse, '/stop')
    await expect.poll(() => notified().length).toBe(before + 2)
    bot.say(ayse, '/list')
    await expect.poll(() => notified().length).toBe(before + 3)
    expect(notified().at(-1)).not.toContain('Malatya')
    bot.touch(ayse, 'Geri al (on dakika içinde)')
    await expect.poll(() => bot.notes.at(-1)).toContain('yeniden açık')
    bot.say(ayse, '/list')
    await expect.poll(() => notified().at(-1)).toContain('Malatya')
    bot.say(ayse, '/stop')
    await expect.poll(() => notified().at(-1)).toContain('bitti')
  })

  it('whose first answer is lost is answered once more, as confirmed; another chat cannot take it over', async () => {
    const subscription = await app.subscribed({ channel: 'telegram', lang: 'tr' })
    bot.answerNext('sendMessage', refusal(500, 'Internal Server Error'))
    await pressStart(subscription, 804)
    expect(notified(804)[0]).toContain('Don uyarıları bu sohbete gelecek.')
    await expect.poll(() => notified(804).length).toBe(2)
    await pressStart(subscription, 805)
    expect(notified(805)).toEqual([expect.stringContaining('daha önce kullanıldı')])
    expect(await app.statusOf(subscription)).toMatchObject({ status: 'active' })
  })

  it('in a group goes on when that becomes a supergroup', async () => {
    const subscription = await confirmed(-5)
    bot.migrate(-5, -1005)
    bot.say(-1005, '/list')
    await expect.poll(() => notified(-1005).at(-1)).toContain('Malatya')
    const writes = () => bot.requests.filter(({ path }) => path.endsWith('/sendMessage')).length
    const before = writes()
    await manage(app.stage.client, subscription, { method: 'POST', suffix: '/test' })
    const deliveries = () => app.deliveriesOf(subscription)
    await expect.poll(deliveries).toMatchObject([{ kind: 'test', status: 'delivered' }, {}])
    expect(writes()).toBe(before + 1)
    bot.say(-1005, '/stop')
    await expect.poll(() => notified(-1005).at(-1)).toBe('1 uyarı aboneliği bitti.')
    expect(await app.statusOf(subscription)).toMatchObject({ status: 'unsubscribed' })
  })

  it('takes "I have seen it" below a message from before its group had another number', async () => {
    const subscription = await confirmed(-6)
    bot.migrate(-6, -1006)
    bot.touch(-6, 'Gördüm', 'en')
    await expect.poll(() => bot.notes.at(-1)).toContain('Thank you')
    expect(await app.statusOf(subscription)).toMatchObject({ status: 'active' })
  })

  it('takes it from any member of a group of the operator, also once that has moved', async () => {
    const inGroup = (chatId: number) => bot.sent.filter((one) => one.chatId === chatId)
    await app.subscribed({ channel: 'koop-telegram', lang: 'tr' })
    await app.stage.clock.rests('deliver')
    app.stage.clock.move(1000)
    await expect.poll(() => inGroup(theirs).at(-1)?.buttons.flat().length).toBe(1)
    bot.touch(theirs, 'Gördüm', 'en')
    await expect.poll(() => bot.notes.at(-1)).toContain('Thank you')
    await expect.poll(() => inGroup(theirs).at(-1)?.buttons).toEqual([])
    bot.migrate(theirs, -1077)
    await app.subscribed({ channel: 'koop-telegram', lang: 'tr', threshold: 11 })
    await app.stage.clock.rests('deliver')
    app.stage.clock.move(1000)
    await expect.poll(() => inGroup(-1077).at(-1)?.buttons.flat().length).toBe(1)
    const before = bot.notes.length
    bot.touch(-1077, 'Gördüm', 'tr')
    await expect.poll(() => bot.notes.length).toBe(before + 1)
    expect(bot.notes.at(-1)).toContain('Teşekkürler')
  })

  it('in which the person blocks the bot suspends the subscription, and a test that arrives takes it up again', async () => {
    const subscription = await confirmed(801)
    bot.block(801)
    await manage(app.stage.client, subscription, { method: 'POST', suffix: '/test' })
    const deliveries = () => app.deliveriesOf(subscription)
    await expect.poll(deliveries).toMatchObject([{ kind: 'test', status: 'rejected' }, {}])
    expect(await app.statusOf(subscription)).toMatchObject({ status: 'suspended', reason: 'blocked' })
  })

  it('that Telegram slows down goes on after the time it asks for, under the same id', async () => {
    const subscription = await confirmed(802)
    const slower = refusal(429, 'Too Many Requests: retry after 17', { retry_after: 17 })
    bot.answerNext('sendMessage', slower)
    await manage(app.stage.client, subscription, { method: 'POST', suffix: '/test' })
    // What has arrived or not is written down a moment later.
    const newest = async () => (await app.deliveriesOf(subscription))[0]
    const slowed = {
      kind: 'test',
      status: 'queued',
      reason: 'Telegram answered 429: "Too Many Requests: retry after 17".'
    }
    await expect.poll(newest).toMatchObject(slowed)
    const waiting = await newest()
    const pauseMs = Date.parse(waiting?.next_attempt_at ?? '') - Date.parse(waiting?.last_attempt_at ?? '')
    expect(pauseMs).toBe(17_000)
    const before = notified(802).length
    await app.stage.clock.rests('deliver')
    app.stage.clock.move(18_000)
    await expect.poll(() => notified(802).length).toBe(before + 1)
    const { message_id } = waiting ?? {}
    await expect.poll(newest).toMatchObject({ status: 'delivered', attempts: 2, message_id })
  })

  it('is held by one process at a time, and by the other one when that stops', async () => {
    expect(bot.conflicts()).toBe(0)
    const subscription = await app.subscribed({ channel: 'telegram' })
    await app.stage.app.close()
    const pressed = pressStart(subscription, 803)
    expect(notified(803)).toEqual([])
    await app.stage.clock.rests('talk telegram')
    app.stage.clock.move(15_000)
    await pressed
    await expect.poll(() => notified(803).length).toBe(2)
    expect(second.log().join('\n')).not.toContain('Another program polls')
  })
})

describe('a bot token that Telegram does not know', () => {
  it('takes nobody in until it may have been mended', async () => {
    const strange = await openRunningHarness({
      TELEGRAM_BOT_TOKEN: '43:another-bot-token',
      TELEGRAM_BOT_NAME: 'ayaz_test_bot',
      TELEGRAM_API_ROOT: bot.origin
    })
    try {
      const subscribe = () =>
        post(strange.stage.client, '/alerts/subscribe', {
          location: 'malatya',
          channel: 'telegram',
          threshold: 10
        })
      const isKnown = () => strange.stage.app.log().some((line) => line.includes('TELEGRAM_BOT_TOKEN'))
      await expect.poll(isKnown).toBe(true)
      const refused = await subscribe()
      expect(refused.json).toMatchObject({ code: 'channel_unavailable', status: 503 })
      expect(refused.body.toString()).not.toContain('another-bot-token')
      strange.stage.clock.move(10 * 60_000)
      expect((await subscribe()).json).toMatchObject({ status: 'pending_confirmation' })
    } finally {
      await strange.stage.close()
    }
  })
})
