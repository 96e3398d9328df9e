import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterAnswer,
  afterFailure,
  afterStart,
  blockedUntil,
  type Circuit,
  circuitState,
  closedCircuit
} from './circuit-breaker.ts'

const startAt = 1_000_000_000
const second = 1_000

function failed(times: number, from: Circuit = closedCircuit, at = startAt): Circuit {
  return Array.from({ length: times }).reduce((circuit: Circuit) => afterFailure(circuit, at, null), from)
}

function answered(times: number, from: Circuit = closedCircuit, at = startAt): Circuit {
  return Array.from({ length: times }).reduce((circuit: Circuit) => afterAnswer(circuit, at), from)
}

describe('a circuit', () => {
  it('opens for 30 s after five failures in a row, however far apart, and not after four', () => {
    expect(circuitState(failed(4), startAt)).toBe('closed')
    expect(blockedUntil(failed(5), startAt)).toBe(startAt + 30 * second)
    const daily = [0, 1, 2, 3, 4].reduce(
      (circuit, day) => afterFailure(circuit, startAt + day * 86_400 * second, null),
      closedCircuit
    )
    expect(blockedUntil(daily, startAt + 4 * 86_400 * second)).not.toBeNull()
  })

  it('opens where half of the last minute failed, and stays closed where more succeeded beside the failures', () => {
    const mixed = (successes: number): Circuit => failed(1, answered(successes, failed(4)))
    expect(circuitState(mixed(5), startAt)).toBe('open')
    expect(circuitState(mixed(6), startAt)).toBe('closed')
    expect(circuitState(failed(4, answered(1, failed(4))), startAt)).toBe('open')
    expect(
      circuitState(failed(4, answered(1, failed(4)), startAt + 61 * second), startAt + 61 * second)
    ).toBe('closed')
  })

  it('does not stay open for longer because many requests that had left before fail after it', () => {
    expect(blockedUntil(failed(60), startAt)).toBe(startAt + 30 * second)
  })

  it('lets one request try, and doubles the pause only when a trial fails, up to ten minutes', () => {
    let circuit = failed(5)
    let now = startAt
    const pauses: number[] = []
    for (let trial = 0; trial < 7; trial++) {
      pauses.push(((blockedUntil(circuit, now) ?? now) - now) / second)
      now = blockedUntil(circuit, now) ?? now
      circuit = afterStart(circuit, now)
      expect(blockedUntil(circuit, now)).toBe(now + 10 * second)
      expect(circuitState(circuit, now)).toBe('half_open')
      circuit = afterFailure(circuit, now, null)
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600])
    circuit = afterAnswer(afterStart(circuit, now + 600 * second), now + 600 * second)
    expect(circuit).toEqual(closedCircuit)
  })

  it('waits as long as a source asks, but asks again after half an hour', () => {
    const asked = (seconds: number): number =>
      ((blockedUntil(afterFailure(closedCircuit, startAt, seconds * second), startAt) ?? 0) - startAt) /
      second
    expect([asked(0), asked(20), asked(1200), asked(3600), asked(86_400)]).toEqual([30, 30, 1200, 1800, 1800])
  })

  it('forgets a pause that a clock which was ahead has left', () => {
    expect(blockedUntil(failed(5, closedCircuit, startAt + 86_400 * second), startAt)).toBeNull()
  })

  it('is never open for longer than half an hour, never open without five failures or a refusal, and closed by any answer', () => {
    const event = fc.record({
      kind: fc.constantFrom('answer', 'failure', 'limited', 'depart'),
      laterMs: fc.integer({ min: 0, max: 40_000 })
    })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 80 }), (events) => {
        let circuit = closedCircuit
        let now = startAt
        let failures = 0
        let limited = false
        for (const { kind, laterMs } of events) {
          now += laterMs
          if (kind === 'answer') circuit = afterAnswer(circuit, now)
          else if (kind === 'depart')
            circuit = blockedUntil(circuit, now) === null ? afterStart(circuit, now) : circuit
          else circuit = afterFailure(circuit, now, kind === 'limited' ? 0 : null)
          failures += kind === 'failure' || kind === 'limited' ? 1 : 0
          limited ||= kind === 'limited'
          if (kind === 'answer') expect(blockedUntil(circuit, now)).toBeNull()
          expect((blockedUntil(circuit, now) ?? now) - now).toBeLessThanOrEqual(1_800_000)
          if (circuit.openUntil !== null) expect(limited || failures >= 5).toBe(true)
          expect(circuit.recent.length).toBeLessThanOrEqual(12)
        }
      })
    )
  })
})
