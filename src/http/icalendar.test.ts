import fc from 'fast-check'
import ical from 'ical.js'
import { expect, it } from 'vitest'
import { calendarText, sequenceAt } from './icalendar.ts'

const night = {
  uid: 'frost/2026-04-12/malatya@ayaz.example',
  sequence: 3,
  changedAt: Date.UTC(2026, 3, 11, 17, 30),
  from: Date.UTC(2026, 3, 11, 15, 20, 7),
  to: Date.UTC(2026, 3, 12, 2, 10),
  status: 'CONFIRMED',
  title: 'Malatya',
  lines: ['Score: 72'],
  url: 'https://ayaz.example/tr/yer/malatya?crop=apricot&stage=full-bloom'
} as const

function eventOf(text: string) {
  const [event] = new ical.Component(ical.parse(text)).getAllSubcomponents('vevent')
  return event?.toJSON()[1] as [string, object, string, unknown][]
}

const propertyOf = (text: string, name: string) => eventOf(text).find(([one]) => one === name)?.[3]

/** Controls that TEXT may not hold, and ends of lines, come back as the standard has them. */
const asStored = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]/gu, '\uFFFD')

const hostile = [
  'a;b,c\\n:d',
  '\\',
  '\r\nEND:VEVENT\r\nBEGIN:VALARM',
  '🥶'.repeat(60),
  'İ,ş;ğ'.repeat(30),
  '\u0000\u0007'
]
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(...hostile),
  fc.string()
)

it('a text comes back whole, on lines of at most 75 octets that cut no character', () => {
  fc.assert(
    fc.property(anyText, anyText, (title, line) => {
      const text = calendarText({ name: title, note: line, nights: [{ ...night, title, lines: [line] }] })
      const lines = text.split('\r\n')
      expect(lines.pop()).toBe('')
      for (const one of lines) {
        expect(Buffer.byteLength(one)).toBeLessThanOrEqual(75)
        expect(one).not.toMatch(/[^\P{Cc}\t]|\uFFFD?\p{Cs}/u)
      }
      expect(propertyOf(text, 'summary')).toBe(asStored(title))
      expect(propertyOf(text, 'description')).toBe(asStored(`${line}\n${line}`))
      expect(lines.filter((one) => /^(BEGIN|END):/.test(one))).toHaveLength(4)
    })
  )
})

it('times are in UTC to the second, and nothing rings or blocks time', () => {
  const text = calendarText({ name: 'a', note: 'b', nights: [night] })
  expect(text).toContain('\r\nDTSTART:20260411T152007Z\r\nDTEND:20260412T021000Z\r\n')
  expect(text).toContain('\r\nDTSTAMP:20260411T173000Z\r\nLAST-MODIFIED:20260411T173000Z\r\nSEQUENCE:3\r\n')
  expect(text).toContain('\r\nTRANSP:TRANSPARENT\r\n')
  expect(text).not.toContain('VALARM')
  expect(propertyOf(text, 'url')).toBe(night.url)
})

it('a calendar without a night has a component all the same', () => {
  const calendar = new ical.Component(ical.parse(calendarText({ name: 'a', note: 'b', nights: [] })))
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(['vtimezone'])
})

it('a sequence rises with time and fits into 31 bits', () => {
  const years = [1970, 2019, 2026, 2087].map((year) => sequenceAt(Date.UTC(year, 0)))
  expect(years).toEqual([0, 0, 189_388_800, 2_114_380_800])
  expect(Math.max(...years)).toBeLessThan(2 ** 31)
})
