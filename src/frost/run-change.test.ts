import { describe, expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import { earlierMinimum, runChange } from './earlier-runs.ts'

const law = { takenBack: 0.2, constant: -0.05, perDegree: 0.1 }
const night = { minimumC: -2, leadDays: 1 }

describe('the change since an earlier run of the same night', () => {
  it('is taken back in part, and σ grows with it up to four degrees', () => {
    const { shiftC, spreadFactor } = runChange(night, { minimumC: 1, ageHours: 12 }, law)
    expect(shiftC).toBeCloseTo(0.6, 12)
    expect(spreadFactor).toBeCloseTo(Math.exp(-0.05 + 0.3), 12)
    const far = runChange(night, { minimumC: 18, ageHours: 12 }, law)
    expect(far.spreadFactor).toBeCloseTo(Math.exp(-0.05 + 0.4), 12)
  })

  it('counts the less the older that run is, and never more than half a day old', () => {
    const shiftOf = (ageHours: number) => runChange(night, { minimumC: 1, ageHours }, law).shiftC
    expect(shiftOf(24)).toBeCloseTo(0.3, 12)
    expect(shiftOf(9)).toBeCloseTo(0.6, 12)
  })

  it('does nothing without such a run, nor further ahead than it was fitted', () => {
    expect(runChange(night, null, law)).toEqual({ shiftC: 0, spreadFactor: 1 })
    const far = runChange({ minimumC: -2, leadDays: 3 }, { minimumC: 1, ageHours: 12 }, law)
    expect(far).toEqual({ shiftC: 0, spreadFactor: 1 })
  })
})

describe('the earlier run', () => {
  const issuedAt = 500_000 * hourMs
  const run = (ageHours: number, hundredthsC: readonly (number | null)[]) => ({
    issuedAt: issuedAt - ageHours * hourMs,
    lastHour: 500_020,
    hundredthsC
  })

  it('is the one nearest to half a day older that has the night', () => {
    const runs = [run(3, [100, 100]), run(10, [200, null]), run(16, [300, 350]), run(40, [400, 400])]
    expect(earlierMinimum(runs, { lastHour: 500_020 }, issuedAt)).toEqual({ minimumC: 2, ageHours: 10 })
    // A window of the next day, an hour longer.
    expect(earlierMinimum(runs, { lastHour: 500_045 }, issuedAt)).toEqual({ minimumC: 3.5, ageHours: 16 })
  })

  it('is none where all are too new or too old, or do not reach the night', () => {
    expect(earlierMinimum([run(3, [1]), run(40, [1])], { lastHour: 500_020 }, issuedAt)).toBeNull()
    const isTaken = (ageHours: number) =>
      earlierMinimum([run(ageHours, [1])], { lastHour: 500_020 }, issuedAt) !== null
    expect([8.9, 9, 27, 27.1].map(isTaken)).toEqual([false, true, true, false])
    expect(earlierMinimum([run(12, [1])], { lastHour: 500_068 }, issuedAt)).toBeNull()
    expect(earlierMinimum([run(12, [1])], { lastHour: 499_996 }, issuedAt)).toBeNull()
  })
})
