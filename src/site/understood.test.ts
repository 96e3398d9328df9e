import { expect, it } from 'vitest'
import { understood } from './understood.ts'

const read = (query: string): string => String(understood(new URLSearchParams(query)))

/** The best of five [ms]. */
function cpuOf(names: number): number {
  const query = new URLSearchParams(Array.from({ length: names }, (_, index) => [`a${index}`, '']))
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    understood(query)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

it('takes time in proportion to the number of parameters', () => {
  const [few, many] = [cpuOf(5000), cpuOf(40_000)]
  // A look-up in the whole query for each parameter takes four seconds.
  expect(many).toBeLessThan(Math.max(24 * few, 200))
})

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
