import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateHint } from './date-hint.ts'

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

it('reads the forms of programs and people, and none in two ways', () => {
  fc.assert(
    fc.property(day, (iso) => {
      const [year = '', month = '', date = ''] = iso.split('-')
      const [m, d] = [String(Number(month)), String(Number(date))]
      const forms = [
        `${date}.${month}.${year}`,
        `${d}.${m}.${year}`,
        `${year}/${m}/${d}`,
        `${year}${month}${date}`,
        `${iso}T03:00:00+03:00`,
        ` ${iso} `
      ]
      for (const form of forms) expect([form, dateHint(form)]).toEqual([form, ` Did you mean ${iso}?`])
      const slashed = [`${d}/${m}/${year}`, `${m}/${d}/${year}`].map(dateHint)
      const isClear = Number(d) > 12 || d === m
      expect(slashed).toEqual(isClear ? [` Did you mean ${iso}?`, ` Did you mean ${iso}?`] : ['', ''])
    })
  )
})

it.each([
  '31.02.2026',
  '2026-13-01',
  '2026-02-30',
  'tonight',
  '',
  '12.04.26',
  '2026112',
  '2026-112',
  null,
  5,
  {}
])('guesses nothing of %s', (text) => expect(dateHint(text)).toBe(''))

it('reads no text of an object that has none', () => {
  expect(dateHint(JSON.parse('{"toString":1}'))).toBe('')
})
