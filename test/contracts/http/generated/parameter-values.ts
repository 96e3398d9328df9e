/** Values for every parameter by its name: allowed ones, and hostile ones that must not harm the app. */
import fc, { type Arbitrary } from 'fast-check'
import { anyText } from '../../../any-text.ts'

const points = [
  ['38.355', '38.31'],
  ['38.353', '38.309'],
  ['41.0', '29'],
  ['-0', '-0'],
  ['0.000', '-180'],
  ['90', '0'],
  ['-90', '180'],
  ['78.22', '15.65'],
  ['-33.87', '151.21'],
  ['27.7', '85.3'],
  ['-43.95', '-176.55'],
  ['40.655', '29.277'],
  ['36.718', '37.121'],
  ['51.5', '-0.1275'],
  ['64.1466000001', '-21.942']
] as const

const places = [
  'malatya',
  'ardahan',
  'mersin',
  'rize',
  'nigde',
  'yalova',
  'kilis',
  'izmir',
  'malatya-battalgazi'
]
const spelled = ['İzmir', 'Şanlıurfa', 'Iğdır', 'MALATYA', 'Rize ']
const unknownPlaces = ['malatia', 'x', 'nowhere-at-all', 'zzzzzzzz', 'a'.repeat(64), 'izmır']

/** A point as query texts; both or a faulty half of one. */
export const pointTexts: Arbitrary<readonly [string, string]> = fc.constantFrom(...points)

/** The text of a place that is there, sometimes in its own spelling. */
export const placeText: Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...places) },
  { weight: 1, arbitrary: fc.constantFrom(...spelled) }
)

export const unknownPlaceText: Arbitrary<string> = fc.constantFrom(...unknownPlaces)

/** Allowed texts of the parameters that are not a place; of the others the document names some. */
export const allowedTexts: Readonly<Record<string, Arbitrary<string>>> = {
  days: fc.integer({ min: 1, max: 16 }).map(String),
  slots: fc.integer({ min: 1, max: 40 }).map(String),
  units: fc.constantFrom('metric', 'imperial'),
  lang: fc.constantFrom('en', 'tr'),
  exposure: fc.constantFrom('ground', 'vine', 'canopy'),
  q: fc.oneof(
    fc.constantFrom('m', 'malat', 'İST', 'ığd', 'san', 'new york', '東京'),
    fc.string({ minLength: 1 })
  ),
  limit: fc.integer({ min: 1, max: 50 }).map(String),
  lead_days: fc.integer({ min: 0, max: 16 }).map(String)
}

/** A crop with one of its stages that can be scored. */
export const profileTexts: Arbitrary<readonly [string, string]> = fc.constantFrom(
  ['apricot', 'full-bloom'],
  ['kayısı', 'full-bloom'],
  ['apple', 'full-bloom'],
  ['cherry', 'full-bloom']
)

/** Texts that no parameter allows, or that only look like a number. */
export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e2',
    '38,35',
    ' 38.35',
    '+38.35',
    '0x26',
    '٣٨',
    '38.35°N',
    'null',
    'undefined',
    '[object Object]',
    '\u0000',
    'malatya\u0000',
    '../../etc/passwd',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '\r\nX-Injected: 1',
    '\u202emalatya',
    '9'.repeat(400),
    '-'.repeat(70),
    '1.1234567890123',
    '-181',
    '91',
    '17',
    '0',
    '-1',
    '4294967296',
    '9007199254740993',
    '%00',
    '%',
    'a--b',
    '__proto__',
    'constructor'
  ),
  anyText(40),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.double().map(String),
  fc.bigInt().map(String)
)
