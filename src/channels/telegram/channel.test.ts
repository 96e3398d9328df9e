import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveryContext, frostMessage, frostNight } from '../../../test/contracts/channels/message.ts'
import { openTestDeps, type TestDeps } from '../../../test/contracts/channels/parts.ts'
import {
  type BotApiServer,
  refusal,
  startBotApiServer,
  visibleText
} from '../../../test/receivers/bot-api-server.ts'
import type { Channel } from '../../alerts/ports.ts'
import { telegramKind } from './channel.ts'

let server: BotApiServer
let deps: TestDeps
let channel: Channel

const environment = () => ({
  TELEGRAM_BOT_TOKEN: server.token,
  TELEGRAM_BOT_NAME: '@ayaz_test_bot',
  TELEGRAM_API_ROOT: `${server.origin}/`
})

beforeEach(async () => {
  server = await startBotApiServer()
  deps = openTestDeps()
  channel = (await telegramKind.configure(environment()).open(deps.deps)).channel
})
afterEach(async () => {
  await Promise.all([server.close(), deps.close()])
})

const deliver = (message = frostMessage(), chatId: unknown = 5) =>
  channel.deliver(message, { chatId }, deliveryContext())

test('opening connects to nothing, and the link is known at once', () => {
  const handed = channel.setup({
    destination: null,
    signingKey: new Uint8Array(32),
    conversationToken: 'single-use_token',
    feedUrl: '',
    streamUrl: ''
  })
  expect(handed.url).toBe('https://t.me/ayaz_test_bot?start=single-use_token')
  expect(server.requests).toEqual([])
})

test('the links stay in a message too long for Telegram, and its facts give way', async () => {
  const nights = Array.from({ length: 16 }, (_, day) => frostNight({ date: `2026-04-${12 + day}` }))
  expect(await deliver(frostMessage({ nights }))).toMatchObject({ outcome: 'sent' })
  const { text = '', parseMode = null } = server.sent[0] ?? {}
  expect(visibleText(text, parseMode).length).toBeLessThanOrEqual(4_096)
  expect(text).toContain('<a href="https://ayaz.example/u/unsubscribe-token">')
})

describe('in the chat of a subscriber', () => {
  const links = (placeUrl = 'https://ayaz.example/en/place/malatya') => ({
    ...{ placeUrl, manageUrl: 'https://ayaz.example/alerts/manage#t', confirmUrl: null },
    unsubscribeUrl: 'https://ayaz.example/u/unsubscribe-token'
  })

  test('buttons lead to the place and to the page that changes the alert, and ask before they end it', async () => {
    await deliver(frostMessage({ links: links() }))
    expect(server.sent[0]?.buttons).toEqual([
      [
        { text: 'Details', url: 'https://ayaz.example/en/place/malatya' },
        { text: 'Change or pause', url: 'https://ayaz.example/alerts/manage#t' }
      ],
      [{ text: 'Stop these messages', callback_data: 'ask sub_01J9ZK3M5T' }]
    ])
    expect(server.sent[0]?.text).not.toContain('<a ')
  })
  test('a service on this machine alone has links, because Telegram takes no such button', async () => {
    await deliver(frostMessage({ links: links('http://localhost:8080/en/place/malatya') }))
    expect(server.sent[0]).toMatchObject({
      buttons: [],
      text: expect.stringContaining('/u/unsubscribe-token')
    })
  })
  test('a button that Telegram refuses does not cost the warning', async () => {
    server.answerNext('sendMessage', refusal(400, 'Bad Request: BUTTON_URL_INVALID'))
    expect(await deliver(frostMessage({ links: links() }))).toMatchObject({ outcome: 'sent' })
    expect(server.sent[0]).toMatchObject({
      buttons: [],
      text: expect.stringContaining('/u/unsubscribe-token')
    })
  })
  test('a preview has the words of the buttons in their place, and not as links, too', () => {
    const text = (placeUrl?: string) =>
      channel.preview(frostMessage({ links: links(placeUrl) }), null, deliveryContext()).text
    const words = ['Details', 'Change or pause', 'Stop these messages']
    const shared = text()
    expect(shared).toMatch(/\n\n\[ Details \] \[ Change or pause \]\n\[ Stop these messages \]$/)
    expect(shared.split('\n').filter((line) => words.includes(line))).toEqual([])
    expect(text('http://localhost:8080/en/place/malatya').split('\n')).toEqual(expect.arrayContaining(words))
  })
  test('a later message answers the first one, in the same chat only', async () => {
    const first = await deliver()
    expect(first).toEqual({ outcome: 'sent', thread: '5/1' })
    const later = deliveryContext({ thread: '5/1' })
    expect(await channel.deliver(frostMessage(), { chatId: 5 }, later)).toMatchObject({ thread: '5/1' })
    // A group that became a supergroup has a new number, and from here on a conversation of its own.
    const moved = await channel.deliver(frostMessage(), { chatId: -1005 }, later)
    expect(moved).toMatchObject({ thread: expect.stringMatching(/^-1005\/\d+$/) })
    expect(server.sent.map(({ answers }) => answers)).toEqual([null, 1, null])
  })
})

describe('what the Bot API refuses', () => {
  test.each([
    ['blocked', 'rejected', refusal(403, 'Forbidden: bot was blocked by the user')],
    ['blocked', 'rejected', refusal(403, 'Forbidden: bot was kicked from the group chat')],
    ['gone', 'rejected', refusal(400, 'Bad Request: chat not found')]
  ])('%s: %s', async (suspend, outcome, answer) => {
    server.answerNext('sendMessage', answer)
    expect(await deliver()).toMatchObject({ outcome, suspend })
  })

  test('429 is tried again after the time it names', async () => {
    server.answerNext('sendMessage', refusal(429, 'Too Many Requests: retry after 33', { retry_after: 33 }))
    expect(await deliver()).toMatchObject({ outcome: 'retry', afterSeconds: 33 })
  })

  test('a message that is not understood is our fault, and ends no subscription', async () => {
    server.answerNext('sendMessage', refusal(400, "Bad Request: can't parse entities"))
    expect(await deliver()).toMatchObject({ outcome: 'retry' })
  })

  test('a group that became a supergroup is written to under its new number', async () => {
    server.answerNext(
      'sendMessage',
      refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', { migrate_to_chat_id: -1009 })
    )
    const toNamed = frostMessage({ links: { ...frostMessage().links, manageUrl: null } })
    for (const message of [toNamed, toNamed, toNamed])
      expect(await deliver(message, -7)).toMatchObject({ outcome: 'sent' })
    expect(server.sent.map(({ chatId }) => chatId)).toEqual([-1009, -1009, -1009])
    // One call more for the first of them, and one word for the operator.
    expect(server.requests.filter(({ path }) => path.endsWith('/sendMessage'))).toHaveLength(4)
    expect(deps.reports.filter((text) => text.includes('"chatId": -1009'))).toHaveLength(1)
  })

  test('a wrong token is the operator’s matter: reported without it, and tried again', async () => {
    const wrong = { ...environment(), TELEGRAM_BOT_TOKEN: '43:another-marked-token' }
    const opened = await telegramKind.configure(wrong).open(deps.deps)
    const outcome = await opened.channel.deliver(frostMessage(), { chatId: 5 }, deliveryContext())
    expect(outcome).toMatchObject({ outcome: 'retry', afterSeconds: 600 })
    expect(deps.reports.join()).toContain('TELEGRAM_BOT_TOKEN')
    expect(JSON.stringify([outcome, deps.reports])).not.toContain('marked')
  })

  test('an unreachable server is tried again, and nothing told of it holds the token', async () => {
    await server.close()
    const outcome = await deliver()
    expect(outcome).toMatchObject({ outcome: 'retry' })
    expect(JSON.stringify([outcome, deps.reports])).not.toContain('marked')
  })
})
