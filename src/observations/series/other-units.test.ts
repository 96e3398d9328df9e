/** Files of which some rows are in another unit, at any position, and files that only look so. */
import { describe, expect, it } from 'vitest'
import { hourMs } from '../../common/time.ts'
import { seededRandom } from '../../sources/demo/nights.ts'
import { inOtherUnits } from './other-units.ts'

const hours = 96

/** Four days of a spring, in tenths. */
function truth(seed: number, random: () => number): readonly number[] {
  const meanC = -4 + 12 * random()
  return Array.from({ length: hours }, (_, hour) => {
    const swing =
      (4 + 4 * seededRandom(`day/${seed}/${Math.floor(hour / 24)}`)) * Math.cos(((hour - 14) / 12) * Math.PI)
    return Math.round((meanC + swing + random() - 0.5) * 10) / 10
  })
}

const readings = (values: readonly number[]) =>
  values.map((temperatureC, hour) => ({ measuredAt: hour * hourMs, temperatureC }))

describe.each([
  ['Fahrenheit', 'C', (value: number) => Math.round((value * 1.8 + 32) * 10) / 10, 1 / 2, 1],
  ['Celsius in a file of Fahrenheit', 'F', (value: number) => (value - 32) / 1.8, 1 / 5, 1],
  ['tenths', 'C', (value: number) => Math.round(value * 100) / 10, 1 / 5, 0.8]
] as const)('rows in %s', (name, unit, written, most, share) => {
  it('are found wherever they stand, and none of the others', () => {
    const rows: boolean[] = []
    let others = 0
    for (let seed = 0; seed < 300; seed++) {
      let turn = 0
      const random = (): number => seededRandom(`${name}/${seed}/${turn++}`)
      const values = truth(seed, random)
      const count = 1 + Math.floor(random() * (hours * most - 1))
      const from = Math.floor(random() * (hours - count))
      const isBlock = random() < 0.5
      const isOther = values.map((_, hour) =>
        isBlock ? hour >= from && hour < from + count : random() < count / hours
      )
      const sent = readings(values.map((value, hour) => (isOther[hour] ? written(value) : value)))
      const found = inOtherUnits(sent, unit)
      for (const [hour, one] of sent.entries()) {
        // Tenths of few degrees may be degrees.
        const isClear = name !== 'tenths' || Math.abs(values[hour] ?? 0) > 3
        if (isOther[hour] && isClear) rows.push(found.has(one))
        if (found.has(one) && !isOther[hour]) others += 1
      }
    }
    expect(rows.filter(Boolean).length / rows.length).toBeGreaterThanOrEqual(share)
    expect(others).toBeLessThanOrEqual((300 * hours * (1 - share)) / 10)
  })
})

it('a true series, a front and a whole-degree one have none, and of a room only its own hours go', () => {
  for (let seed = 0; seed < 1000; seed++) {
    let turn = 0
    const values = truth(seed, () => seededRandom(`true/${seed}/${turn++}`))
    const front = values.map((value, hour) => (hour > 50 ? value - 7 : value))
    for (const one of [values, front, values.map(Math.round)])
      for (const unit of ['C', 'F'] as const) expect(inOtherUnits(readings(one), unit).size).toBe(0)
    const inRoom = values.map((value, hour) => (hour < 10 || hour > 85 ? 22 : value))
    for (const unit of ['C', 'F'] as const)
      for (const { measuredAt } of inOtherUnits(readings(inRoom), unit))
        expect([seed, measuredAt / hourMs < 10 || measuredAt / hourMs > 85]).toEqual([seed, true])
  }
})
