import fc from 'fast-check'
import { expect, it } from 'vitest'
import { repeatedMember } from './repeated-member.ts'

/** A value as text, and the pointers of the members that stand in it twice, in the order of their second place. */
interface Written {
  readonly text: string
  readonly repeated: readonly string[]
}

const name = fc.oneof(
  fc.constantFrom('a', 'b', 'threshold', '__proto__', 'a"', '\\', '\\"', '{', '},[', '', 'ş', 'a/b', '~'),
  fc.string({ maxLength: 4 })
)
const blank = fc.constantFrom('', ' ', '\n\t')
/** A letter may be written as its number: it is the same name. */
const quotedName = (text: string, isByNumber: boolean): string =>
  isByNumber
    ? `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(text)
const token = (text: string): string => `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`

const { value } = fc.letrec<{ readonly value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc
      .oneof(fc.jsonValue({ maxDepth: 0 }), name)
      .map((one): Written => ({ text: JSON.stringify(one), repeated: [] })),
    fc.array(fc.tuple(tie('value'), blank), { maxLength: 5 }).map(
      (items): Written => ({
        text: `[${items.map(([{ text }, before]) => before + text).join(',')}]`,
        repeated: items.flatMap(([{ repeated }], index) => repeated.map((inner) => `/${index}${inner}`))
      })
    ),
    fc.array(fc.tuple(name, fc.boolean(), blank, tie('value')), { maxLength: 5 }).map((members): Written => {
      const texts = members.map(
        ([key, isByNumber, before, { text }]) => `${before}${quotedName(key, isByNumber)}${before}:${text}`
      )
      const names = members.map(([key]) => key)
      return {
        text: `{${texts.join(',')}}`,
        repeated: members.flatMap(([key, , , { repeated }], index) => [
          ...(names.indexOf(key) < index ? [token(key)] : []),
          ...repeated.map((inner) => token(key) + inner)
        ])
      }
    })
  )
}))

it('finds the first member that stands twice, and none where none does', () => {
  let [with_, without] = [0, 0]
  fc.assert(
    fc.property(value, ({ text, repeated }) => {
      JSON.parse(text)
      expect(repeatedMember(text)).toBe(repeated[0] ?? null)
      if (repeated.length > 0) with_ += 1
      else without += 1
    }),
    { numRuns: 5000 }
  )
  expect(Math.min(with_, without)).toBeGreaterThan(300)
})

const million = 1_000_000

it.each([
  ['one long text of escapes', (length: number) => JSON.stringify({ a: '\\"'.repeat(length / 4) })],
  ['escapes without an end', (length: number) => JSON.stringify(['\\'.repeat(length / 2)])],
  [
    'many names',
    (length: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: length / 16 }, (_, at) => [`name${at}`, 1])))
  ],
  ['many small objects', (length: number) => `[${'{"a":1,"b":2},'.repeat(length / 14)}{}]`],
  ['deep lists', (length: number) => '['.repeat(length / 2) + ']'.repeat(length / 2)]
])('takes time in proportion to the length: %s', (_, textOf) => {
  const text = textOf(2 * million)
  const before = process.threadCpuUsage()
  repeatedMember(text)
  // 0.1 s; each letter or name with each other takes minutes.
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(3000)
})
