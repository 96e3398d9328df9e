import { performance } from 'node:perf_hooks'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printedForms } from '../../test/printed-numbers.ts'
import { roundPoint } from '../places/point.ts'
import { decimalHint, readDecimal } from './decimal.ts'

it('reads every form that a program prints as the same rounded degree', () => {
  const thousandth = fc.oneof(fc.integer({ min: -90_000, max: 90_000 }), fc.integer({ min: -3, max: 3 }))
  const beyond = fc.oneof(fc.double({ min: -0.49, max: 0.49, noNaN: true }), fc.constant(1e-4))
  fc.assert(
    fc.property(thousandth, beyond, (thousandths, noise) => {
      for (const form of printedForms(thousandths, noise).forms) {
        const read = readDecimal(form)
        expect(read === null ? form : roundPoint(read, 0).lat).toBe(thousandths / 1000 + 0)
      }
    }),
    { numRuns: 300 }
  )
})

it('reads no other text, and says what was probably meant', () => {
  const hints: Readonly<Record<string, string>> = {
    '38,35': ' Write it with a point: 38.35.',
    ' 38.35': ' Remove the blanks.',
    '\u00ad38.35': ' Write the minus as a hyphen: -38.35.',
    '\u202a38.35\u202c': ' Remove what is not seen in it: 38.35.',
    '−38.35': ' Write the minus as a hyphen: -38.35.',
    NaN: ' A program prints this where it has no number.',
    '-Infinity': ' A program prints this where it has no number.',
    '0x26': ' Write it in decimal digits.'
  }
  for (const [text, hint] of Object.entries(hints)) {
    expect([text, readDecimal(text), decimalHint(text)]).toEqual([text, null, hint])
  }
  for (const text of [
    '',
    '.',
    '+',
    '-',
    'e5',
    '.e5',
    '1e',
    '1e+',
    '--1',
    '+-1',
    '1.2.3',
    '1_000',
    '1 000',
    '38°'
  ]) {
    expect([text, readDecimal(text)]).toEqual([text, null])
  }
})

it('has no negative zero and nothing beyond what a double holds', () => {
  for (const text of ['-0', '-0.0', '-0e9', '-1e-999']) expect(Object.is(readDecimal(text), 0)).toBe(true)
  expect([readDecimal('1e999'), readDecimal('-1e999')]).toEqual([Number.MAX_VALUE, -Number.MAX_VALUE])
})

it('takes time in proportion to the number of digits', () => {
  const bad = (length: number) => [
    `${'1'.repeat(length)}x`,
    `.${'1'.repeat(length)}x`,
    `1e${'1'.repeat(length)}x`
  ]
  for (const text of bad(400_000)) {
    const start = performance.now()
    readDecimal(text)
    decimalHint(text)
    // Each digit with each other takes minutes.
    expect(performance.now() - start).toBeLessThan(2000)
  }
})
