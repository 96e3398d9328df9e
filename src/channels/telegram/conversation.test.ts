import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveryContext, frostMessage } from '../../../test/contracts/channels/message.ts'
import { openTestDeps, type TestDeps } from '../../../test/contracts/channels/parts.ts'
import { type BotApiServer, refusal, startBotApiServer } from '../../../test/receivers/bot-api-server.ts'
import type { AskedThreshold } from '../../alerts/asked-threshold.ts'
import { thresholdChange, withNumber } from '../../alerts/asked-threshold.ts'
import type { ConversationSubscription } from '../../alerts/message-ports.ts'
import type { ConversationApi } from '../../alerts/ports.ts'
import { telegramKind } from './channel.ts'

type Confirmation = Parameters<ConversationApi['confirm']>[0]

/** A door that remembers who is bound to what, as the app's does over its store. */
class RecordingApi implements ConversationApi {
  readonly confirmations: Confirmation[] = []
  readonly subscriptions = new Map<string, ConversationSubscription[]>()
  /** What the last stop has ended, until it is too late. */
  ended: readonly ConversationSubscription[] = []
  readonly seenTokens: string[] = []
  askedFor: 'tr' | 'en' = 'en'
  threshold: ConversationSubscription['threshold'] = 60
  /** Throws this many times before it works. */
  failures = 0

  readonly confirm = async (input: Confirmation) => {
    if (this.failures-- > 0) throw new Error('the store is away')
    if (input.token === 'expired') return 'expired' as const
    const earlier = this.confirmations.find(({ token }) => token === input.token)
    if (earlier !== undefined)
      return earlier.destinationKey === input.destinationKey ? 'confirmed' : 'unknown'
    this.confirmations.push(input)
    const language = input.language ?? this.askedFor
    const one: ConversationSubscription = {
      subscriptionId: input.token,
      placeName: 'Malatya',
      threshold: this.threshold,
      crop: 'generic',
      stage: null,
      status: 'active',
      language
    }
    this.subscriptions.set(input.destinationKey, [
      one,
      ...(this.subscriptions.get(input.destinationKey) ?? [])
    ])
    return 'confirmed' as const
  }
  readonly seenLast = async () => undefined
  readonly seen = async (token: string) => {
    this.seenTokens.push(token)
    return 'seen' as const
  }
  readonly list = async (destinationKey: string) => this.subscriptions.get(destinationKey) ?? []
  readonly stop = async (destinationKey: string, subscriptionId: string | null) => {
    const all = this.subscriptions.get(destinationKey) ?? []
    const left = subscriptionId === null ? [] : all.filter((one) => one.subscriptionId !== subscriptionId)
    this.subscriptions.set(destinationKey, left)
    this.ended = all.filter((one) => !left.includes(one))
    return this.ended.length
  }
  readonly takeBack = async (destinationKey: string, subscriptionId: string | null) => {
    const back = this.ended.filter((one) => subscriptionId === null || one.subscriptionId === subscriptionId)
    this.ended = []
    const others = this.subscriptions.get(destinationKey) ?? []
    this.subscriptions.set(destinationKey, [...back, ...others])
    return back
  }
  readonly changeThreshold = async (
    destinationKey: string,
    subscriptionId: string | null,
    asked: AskedThreshold
  ) => {
    const all = this.subscriptions.get(destinationKey) ?? []
    const isMeant = (one: ConversationSubscription) =>
      subscriptionId === null || one.subscriptionId === subscriptionId
    const meant = all.filter(isMeant).map(({ threshold }) => threshold)
    const change = thresholdChange(asked, meant)
    const changed = (one: ConversationSubscription) => ({
      ...one,
      threshold: withNumber(one.threshold, asked.value)
    })
    if ('count' in change) {
      this.subscriptions.set(
        destinationKey,
        all.map((one) => (isMeant(one) ? changed(one) : one))
      )
    }
    return change
  }
  readonly rebind = async ({ from, destinationKey }: Parameters<ConversationApi['rebind']>[0]) => {
    if (this.failures-- > 0) throw new Error('the store is away')
    const all = this.subscriptions.get(from) ?? []
    this.subscriptions.delete(from)
    this.subscriptions.set(destinationKey, all)
    return all.length
  }
}

let server: BotApiServer
let deps: TestDeps
let chat: RecordingApi
let ending: AbortController
let talking: Talk

beforeEach(async () => {
  server = await startBotApiServer()
  deps = openTestDeps()
  chat = new RecordingApi()
  ending = new AbortController()
  talking = await converse(ending.signal)
})
afterEach(async () => {
  ending.abort()
  await talking.ended
  await Promise.all([server.close(), deps.close()])
})

interface Talk {
  readonly ended: Promise<void>
}

const environment = () => ({
  TELEGRAM_BOT_TOKEN: server.token,
  TELEGRAM_BOT_NAME: 'ayaz_test_bot',
  TELEGRAM_API_ROOT: server.origin
})

async function converse(signal: AbortSignal): Promise<Talk> {
  const { channel } = await telegramKind.configure(environment()).open(deps.deps)
  return { ended: channel.converse?.(chat, signal) ?? Promise.resolve() }
}

async function ask(text: string, chatId = 5): Promise<string> {
  const answered = server.nextSent()
  server.say(chatId, text)
  return (await answered).text
}

test('START with the token binds the chat, in the person’s language, and a second use does not', async () => {
  expect(await ask('/start token-1')).toContain('Don uyarıları bu sohbete gelecek.\n1. Malatya: eşik 60')
  expect(chat.confirmations).toEqual([
    { token: 'token-1', destination: { chatId: 5 }, destinationKey: '5', language: 'tr' }
  ])
  expect(await ask('/start token-1', 6)).toContain('daha önce kullanıldı')
  expect(await ask('/start expired')).toContain('süresi doldu')
})

test.each([
  ['de', 'tr', null, 'Don uyarıları bu sohbete gelecek.'],
  ['ku', 'tr', null, 'Don uyarıları bu sohbete gelecek.'],
  ['en', 'tr', null, 'Don uyarıları bu sohbete gelecek.'],
  ['tr', 'en', 'tr', 'Don uyarıları bu sohbete gelecek.'],
  ['de', 'en', null, 'Frost alerts will come to this chat.']
] as const)(
  'with Telegram in %s and alerts asked for in %s the language is bound to %s',
  async (spoken, askedFor, language, answer) => {
    chat.askedFor = askedFor
    const answered = server.nextSent()
    server.say(5, '/start token-1', spoken)
    expect((await answered).text).toContain(answer)
    expect(chat.confirmations).toMatchObject([{ language }])
  }
)

test('a START whose answer was lost is answered when it is handled again', async () => {
  server.answerNext('sendMessage', refusal(500, 'Internal Server Error'))
  expect(await ask('/start token-1')).toContain('Don uyarıları bu sohbete gelecek.')
  expect(chat.confirmations).toHaveLength(1)
  expect(deps.waits).toEqual([3])
})

test('a group that becomes a supergroup keeps its alerts, also where they cannot be stored at once', async () => {
  await ask('/start token-1', -5)
  chat.failures = 1
  server.migrate(-5, -1005)
  expect(await ask('/stop', -1005)).toBe('1 uyarı aboneliği bitti.')
  // Neither of the two service messages was answered.
  expect(server.sent.map(({ chatId }) => chatId)).toEqual([-5, -1005])
})

test.each(['/start', '/start@ayaz_test_bot', 'merhaba', '/nonsense'])(
  '%s without a token is answered with help',
  async (text) => {
    expect(await ask(text)).toContain('https://ayaz.example')
    expect(chat.confirmations).toEqual([])
  }
)

test('a token that could not be ours never reaches the store', async () => {
  expect(await ask("/start x';DROP")).toContain('bilinmiyor')
  expect(chat.confirmations).toEqual([])
})

describe('a chat with two subscriptions', () => {
  beforeEach(async () => {
    await ask('/start token-1')
    await ask('/start token-2')
  })

  test('/list numbers them', async () => {
    expect(await ask('/list')).toBe('1. Malatya: eşik 60\n2. Malatya: eşik 60')
  })
  test('/threshold changes all, or the one of that number', async () => {
    expect(await ask('/threshold 70')).toBe('2 uyarının eşiği artık 70.')
    expect(await ask('/threshold 55,5 2')).toBe('1 uyarının eşiği artık 55,5.')
    expect(await ask('/list')).toBe('1. Malatya: eşik 70\n2. Malatya: eşik 55,5')
  })
  test.each([
    '/threshold',
    '/threshold 0',
    '/threshold 101',
    '/threshold -5',
    '/threshold 6e1',
    '/threshold NaN'
  ])('%s changes nothing and says what is possible', async (text) => {
    expect(await ask(text)).toContain('1 ile 100 arasında')
    expect(await ask('/list')).toContain('1. Malatya: eşik 60')
  })
  test.each(['/stop 3', '/stop 0', '/stop x', '/threshold 50 9'])(
    '%s ends and changes nothing',
    async (text) => {
      expect(await ask(text)).toContain('Bu numarada bir uyarı yok')
      expect(chat.subscriptions.get('5')).toHaveLength(2)
    }
  )
  test('/stop ends the one of that number, then all', async () => {
    expect(await ask('/stop 2')).toBe('1 uyarı aboneliği bitti.')
    expect(await ask('/stop')).toBe('1 uyarı aboneliği bitti.')
    expect(await ask('/stop')).toBe('Bu sohbette don uyarısı yok.')
  })
  test.each([
    ['tr', 'Geri al (on dakika içinde)', '2 uyarı yeniden açık.', 'Yeniden abone olun'],
    ['en', 'Take it back (within ten minutes)', '2 frost alerts are on again.', 'Subscribe again']
  ] as const)('in %s the answer to /stop says “%s”, once', async (language, words, done, tooLate) => {
    for (const one of chat.subscriptions.get('5') ?? []) Object.assign(one, { language })
    await ask('/stop')
    expect(chat.subscriptions.get('5')).toEqual([])
    const answer = () => server.sent.at(-1)?.buttons.flat()
    expect(answer()).toEqual([{ text: words, callback_data: 'back all' }])
    server.touch(5, words, language)
    await expect.poll(() => server.notes).toContain(done)
    expect(chat.subscriptions.get('5')).toHaveLength(2)
    await expect.poll(answer).toEqual([])
    await ask('/stop 2')
    chat.ended = []
    server.touch(5, words, language)
    await expect.poll(() => server.notes.at(-1)).toContain(tooLate)
    expect(chat.subscriptions.get('5')).toHaveLength(1)
  })
  test('an answer that ended nothing has no button', async () => {
    await ask('/stop', 6)
    expect(server.sent.at(-1)?.buttons.flat()).toEqual([])
  })
  test('another chat sees and ends none of them', async () => {
    expect(await ask('/list', 6)).toBe('Bu sohbette don uyarısı yok.')
    expect(await ask('/stop', 6)).toBe('Bu sohbette don uyarısı yok.')
    expect(chat.subscriptions.get('5')).toHaveLength(2)
  })
})

test('menus show the commands in the language of each person’s Telegram', async () => {
  await expect.poll(() => server.menus.size).toBe(2)
  expect(server.menus.get('')?.map(({ command }) => command)).toEqual(['list', 'threshold', 'stop'])
  expect(server.menus.get('tr')?.map(({ command }) => command)).toEqual(['liste', 'esik', 'iptal'])
})

describe('a chat with an alert in degrees', () => {
  const inDegrees = { temperatureC: -1.1, of: 'plant', probability: 0.3 } as const
  const thresholds = () => chat.subscriptions.get('5')?.map(({ threshold }) => threshold)
  beforeEach(async () => {
    chat.threshold = inDegrees
    await ask('/start token-1')
  })

  test.each(['/esik -2,5', '/threshold −2.5', '/esik -2,5°', '/esik -2,5 °C', '/esik -2,5°C 1'])(
    '%s sets the temperature, and nothing else of it',
    async (text) => {
      expect(await ask(text)).toBe('1 uyarının eşiği artık −2,5\u00a0°C; olasılığı değişmedi.')
      expect(thresholds()).toEqual([{ ...inDegrees, temperatureC: -2.5 }])
    }
  )
  test.each(['/esik 60', '/esik -31', '/esik', '/esik 60 1'])(
    '%s changes nothing and says what is possible',
    async (text) => {
      expect(await ask(text)).toMatch(/−30 ile 10\u00a0°C arasında.*Puana çevirmek için/)
      expect(thresholds()).toEqual([inDegrees])
    }
  )
  test('beside one of a score asks which is meant, and changes that one in what it is in', async () => {
    chat.threshold = 60
    await ask('/start token-2')
    expect(await ask('/esik 5')).toContain('numarasıyla yazın')
    expect(await ask('/esik -2 1')).toContain('1 ile 100 arasında')
    expect(await ask('/esik 5 °C 1')).toContain('1 ile 100 arasında')
    expect(thresholds()).toEqual([60, inDegrees])
    expect(await ask('/esik 5 1')).toBe('1 uyarının eşiği artık 5.')
    expect(await ask('/esik 5 2')).toContain('artık 5\u00a0°C')
    expect(thresholds()).toEqual([5, { ...inDegrees, temperatureC: 5 }])
  })
  test('hears it in English where its alerts are in English', async () => {
    chat.askedFor = 'en'
    const said = async (text: string) => {
      const answered = server.nextSent()
      server.say(9, text, 'en')
      return (await answered).text
    }
    await said('/start token-9')
    expect(await said('/threshold -2')).toBe('The threshold is now −2\u00a0°C; its probability stays.')
    expect(await said('/threshold 60')).toMatch(/from −30 to 10\u00a0°C.*For a score open/)
  })
})

test('the Turkish commands do what the English ones do', async () => {
  await ask('/start token-1')
  expect(await ask('/liste')).toBe('1. Malatya: eşik 60')
  expect(await ask('/esik 70')).toBe('1 uyarının eşiği artık 70.')
  expect(await ask('/iptal')).toBe('1 uyarı aboneliği bitti.')
})

test('a menu that Telegram does not take stops nothing', async () => {
  ending.abort()
  await talking.ended
  server.answerNext('setMyCommands', refusal(500, 'Internal Server Error'))
  ending = new AbortController()
  talking = await converse(ending.signal)
  expect(await ask('/list')).toContain('don uyarısı yok')
  expect(deps.reports).toEqual([])
})

describe('the button under a message', () => {
  const buttons = () =>
    server.sent
      .at(-1)
      ?.buttons.flat()
      .map(({ text }) => text)
  beforeEach(async () => {
    await ask('/start token-1')
    const links = { ...frostMessage().links, manageUrl: 'https://ayaz.example/alerts/manage#t' }
    const message = frostMessage({ channel: 'telegram', language: 'tr', subscriptionId: 'token-1', links })
    const { channel } = await telegramKind.configure(environment()).open(deps.deps)
    await channel.deliver(message, { chatId: 5 }, deliveryContext())
    server.touch(5, 'Bu iletileri durdur')
    await expect.poll(buttons).toContain('Evet, aboneliği sonlandır')
  })

  test('ends the subscription at the second touch only, and says so', async () => {
    expect(chat.subscriptions.get('5')).toHaveLength(1)
    server.touch(5, 'Evet, aboneliği sonlandır')
    await expect.poll(() => server.notes).toContain('1 uyarı aboneliği bitti.')
    expect(chat.subscriptions.get('5')).toEqual([])
    await expect.poll(buttons).toEqual(['Ayrıntılar', 'Değiştir veya duraklat', 'Geri al (on dakika içinde)'])
  })
  test('takes the end back, and is there again', async () => {
    server.touch(5, 'Evet, aboneliği sonlandır')
    await expect.poll(buttons).toContain('Geri al (on dakika içinde)')
    server.touch(5, 'Geri al (on dakika içinde)')
    await expect.poll(() => server.notes).toContain('1 uyarı yeniden açık.')
    expect(chat.subscriptions.get('5')).toHaveLength(1)
    await expect.poll(buttons).toEqual(['Ayrıntılar', 'Değiştir veya duraklat', 'Bu iletileri durdur'])
  })
  test('says so once, also where the message can no longer be edited', async () => {
    server.answerNext('editMessageReplyMarkup', refusal(500, 'Internal Server Error'))
    server.touch(5, 'Evet, aboneliği sonlandır')
    await expect.poll(() => server.notes).toContain('1 uyarı aboneliği bitti.')
    await ask('/list')
    expect(server.notes.filter((note) => note !== '')).toEqual(['1 uyarı aboneliği bitti.'])
  })
  test('that says a warning was seen is taken away once it was touched', async () => {
    const links = {
      ...frostMessage().links,
      manageUrl: 'https://ayaz.example/m#t',
      seenUrl: 'https://ayaz.example/a/k3token'
    }
    const { channel } = await telegramKind.configure(environment()).open(deps.deps)
    const message = frostMessage({ channel: 'telegram', language: 'tr', subscriptionId: 'token-1', links })
    await channel.deliver(message, { chatId: 5 }, deliveryContext())
    expect(buttons()?.[0]).toBe('Gördüm')
    server.touch(5, 'Gördüm')
    await expect.poll(() => server.notes.join()).toContain('Teşekkürler')
    expect(chat.seenTokens).toEqual(['k3token'])
    await expect.poll(buttons).toEqual(['Ayrıntılar', 'Değiştir veya duraklat', 'Bu iletileri durdur'])
  })
  test('is the only one in a chat of the operator, where its other links are in the text', async () => {
    const links = { ...frostMessage().links, manageUrl: null, seenUrl: 'https://ayaz.example/a/k4token' }
    const { channel } = await telegramKind.configure(environment()).open(deps.deps)
    const message = frostMessage({ channel: 'koop-telegram', language: 'tr', links })
    await channel.deliver(message, { chatId: -8 }, deliveryContext())
    expect(buttons()).toEqual(['Gördüm'])
    const { text = '' } = server.sent.at(-1) ?? {}
    expect(text).toContain(links.unsubscribeUrl)
    expect(text).not.toContain('/a/')
    server.touch(-8, 'Gördüm', 'en')
    await expect.poll(() => server.notes.join()).toContain('Thank you')
    expect(chat.seenTokens).toEqual(['k4token'])
    await expect.poll(buttons).toEqual([])
  })
  test('goes back', async () => {
    server.touch(5, 'Hayır, sürsün')
    await expect.poll(buttons).toContain('Bu iletileri durdur')
    expect(chat.subscriptions.get('5')).toHaveLength(1)
  })
})

test('what cannot be stored now is tried again, not lost', async () => {
  chat.failures = 2
  expect(await ask('/start token-1')).toContain('Malatya')
  expect(chat.confirmations).toHaveLength(1)
  expect(deps.waits).toEqual([3, 3])
})

test('an answer that Telegram slows down is tried again, and what fails five times is passed over', async () => {
  server.answerNext('sendMessage', refusal(429, 'Too Many Requests: retry after 1', { retry_after: 1 }))
  expect(await ask('/list')).toContain('don uyarısı yok')
  expect(deps.waits).toEqual([3])
  chat.failures = 5
  server.say(5, '/start token-1')
  expect(await ask('/list', 6)).toContain('don uyarısı yok')
  expect(deps.waits).toEqual([3, 3, 3, 3, 3])
  expect(deps.reports.join()).toContain('after 5 tries')
  expect(chat.confirmations).toEqual([])
})

test('somebody who blocks the bot before its answer does not stop the others', async () => {
  server.block(5)
  server.say(5, '/list')
  expect(await ask('/list', 6)).toContain('don uyarısı yok')
  expect(deps.waits).toEqual([])
})

test('a second poller makes the first keep still for a minute and say so', async () => {
  const polls = () => server.requests.filter(({ path }) => path.endsWith('/getUpdates'))
  await expect.poll(() => polls().length).toBe(1)
  const another = new AbortController()
  const second = await converse(another.signal)
  await expect.poll(() => deps.waits.includes(60)).toBe(true)
  expect(server.conflicts()).toBeGreaterThan(0)
  expect(deps.reports.join()).toContain('Another program polls')
  another.abort()
  await await second
})

test('an outage of the polls is in the log after five of them, and so is its end', async () => {
  await ask('/list')
  for (let poll = 1; poll <= 5; poll += 1)
    server.answerNext('getUpdates', refusal(502, `Bad Gateway ${server.token}`))
  await ask('/list')
  await expect
    .poll(() => deps.reports)
    .toEqual([
      expect.stringContaining('has polled Telegram 5 times in a row, which refused (502)'),
      expect.stringContaining('answers the polls of the bot again')
    ])
  expect(deps.reports.join()).not.toContain(server.token)
})

test('a rate limit on polling is waited for', async () => {
  await ask('/list')
  server.answerNext('getUpdates', refusal(429, 'Too Many Requests: retry after 21', { retry_after: 21 }))
  await ask('/list')
  await expect.poll(() => deps.waits).toContain(21)
  expect(await ask('/list')).toContain('don uyarısı yok')
})

test('what was handled is confirmed at the end, so that a restart does not answer it twice', async () => {
  await ask('/start token-1')
  ending.abort()
  await talking.ended
  ending = new AbortController()
  talking = await converse(ending.signal)
  expect(await ask('/list')).toContain('Malatya')
  expect(server.sent).toHaveLength(2)
})
