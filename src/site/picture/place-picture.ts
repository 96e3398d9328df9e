/**
 * The picture of a link to a place: its level tonight as mark and colour, its score, the night, and where in Türkiye it
 * lies.
 */
import { hourMs } from '../../common/time.ts'
import type { PublishedScore } from '../../forecasts/frost-view.ts'
import type { FrostLevel } from '../../frost/frost-night.ts'
import { formatNumber, formatScore, percent } from '../../language/numbers.ts'
import type { TurkeyOutline } from '../charts/turkey-outline.ts'
import { type Canvas, type Colour, canvasOf, type Point, type Shape } from './canvas.ts'
import { disc, numberShape, numberWidth, stroke } from './glyphs.ts'

/** The shape that messengers show large [px]. */
export const pictureSize = { width: 600, height: 315 } as const
const { width, height } = pictureSize

const paper: Colour = [0xff, 0xff, 0xff]
const land: Colour = [0xdf, 0xe7, 0xec]
const ink: Colour = [0x14, 0x21, 0x2b]
const quiet: Colour = [0x4c, 0x5d, 0x69]

/** The light colours of tokens.css. */
const colours: Readonly<Record<FrostLevel, Colour>> = {
  none: [0x4d, 0x7f, 0x67],
  low: [0x2a, 0x7f, 0xb8],
  moderate: [0xb7, 0x7b, 0x00],
  high: [0xd0, 0x4a, 0x14],
  severe: [0x8f, 0x1a, 0x63],
  unknown: [0x6f, 0x7c, 0x85]
}

const middle: Point = [10, 10]
const ring = stroke([...disc(middle, 6.5), [16.5, 10]], 2.5)
/** The marks of level-marks.ts on their square of 20 × 20. */
const marks: Readonly<Record<FrostLevel, Shape>> = {
  none: ring,
  low: [disc(middle, 7)],
  moderate: [
    [
      [10, 2],
      [18.5, 17.5],
      [1.5, 17.5]
    ]
  ],
  high: [
    [
      [10, 1],
      [19, 10],
      [10, 19],
      [1, 10]
    ]
  ],
  severe: [
    [
      [10, 0.5],
      [12.4, 5.9],
      [18.2, 5.3],
      [14.8, 10],
      [18.2, 14.7],
      [12.4, 14.1],
      [10, 19.5],
      [7.6, 14.1],
      [1.8, 14.7],
      [5.2, 10],
      [1.8, 5.3],
      [7.6, 5.9]
    ]
  ],
  unknown: ring
}

/** Where a place of Türkiye lies; null abroad. */
export type Whereabouts = { readonly lat: number; readonly lon: number } | null

/** What a picture is of: a link is read days later, too, and must not pass for tonight. */
export interface Pictured {
  readonly frost: PublishedScore
  /** The morning that ends the night, `YYYY-MM-DD`; null where there is no night. */
  readonly date: string | null
  /** Of a stage without a score: its temperature, and how likely the plants reach it. */
  readonly limit: { readonly temperatureC: number; readonly probability: number } | null
  readonly synthetic: boolean
  readonly where: Whereabouts
}

/** The PNG. */
export function placePicture(pictured: Pictured, outline: TurkeyOutline): Canvas {
  const { frost, where } = pictured
  const canvas = where === null ? canvasOf(width, height, paper) : mapOf(outline).copy()
  const colour = colours[frost.level]
  canvas.fill(box(0, 0, width, 12), colour)
  const left = where === null ? 120 : 40
  const position = where === null ? null : outline.position(where.lon, where.lat)
  if (position !== null) canvas.fill(placed([disc(position, 30)], mapAt, mapScale), colour)
  canvas.fill(placed(marks[frost.level], [left, 50], 4.6), colour)
  const score = formatScore(frost.score, 'tr')
  // Never wider than a score of 100.
  const size = Math.min(84, (84 * 3) / score.length)
  canvas.fill(numberShape(score, [left, 276 - size], size), ink)
  canvas.fill(numberShape('/100', [left + numberWidth(score, size) + 6, 238], 38), quiet)
  canvas.fill(numberShape(nightNumbers(pictured.date), [left + 110, 56], 22), ink)
  canvas.fill(numberShape(limitNumbers(pictured.limit), [left, 291], 17), ink)
  if (pictured.synthetic) canvas.fill(numberShape('DEMO', [left + 110, 98], 30), colours.high)
  return canvas
}

/** `≤−3,5°C %12`, as Türkiye writes them. */
function limitNumbers(limit: Pictured['limit']): string {
  if (limit === null) return ''
  return `≤${formatNumber(limit.temperatureC, 1, 'tr')}°C ${percent(100 * limit.probability, 'tr')}`
}

/** `11–12.04`: evening and morning of the night, as Türkiye writes them. */
function nightNumbers(date: string | null): string {
  if (date === null) return ''
  const morning = new Date(`${date}T00:00:00Z`)
  const evening = new Date(morning.getTime() - 24 * hourMs)
  const [day, month] = [morning.toISOString().slice(8, 10), morning.toISOString().slice(5, 7)]
  const before = evening.toISOString()
  const begins =
    before.slice(5, 7) === month ? before.slice(8, 10) : `${before.slice(8, 10)}.${before.slice(5, 7)}`
  return `${begins}–${day}.${month}`
}

const mapScale = 0.34
const mapAt: Point = [236, 28]
let drawnMap: { readonly outline: TurkeyOutline; readonly canvas: Canvas } | null = null

/** The country without a place, drawn once: it takes longer than all the rest. */
function mapOf(outline: TurkeyOutline): Canvas {
  if (drawnMap?.outline !== outline) {
    const canvas = canvasOf(width, height, paper)
    canvas.fill(placed(outlineOf(outline.country), mapAt, mapScale), land)
    drawnMap = { outline, canvas }
  }
  return drawnMap.canvas
}

function box(left: number, top: number, width: number, height: number): Shape {
  return [
    [
      [left, top],
      [left + width, top],
      [left + width, top + height],
      [left, top + height]
    ]
  ]
}

function placed(shape: Shape, [left, top]: Point, scale: number): Shape {
  return shape.map((line) => line.map(([x, y]): Point => [left + x * scale, top + y * scale]))
}

/** The outlines of a path of straight lines (`M…L…Z`), read once. */
function outlineOf(path: string): Shape {
  return path
    .split('M')
    .slice(1)
    .map((part) =>
      part.split('L').map((point): Point => {
        const [x = '', y = ''] = point.split(',')
        return [Number.parseFloat(x), Number.parseFloat(y)]
      })
    )
}
