import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { frostMessage, frostNight, messageNow } from '../../../test/contracts/channels/message.ts'
import { localized } from '../../language/language.ts'
import { plainAlphabet, turkishAlphabet } from './alphabet.ts'
import { requestOf } from './channel.ts'
import { readGateways } from './config.ts'
import { readIncoming } from './incoming.ts'
import { readNumber, withoutNumber } from './number.ts'
import { answerOf, filledRequest, heard, holds } from './template.ts'

const folder = new URL('../../../deploy/gateways/', import.meta.url)
const exampleOf = (file: string) =>
  readFileSync(new URL(file, folder), 'utf8').replaceAll(/"(\w+)_FILE": "[^"]+"/g, '"$1": "secret-value"')

const good = JSON.parse(exampleOf('verimor.json'))[0]

function faultOf(change: object): string {
  const read = readGateways('gateways.json', JSON.stringify([{ ...good, ...change }]))
  return 'mistake' in read ? localized(read.mistake, 'en') : ''
}

describe('GATEWAYS_FILE', () => {
  it.each(readdirSync(folder))('%s is read, and its examples hold', (file) => {
    expect(readGateways(file, exampleOf(file))).toHaveProperty('value')
  })

  it.each([
    [
      { request: { ...good.request, json: { text: '{{txt}}', to: '{{to}}' } } },
      '/0/request/json/text: no variable is called "txt"; was "text" meant?'
    ],
    [{ accepted: { json: '/code', equals: ['00'] } }, '/0/accepted does not match /example/answer'],
    [{ accepted: { match: '**' } }, '/0/accepted/match matches any answer'],
    [{ accepted: { status: [200], equals: ['1'] } }, '/0/accepted has "equals" without "json"'],
    [
      { incoming: { ...good.incoming, delivered: { json: '/state', equals: ['DELIVERED'] } } },
      '/0/incoming/delivered does not match /example/delivered'
    ],
    [{ incoming: { ...good.incoming, text: '/words' } }, '/0/incoming does not match /example/reply'],
    [{ incoming: undefined }, '/0/answer/reply_to names a number, but "incoming" reads no answers'],
    [
      { request: { ...good.request, url: 'sms.example/send' } },
      '/0/request/url is not an http or https address'
    ],
    [{ request: { url: 'https://sms.example/' } }, '/0/request does not use {{text}}'],
    [{ request: { ...good.request, form: { a: 'b' } } }, '/0/request has more than one body (form, json)'],
    [
      { request: { ...good.request, headers: { x: '{{text}}' } } },
      '/0/request/headers/x: a header cannot hold {{text}}'
    ],
    [
      { secrets: { password_FILE: '/nowhere/at/all' } },
      '/0/secrets/password_FILE: /nowhere/at/all cannot be read'
    ],
    [{ monthly: undefined }, '/0/monthly is missing'],
    [{ montly: 3 }, '/0/montly is not a member of a gateway'],
    [{ id: 'A B' }, '/0/id must be'],
    [{ accepted: {} }, '/0/accepted matches any answer'],
    [
      { request: { ...good.request, headers: { 'x y': '1' } } },
      '/0/request/headers/x y is not a header that can be sent'
    ],
    [
      { request: { ...good.request, headers: { Connection: 'upgrade' } } },
      '/0/request/headers/Connection is not a header that can be sent'
    ],
    [
      { request: { ...good.request, headers: { 'Content-Length': '3' } } },
      '/0/request/headers/Content-Length is not a header that can be sent'
    ],
    [
      {
        secrets: { ...good.secrets, key: 'şifre' },
        request: { ...good.request, headers: { x: 'Bearer {{key}}' } }
      },
      '/0/request/headers/x is not a header that can be sent'
    ],
    [{ secrets: { ...good.secrets, text: 'x' } }, '/0/secrets/text: {{text}} is the name of another value'],
    [
      { secrets: { ...good.secrets, password_FILE: '/etc/hostname' } },
      '/0/secrets/password_FILE: {{password}} is the name of another value'
    ],
    [
      { request: { ...good.request, json: { ...good.request.json, x: '{{id}' } } },
      '/0/request/json/x: "{{" belongs to no variable'
    ],
    [
      { request: { ...good.request, json: { ...good.request.json, '{{id}}': 'x' } } },
      '/0/request/json/{{id}}: "{{" belongs to no variable'
    ],
    [
      { secrets: { ...good.secrets, token: 'x' }, request: { url: 'https://a.example/?{{text}}{{token}}' } },
      '/0/request does not use {{to}}'
    ],
    [
      { incoming: { ...good.incoming, id: '/message_id' } },
      '/0/incoming/delivered does not match /example/delivered'
    ],
    [
      { request: { ...good.request, json: { text: '{{text}}', to: '{{to}}' } } },
      '/0/request does not use {{id}}'
    ],
    [
      { incoming: { ...good.incoming, from: '/content', text: '/source_addr' } },
      '/0/incoming/from does not match /example/reply'
    ],
    [
      { incoming: { ...good.incoming, reply: { status: 200, type: 'text/xml', body: '<a>{{text}}</a>' } } },
      '/0/incoming/reply/body: no variable is called "text"'
    ],
    [{ kind: 'voice' }, '/0/answer: a call is answered by a key'],
    [{ answer: { reply_to: '   ' } }, '/0/answer/reply_to must be'],
    [{ per_second: 0 }, '/0/per_second must be']
  ])('names what is wrong and where: %j', (change, fault) => {
    expect(faultOf(change)).toContain(fault)
    expect(faultOf(change)).not.toContain('secret-value')
  })

  it('is read where it says what changes nothing: the connection, no answers of a call, any text of a status', () => {
    const { incoming, answer: _, ...rest } = good
    const call = { ...rest, kind: 'voice', incoming: { ...incoming, from: undefined, text: undefined } }
    const withHeader = { ...good, request: { ...good.request, headers: { Connection: 'Close' } } }
    const anyText = { ...good, gone: [{ status: [400], match: '*' }] }
    for (const gateway of [withHeader, anyText, { ...call, answer: { reply_to: null, link: false } }])
      expect(readGateways('gateways.json', JSON.stringify([gateway]))).toHaveProperty('value')
  })

  it('is read with a mark of the order of bytes, and not with a member twice', () => {
    const text = JSON.stringify([good])
    expect(readGateways('gateways.json', `\uFEFF${text}`)).toHaveProperty('value')
    const twice = readGateways('gateways.json', text.replace('"monthly"', '"per_second":1,"monthly"'))
    expect('mistake' in twice && localized(twice.mistake, 'en')).toContain(
      '/0/per_second is there more than once'
    )
  })

  it('names everything at once', () => {
    const fault = faultOf({ accepted: { status: [404] }, request: { url: 'https://a.example/{{nothing}}' } })
    for (const part of ['/0/accepted', '"nothing"', '{{text}}', '{{to}}']) expect(fault).toContain(part)
  })
})

it('is told how long the last night of a message lasts', () => {
  const request = { ...good.request, json: { ...good.request.json, left: '{{minutes_left}}' } }
  const read = readGateways('gateways.json', JSON.stringify([{ ...good, request }]))
  const [gateway = expect.unreachable()] = 'value' in read ? read.value : []
  const leftOf = (...minutes: number[]) => {
    const nights = minutes.map((left) => frostNight({ overAt: messageNow + left * 60_000 }))
    const { body } = requestOf(
      { gateway, address: 'https://frost.example' },
      {
        message: frostMessage({ nights }),
        destination: { phone: '+905321234567' },
        context: { receiptId: 'x1', now: messageNow }
      }
    )
    return JSON.parse(body ?? '').left
  }
  expect([leftOf(90, 1530), leftOf(1530, 90), leftOf(0.5)]).toEqual([1530, 1530, 1])
})

describe('a template', () => {
  const text = `"a" & <b>\n{{id}} 'ç'`
  const variables = { text, to: '+905321234567', id: 'x1', minutes_left: '90' }

  it('escapes each variable for where it stands', () => {
    const url = 'https://a.example/{{to}}?text={{text}}'
    expect(new URL(filledRequest({ url }, variables).url).searchParams.get('text')).toBe(text)
    const json = { to: ['{{to}}'], note: 'n: {{text}}', left: '{{minutes_left}}' }
    expect(JSON.parse(filledRequest({ url, json }, variables).body ?? '')).toEqual({
      to: ['+905321234567'],
      note: `n: ${text}`,
      left: 90
    })
    const form = { Body: '{{text}}', Twiml: '<Say a="{{text}}">{{text}}</Say>' }
    const sent = new URLSearchParams(filledRequest({ url, form }, variables).body)
    expect(sent.get('Body')).toBe(text)
    const markup = sent.get('Twiml') ?? ''
    expect(markup.match(/[<>]/g)).toHaveLength(4)
    expect(markup).toContain('&lt;b&gt;')
    for (const request of [
      { url, text: '{"t":{"x":"{{text}}"}}' },
      { url, form: { a: '{"t":{"x":"{{text}}"}}' } }
    ]) {
      const { body = '' } = filledRequest(request, variables)
      const json = 'form' in request ? (new URLSearchParams(body).get('a') ?? '') : body
      expect(JSON.parse(json)).toEqual({ t: { x: text } })
    }
    const headers = { 'X-To': 'a{{text}}' }
    expect(filledRequest({ url, headers }, variables).headers['x-to']).not.toMatch(/[^\x20-\x7e]/)
  })
})

describe('an answer', () => {
  it('is judged in linear time', () => {
    const text = 'a'.repeat(65_536)
    const start = performance.now()
    expect(holds({ match: `${'a*'.repeat(99)}b*a` }, heard(200, text))).toBe(false)
    expect(performance.now() - start).toBeLessThan(2000)
    expect(holds({ match: '00*' }, heard(200, '00 1234'))).toBe(true)
    expect(holds({ match: '*ok*ok' }, heard(200, 'ok'))).toBe(false)
  })

  it('that is nonsense is no success', () => {
    for (const body of ['', '{}', '[]', 'null', '{"code":{}}', '<html>', '{"code":["00"]}', '{"code":null}'])
      expect(holds({ json: '/code', equals: ['00'] }, heard(200, body))).toBe(false)
    for (const body of ['', '{}', '<html>', '{"code":null}', '{"code":""}'])
      expect(holds({ json: '/code' }, heard(200, body))).toBe(false)
    const [verimor] = JSON.parse(exampleOf('verimor.json'))
    for (const body of ['', '<html>login</html>', 'ok']) expect(answerOf(verimor, 200, body)).toBe('unknown')
    expect(answerOf(verimor, 200, '19632')).toBe('accepted')
  })
})

it('reads lists of reports, and nothing out of nonsense', () => {
  const { incoming } = good
  for (const body of [null, 3, 'x', [], [null, 4], {}, [{ status: 'DELIVERED' }]])
    expect(readIncoming(incoming, body, null)).toEqual([])
  const body = [
    { message_custom_id: 'a', status: 'DELIVERED' },
    { message_custom_id: 'b', status: 'EXPIRED' },
    { source_addr: 905321234567, content: 'DUR' }
  ]
  expect(readIncoming(incoming, body, null)).toEqual([
    { kind: 'delivered', id: 'a' },
    { kind: 'failed', id: 'b' },
    { kind: 'answered', id: null, number: '905321234567', text: 'DUR' }
  ])
})

describe('a telephone number', () => {
  const rules = { kind: 'sms', callingCode: '90', countries: ['90', '39'] } as const

  it.each([
    ['0532 123 45 67', '+905321234567'],
    ['5321234567', '+905321234567'],
    ['00905321234567', '+905321234567'],
    ['+90 (532) 123-45-67', '+905321234567'],
    ['٠٥٣٢١٢٣٤٥٦٧', '+905321234567'],
    ['０５３２１２３４５６７', '+905321234567'],
    ['+39 06 1234 5678', '+390612345678'],
    // As a contact is copied from a telephone, a page or a letterhead.
    ['\u202a+90 532 123 45 67\u202c', '+905321234567'],
    ['0532\u200b123\u00ad45\u206067', '+905321234567'],
    ['tel:+90-532-123-45-67', '+905321234567'],
    ['+90 (0) 532 123 45 67', '+905321234567'],
    ['0090(0)5321234567', '+905321234567'],
    ['(0532) 123−45_67', '+905321234567']
  ])('%s is %s', (written, number) => expect(readNumber(written, rules)).toBe(number))

  it.each([
    ['905321234567', 'Was +905321234567 meant?'],
    ['02121234567', 'mobile'],
    ['+9005321234567', 'ten digits'],
    ['+90 0532 123 45 67', 'Was +905321234567 meant?'],
    ['0532 123 45 67, 0533 123 45 67', 'not a telephone number'],
    ['+4915112345678', '+90, +39'],
    ['telefon', 'not a telephone number'],
    ['123456', '+ and its country'],
    ['+90532123456789012', 'ten digits']
  ])('%s is refused with its reason', (written, reason) => {
    expect(readNumber(written, rules)).toMatchObject({ ok: false, detail: expect.stringContaining(reason) })
  })
})

it.each(['0900 123 45 67', '+90 888 123 45 67', '+90 123 456 78 90'])(
  '%s is not called: it costs, or can be no one’s',
  (written) => {
    const rules = { kind: 'voice', callingCode: '90', countries: ['90'] } as const
    expect(readNumber(written, rules)).toMatchObject({ ok: false })
    expect(readNumber('0850 123 45 67', rules)).toBe('+908501234567')
  }
)

it('is left out of what a gateway says, however it writes it', () => {
  for (const written of ['+90 532 123 45 67', '0(532) 123-4567', '905321234567', '532.123.45.67'])
    expect(withoutNumber(`No credit for ${written}: error 30003`, '+905321234567')).toBe(
      'No credit for … : error 30003'
    )
  expect(withoutNumber('call 0850 111 22 33', '+905321234567')).toBe('call 0850 111 22 33')
})

it('counts letters as the tables do', () => {
  expect(plainAlphabet.fold('−2,4 °C “Şeftali” ığdır [x] 🍎')).toBe('-2,4 C "Seftali" igdir [x]')
  expect(plainAlphabet.cost('[x]')).toBe(5)
  expect(turkishAlphabet('locking').cost('Iğdır')).toBe(5)
  expect(turkishAlphabet('single').cost('Iğdır')).toBe(7)
  expect(turkishAlphabet('single').cost('öÖüÜÇ')).toBe(5)
})
