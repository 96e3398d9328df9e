import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pointOf } from '../weather/point.ts'
import { type AnswerOrigin, createResponseCache, type ResponseCache } from './response-cache.ts'
import type { ByteText } from './serialized-body.ts'

const snapshot = {}
const plain = { contentType: 'application/json', extraHeaders: [] }
const origin = (goodUntil = 1000): AnswerOrigin => ({
  point: pointOf({ lat: 38, lon: 38, timezone: 'Europe/Istanbul', elevation: null }),
  source: snapshot,
  knowledgeVersion: 0,
  goodUntil,
  modifiedAt: Date.parse('2026-04-11T17:00:00Z')
})
const body = JSON.stringify({ name: 'Şırnak', filling: 'ı'.repeat(2000) })

/** The bytes that Node makes of it. */
function sent(what: ByteText | null): Buffer {
  return Buffer.from(what ?? '', 'latin1')
}

function ask(answers: ResponseCache, key: string, goodUntil?: number) {
  return answers.get(key) ?? answers.set(key, body, origin(goodUntil), plain)
}

describe('an answer', () => {
  it('is kept from the second time on that it is asked for', () => {
    const answers = createResponseCache(1_000_000)
    const first = ask(answers, 'weather a')
    expect(answers.get('weather a')).toBeNull()
    const second = ask(answers, 'weather a')
    expect(answers.get('weather a')).toBe(second)
    expect(second.etag).toBe(first.etag)
    expect(second.body).toBe(first.body)
  })

  it('is its bytes, compressed from the first time on, once', () => {
    const answers = createResponseCache(1_000_000)
    const first = ask(answers, 'weather a')
    expect(sent(first.body)).toEqual(Buffer.from(body))
    expect(first.body).toHaveLength(Buffer.byteLength(body))
    expect(gunzipSync(sent(answers.compressed(first))).toString()).toBe(body)
    expect(answers.compressed(first)).toBe(first.gzip)
  })

  it('has no date to be known by once another one had the same', () => {
    const answers = createResponseCache(1_000_000)
    const isUndated = [body, body, `${body} `, body, `${body} `].map(
      (text) => answers.set('weather a', text, origin(), plain).isUndated
    )
    expect(isUndated).toEqual([false, false, true, true, true])
    const later = { ...origin(), modifiedAt: origin().modifiedAt + 3_600_000 }
    expect(answers.set('weather a', body, later, plain).isUndated).toBe(false)
  })

  it('is its bytes also where they are many', () => {
    const long = JSON.stringify({ filling: 'ı'.repeat(100_000) })
    const answer = createResponseCache(1_000_000).set('weather long', long, origin(), plain)
    expect(sent(answer.body)).toEqual(Buffer.from(long))
  })

  it('of another step is another answer', () => {
    const answers = createResponseCache(1_000_000)
    ask(answers, 'weather a', 1000)
    ask(answers, 'weather a', 2000)
    expect(answers.get('weather a')).toBeNull()
  })

  it('that is asked for again and again is not pushed out by ten thousand that are asked for once', () => {
    const answers = createResponseCache(20_000)
    ask(answers, 'weather popular')
    const cached = ask(answers, 'weather popular')
    for (let point = 0; point < 10_000; point++) ask(answers, `weather ${point}`)
    expect(answers.get('weather popular')).toBe(cached)
  })

  it('is pushed out by others that are asked for twice, the longest unused first, its compressed form counted', () => {
    const answers = createResponseCache(3 * (Buffer.byteLength(body) + 1000))
    for (const key of ['a', 'a', 'b', 'b', 'c', 'c']) ask(answers, key)
    expect(answers.get('a')).not.toBeNull()
    for (const key of ['d', 'd']) ask(answers, key)
    expect(['a', 'b', 'c', 'd'].map((key) => answers.get(key) !== null)).toEqual([true, false, true, true])
  })
})
