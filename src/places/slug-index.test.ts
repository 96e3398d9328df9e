import fc from 'fast-check'
import { expect, it } from 'vitest'
import { indexSlugs } from './place-table.ts'

const slug = fc.string({ unit: fc.constantFrom('a', 'b', '-', '1'), minLength: 1, maxLength: 6 })

function linesOf(slugs: readonly string[]): Parameters<typeof indexSlugs>[0] {
  const bytes = Buffer.from(slugs.map((one, at) => `TR-${at}\t${one}\n`).join(''))
  const starts = [...bytes].flatMap((byte, at) => (byte === 10 ? [at + 1] : []))
  return { bytes, starts: Uint32Array.from([0, ...starts]) }
}

it('finds each slug in its line, and no other text', () => {
  fc.assert(
    fc.property(fc.uniqueArray(slug, { maxLength: 60 }), slug, (slugs, other) => {
      const find = indexSlugs(linesOf(slugs))
      expect(slugs.map(find)).toEqual([...slugs.keys()])
      const row = slugs.indexOf(other)
      expect(find(other)).toBe(row === -1 ? null : row)
      expect([find(''), find(`${other}ş`), find('\t'), find('TR-0')]).toEqual([null, null, null, null])
    })
  )
})

it('takes as many slugs as there are places', () => {
  const slugs = Array.from({ length: 32_000 }, (_, at) => `place-${at * 7}`)
  const find = indexSlugs(linesOf(slugs))
  expect(slugs.map(find)).toEqual([...slugs.keys()])
  expect(find('place-1')).toBeNull()
})
