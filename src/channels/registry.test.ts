import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveryContext, frostMessage } from '../../test/contracts/channels/message.ts'
import { openTestDeps, type TestDeps } from '../../test/contracts/channels/parts.ts'
import { noFields } from '../../test/no-fields.ts'
import { startBotApiServer } from '../../test/receivers/bot-api-server.ts'
import { startWebhookReceiver } from '../../test/receivers/webhook-receiver.ts'
import { compose } from '../alerts/compose.ts'
import type { AlertMessage } from '../alerts/message-ports.ts'
import { tokenFor } from '../alerts/tokens.ts'
import { mistakesIn } from '../config/environment.ts'
import { messageData } from './message-data.ts'
import { namedKinds, readNamedChannels } from './named/config.ts'
import { channelEnvironments, channelKinds, configureChannels } from './registry.ts'

const folder = mkdtempSync(join(tmpdir(), 'ayaz-channels-'))
const path = join(folder, 'channels.json')
const write = (channels: unknown) => writeFileSync(path, JSON.stringify(channels))

let deps: TestDeps
beforeEach(() => {
  deps = openTestDeps()
})
afterEach(async () => await deps.close())
afterAll(() => rmSync(folder, { recursive: true }))

test('with no configuration at all feed, sse, webhook and webpush work, and the others say what they need', async () => {
  const { channels, mistakes, close } = await configureChannels({}).open(deps.deps)
  const configured = [...channels.values()].filter(({ isConfigured }) => isConfigured).map(({ id }) => id)
  expect(configured.toSorted()).toEqual(['feed', 'sse', 'webhook', 'webpush'])
  for (const channel of channels.values()) expect(channel.needs.length > 0).toBe(!channel.isConfigured)
  expect([...channels.values()].filter(({ pushes }) => !pushes).map(({ id }) => id)).toEqual(['feed', 'sse'])
  expect(mistakes).toEqual([])
  await close()
})

test('every variable is named once, says what it is for, and none that holds a secret has a default', () => {
  const variables = channelEnvironments.flatMap((environment) => Object.values(environment))
  const names = variables.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, description, secret, default: usual } of variables) {
    expect(name).toMatch(/^[A-Z]+(_[A-Z]+)+$/)
    expect(description).toMatch(/^[A-Z].*[.}]$/)
    if (secret) expect(usual).toBeNull()
  }
})

test('all mistakes are said at once, each with its remedy, and no secret value stands in them', () => {
  const { mistakes } = configureChannels({
    NTFY_URL: 'ftp://x',
    TELEGRAM_BOT_TOKEN: 'marked',
    TELEGRAM_BOT_NAME: 'a b',
    SMTP_URL: 'marked://marked',
    SMTP_FROM: 'nobody',
    MQTT_URL: 'http://user:marked@x',
    MQTT_OPEN: 'perhaps',
    WEBPUSH_CONTACT: 'me',
    WEBHOOK_TIMEOUT_SECONDS: '0',
    CHANNELS_FILE: join(folder, 'missing.json')
  })
  expect(mistakes).toHaveLength(10)
  for (const { mistake, remedy } of mistakes) {
    expect(mistake.en).toMatch(/\.$/)
    expect(remedy.en).toMatch(/\.$/)
  }
  expect(JSON.stringify(mistakes)).not.toContain('marked')
})

describe('the operator’s own names', () => {
  test('the name is the destination: the minimal body is enough, and nothing of it is stored', async () => {
    const server = await startBotApiServer()
    write({ 'koop-telegram': { kind: 'telegram', destination: { chatId: -100123 } } })
    const environment = {
      CHANNELS_FILE: path,
      TELEGRAM_BOT_TOKEN: server.token,
      TELEGRAM_BOT_NAME: 'ayaz_test_bot',
      TELEGRAM_API_ROOT: server.origin
    }
    const { channels, close } = await configureChannels(environment).open(deps.deps)
    const channel = channels.get('koop-telegram')
    expect(channel).toMatchObject({
      kind: 'telegram',
      takesMinimalBody: true,
      needsOperatorKey: true,
      confirmation: 'none'
    })
    expect(channel?.converse).toBeUndefined()
    const prepared = await channel?.prepare({
      destination: undefined,
      place: { slug: 'malatya' },
      random: (bytes) => new Uint8Array(bytes)
    })
    expect(prepared).toMatchObject({ ok: true, destination: {} })
    expect(await channel?.deliver(frostMessage(), {}, deliveryContext())).toMatchObject({ outcome: 'sent' })
    expect(server.sent.map(({ chatId }) => chatId)).toEqual([-100123])
    await Promise.all([close(), server.close()])
  })

  test('an operator’s webhook may stand anywhere, is signed with the operator’s secret, and may be opened to all', async () => {
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
    const receiver = await startWebhookReceiver(secret)
    write({
      'fire-brigade': { kind: 'webhook', destination: { url: `${receiver.origin}/in`, secret }, open: true }
    })
    const { channels, close } = await configureChannels({ CHANNELS_FILE: path }).open(deps.deps)
    const channel = channels.get('fire-brigade')
    expect(channel?.needsOperatorKey).toBe(false)
    const context = deliveryContext({ now: Date.now() })
    expect(await channel?.deliver(frostMessage(), {}, context)).toMatchObject({ outcome: 'sent' })
    expect(receiver.verified).toHaveLength(1)
    expect(JSON.stringify(channel?.preview(frostMessage(), {}, context))).not.toContain(secret)
    // A subscriber's own webhook to the same place is still refused.
    const refused = await channels.get('webhook')?.prepare({
      destination: { url: `${receiver.origin}/in` },
      place: { slug: 'malatya' },
      random: (bytes) => new Uint8Array(bytes)
    })
    expect(refused).toMatchObject({ ok: false, code: 'destination_not_allowed' })
    await Promise.all([close(), receiver.close()])
  })

  test('a group gets no token that manages the subscription and no label, and everything else', async () => {
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
    const [server, receiver] = await Promise.all([startBotApiServer(), startWebhookReceiver(secret)])
    write({
      'koop-telegram': { kind: 'telegram', destination: { chatId: -100123 } },
      'fire-brigade': { kind: 'webhook', destination: { url: `${receiver.origin}/in`, secret } }
    })
    const environment = {
      CHANNELS_FILE: path,
      TELEGRAM_BOT_TOKEN: server.token,
      TELEGRAM_BOT_NAME: 'ayaz_test_bot',
      TELEGRAM_API_ROOT: server.origin
    }
    const { channels, close } = await configureChannels(environment).open(deps.deps)
    const { message, manage, unsubscribe } = composedTest()
    const context = deliveryContext({ now: Date.now() })
    for (const name of ['koop-telegram', 'fire-brigade']) {
      const channel = channels.get(name)
      expect(await channel?.deliver(message, {}, context)).toMatchObject({ outcome: 'sent' })
      expect(JSON.stringify(channel?.preview(message, {}, context))).not.toContain(manage)
    }
    const body = receiver.verified[0]?.body ?? {}
    for (const sent of [server.sent[0]?.text, JSON.stringify(body)]) {
      expect(sent).toContain(unsubscribe)
      expect(sent).not.toContain(manage)
      expect(sent).not.toContain('/alerts/manage')
    }
    const { links, ...rest } = messageData(message)
    const withoutLink = { manage_url: null, manage: null }
    expect(body['data']).toMatchObject({ ...rest, label: null, links: { ...Object(links), ...withoutLink } })
    await Promise.all([close(), server.close(), receiver.close()])
  })

  test('an entry that makes no channel is a mistake with a remedy, and the others still work', async () => {
    write({
      'my-feed': { kind: 'feed', destination: {} },
      'my-fax': { kind: 'fax', destination: {} },
      'my-mail': { kind: 'email', destination: { address: 'not one' } },
      'my-topic': { kind: 'mqtt', destination: { topic: 'a/#' } },
      'good-mail': { kind: 'email', destination: { address: 'koop@example.org' } }
    })
    const { channels, mistakes, close } = await configureChannels({ CHANNELS_FILE: path }).open(deps.deps)
    expect(mistakes.map(({ mistake }) => /my-\w+/.exec(mistake.en)?.[0])).toEqual([
      'my-feed',
      'my-fax',
      'my-mail',
      'my-topic'
    ])
    expect(channels.get('good-mail')).toMatchObject({ isConfigured: false, needs: ['SMTP_URL', 'SMTP_FROM'] })
    const shown = channels
      .get('good-mail')
      ?.preview(frostMessage(), { address: 'a@example.org' }, deliveryContext())
    expect(JSON.stringify(shown)).toContain('Malatya')
    expect(JSON.stringify(shown)).not.toContain('koop@')
    await close()
  })

  test.each([
    'no json',
    '[]',
    'null',
    '{"webhook":{"kind":"email"}}',
    '{"Koop-Telegram":{"kind":"telegram"}}',
    '{"koop-telegram":7}',
    '{"koop-telegram":{"destination":{}}}',
    '{"koop-telegram":{"kind":"telegram","open":"yes"}}',
    '{"koop-telegram":{"kind":"telegram","opne":true}}'
  ])('%s is no file of channels', (text) => {
    expect(readNamedChannels(text)).toHaveProperty('remedy')
  })

  const example = '{"kind": "telegram", "destination": {"chatId": -100123}}'
  test.each([
    ['[]', 'CHANNELS_FILE is not an object', `{"koop-telegram": ${example}}`],
    [`{"${'koop-'.repeat(8)}x":{}}`, '"koop-', 'at most 40 characters'],
    ['{"koop-one":7}', 'no channel under koop-one', `under koop-one, such as ${example}`],
    [
      '{"koop-one":{"open":"yes","Kind":"mqtt"}}',
      'koop-one .* member: kind, open, "Kind"',
      `such as ${example}, and may`
    ]
  ])(
    '%s: the mistake says what is wrong, the remedy what a channel is and what to write',
    (text, mistake, remedy) => {
      const read = readNamedChannels(text)
      const [said] = 'mistake' in read ? mistakesIn('en', [read]) : []
      expect(said?.mistake).toMatch(new RegExp(mistake))
      expect(said?.remedy).toContain(remedy)
    }
  )

  test('an entry that does not fit is reported, and the others are offered', async () => {
    const good = { kind: 'webhook', destination: { url: 'http://10.0.0.5/frost' } }
    write({
      'koop-one': good,
      'koop-two': { ...good, opne: true },
      Three: good,
      'koop-four': 7,
      'koop-five': good
    })
    const configured = configureChannels({ CHANNELS_FILE: path })
    expect(configured.mistakes).toEqual([])
    const { channels, mistakes, close } = await configured.open(deps.deps)
    expect([...channels.keys()].filter((id) => id.startsWith('koop-'))).toEqual(['koop-one', 'koop-five'])
    expect(mistakesIn('en', mistakes).map(({ mistake }) => mistake)).toEqual([
      expect.stringContaining('koop-two'),
      expect.stringContaining('Three'),
      expect.stringContaining('koop-four')
    ])
    await close()
  })

  test('the remedy for a kind that cannot be named lists those that can', async () => {
    const open = channelKinds.map(async ({ kind, configure }) => {
      const { readNamed, close } = await configure({}).open({ ...deps.deps })
      await close()
      return readNamed === null ? [] : [kind]
    })
    expect((await Promise.all(open)).flat()).toEqual(namedKinds)
    write({ 'my-feed': { kind: 'feed', destination: {} } })
    const { mistakes, close } = await configureChannels({ CHANNELS_FILE: path }).open(deps.deps)
    expect(mistakesIn('en', mistakes)).toEqual([
      {
        mistake: expect.stringMatching(/my-feed .* kind feed/),
        remedy: expect.stringContaining('one of webhook, ntfy, telegram, email, mqtt as the kind of my-feed')
      }
    ])
    await close()
  })
})

/** A message as the app composes it, with the tokens of its subscription. */
function composedTest(): { message: AlertMessage; manage: string; unsubscribe: string } {
  const derive = (purpose: string, text: string) =>
    new Uint8Array(createHmac('sha256', 'key').update(`${purpose}\0${text}`).digest())
  const keys = { derive, hash: (text: string) => text }
  const id = `sub_${'a'.repeat(22)}`
  const message = compose(
    {
      keys,
      places: { find: () => null, suggest: () => [], homonyms: () => [], ...noFields },
      siteUrl: 'https://ayaz.example'
    },
    {
      subscription: {
        ...{ seq: 1, id, state: 'active', preview: false, location: 'malatya', channel: 'koop-telegram' },
        ...{
          threshold: 60,
          language: 'tr',
          label: 'Koop',
          labelIsOwn: true,
          crop: 'apricot',
          stage: 'full-bloom'
        },
        ...{ exposure: null, destination: {}, rateLimitKey: null, confirmUntil: null, lastSentAt: null },
        secret: { number: 0, changedAt: null }
      },
      stageIsOld: false,
      message: {
        messageId: 'msg_1',
        kind: 'test',
        runSeq: null,
        nights: [],
        madeAt: 0,
        counted: false,
        endsDataGap: false
      },
      run: null
    }
  )
  return { message, manage: tokenFor(keys, 'manage', id), unsubscribe: tokenFor(keys, 'unsubscribe', id) }
}
