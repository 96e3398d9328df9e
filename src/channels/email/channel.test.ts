import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveryContext, frostMessage, frostNight } from '../../../test/contracts/channels/message.ts'
import { openTestDeps, type TestDeps } from '../../../test/contracts/channels/parts.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../../../test/receivers/smtp-receiver.ts'
import type { OpenChannel } from '../channel-kind.ts'
import { emailKind } from './channel.ts'
import { readAddress } from './config.ts'
import { outcomeOf, reachedNoRecipient, readRefusal } from './mailer.ts'

let server: SmtpReceiver
let deps: TestDeps
let opened: OpenChannel

const open = (password: string, port = server.port) =>
  emailKind
    .configure({
      SMTP_URL: `smtp://ayaz:${password}@127.0.0.1:${port}`,
      SMTP_FROM: 'Frost alerts <frost@ayaz.example>',
      SMTP_TLS: 'off'
    })
    .open(deps.deps)

beforeAll(async () => {
  server = await startSmtpReceiver({ login: { user: 'ayaz', password: 'right' } })
  deps = openTestDeps()
  opened = await open('right')
})
afterAll(async () => {
  await opened.close()
  await Promise.all([server.close(), deps.close()])
})

const deliver = (message = frostMessage(), channel = opened.channel) =>
  channel.deliver(message, { address: 'ayse@example.org' }, deliveryContext())
const last = () => {
  const mail = server.received.at(-1)
  if (mail === undefined) throw new Error('nothing was received')
  return mail
}
const header = (name: string) => last().mail.headers.find(({ key }) => key === name)?.value

test('a mail program can end it with one click (RFC 8058), and a person with the link in the text', async () => {
  expect(await deliver()).toEqual({ outcome: 'sent', thread: null })
  expect(header('list-unsubscribe')).toBe('<https://ayaz.example/u/unsubscribe-token>')
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('auto-submitted')).toBe('auto-generated')
  expect(last().mail.text).toContain('https://ayaz.example/u/unsubscribe-token')
  expect(last().mail.html).toContain('href="https://ayaz.example/u/unsubscribe-token"')
})

test('the mails of a spell are one conversation, whichever of them was lost', async () => {
  const [first, second, third] = ['2026-04-12', '2026-04-13', '2026-04-14'].map((date) =>
    frostNight({ date })
  )
  const nights = (...some: (typeof first)[]) => some.flatMap((night) => (night === undefined ? [] : [night]))
  const idOf = (date: string) => `<sub_01J9ZK3M5T.${date}@ayaz.example>`
  const headers = async (message: ReturnType<typeof frostMessage>) => {
    await deliver(message)
    const { references = '', inReplyTo } = last().mail
    return { references: references.split(' ').filter((id) => id !== ''), inReplyTo }
  }
  expect(await headers(frostMessage({ nights: nights(first, second) }))).toEqual({
    references: [idOf('2026-04-12'), idOf('2026-04-13')],
    inReplyTo: idOf('2026-04-13')
  })
  const later = await headers(frostMessage({ kind: 'updated', nights: nights(second, third) }))
  expect(later.references).toContain(idOf('2026-04-13'))
  expect(header('list-id')).toBeDefined()
  for (const kind of ['test', 'still_watching'] as const) {
    const alone = await headers(frostMessage({ kind, nights: kind === 'test' ? nights(first) : [] }))
    expect(alone).toEqual({ references: [], inReplyTo: undefined })
  }
})

test('each subscription is a list of its own (RFC 2919); a request to confirm belongs to none', async () => {
  await deliver()
  expect(last().raw).toMatch(/^List-Id: <sub_01J9ZK3M5T\.ayaz\.example>$/im)
  const links = { ...frostMessage().links, confirmUrl: 'https://ayaz.example/confirm/x' }
  await deliver(frostMessage({ kind: 'confirm', nights: [], links }))
  expect(last().raw).not.toMatch(/^List-Id:/im)
})

test('sender, recipient, subject and language are right, also in Turkish', async () => {
  await deliver(frostMessage({ language: 'tr' }))
  const { mail, from, to } = last()
  expect({ from, to }).toEqual({ from: 'frost@ayaz.example', to: ['ayse@example.org'] })
  expect(mail.from).toMatchObject({ name: 'Frost alerts', address: 'frost@ayaz.example' })
  expect(mail.subject).toBe('Bu gece bitki −3,2\u00a0°C, 01–08: Malatya kayısı')
  expect(mail.html).toContain('<html lang="tr">')
})

test.each([
  ['alarm', 'High', '1 (Highest)'],
  ['notice', undefined, undefined],
  ['quiet', 'Low', '5 (Lowest)']
] as const)('%s has the importance %s', async (urgency, importance, priority) => {
  await deliver({ ...frostMessage(), urgency })
  expect([header('importance'), header('x-priority')]).toEqual([importance, priority])
})

test('the text and the HTML say the same, and the HTML fetches nothing', async () => {
  await deliver()
  const html = last().mail.html ?? ''
  const shown = html.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, ' ').replaceAll(/\s+/g, ' ')
  for (const fact of ['88 / 100', '−3.2', '01:00–08:00', 'about 62%', 'Weather data by Open-Meteo.com']) {
    expect(shown.replaceAll('\u00a0', ' ')).toContain(fact)
    expect(last().mail.text?.replaceAll('\u00a0', ' ')).toContain(fact)
  }
  expect(html).not.toMatch(/<(img|link|script|iframe|style)\b|url\(/i)
})

test('begins with one number, one line and one button, and has the other nights in one clause', async () => {
  const nights = ['2026-04-12', '2026-04-13'].map((date) => frostNight({ date }))
  const links = { ...frostMessage().links, seenUrl: 'https://ayaz.example/a/token' }
  for (const [language, clause, button] of [
    ['en', /Also: [^.]*−3.2\u00a0°C \([^)]*\)\./g, 'I have seen it'],
    ['tr', /Ayrıca: [^.]*−3,2\u00a0°C \([^)]*\)\./g, 'Gördüm']
  ] as const) {
    await deliver(frostMessage({ language, nights, links }))
    const { html = '', text = '', subject = '' } = last().mail
    const body = String(html).slice(String(html).indexOf('<body'))
    const [, number, line, address, words] =
      /^<body[^>]*>\s*<p [^>]*>([^<]*)<\/p>\s*<h1[^>]*>(.*)<\/h1>\s*<p><a href="([^"]*)"[^>]*>([^<]*)</.exec(
        body
      ) ?? []
    expect([number, line?.replace(/<[^>]*>/g, ''), address, words]).toEqual([
      language === 'tr' ? '−3,2\u00a0°C' : '−3.2\u00a0°C',
      subject,
      links.seenUrl,
      button
    ])
    expect(body.split(links.seenUrl)).toHaveLength(2)
    expect(body.match(/<h2/g)).toHaveLength(1)
    expect([body.match(clause)?.length, text.match(clause)?.length]).toEqual([1, 1])
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  }
  await deliver(frostMessage({ kind: 'cleared', nights: [frostNight({ standing: 'cleared' })] }))
  expect(last().mail.html).not.toContain('font-size:48px')
})

test('a repeat is the same mail: Message-ID, date and text', async () => {
  await deliver()
  const first = last().mail
  await deliver()
  const second = last().mail
  expect([second.messageId, second.date, second.text]).toEqual([first.messageId, first.date, first.text])
  expect(first.messageId).toBe('<msg_01J9ZK4A7B@ayaz.example>')
  expect(first.date).toBe('2026-04-11T19:00:00.000Z')
})

test('the service greets mail servers by the domain of its sender', async () => {
  await deliver()
  expect(last().greeting).toBe('ayaz.example')
})

test('a request to confirm says until when', async () => {
  const links = { ...frostMessage().links, confirmUrl: 'https://ayaz.example/confirm/x' }
  await deliver(frostMessage({ kind: 'confirm', nights: [], links }))
  expect(last().mail.text).toContain('within 48 hours')
  expect(last().mail.text).toContain('asked ayaz.example for')
  // The HTML says where the link leads, not in its address alone.
  const shown = (last().mail.html ?? '').replaceAll(/<[^>]+>/g, ' ')
  expect(shown).toContain('https://ayaz.example/confirm/x')
})

test('a request to confirm has the label as the words of who asked, not in its subject, and joins no list', async () => {
  const links = { ...frostMessage().links, confirmUrl: 'https://ayaz.example/confirm/token' }
  await deliver(frostMessage({ kind: 'confirm', label: 'Buy cheap pills', links, nights: [] }))
  const { mail, raw } = last()
  expect(mail.text).toContain('https://ayaz.example/confirm/token')
  expect(mail.text).toContain('The person who asked wrote: “Buy cheap pills”')
  expect(mail.html).toContain('The person who asked wrote: “Buy cheap pills”')
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
  for (const part of [mail.subject, head, /<h1.*?<\/h1>/s.exec(mail.html ?? '')?.[0]])
    expect(part).not.toContain('pills')
  expect(header('list-unsubscribe')).toBeUndefined()
})

describe('what a mail server refuses', () => {
  test.each([
    ['recipient', 550, '5.1.1 no such user', 'rejected'],
    ['recipient', 550, 'sorry, no mailbox here by that name (#5.1.1)', 'rejected'],
    ['recipient', 550, '#5.1.0 Address rejected.', 'rejected'],
    ['recipient', 550, 'No Such User Here', 'rejected'],
    ['recipient', 550, '<list@example.org>: User unknown in local recipient table', 'rejected'],
    ['recipient', 550, 'Requested action not taken: mailbox unavailable', 'rejected'],
    ['recipient', 551, 'The account doesn’t exist', 'rejected'],
    ['recipient', 553, 'that address could not be found', 'rejected'],
    ['recipient', 553, 'mailbox name not allowed', 'retry'],
    ['recipient', 550, 'relay not permitted', 'retry'],
    ['recipient', 550, 'Sender verify failed', 'retry'],
    ['recipient', 550, 'The account may not exist\nSender verify failed', 'retry'],
    ['recipient', 550, '192.0.2.7 is in a black list at zen.spamhaus.org', 'retry'],
    ['recipient', 550, '5.1.1.7 is unknown to us', 'retry'],
    ['recipient', 550, 'IP address not found', 'retry'],
    ['recipient', 550, 'Mailbox unavailable or access denied', 'retry'],
    ['recipient', 550, 'User unknown, authentication required', 'retry'],
    ['recipient', 550, 'user@example.org', 'retry'],
    ['recipient', 553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'retry'],
    ['recipient', 550, '5.1.8 Sender address rejected: Domain not found', 'retry'],
    ['recipient', 550, '5.1.0 <frost@ayaz.example>: Sender address rejected: User unknown', 'retry'],
    ['recipient', 550, '5.2.1 mailbox disabled', 'rejected'],
    ['recipient', 550, '5.7.1 relaying denied', 'retry'],
    ['recipient', 550, '5.7.26 this mail is unauthenticated', 'retry'],
    ['recipient', 552, '5.2.2 mailbox full', 'retry'],
    ['recipient', 450, '4.2.1 try later', 'retry'],
    ['data', 554, '5.7.1 blocked', 'retry'],
    ['data', 451, '4.3.0 local error', 'retry']
  ] as const)('at the %s: %i %s → %s', async (at, code, message, outcome) => {
    server.refuseNext(at, { code, message })
    const result = await deliver()
    expect(result).toMatchObject({ outcome })
    if (result.outcome === 'rejected') expect(result.suspend).toBe('gone')
  })

  test('of what it answered, or before it was spoken to, it is known that nobody got it', async () => {
    server.refuseNext('recipient', { code: 450, message: 'try later' })
    expect(await deliver()).toMatchObject({ outcome: 'retry', reachedNoRecipient: true })
    const broken = readRefusal(Object.assign(new Error('closed'), { code: 'ECONNECTION', command: 'DATA' }))
    expect(reachedNoRecipient(broken)).toBe(false)
  })

  test('is read by its beginning, however long it is', () => {
    const long = { responseCode: 550, command: 'RCPT TO', response: `550 ${'user '.repeat(200_000)}` }
    expect(outcomeOf(readRefusal(Object.assign(new Error('no'), long)), [])).toMatchObject({
      outcome: 'retry'
    })
  })

  test.each([
    [550, 'relay not permitted', true],
    [550, 'Sender verify failed', true],
    [553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", true],
    [554, '5.7.1 relaying denied', true],
    [550, '5.1.8 Sender address rejected: Domain not found', true],
    [550, '5.1.1 no such user', false],
    [552, '5.2.2 mailbox full', false],
    [552, 'mailbox full', false],
    [450, 'try later', false]
  ])('a recipient refused with %i %s: the operator is told = %s', async (code, message, isNotified) => {
    const before = deps.reports.length
    server.refuseNext('recipient', { code, message })
    await deliver()
    const reported = deps.reports.slice(before)
    expect(reported).toEqual(isNotified ? [expect.stringContaining('block list')] : [])
    if (isNotified) expect(reported.join()).toContain(message.replaceAll(/[^ ]*@[^ ]*/g, '…'))
    expect(await opened.channel.unavailable?.()).toBeNull()
  })

  test('a refused login is the operator’s matter: reported without the password, and tried again', async () => {
    const wrong = await open('marked-wrong')
    expect(await deliver(frostMessage(), wrong.channel)).toMatchObject({
      outcome: 'retry',
      afterSeconds: 600
    })
    await wrong.close()
    expect(deps.reports.join()).toContain('SMTP_URL')
    expect(deps.reports.join()).not.toContain('marked')
  })

  test('a server that is away is tried again', async () => {
    const away = await startSmtpReceiver()
    await away.close()
    const none = await open('right', away.port)
    expect(await deliver(frostMessage(), none.channel)).toMatchObject({ outcome: 'retry' })
    await none.close()
  })
})

describe('addresses', () => {
  test.each([
    ['ayse@example.org', 'ayse@example.org'],
    [' Ayse.Yilmaz+don@Example.ORG ', 'ayse.yilmaz+don@example.org'],
    ['a@çiftçi.com.tr', 'a@xn--ifti-zoad.com.tr']
  ])('%s is %s', (text, folded) => {
    expect(readAddress(text)?.folded).toBe(folded)
  })
  test.each([
    '',
    'ayse',
    '@example.org',
    'ayse@',
    'ayse@localhost',
    'ayse@127.0.0.1',
    'ayse@[127.0.0.1]',
    'a@b@example.org',
    'a,b@example.org',
    'a b@example.org',
    '"a b"@example.org',
    'Ayşe <a@example.org>',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org,b@example.org',
    '.a@example.org',
    'a..b@example.org',
    'a@-example.org',
    'a@example.org?x',
    'a@example.org/y',
    'a@example.org#z',
    'a@example.org:25',
    'a@example.org\\y',
    'a@ex%61mple.org',
    'a@exam\tple.org',
    'a@[example.org]',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(250)}.org`
  ])('%j is none', (text) => {
    expect(readAddress(text)).toBeNull()
  })

  test.each([
    ['ayse+1@example.org', 'ayse@example.org'],
    ['A.Y.se+x+y@GMAIL.com', 'ayse@gmail.com'],
    ['ay.se@googlemail.com', 'ayse@gmail.com'],
    ['a.yse@example.org', 'a.yse@example.org'],
    ['+x@example.org', '+x@example.org']
  ])('mails to %s are counted with those to %s', async (address, mailbox) => {
    const place = { slug: 'malatya' }
    const random = (bytes: number) => new Uint8Array(bytes)
    const prepared = await opened.channel.prepare({ destination: { address }, place, random })
    expect(prepared).toMatchObject({
      ok: true,
      confirmationRateLimitKey: mailbox,
      destinationKey: address.toLowerCase()
    })
  })
})

test('names the operator at its foot in both forms, and brings the logo along', async () => {
  const logo = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
  const operator = { name: 'Koop <Malatya>', contact: null, address: null, logo }
  const settings = {
    SMTP_URL: `smtp://ayaz:right@127.0.0.1:${server.port}`,
    SMTP_FROM: 'frost@ayaz.example',
    SMTP_TLS: 'off'
  }
  const named = await emailKind.configure(settings).open({ ...deps.deps, operator })
  await deliver(frostMessage(), named.channel)
  await named.close()
  const { text, html, attachments } = last().mail
  expect(text?.trimEnd().endsWith('Koop <Malatya>')).toBe(true)
  expect(html).toContain('Koop &lt;Malatya&gt;</small>')
  expect(attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))).toEqual([Buffer.from(logo)])
  expect(String(html)).not.toMatch(/src="(?!data:|cid:)/)
})
