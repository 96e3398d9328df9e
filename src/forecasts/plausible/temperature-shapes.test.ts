import { expect, it } from 'vitest'
import { temperatureShapes } from './temperature-shapes.ts'

const courseOf = (valueAt: (angle: number) => number) =>
  Float64Array.from({ length: 24 }, (_, hour) => valueAt((hour * Math.PI) / 12))

const shapesOf = (swingC: number, fresh: (angle: number) => number) =>
  temperatureShapes({
    from: 0,
    fresh: courseOf(fresh),
    earlier: courseOf((angle) => 8 + swingC * Math.sin(angle))
  }).map(({ shape }) => shape)

it.each([
  [0.86, true],
  [0.84, false]
])('a stretched course whose share %s is that of the run before is one of its scale: %s', (share, isOne) => {
  const otherC = 8 * Math.sqrt(1 / share - 1)
  const shapes = shapesOf(4, (angle) => 8 + 8 * Math.sin(angle) + otherC * Math.cos(angle))
  expect(shapes.includes('unit')).toBe(isOne)
})

it.each([
  [1.55, true],
  [1.45, false]
])(
  'a course that swings by %s °C to either side is long enough to be stretched or shifted: %s',
  (swingC, isOne) => {
    expect(shapesOf(swingC, (angle) => 8 + 2 * swingC * Math.sin(angle)).includes('unit')).toBe(isOne)
    const shifted = shapesOf(swingC, (angle) => 8 + swingC * Math.sin(angle - Math.PI / 4))
    expect(shifted.includes('shifted')).toBe(isOne)
  }
)

it.each([-4, 4])('a course three hours later is a shifted one, also where it is %s °C apart', (byC) => {
  expect(shapesOf(6, (angle) => 8 + byC + 6 * Math.sin(angle - Math.PI / 4))).toContain('shifted')
})
