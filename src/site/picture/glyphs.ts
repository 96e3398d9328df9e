/** Numbers as strokes of our own, so that a picture needs no font. */
import type { Point, Shape } from './canvas.ts'

type Line = readonly Point[]

/** Part of an ellipse; degrees from the right, clockwise. */
function arc([x, y]: Point, [radiusX, radiusY]: Point, from = 0, to = 360): Line {
  const steps = Math.ceil(Math.abs(to - from) / 10)
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle)] as const
  })
}

const dash: Line = [
  [0.4, 3],
  [3.6, 3]
]

/** The lines of a glyph on a field 4 wide and 6 high. */
const glyphs: Readonly<Record<string, readonly Line[]>> = {
  '0': [arc([2, 3], [2, 3])],
  '1': [
    [
      [0.6, 1.2],
      [2.2, 0],
      [2.2, 6]
    ]
  ],
  '2': [[...arc([2, 1.8], [1.9, 1.8], 190, 390), [0, 6], [4, 6]]],
  '3': [[...arc([2, 1.5], [1.7, 1.5], 200, 450), ...arc([2, 4.45], [2, 1.55], -90, 160)]],
  '4': [
    [
      [3, 6],
      [3, 0],
      [0, 4.3],
      [4, 4.3]
    ]
  ],
  '5': [[[3.6, 0], [0.7, 0], [0.4, 2.7], ...arc([1.9, 4], [2.1, 2], -130, 140)]],
  '6': [
    arc([2, 4], [2, 2]),
    [
      [3, 0],
      [0.35, 2.9]
    ]
  ],
  '7': [
    [
      [0, 0],
      [4, 0],
      [1.4, 6]
    ]
  ],
  '8': [arc([2, 1.5], [1.7, 1.5]), arc([2, 4.5], [2, 1.5])],
  '9': [
    arc([2, 2], [2, 2]),
    [
      [1, 6],
      [3.65, 3.1]
    ]
  ],
  '/': [
    [
      [0.4, 6.6],
      [3, -0.6]
    ]
  ],
  '–': [dash],
  '−': [dash],
  ',': [
    [
      [2.2, 5.8],
      [1.7, 6.8]
    ]
  ],
  '%': [
    arc([0.9, 1], [0.9, 1]),
    arc([3.1, 5], [0.9, 1]),
    [
      [3.4, 0.4],
      [0.6, 5.6]
    ]
  ],
  '°': [arc([1.2, 0.9], [0.9, 0.9])],
  '≤': [
    [
      [3.6, 0.4],
      [0.4, 2.3],
      [3.6, 4.2]
    ],
    [
      [0.4, 5.8],
      [3.6, 5.8]
    ]
  ],
  C: [arc([2, 3], [2, 3], 50, 310)],
  ' ': [],
  '.': [
    [
      [2, 6],
      [2, 6]
    ]
  ],
  D: [[[0, 6], [0, 0], ...arc([1, 3], [3, 3], -90, 90), [0, 6]]],
  E: [
    [
      [3.6, 0],
      [0, 0],
      [0, 6],
      [3.6, 6]
    ],
    [
      [0, 3],
      [3, 3]
    ]
  ],
  M: [
    [
      [0, 6],
      [0, 0],
      [2, 3.5],
      [4, 0],
      [4, 6]
    ]
  ],
  O: [arc([2, 3], [2, 3])]
}

const advance = 5.4

/**
 * Digits, the marks of numbers and their units, and the letters of `DEMO` in the height [px], the left upper corner at
 * `at`; other characters are left out.
 */
export function numberShape(written: string, [left, top]: Point, height: number): Shape {
  const scale = height / 6
  const shown = [...written].flatMap((one) => (glyphs[one] === undefined ? [] : [glyphs[one]]))
  return shown.flatMap((lines, index) =>
    lines.flatMap((line) => {
      const placed = line.map(
        ([x, y]): Point => [left + (x + index * advance + 0.5) * scale, top + y * scale]
      )
      return stroke(placed, height / 8)
    })
  )
}

/** How wide a written number is [px]. */
export function numberWidth(written: string, height: number): number {
  return (written.length * advance * height) / 6
}

/** A line with round ends and corners: a bar for each part of it, and a disc at each corner. */
export function stroke(line: Line, width: number): Shape {
  const half = width / 2
  const bars = line.slice(1).map(([x, y], index): Line => {
    const [fromX, fromY] = line[index] ?? [x, y]
    const length = Math.hypot(x - fromX, y - fromY) || 1
    const [acrossX, acrossY] = [((fromY - y) / length) * half, ((x - fromX) / length) * half]
    return [
      [fromX - acrossX, fromY - acrossY],
      [x - acrossX, y - acrossY],
      [x + acrossX, y + acrossY],
      [fromX + acrossX, fromY + acrossY]
    ]
  })
  return [...bars, ...line.map((corner) => disc(corner, half))]
}

/** A filled circle. */
export function disc(centre: Point, radius: number): Line {
  return arc(centre, [radius, radius]).slice(0, -1)
}
