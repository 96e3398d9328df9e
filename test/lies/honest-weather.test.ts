/** What a forecast lacks, or has at another hour, is no fault of a thermometer. */
import { describe, expect, it } from 'vitest'
import { meanOf } from '../../src/common/mean.ts'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { stateAfter } from '../../src/observations/faults/fault-round.ts'
import { findFault } from '../../src/observations/faults/find-fault.ts'
import {
  type FaultReason,
  reportedReason,
  type SensorFault
} from '../../src/observations/faults/sensor-fault.ts'
import { generator } from '../plausible/honest-weather.ts'

const everyMs = 10 * minuteMs
const clockReasons: ReadonlySet<string> = new Set(['local_time', 'other_hour'])
const middle = Date.UTC(2026, 3, 12) / hourMs
const hoursOfTest = { from: middle - 48, until: middle + 56 }

interface Weather {
  /** From 4 h to 16 h [°C]. */
  readonly swingC: number
  /** What the air has more than that, and what is forecast of it, `hours` after the middle [°C]. */
  readonly airC: (hours: number) => number
  readonly forecastC: (hours: number) => number
}

const usual: Weather = { swingC: 8, airC: () => 0, forecastC: () => 0 }
const dayC = (hour: number, swingC: number): number =>
  6 - (swingC / 2) * Math.cos(((hour - 2) / 12) * Math.PI)
/** Colder by so much, an hour and a half from its beginning on. */
const frontC = (hours: number, fallC: number): number => -fallC * Math.min(1, Math.max(0, hours / 1.5))

interface Read {
  /** What is read, hours after the middle, where the air is so warm [°C]; null: nothing. */
  readonly read?: (hours: number, airC: number) => number | null
  readonly lateHours?: number
  readonly neighbours?: number
  readonly seed?: number
}

/** All reasons that are reported in looks at each hour. */
function reportedOf(
  { swingC, airC, forecastC }: Weather,
  { read = (_, warmC) => warmC, lateHours = 0, neighbours = 0, seed = 1 }: Read = {}
): ReadonlySet<FaultReason> {
  const forecast = (at: number): number => dayC(at / hourMs, swingC) + forecastC(at / hourMs - middle)
  const air = (at: number): number => dayC(at / hourMs, swingC) + airC(at / hourMs - middle)
  const random = generator(seed)
  const readings = []
  for (let at = hoursOfTest.from * hourMs; at < hoursOfTest.until * hourMs; at += everyMs) {
    const waverC = 0.6 * Math.sin(seed + at / (3.3 * hourMs)) + 0.3 * (random() - 0.5)
    const airAtC = air(at - lateHours * hourMs) + waverC
    const temperatureC = read(at / hourMs - middle, airAtC)
    if (temperatureC !== null) readings.push({ at, temperatureC: Math.round(10 * temperatureC) / 10 })
  }
  const theirs = new Map<number, number>()
  for (let hour = hoursOfTest.from; hour < hoursOfTest.until; hour++) {
    const its = [0, 10, 20, 30, 40, 50].map((minutes) => hour * hourMs + minutes * minuteMs)
    theirs.set(hour, meanOf(its.map((at) => air(at) - forecast(at))))
  }
  const reported = new Set<FaultReason>()
  let fault: SensorFault | null = null
  for (let hour = hoursOfTest.from + 6; hour < hoursOfTest.until; hour++) {
    const now = hour * hourMs
    const recent = readings.filter(({ at }) => at > now - 48 * hourMs && at <= now)
    const [first] = recent
    if (first === undefined) continue
    const found = findFault({
      ...{ readings: recent, forecastC: forecast, at: { lat: 38.35, lon: 38.31 }, zoneHours: 3 },
      ...{ neighbours: Array.from({ length: neighbours }, () => theirs), usualC: null }
    })
    fault = stateAfter(fault, found, { now, from: first.at, hours: 72 })
    const reason = reportedReason(fault)
    if (reason !== null) reported.add(reason)
  }
  return reported
}

describe.each([0, 3])('beside %i airports', (neighbours) => {
  const fronts = [-4, -3, 3, 4].flatMap((lateBy) =>
    [6, 8, 10].flatMap((swingC) => [9, 11].map((fallC) => ({ lateBy, swingC, fallC })))
  )
  it.each(fronts)('a front that comes at another hour is no clock: %o', ({ lateBy, swingC, fallC }) => {
    for (const [seed, startsAt] of [0, 5, 10, 15, 20].entries()) {
      const reported = reportedOf(
        {
          swingC,
          airC: (hours) => frontC(hours - startsAt - lateBy, fallC),
          forecastC: (hours) => frontC(hours - startsAt, fallC)
        },
        { neighbours, seed }
      )
      expect([...reported], `${startsAt}`).toEqual([])
    }
  })

  it.each([-5, -3, -2, 2, 3, 5])('a clock that is off by %i h is found', (lateHours) => {
    for (const swingC of [10, 14]) {
      const reported = reportedOf({ ...usual, swingC }, { lateHours, neighbours })
      expect(reported.size, `${swingC}`).toBeGreaterThan(0)
      expect(reported.isSubsetOf(clockReasons), [...reported].join()).toBe(true)
    }
  })

  it('nor is the fall of a gust front that the forecast lacks', () => {
    if (neighbours === 0) return
    for (const fallC of [5, 7])
      for (const startsAt of [1, 8, 14, 19]) {
        const airC = (hours: number) => -fallC * Math.min(1, Math.max(0, (hours - startsAt) * 10))
        expect([...reportedOf({ ...usual, airC }, { neighbours })], `${fallC} ${startsAt}`).toEqual([])
      }
  })

  it('a thermometer that was indoors for a time was not moved', () => {
    for (const indoorsC of [21, 24])
      for (const [from, until] of [
        [-48, 0],
        [0, 0.5],
        [9, 10]
      ] as const) {
        // Switched on half an hour before it is hung out, or brought in for its battery.
        const read = (hours: number, airC: number) =>
          from < 0 && hours < -0.5 ? null : hours >= Math.max(from, -0.5) && hours < until ? indoorsC : airC
        expect([...reportedOf(usual, { read, neighbours })], `${indoorsC} ${from}`).toEqual([])
      }
  })

  it('nor was one in a foehn that the forecast lacks', () => {
    for (const startsAt of [0, 6, 12, 18]) {
      const airC = (hours: number) =>
        hours > startsAt && hours < startsAt + 10 ? 6 * Math.min(1, (hours - startsAt) / 3) : 0
      expect([...reportedOf({ ...usual, airC }, { neighbours })], `${startsAt}`).toEqual([])
    }
  })

  it('nor was one in whole degrees in air that turns a little warmer at once, and slowly more', () => {
    const airC = (hours: number) => (hours < 0 ? 0 : 1.5 + Math.min(2, hours / 5))
    const read = (_: number, warmC: number) => Math.round(warmC)
    for (const swingC of [6, 8, 10])
      for (let seed = 1; seed <= 12; seed++)
        expect([...reportedOf({ ...usual, swingC, airC }, { read, seed })], `${swingC} ${seed}`).toEqual([])
  })

  it.each([-6, 6])('one that is off by %i °C at once and stays so was moved', (byC) => {
    const read = (hours: number, airC: number) => (hours < 0 ? airC : airC + byC)
    expect(reportedOf(usual, { read, neighbours })).toContain('moved')
  })
})
