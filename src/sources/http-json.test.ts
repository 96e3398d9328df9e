import { describe, expect, it } from 'vitest'
import { OutgoingError, type OutgoingResponse } from '../outgoing/request.ts'
import { ask } from './http-json.ts'

type Question = Parameters<typeof ask>[0]

const now = Date.UTC(2026, 3, 11, 22, 20)

function question(response: Partial<OutgoingResponse> | Error, more: Partial<Question> = {}): Question {
  return {
    send: async () => {
      if (response instanceof Error) throw response
      return { status: 200, headers: {}, body: new TextEncoder().encode('{"a":1}'), ...response }
    },
    url: 'https://weather.example/forecast?key=secret',
    headers: {},
    previous: null,
    signal: new AbortController().signal,
    now,
    isNotCovered: () => false,
    ...more
  }
}

describe('an answer', () => {
  it('brings its validators and the time before which it stands', async () => {
    const headers = {
      etag: '"7"',
      'last-modified': 'Sat, 11 Apr 2026 21:00:00 GMT',
      expires: 'Sat, 11 Apr 2026 22:51:00 GMT'
    }
    expect(await ask(question({ headers }))).toMatchObject({
      kind: 'json',
      json: { a: 1 },
      validators: { etag: '"7"', lastModified: 'Sat, 11 Apr 2026 21:00:00 GMT' },
      expiresAt: now + 31 * 60_000
    })
  })

  it('has no time and no validators where none are told or they cannot be read', async () => {
    expect(await ask(question({ headers: { expires: '0' } }))).toMatchObject({
      expiresAt: null,
      validators: { etag: null, lastModified: null }
    })
    expect(await ask(question({ headers: { expires: 'soon' } }))).toMatchObject({ expiresAt: null })
  })

  it.each([
    ['broken UTF-8', Uint8Array.of(0x22, 0xc3, 0x28, 0x22)],
    ['nothing', new Uint8Array()],
    ['half an object', new TextEncoder().encode('{"a":')]
  ])('that is %s is unusable', async (_, body) => {
    await expect(ask(question({ body }))).rejects.toMatchObject({ kind: 'unusable' })
  })

  it('in which a program wrote NaN is read, with nulls for it', async () => {
    const body = new TextEncoder().encode('{"a":[NaN, -Infinity,nan],"b":-nan ,"c":"NaN, NaN"}')
    expect(await ask(question({ body }))).toMatchObject({ json: { a: [null, null, null], b: null } })
  })

  it.each([
    ['a member twice', '{"hourly":{"temperature_2m":[-3],"temperature_2m":[7]}}'],
    ['a member twice, once with a code', '{"a":1,"\\u0061":2}'],
    ['a page', '<!DOCTYPE html><title>Sorry</title>'],
    ['half of it', '{"hourly":{"temperature_2m":[-3,'],
    ['nothing', ''],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le')]
  ])('with %s is unusable', async (_, written) => {
    const body = Buffer.from(written)
    await expect(ask(question({ body }))).rejects.toMatchObject({ kind: 'unusable' })
  })

  it.each([
    [204, 'not_covered'],
    [301, 'refused'],
    [401, 'refused'],
    [429, 'rate_limited'],
    [503, 'refused']
  ])('with status %i ends in "%s"', async (status, kind) => {
    await expect(ask(question({ status }))).rejects.toMatchObject({ kind })
  })
})

describe('an answer "not modified"', () => {
  const etag = '"7"'
  const lastModified = 'Sat, 11 Apr 2026 21:00:00 GMT'

  it.each([
    ['no previous answer', null],
    ['a previous answer without validators', { etag: null, lastModified: null }],
    ['a previous answer with empty validators', { etag: '', lastModified: null }]
  ])('is a fault after %s: nothing was asked about', async (_, previous) => {
    await expect(ask(question({ status: 304 }, { previous }))).rejects.toMatchObject({ kind: 'unusable' })
  })

  it.each([
    ['an ETag', { etag, lastModified: null }, { 'if-none-match': etag }],
    ['a date', { etag: null, lastModified }, { 'if-modified-since': lastModified }],
    ['both', { etag, lastModified }, { 'if-none-match': etag, 'if-modified-since': lastModified }]
  ])('confirms what was asked about with %s', async (_, previous, conditions) => {
    const sent: unknown[] = []
    const send: Question['send'] = async ({ headers }) => {
      sent.push(headers)
      return { status: 304, headers: { expires: lastModified }, body: new Uint8Array() }
    }
    const answer = await ask(question({}, { previous, send }))
    expect(answer).toEqual({ kind: 'not_modified', expiresAt: Date.parse(lastModified) })
    expect(sent).toEqual([{ accept: 'application/json', ...conditions }])
  })
})

describe('a wait that is asked for', () => {
  it.each([
    ['120', 120],
    ['0', 0],
    ['999999999', 86_400],
    ['Sat, 11 Apr 2026 22:21:00 GMT', 60],
    ['Sat, 11 Apr 2026 20:00:00 GMT', 0],
    ['-5', null],
    ['soon', null]
  ])('of "%s" is read as %s seconds', async (text, retryAfterSeconds) => {
    const reported = ask(question({ status: 429, headers: { 'retry-after': text } }))
    await expect(reported).rejects.toMatchObject({ retryAfterSeconds })
  })
})

it.each([
  ['unreachable', 'unreachable'],
  ['timeout', 'unreachable'],
  ['reset', 'unreachable'],
  ['aborted', 'unreachable'],
  ['too_large', 'unusable'],
  ['forbidden', 'refused']
] as const)('a connection that is "%s" makes the source "%s"', async (kind, expected) => {
  await expect(ask(question(new OutgoingError(kind, 'host: no')))).rejects.toMatchObject({ kind: expected })
})

it('a fault of our own is no failure of the source', async () => {
  await expect(ask(question(new TypeError('a bug')))).rejects.toThrow(TypeError)
})
