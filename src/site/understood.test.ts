import { expect, it } from 'vitest'
import { understood } from './understood.ts'

const read = (query: string): string => String(understood(new URLSearchParams(query)))

it.each([
  ['theme=zz&units=metric&lang=xx&map=a&compact=2&fit=width', ''],
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
