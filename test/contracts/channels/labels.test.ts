/**
 * A label is what a person wrote who need not be the one who reads it: no title of any channel has it before its reader
 * has taken it for the own name, no text makes a link of it, and where it is shown before, it is somebody else's words.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compose } from '../../../src/alerts/compose.ts'
import type { AlertMessage, MessageKind } from '../../../src/alerts/message-ports.ts'
import type { Channel } from '../../../src/alerts/ports.ts'
import { readPatchBody, readSubscribeBody } from '../../../src/alerts/subscribe-body.ts'
import { mailOf } from '../../../src/channels/email/message.ts'
import { renderAtom } from '../../../src/channels/feed/channel.ts'
import { ownPayload } from '../../../src/channels/mqtt/message.ts'
import { ntfyMessage } from '../../../src/channels/ntfy/channel.ts'
import { configureChannels, type OpenChannels } from '../../../src/channels/registry.ts'
import { eventData } from '../../../src/channels/sse/channel.ts'
import { telegramHtml } from '../../../src/channels/telegram/message.ts'
import { webhookBody } from '../../../src/channels/webhook/bodies.ts'
import { pushPayload } from '../../../src/channels/webpush/config.ts'
import { nameFault, plainName } from '../../../src/common/plain-name.ts'
import { wordsIn } from '../../../src/language/language.ts'
import { anyText } from '../../any-text.ts'
import { noFields } from '../../no-fields.ts'
import { deliveryContext, frostNight, messageNow } from './message.ts'
import { openTestDeps } from './parts.ts'

const parts = openTestDeps()
let opened: OpenChannels & { readonly close: () => Promise<void> }
let channels: readonly Channel[]
beforeAll(async () => {
  opened = await configureChannels({}).open(parts.deps)
  channels = [...opened.channels.values()]
})
afterAll(async () => {
  await opened.close()
  await parts.close()
})

const kinds = ['raised', 'updated', 'cleared', 'dusk', 'blind', 'sighted', 'still_watching', 'test'] as const
const proofs = ['verify', 'confirm'] as const
const locations = ['malatya', '38.355,38.310,980 Europe/Istanbul'] as const
/** In no word of the catalogues. */
const mark = 'Zqxv'

const hostile = fc.constantFrom(
  ...[
    'http://evil.example/',
    'www.evil.com',
    'evil.com',
    't.me/evil',
    ' https://',
    'a@evil.com',
    ' @evil',
    ' /stop'
  ],
  ...[
    '=HYPERLINK("',
    '\u202e',
    '\u034f',
    '\n',
    ' ',
    '192.0.2.1',
    '<b>',
    '<a href="//evil.com">',
    '&#46;com',
    '.com'
  ],
  ...['Güvenlik: ', '。com', 'pаypal']
)
const around = fc.oneof(
  fc.array(hostile, { maxLength: 3 }).map((all) => all.join('')),
  anyText(8)
)
const labels = fc.oneof(
  fc.tuple(around, around).map(([before, after]) => `${before}${mark}${after}`),
  fc.constantFrom(mark, `${mark} bahçe`, `St. ${mark}`)
)
const sent = fc.record({
  label: labels,
  kind: fc.constantFrom(...kinds, ...proofs),
  language: fc.constantFrom('en' as const, 'tr' as const),
  location: fc.constantFrom(...locations),
  labelIsOwn: fc.boolean(),
  preview: fc.boolean()
})
type Sent = typeof sent extends fc.Arbitrary<infer Value> ? Value : never

const place = {
  ...{ lat: 38.355, lon: 38.31, elevation: 980, country: 'TR', timezone: 'Europe/Istanbul' },
  ...{ region: null, population: 0, kind: 'place' as const }
}

function composed(
  { kind, ...subscription }: Sent,
  channel: string,
  listed?: { readonly lead: number; readonly others: readonly string[] }
): AlertMessage {
  const isRaised = kind === 'raised' || kind === 'updated' || kind === 'dusk' || kind === 'blind'
  const hasNights = !proofs.some((one) => one === kind) && kind !== 'still_watching'
  const { date } = frostNight()
  const standing =
    kind === 'cleared' ? ('cleared' as const) : isRaised ? ('raised' as const) : ('seen' as const)
  return compose(
    {
      keys: { derive: () => new Uint8Array(32).fill(3), hash: (text) => text },
      places: {
        find: (slug) => ({ ...place, slug, name: slug === 'malatya' ? 'Malatya' : '38.355, 38.310' }),
        suggest: () => [],
        homonyms: () => [],
        ...noFields,
        near: () => ({ place: { ...place, slug: 'malatya', name: 'Malatya' }, distanceKm: 1 })
      },
      siteUrl: 'https://ayaz.example'
    },
    {
      subscription: {
        ...subscription,
        ...{ seq: 1, id: `sub_${'a'.repeat(22)}`, state: 'active', channel, threshold: 60, crop: 'apricot' },
        ...{ stage: 'full-bloom', exposure: null, destination: null, rateLimitKey: null, confirmUntil: null },
        ...{ lastSentAt: null, secret: { number: 0, changedAt: null } }
      },
      stageIsOld: true,
      message: {
        ...{ messageId: 'msg_1', kind, runSeq: 1, counted: false, endsDataGap: false, madeAt: messageNow },
        nights: hasNights ? [{ date, standing }] : [],
        ...(listed && { listed })
      },
      run: {
        ...{ seq: 1, issuedAt: messageNow, confirmedAt: messageNow, attribution: null, synthetic: false },
        nights: [frostNight()]
      } as never
    }
  )
}

/** What stands above a message, and all of its words, as its reader's program gets them. */
interface Shown {
  readonly titles: readonly string[]
  readonly texts: readonly string[]
}

function shownBy(message: AlertMessage): Shown {
  const previews = channels.map((channel) => channel.preview(message, null, deliveryContext()))
  const mail = mailOf(message, 'msg_1', {
    name: 'Ayaz',
    address: { address: 'a@ayaz.example', domain: 'ayaz.example' }
  } as never)
  const html = String(mail.html)
  const ntfy = ntfyMessage(message, 'x', 'msg_1')
  const push = JSON.parse(pushPayload(message, 'msg_1'))
  const envelopes = [
    JSON.parse(webhookBody(message, 'msg_1')),
    JSON.parse(ownPayload(message, 'msg_1')),
    JSON.parse(JSON.stringify(eventData(message, 'msg_1')))
  ].map(({ data }) => data)
  const atom = renderAtom({
    ...{ subscriptionId: 'sub', feedUrl: 'https://ayaz.example/f', placeUrl: 'https://ayaz.example' },
    ...{
      placeName: message.place.sharedName ?? message.place.name,
      language: message.language,
      threshold: 60
    },
    ...{ crop: 'generic', stage: null, createdAt: 0, entries: [{ messageId: 'msg_1', message }] }
  })
  const telegram = telegramHtml(message)
  const inside = (markup: string, tag: string) =>
    markup
      .split(`<${tag}`)
      .slice(1)
      .map((one) => one.split(`</${tag}>`)[0] ?? '')
  return {
    titles: [
      ...previews.flatMap(({ title }) => title ?? []),
      String(mail.subject),
      ...inside(html, 'title'),
      ...inside(html, 'h1'),
      ...inside(html, 'h2'),
      ...inside(atom, 'title'),
      ...inside(telegram, 'b').slice(0, 1),
      String(ntfy['title']),
      push.title,
      ...envelopes.flatMap(({ title = '' }) => title)
    ],
    texts: [
      // Bodies for programs are read below.
      ...previews.flatMap(({ title, text }) =>
        text.includes('{"type"') || text.startsWith('{') ? [] : [title ?? '', text]
      ),
      String(mail.text),
      words(html),
      words(telegram),
      words(words(atom)),
      String(ntfy['message']),
      push.body,
      ...envelopes.flatMap(({ title = '', short = '', text = '', label = '' }) => [
        title,
        short,
        text,
        label ?? ''
      ])
    ]
  }
}

const words = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** As mail programs and chats find links; those of the service itself are left out. */
const own = /https:\/\/ayaz\.example[^\s"<)]*|ayaz\.example|data\.\w+|urn:ayaz:[\w:]+/g
const linkified = /[\p{L}\p{N}-]\.(?:\p{L}\p{M}*){2}|:\/\/|\bwww\.\w|\w@\w|(^|\s)@\w/iu

test('no label stands in a title before its reader takes it for the own name, and none is ever a link', () => {
  fc.assert(
    fc.property(sent, fc.nat(), (one, index) => {
      const channel = channels[index % channels.length]?.id ?? ''
      const message = composed(one, channel)
      const { titles, texts } = shownBy(message)
      const isOwn = one.labelIsOwn && !one.preview && !proofs.some((kind) => kind === one.kind)
      if (!isOwn || nameFault(one.label) !== null)
        for (const title of titles) expect(title.normalize('NFKC')).not.toContain(mark)
      for (const text of texts) expect(text.replaceAll(own, '').normalize('NFKC')).not.toMatch(linkified)
    }),
    { numRuns: 250 }
  )
})

test('the owner’s plain label stands in the title; of somebody else it is said that somebody wrote it', () => {
  for (const language of ['en', 'tr'] as const) {
    const base = { label: `${mark} bahçe`, language, location: 'malatya', preview: false } as const
    for (const { id } of channels) {
      const kind: MessageKind = 'raised'
      const owned = shownBy(composed({ ...base, kind, labelIsOwn: true }, id))
      expect(owned.titles.some((title) => title.includes(mark))).toBe(true)
      const asked = shownBy(composed({ ...base, kind: 'confirm', labelIsOwn: true }, id))
      const said = wordsIn(language).alerts.requesterWrote(base.label)
      expect(
        asked.texts
          .filter((text) => text.includes(mark))
          .every((text) => text.includes(said) || text === base.label)
      ).toBe(true)
      expect(asked.texts.some((text) => text.includes(said))).toBe(true)
    }
  }
})

test('a label that could be a link, hides something or is a formula is refused, with what was probably meant', () => {
  const body = { location: 'malatya', channel: 'feed', threshold: 60 }
  fc.assert(
    fc.property(labels, (label) => {
      const isPlain = nameFault(label) === null
      for (const read of [readSubscribeBody({ ...body, label }), readPatchBody({ label })]) {
        expect(read.ok).toBe(isPlain || label.length > 80 ? isPlain && [...label].length <= 80 : false)
        if (read.ok) continue
        expect(read.errors).toMatchObject([{ pointer: '/label' }])
        expect(read.detail).toMatch(/label/)
        const meant = plainName(label)
        if ([...label].length <= 80 && meant !== null && nameFault(meant) === null)
          expect(read.detail).toContain(`Did you mean "${meant}"?`)
      }
    }),
    { numRuns: 500 }
  )
})

test('a message that lists fields to a contact leads to none of them', () => {
  const field = { label: mark, kind: 'raised', language: 'tr', location: locations[1] } as const
  const of = (listed?: Parameters<typeof composed>[2]) => {
    const { place: named, links } = composed({ ...field, labelIsOwn: true, preview: false }, 'sms', listed)
    return { name: named.name, url: links.placeUrl }
  }
  expect(of()).toEqual({ name: mark, url: expect.stringContaining('/field/') })
  const shared = of({ lead: 1, others: [] })
  expect(shared.url).toBe('https://ayaz.example/tr')
  expect(shared.name).not.toContain(mark)
})
