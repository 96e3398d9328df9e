import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { canvasOf, type Point, type Shape } from './canvas.ts'

const box = (left: number, top: number, right: number, foot: number): readonly Point[] => [
  [left, top],
  [right, top],
  [right, foot],
  [left, foot]
]
const turned = (outline: readonly Point[]): readonly Point[] => outline.toReversed()

/** Hundredths of each pixel that are covered, by row, where shapes are filled one after the other. */
async function cover(...shapes: readonly Shape[]): Promise<readonly (readonly number[])[]> {
  const canvas = canvasOf(4, 3, [0, 0, 0])
  for (const shape of shapes) canvas.fill(shape, [200, 200, 200])
  const png = Buffer.from(await canvas.png())
  const rows = inflateSync(png.subarray(png.indexOf('IDAT') + 4))
  return [0, 13, 26].map((row) => [1, 4, 7, 10].map((at) => (rows[row + at] ?? 0) / 2))
}

const none = [0, 0, 0, 0]

it.each([
  ['on the borders of pixels', [box(1, 1, 3, 2)], [none, [0, 100, 100, 0], none]],
  ['up to the edges of the canvas', [box(0, 0, 4, 3)], Array(3).fill([100, 100, 100, 100])],
  ['of parts of pixels', [box(0.5, 0.5, 2.25, 2)], [[25, 50, 12.5, 0], [50, 100, 25, 0], none]],
  ['turned the other way', [turned(box(1, 1, 3, 2))], [none, [0, 100, 100, 0], none]],
  [
    'with a hole',
    [box(0, 0, 4, 3), turned(box(1, 1, 3, 2))],
    [
      [100, 100, 100, 100],
      [100, 0, 0, 100],
      [100, 100, 100, 100]
    ]
  ],
  ['of two that overlap', [box(0, 0, 2, 1), box(1, 0, 3, 1)], [[100, 100, 100, 0], none, none]],
  ['without a point', [], [none, none, none]],
  [
    'with a slanted edge',
    [
      [
        [0, 0],
        [4, 0],
        [0, 2]
      ]
    ],
    [[100, 100, 75, 25], [75, 25, 0, 0], none]
  ]
] as const satisfies readonly (readonly [string, Shape, unknown])[])(
  'a shape %s is filled',
  async (_, shape, expected) => {
    expect(await cover(shape)).toEqual(expected)
  }
)

it('a shape leaves nothing behind for the next one', async () => {
  expect(await cover([box(0, 0, 2, 1)], [box(1, 0, 3, 1)])).toEqual([[100, 100, 100, 0], none, none])
})
