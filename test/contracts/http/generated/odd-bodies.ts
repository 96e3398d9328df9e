/** Bodies as no client should send them: other values, other bytes, other types. */
import { gzipSync } from 'node:zlib'
import fc, { type Arbitrary } from 'fast-check'

/** From the text of a good body. */
type Spoiled = (good: string) => string | Buffer

const bodies: readonly Spoiled[] = [
  ...['', ' ', '[]', 'null', 'true', '5', '"malatya"', '{', '{}', '{"__proto__": {}}'].map(
    (text) => () => text
  ),
  ...['1e2', '-1e999', '123456789012345', '[1]', '"x', 'NaN'].map((text) => () => `{"threshold": ${text}}`),
  (good) => `[${good}]`,
  () => '['.repeat(5000) + ']'.repeat(5000),
  () => `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`,
  (good) => good.replace('{', '{"__proto__": {"polluted": 1}, "constructor": 1,'),
  (good) => good.replace('{', '{"location": "sivas", "location": "sivas",'),
  (good) => `\uFEFF${good}`,
  (good) => `${good}x`,
  (good) => good.replaceAll('"', "'"),
  (good) => good.replaceAll(/:"[^"]*"/g, ':"\\ud800"'),
  (good) => good.replaceAll(/:-?[\d.]+/g, ':1e400'),
  (good) => good.replaceAll(/:(-?[\d.]+)/g, ':"$1"'),
  (good) => Buffer.from(`\uFEFF${good}`, 'utf16le'),
  (good) => Buffer.from(good.replace('{', '{"ı":"ğ",'), 'latin1'),
  (good) => gzipSync(good)
]
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'text/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json, text/plain',
  'json'
]
const codings = ['gzip', 'identity', 'br', 'utf-8']

export interface OddBody {
  readonly of: Spoiled
  readonly headers: Readonly<Record<string, string>>
}

export const oddBody: Arbitrary<OddBody> = fc
  .tuple(
    fc.constantFrom<Spoiled>((good) => good, ...bodies),
    fc.oneof({ weight: 3, arbitrary: fc.constant(types[0] ?? '') }, fc.constantFrom(...types)),
    fc.option(fc.constantFrom(...codings), { freq: 4 })
  )
  .map(([of, type, coding]) => ({
    of,
    headers: { 'content-type': type, ...(coding !== null && { 'content-encoding': coding }) }
  }))
