import { describe, expect, it } from 'vitest'
import { hourMs } from '../../common/time.ts'
import { stateAfter } from './fault-round.ts'
import { type FaultReason, reportedReason, type SensorFault } from './sensor-fault.ts'

/** What is reported after looks in such hours, each with what it found. */
function reportedAfter(looks: readonly (readonly [hour: number, found: FaultReason | null])[]) {
  let fault: SensorFault | null = null
  return looks.map(([hour, found]) => {
    fault = stateAfter(fault, found, { now: hour * hourMs, from: 0, hours: hour })
    return reportedReason(fault)
  })
}

const each = (from: number, until: number, found: FaultReason | null) =>
  Array.from({ length: until - from }, (_, index) => [from + index, found] as const)

describe('what is reported of a thermometer', () => {
  it.each([
    ['other_hour', 12],
    ['elsewhere', 6]
  ] as const)('is %s once looks of %i hours found it', (reason, hours) => {
    const reported = reportedAfter(each(1, hours + 2, reason))
    expect(reported).toEqual([...Array(hours).fill(null), reason])
  })

  it.each(['other_hour', 'local_time'] as const)('stays what it was until %s is proven', (clock) => {
    const reported = reportedAfter([...each(1, 4, 'moved'), ...each(4, 40, clock)])
    expect(reported.slice(0, 3 + 8)).toEqual(Array(3 + 8).fill('moved'))
    expect(reported).not.toContain(null)
    expect(reported.at(-1)).toBe(clock)
  })

  it('stays what it was where a clock seems to be off now and then', () => {
    const looks = each(1, 200, 'moved').map(
      ([hour, found]) => [hour, hour % 8 < 3 ? 'other_hour' : found] as const
    )
    expect(new Set(reportedAfter(looks).slice(8))).toEqual(new Set(['moved']))
  })

  it('is at once what needs no proof', () => {
    expect(reportedAfter([...each(1, 4, 'other_hour'), [4, 'moved'], [5, 'drift']])).toEqual([
      ...Array(3).fill(null),
      'moved',
      'drift'
    ])
  })

  it('is nothing after three days without a finding', () => {
    const reported = reportedAfter([...each(1, 4, 'moved'), ...each(4, 78, null)])
    expect(reported.slice(-6)).toEqual(['moved', ...Array(5).fill(null)])
    // Readings of sixty of their hours are enough, and silence is none.
    const fault = { reason: 'moved', from: 0, foundAt: 0, seenAt: 0 } as const
    const after = (hours: number) => stateAfter(fault, null, { now: 72 * hourMs, from: 0, hours })
    expect([59.9, 60].map(after)).toEqual([fault, null])
  })
})
