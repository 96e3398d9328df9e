import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { delimiterOf, cellsOf as readCells } from '../common/file-cells.ts'
import { type Column, csvOf } from './csv.ts'

const column = (name: string, isInstant = false): Column => ({ name, path: [name], isInstant })
const both = ['csv', 'csv-excel'] as const

/** As a spreadsheet reads it that splits where the form does. */
function cellsOf(form: (typeof both)[number], text: string): readonly (readonly string[])[] {
  const delimiter = form === 'csv' ? ',' : ';'
  expect(text.startsWith('\uFEFF')).toBe(form === 'csv-excel')
  return parse(text, { bom: true, delimiter, record_delimiter: '\r\n' })
}

const formulas = ['=1+1', '+90 555', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a']
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...formulas, 'a;b,"c"\r\nd', ' ', "'")
)

it.each(both)('a text comes back whole in %s, with an apostrophe where it begins like a formula', (form) => {
  fc.assert(
    fc.property(fc.array(fc.record({ a: anyText, b: anyText }), { minLength: 1, maxLength: 5 }), (rows) => {
      const [head, ...lines] = cellsOf(form, csvOf(form, rows, { columns: [column('a'), column('b')] }))
      expect(head).toEqual(['a', 'b'])
      for (const [index, { a, b }] of rows.entries())
        for (const [text, cell] of [
          [a, lines[index]?.[0] ?? ''],
          [b, lines[index]?.[1] ?? '']
        ] as const) {
          expect(cell.startsWith("'")).toBe(
            text.startsWith("'") || /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text)
          )
          expect(cell.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
        }
    })
  )
})

const pieces = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '＝',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '"',
  "'",
  ' ',
  'a',
  '1',
  '.',
  'cmd|',
  '\u00a0'
)
const hostile = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))

it.each(both)('no cell of %s begins like a formula, wherever a spreadsheet parts cells', (form) => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (texts) => {
      const columns = texts.map((_, index) => column(`c${index}`))
      const row = Object.fromEntries(texts.map((text, index) => [`c${index}`, text]))
      const written = csvOf(form, [row], { columns }).replace('\uFEFF', '')
      for (const mark of [',', ';', '\t'])
        for (const cell of written.split(/[\r\n]+/).flatMap((line) => line.split(mark)))
          expect(
            /^[\s"]*[=+\-@＝＋－＠]/.test(cell) && !/^[\s"]*[+-]\d+(?:\.\d+)?"*(?:$|[,;\t])/.test(cell),
            cell
          ).toBe(false)
    }),
    { numRuns: 1000 }
  )
})

it.each([
  ['csv', '.'],
  ['csv-excel', ',']
] as const)('a number of %s has the decimal mark "%s", and never an apostrophe', (form, mark) => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (hundredths) => {
      const value = hundredths / 100
      const [, [cell = ''] = []] = cellsOf(form, csvOf(form, [{ a: value }], { columns: [column('a')] }))
      expect(cell).toMatch(mark === ',' ? /^-?\d+(,\d+)?$/ : /^-?\d+(\.\d+)?$/)
      expect(Number(cell.replace(mark, '.'))).toBe(value)
    })
  )
})

it('null is an empty cell, and a list its words', () => {
  const rows = [{ a: null, b: ['dew_point', 'wind_speed'], c: [{ code: 'stale_data', message: 'x' }] }]
  expect(csvOf('csv', rows, { columns: [column('a'), column('b'), column('c')] })).toBe(
    'a,b,c\r\n,dew_point wind_speed,stale_data\r\n'
  )
})

it.each([
  ['2026-04-12T05:30:00+03:00', '2026-04-12 05:30:00;3'],
  ['2026-04-12T05:30:00-09:30', '2026-04-12 05:30:00;-9,5'],
  ['2026-04-12T05:30:00+05:45', '2026-04-12 05:30:00;5,75'],
  ['2026-04-12T05:30:00Z', '2026-04-12 05:30:00;0'],
  [null, ';']
])('the instant %s is for Excel %s', (instant, cells) => {
  const columns = [column('from', true)]
  expect(csvOf('csv-excel', [{ from: instant }], { columns })).toBe(
    `\uFEFFfrom;from_utc_offset_hours\r\n${cells}\r\n`
  )
  expect(csvOf('csv', [{ from: instant }], { columns })).toBe(`from\r\n${instant ?? ''}\r\n`)
})

it('cells of a line that others send are those that a reader of CSV finds, quotes in them too', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ı', '"', ',', ';', ' ') }).map((some) => some.trim())
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      const line = texts.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')
      expect(readCells(line, ',')).toEqual(parse(line)[0])
    })
  )
})

it('blanks around quotes are none of a cell, and what stands in quotes parts no cells', () => {
  expect(readCells(' "a, b" , "c"', ',')).toEqual(['a, b', 'c'])
  expect(delimiterOf('"Date, time, GMT+03:00";Temp')).toBe(';')
  // Decimal commas are as many as what parts the cells.
  expect(delimiterOf('24.11.2026;1,25')).toBe(';')
})
