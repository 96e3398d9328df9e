import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyText } from '../../test/any-text.ts'
import { nameFault, plainName } from './plain-name.ts'

const names = [
  'St. Ivo',
  'No.3',
  '1.5 da',
  'Ş. Urfa',
  '12.04.2026',
  'Aşağı bahçe',
  '3/A',
  'Ali / Veli',
  'x.y',
  'Otel:3',
  'Ötel:2',
  'İtel:4',
  'Kıtel:3',
  'Tel: 12',
  'No:12'
]
  .concat(['-5 °C çukuru', 'Bahçe ❄️ 🍏', '1️⃣ bahçe', 'Мой сад', 'Сад №3', '果樹園 A区', 'Ağaç & bağ (üst)'])
  .concat(["O'Neill’s", 'Garten Süd-West', 'Kuyu 3, %20 eğim', 'Ngô Đình Diệm', 'Αγρός', '+90 m', '<b>x</b>'])

test.each(names)('%s is a name', (name) => {
  expect(nameFault(name)).toBeNull()
  expect(plainName(` ${name} `)).toBe(name)
})

test.each([
  ['http://x', 'link', 'http: x'],
  ['Güvenlik: https://evil.example/giris', 'link', 'Güvenlik: https: evil. example/giris'],
  ['www.x', 'link', 'www. x'],
  ['evil.com', 'link', 'evil. com'],
  ['K.Maraş', 'link', 'K. Maraş'],
  ['163.com', 'link', '163. com'],
  ['bit.ly/x', 'link', 'bit. ly/x'],
  ['evil。com', 'link', 'evil. com'],
  ['ｅｖｉｌ．ｃｏｍ', 'link', 'evil. com'],
  ['192.0.2.1', 'link', '192. 0. 2. 1'],
  ['a@b', 'link', 'a@ b'],
  ['bahçe /stop', 'link', 'bahçe / stop'],
  ['tel:+905551112233', 'link', 'tel: +905551112233'],
  ['Bahçe javascript:alert(1)', 'link', 'Bahçe javascript: alert(1)'],
  ['pаypal', 'scripts', 'paypal'],
  ['αlpha', 'scripts', 'alpha'],
  ['a\u034fb', 'invisible', 'ab'],
  ['a\u202eb', 'invisible', 'ab'],
  ['a\u200bb', 'invisible', 'ab'],
  ['a\ufe0fb', 'invisible', 'ab'],
  ['a\u3164b', 'invisible', 'ab'],
  ['a\nb', 'control', 'a b'],
  ['a\u0000b', 'control', 'a b'],
  ['a\ud800b', 'control', 'ab'],
  ['x\u0301\u0302\u0303', 'marks', 'x\u0301\u0302'],
  ['=HYPERLINK("x")', 'formula', 'HYPERLINK("x")'],
  ['+SUM(1)', 'formula', 'SUM(1)'],
  ['-tarla', 'formula', 'tarla'],
  ['@tarla', 'link', 'tarla'],
  [' =1', 'formula', '1'],
  ['+1+cmd|x', 'formula', '1+cmd|x'],
  ['\u200b', 'invisible', null]
])('%j has the fault %s', (name, fault, plain) => {
  expect(nameFault(name)).toBe(fault)
  expect(plainName(name)).toBe(plain)
})

/** Parts of which links, disguises and formulas are made, between any letters. */
const parts = fc.constantFrom(
  ...[
    '://',
    'www.',
    '.com',
    '.',
    '．',
    '。',
    '․',
    '@',
    '/',
    ':',
    '\\',
    '=',
    '+',
    '-',
    '(',
    '|',
    ' ',
    '1',
    '9'
  ],
  ...[
    'а',
    'о',
    'α',
    'a',
    'b',
    'ş',
    'İ',
    '\u0301',
    '\u0323',
    '\u034f',
    '\u200d',
    '\u2066',
    '\ufe0f',
    '❄',
    '\n'
  ],
  ...['\u0344', '\u115f', '\ud83c', '🍏', '⒈', '℀', '\u00a0', '\u2800', '\u{e0041}', '\u{1d41a}']
)
const made = fc.oneof(
  fc.array(parts, { maxLength: 14 }).map((all) => all.join('')),
  anyText(20)
)
/** As mail programs and chats find links, written apart from the rules of the service. */
const linkified = /[\p{L}\p{N}-]\.(?:\p{L}\p{M}*){2}|:\/\/|\bwww\.\w|\w@\w|(^|\s)@\w|\d\.\d+\.\d+\.\d/iu

test('what is shown of any text is a name, but for words of two alphabets', () => {
  fc.assert(
    fc.property(made, (text) => {
      const shown = plainName(text)
      if (shown === null) return
      expect([null, 'scripts']).toContain(nameFault(shown))
      expect(plainName(shown)).toBe(shown)
      expect(shown.normalize('NFKC').replaceAll(/[．。]/g, '.')).not.toMatch(linkified)
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}]|\p{M}{3}|^=|^[-+@]\s*[\p{L}(]/u)
    }),
    { numRuns: 5_000 }
  )
})

test('a text that would be made a link or hides something is no name', () => {
  fc.assert(
    fc.property(made, (text) => {
      const read = text.replaceAll(/([❄\d#*🍏])\ufe0f/gu, '$1')
      const isBad = linkified.test(read) || /[\p{Cc}\p{Cf}\u115f\u2066]|\u034f|\p{M}{3}|^\s*[=]/u.test(read)
      if (isBad) expect(nameFault(text)).not.toBeNull()
    }),
    { numRuns: 5_000 }
  )
})
