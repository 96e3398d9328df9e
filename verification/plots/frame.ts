/**
 * The frame of a plot: a square field with two axes, labelled, on its own background so that it reads on dark pages
 * too.
 */
import { scaleLinear } from 'd3-scale'
import { escapeMarkup } from '../../src/common/markup.ts'

/** Where a value lies in the picture [px]. */
export interface Frame {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  readonly width: number
  readonly height: number
}

export interface FrameText {
  readonly title: string
  readonly subtitle: string
  readonly xLabel: string
  readonly yLabel: string
}

const size = { width: 560, height: 560 }
const margin = { left: 74, right: 24, top: 74, bottom: 64 }

/** The colours of methods, told apart by people who see few colours, and dark enough on white. */
export const methodColours = ['#0b5cad', '#c2410c', '#15803d', '#7e22ce', '#4b5563'] as const

/** A field from 0 to `most` on both axes. */
export function squareFrame(most: number): Frame {
  const x = scaleLinear([0, most], [margin.left, size.width - margin.right])
  const y = scaleLinear([0, most], [size.height - margin.bottom, margin.top])
  return { x: (value) => x(value), y: (value) => y(value), ...size }
}

/** The whole picture: background, grid, axes, the diagonal of perfection, and what is drawn on it. */
export function picture(most: number, text: FrameText, drawn: readonly string[]): string {
  const frame = squareFrame(most)
  const ticks = scaleLinear([0, most], [0, 1]).ticks(5)
  const [left, right, top, bottom] = [frame.x(0), frame.x(most), frame.y(most), frame.y(0)]
  const grid = ticks.flatMap((tick) => [
    `<line x1="${px(frame.x(tick))}" y1="${px(top)}" x2="${px(frame.x(tick))}" y2="${px(bottom)}"/>`,
    `<line x1="${px(left)}" y1="${px(frame.y(tick))}" x2="${px(right)}" y2="${px(frame.y(tick))}"/>`
  ])
  const labels = ticks.flatMap((tick) => [
    `<text x="${px(frame.x(tick))}" y="${px(bottom + 20)}" text-anchor="middle">${tick}</text>`,
    `<text x="${px(left - 8)}" y="${px(frame.y(tick) + 4)}" text-anchor="end">${tick}</text>`
  ])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" width="${frame.width}" height="${frame.height}" role="img" aria-label="${escapeMarkup(`${text.title}. ${text.subtitle}`)}" font-family="system-ui, sans-serif" font-size="13" fill="#111827">`,
    `<rect width="${frame.width}" height="${frame.height}" fill="#ffffff"/>`,
    `<text x="${margin.left}" y="28" font-size="17" font-weight="600">${escapeMarkup(text.title)}</text>`,
    `<text x="${margin.left}" y="50" fill="#4b5563">${escapeMarkup(text.subtitle)}</text>`,
    `<g stroke="#e5e7eb">${grid.join('')}</g>`,
    `<line x1="${px(left)}" y1="${px(bottom)}" x2="${px(right)}" y2="${px(top)}" stroke="#6b7280" stroke-dasharray="5 4"/>`,
    `<g>${labels.join('')}</g>`,
    `<text x="${px((left + right) / 2)}" y="${frame.height - 16}" text-anchor="middle">${escapeMarkup(text.xLabel)}</text>`,
    `<text transform="translate(20 ${px((top + bottom) / 2)}) rotate(-90)" text-anchor="middle">${escapeMarkup(text.yLabel)}</text>`,
    ...drawn,
    '</svg>',
    ''
  ].join('\n')
}

/** A number of pixels, short. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10)
}
