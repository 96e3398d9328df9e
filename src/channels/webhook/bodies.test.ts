import { expect, it } from 'vitest'
import { deliveryContext, frostMessage } from '../../../test/contracts/channels/message.ts'
import { openTestDeps } from '../../../test/contracts/channels/parts.ts'
import { startLoopback } from '../../../test/receivers/loopback.ts'
import type { AlertMessage } from '../../alerts/message-ports.ts'
import { type ChatFormat, chatBody, chatFormats } from './bodies.ts'
import { webhookKind } from './channel.ts'

const hostile =
  'A & <b> *c* _d_ `e` [f](http://x.example) @everyone <!channel> {{DATE(2026-04-12)}} |g| # ~h~ "i" \\j'
const read = (format: ChatFormat, changes: Parameters<typeof frostMessage>[0] = {}) =>
  JSON.parse(chatBody(format, frostMessage(changes)))

/** What a person reads of each, by the rules of its documentation. */
const shown: Readonly<Record<ChatFormat, (body: ReturnType<typeof read>) => string>> = {
  slack: ({ blocks }) => `${blocks[0].text.text}\n${blocks[1].text.text}`,
  discord: ({ embeds: [embed] }) =>
    `${embed.title}\n${embed.description}`.replaceAll(/\\([\\*_~`|>#[\]()<@-])/g, '$1'),
  teams: ({ attachments: [{ content }] }) =>
    content.body
      .flatMap((one: { inlines: { text: string }[] }) => one.inlines.map(({ text }) => text))
      .join('\n'),
  apprise: ({ title, body }) => `${title}\n${body}`,
  matrix: ({ html }) =>
    html
      .replaceAll('<br>', '\n')
      .replaceAll(/<\/?(strong|a)[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
}

it.each(chatFormats)('%s has the night with its date, hours and minima, in both languages', (format) => {
  const english = shown[format](read(format))
  expect(english).toContain('night of 11–12 April')
  expect(english).toMatch(/−\d+\.\d\s°C/)
  const turkish = shown[format](read(format, { language: 'tr' }))
  expect(turkish).toContain('11/12 Nisan gecesi')
  expect(turkish).toMatch(/−\d+,\d\s°C/)
  expect(chatBody(format, frostMessage())).toBe(chatBody(format, frostMessage()))
})

it.each(chatFormats)('what a person wrote is text in %s, and nothing else', (format) => {
  for (const language of ['en', 'tr'] as const) {
    const body = read(format, { label: hostile, language })
    const text = shown[format](body).replaceAll('{ {', '{{')
    expect(text).toContain(hostile)
    expect(JSON.stringify(body).length).toBeLessThan(28_000)
  }
})

it('no chat is called by an @, and no markup of a label is left', () => {
  expect(read('discord').allowed_mentions).toEqual({ parse: [] })
  const { embeds } = read('discord', { label: hostile })
  expect(embeds[0].description).not.toMatch(/(?<!\\)[*_~`|@](?=\S)(?![^(]*\))/)
  const slack = read('slack', { label: hostile })
  expect(slack.text).not.toMatch(/<(?!\/)/)
  expect(slack.blocks.map(({ type }: { type: string }) => type)).toEqual(['header', 'section', 'context'])
  expect(read('matrix', { label: hostile }).html.replaceAll(/<\/?(strong|br|a)[^>]*>/g, '')).not.toMatch(
    /[<>]/
  )
})

it('a card for Teams is one of version 1.4 without Markdown', () => {
  const { type, attachments } = read('teams', { label: hostile, language: 'tr' })
  const [{ contentType, content }] = attachments
  expect([type, attachments.length, contentType]).toEqual([
    'message',
    1,
    'application/vnd.microsoft.card.adaptive'
  ])
  expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4', lang: 'tr' })
  const kinds = content.body.map((one: { type: string }) => one.type)
  expect(new Set(kinds)).toEqual(new Set(['RichTextBlock']))
  expect(JSON.stringify(content)).not.toContain('{{')
  for (const action of content.actions) expect(action).toMatchObject({ type: 'Action.OpenUrl' })
})

it('a named webhook with a format sends that body, and any other format is refused', async () => {
  const bodies: string[] = []
  const server = await startLoopback(({ body }) => {
    bodies.push(body.toString())
    return { status: 200, body: 'ok' }
  })
  const deps = openTestDeps([server.port])
  const { channel, readNamed } = await webhookKind.configure({}).open(deps.deps)
  try {
    const url = `${server.origin}/hook`
    const named = readNamed?.({ url, format: 'slack' })
    if (named?.ok !== true || named.destination === null) throw new Error('no destination')
    const outcome = await channel.deliver(
      frostMessage(),
      named.destination,
      deliveryContext({ now: Date.now() })
    )
    expect(outcome).toMatchObject({ outcome: 'sent' })
    expect(bodies).toEqual([chatBody('slack', frostMessage())])
    expect(readNamed?.({ url, format: 'slak' })).toMatchObject({
      ok: false,
      pointer: '/destination/format',
      detail: expect.stringContaining('Did you mean "slack"')
    })
  } finally {
    await deps.close()
    await server.close()
  }
})

it.each(chatFormats)(
  'a subscriber may name a chat in %s: a reader is asked, and no owner’s link is in it',
  async (format) => {
    const bodies: string[] = []
    const server = await startLoopback(({ body }) => {
      bodies.push(body.toString())
      // Apprise says by 204 that it has nothing under the key.
      return { status: format === 'apprise' ? 200 : 204 }
    })
    const deps = openTestDeps([server.port])
    const { channel } = await webhookKind.configure({}).open(deps.deps)
    const prepare = (given: object) =>
      channel.prepare({ destination: { url: `${server.origin}/hook`, ...given }, place, random })
    const [place, random] = [{ slug: 'malatya' }, (bytes: number) => new Uint8Array(bytes)]
    try {
      const own = await prepare({ format })
      if (!own.ok || own.destination === null) throw new Error('no destination')
      const sent = (message: AlertMessage) =>
        channel.deliver(message, own.destination ?? {}, deliveryContext({ now: Date.now() }))
      const manageUrl = 'https://ayaz.example/alerts/manage#t'
      const links = { ...frostMessage().links, manageUrl, confirmUrl: 'https://ayaz.example/confirm/abc' }
      const proof = frostMessage({
        kind: 'verify',
        challenge: 'c',
        nights: [],
        links,
        label: 'no label',
        labelIsOthers: true
      })
      expect(await sent(proof)).toEqual({ outcome: 'sent', thread: null, asksReader: true })
      expect(await sent(frostMessage({ links }))).toEqual({ outcome: 'sent', thread: null })
      expect(bodies[0]).toContain('https://ayaz.example/confirm/abc')
      expect(bodies[0]).toContain('asked for in this chat')
      expect(bodies[0]).not.toContain('no label')
      expect(bodies.join()).not.toContain(manageUrl)
      expect(channel.setup({ ...setupInput, destination: own.destination })).toMatchObject({ secret: null })
      expect(await prepare({ format: format.toUpperCase() })).toMatchObject({
        ok: false,
        pointer: '/destination/format',
        detail: expect.stringContaining(`Did you mean "${format}"`)
      })
      for (const wrong of ['', 7, {}, 'signal'])
        expect(await prepare({ format: wrong })).toMatchObject({ ok: false })
      expect(await prepare({ format: null })).toMatchObject({
        ok: true,
        destination: { url: `${server.origin}/hook` }
      })
      expect(await prepare({ format, secret: 'whsec_x' })).toMatchObject({ pointer: '/destination/secret' })
    } finally {
      await deps.close()
      await server.close()
    }
  }
)

const setupInput = { signingKey: new Uint8Array(32), conversationToken: null, feedUrl: '', streamUrl: '' }

it.each([
  ['https://hooks.slack.com/services/T0/B0/x', 'slack'],
  ['https://discord.com/api/webhooks/1/x', 'discord'],
  ['https://ptb.discord.com/api/v10/webhooks/1/x', 'discord'],
  ['https://discordapp.com/api/webhooks/1/x', 'discord'],
  ['https://discord.com/api/webhooks/1/x/slack', 'slack'],
  ['https://hooks.slack.com/triggers/T0/1/x', undefined],
  ['https://discord.com.example.org/api/webhooks/1/x', undefined],
  ['https://notdiscord.com/api/webhooks/1/x', undefined],
  ['https://prod-1.westeurope.logic.azure.com/workflows/x', undefined]
])('who pastes %s alone gets the form that is taken there', async (url, format) => {
  const deps = openTestDeps([])
  const { channel, readNamed } = await webhookKind.configure({}).open(deps.deps)
  const [place, random] = [{ slug: 'malatya' }, (bytes: number) => new Uint8Array(bytes)]
  const secret = `whsec_${'A'.repeat(32)}`
  const expected = format === undefined ? { url } : { url, format }
  try {
    for (const given of [{ url }, { url, format: null }]) {
      for (const read of [await channel.prepare({ destination: given, place, random }), readNamed?.(given)])
        expect(read?.ok && read.destination).toEqual(expected)
    }
    expect(readNamed?.({ url, secret })).toMatchObject({ destination: { url, secret } })
    expect(readNamed?.({ url, format: 'teams' })).toMatchObject({ destination: { url, format: 'teams' } })
  } finally {
    await deps.close()
  }
})

it('Apprise that has nothing under the key has sent nothing, and takes how urgent it is', async () => {
  const answers = [204, 424, 200]
  const server = await startLoopback(() => ({ status: answers.shift() ?? 500 }))
  const deps = openTestDeps([server.port])
  const { channel, readNamed } = await webhookKind.configure({}).open(deps.deps)
  try {
    const named = readNamed?.({ url: `${server.origin}/notify/orchard`, format: 'apprise' })
    if (named?.ok !== true || named.destination === null) throw new Error('no destination')
    const outcomes: string[] = []
    for (const _ of [1, 2, 3]) {
      const context = deliveryContext({ now: Date.now() })
      outcomes.push((await channel.deliver(frostMessage(), named.destination, context)).outcome)
    }
    expect(outcomes).toEqual(['retry', 'retry', 'sent'])
    // All that `/notify/{key}` takes of text, as the API documents it.
    const { title, body, ...others } = read('apprise')
    expect([typeof title, typeof body, others]).toEqual([
      'string',
      'string',
      { type: 'failure', format: 'text' }
    ])
    expect(title.length).toBeLessThanOrEqual(250)
    const types = (['alarm', 'warning', 'notice', 'quiet'] as const).map(
      (urgency) => read('apprise', { urgency }).type
    )
    expect(types).toEqual(['failure', 'warning', 'info', 'info'])
  } finally {
    await deps.close()
    await server.close()
  }
})
