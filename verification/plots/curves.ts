/** Curves with their points and a legend. */
import { line } from 'd3-shape'
import { escapeMarkup } from '../../src/common/markup.ts'
import { type Frame, methodColours, px } from './frame.ts'

/** One method's curve; a point's weight is how many rows it stands for. */
export interface Curve {
  readonly name: string
  readonly points: readonly { readonly x: number; readonly y: number; readonly rows: number }[]
}

const smallestRadius = 2.5
const greatestRadius = 9

/** All curves as SVG elements: points larger for more rows, and a legend in the upper left. */
export function drawCurves(frame: Frame, curves: readonly Curve[]): string[] {
  const most = Math.max(1, ...curves.flatMap(({ points }) => points.map(({ rows }) => rows)))
  const path = line<{ x: number; y: number }>(
    (point) => frame.x(point.x),
    (point) => frame.y(point.y)
  ).digits(1)
  return curves.flatMap((curve, index) => {
    const colour = methodColours[index % methodColours.length] ?? '#000000'
    const circles = curve.points.map(({ x, y, rows }) => {
      const radius = Math.max(smallestRadius, greatestRadius * Math.sqrt(rows / most))
      return `<circle cx="${px(frame.x(x))}" cy="${px(frame.y(y))}" r="${px(radius)}"><title>${rows} nights</title></circle>`
    })
    const top = 94 + index * 20
    return [
      `<path d="${path([...curve.points]) ?? ''}" fill="none" stroke="${colour}" stroke-width="1.8"/>`,
      `<g fill="${colour}" fill-opacity="0.75">${circles.join('')}</g>`,
      `<circle cx="92" cy="${top - 4}" r="5" fill="${colour}"/><text x="104" y="${top}">${escapeMarkup(curve.name)}</text>`
    ]
  })
}
