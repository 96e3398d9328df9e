import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { inAscii } from './ascii.ts'

it.each([
  "'Çınarcık 🌾 \\n'",
  '`Çınarcık 🌾 – °C`',
  "'Şanlıurfa'.replaceAll(/[ıŞ°]/g, '–')",
  "[...'a🌾b🍇'.matchAll(/[🌾🍇]/gu)].length",
  "((parts) => parts.join('…'))`İğ`",
  "({ ş: 'ö' }).ş"
])('%s means the same in ASCII', (code) => {
  const ascii = inAscii(code)
  expect(ascii).toMatch(/^[\0-\x7f]+$/)
  expect(runInNewContext(ascii)).toEqual(runInNewContext(code))
})

it.each(['String.raw`ş`', "'\\ş'", '/\\°/'])(
  '%s is refused, because it would mean something else',
  (code) => {
    expect(() => inAscii(code)).toThrow('cannot be written in ASCII')
  }
)
