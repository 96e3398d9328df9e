import { expect, it } from 'vitest'
import { understood } from './profile-question.ts'

const read = (query: string): string => String(understood(new URLSearchParams(query)))

it('takes time in proportion to the number of parameters', () => {
  const query = new URLSearchParams(Array.from({ length: 40_000 }, (_, index) => [`a${index}`, '']))
  const before = process.threadCpuUsage()
  read(String(query))
  // 0.05 s; a look-up in the whole query for each parameter takes four seconds.
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(1500)
})

it.each([
  ['theme=zz&units=metric&lang=xx&map=a&compact=2&fit=width', ''],
  ['theme=Dark&unit=F&lang=EN&tarih=12.04.2026', 'theme=dark&units=imperial&lang=en&date=2026-04-12'],
  ['crop=apricot&crop=almond', 'crop=apricot%2C+almond'],
  ['crop=apricot&stage=full-bloom&crop=kayisi', 'crop=apricot&stage=full-bloom'],
  ['constructor=1&__proto__=2', 'constructor=1&__proto__=2'],
  ['birim=Fahrenheit&gece=1', 'units=imperial&gece=1'],
  ['unit=%C2%B0C&date=&units=', ''],
  [`units=${'k'.repeat(99)}&night=2026-02-30`, `unread_units=${'k'.repeat(40)}&unread_date=2026-02-30`],
  ['date=04%2F05%2F2026', 'unread_date=04%2F05%2F2026'],
  ['theme=dark&units=imperial&lang=tr&x=1', 'theme=dark&units=imperial&lang=tr&x=1'],
  ['units=metric&units=imperial', ''],
  ['date=2026-04-12&night=soon', 'date=2026-04-12'],
  ['crop=KAYISI&stage=Full%20Bloom', 'crop=apricot&stage=full-bloom'],
  ['curve=apricot/full-bloom&crop=almond', 'crop=apricot&stage=full-bloom'],
  ['curve=&crop=&stage=&exposure=', 'crop='],
  ['crop=triffid&stage=full-bloom', 'crop=triffid&stage=full-bloom'],
  ['label=Kuyu&at=38.4,38.2', 'label=Kuyu&at=38.4%2C38.2']
])('of %s pages understand "%s"', (query, rest) => {
  expect(read(query)).toBe(rest)
  expect(read(rest)).toBe(rest)
})
