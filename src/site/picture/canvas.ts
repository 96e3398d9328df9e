/** A picture in memory: shapes filled with smooth edges, and the PNG of it (https://www.w3.org/TR/png-3/). */
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

export type Point = readonly [x: number, y: number]
/** Closed outlines; what several of them cover is filled once, if they all turn the same way. */
export type Shape = readonly (readonly Point[])[]
/** Red, green and blue, 0…255. */
export type Colour = readonly [number, number, number]

/** Lines of samples in each row of pixels: enough that slanted edges look smooth. */
const samples = 4

export interface Canvas {
  readonly fill: (shape: Shape, colour: Colour) => void
  readonly png: () => Promise<Uint8Array>
}

/** A canvas of one colour [px]. */
export function canvasOf(width: number, height: number, ground: Colour): Canvas {
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * 3; at += 3) pixels.set(ground, at)
  for (let row = 1; row < height; row++) pixels.copyWithin(row * width * 3, 0, width * 3)
  const cover = new Float32Array(width)
  const mix = (at: number, value: number, share: number): void => {
    const before = pixels[at] ?? 0
    pixels[at] = Math.round(before + (value - before) * share)
  }
  const blend = (row: number, [red, green, blue]: Colour, [left, right]: readonly [number, number]): void => {
    for (let x = left; x < right; x++) {
      const share = Math.min(1, (cover[x] ?? 0) / samples)
      if (share === 0) continue
      const at = (row * width + x) * 3
      mix(at, red, share)
      mix(at + 1, green, share)
      mix(at + 2, blue, share)
    }
  }
  const fill = (shape: Shape, colour: Colour): void => {
    const edges = edgesOf(shape)
    const across = shape.flatMap((outline) => outline.map(([x]) => x))
    const left = Math.max(0, Math.floor(Math.min(...across)))
    const right = Math.min(width, Math.ceil(Math.max(...across)))
    for (const [row, near] of byRow(edges, height)) {
      cover.fill(0, left, Math.max(left, right))
      for (let line = 0; line < samples; line++) {
        addLine(cover, crossings(near, row + (line + 0.5) / samples))
      }
      blend(row, colour, [left, right])
    }
  }
  return {
    fill,
    png: () => pngOf(rowsOf(pixels, width, height), width, height)
  }
}

interface Edge {
  readonly top: number
  readonly bottom: number
  readonly x: number
  readonly y: number
  readonly slope: number
  /** 1 downwards, −1 upwards. */
  readonly turn: number
}

function edgesOf(shape: Shape): readonly Edge[] {
  return shape.flatMap((outline) =>
    outline.flatMap(([x, y], index) => {
      const [nextX, nextY] = outline[(index + 1) % outline.length] ?? [x, y]
      if (y === nextY) return []
      const slope = (nextX - x) / (nextY - y)
      return [{ top: Math.min(y, nextY), bottom: Math.max(y, nextY), x, y, slope, turn: y < nextY ? 1 : -1 }]
    })
  )
}

/** The edges that touch each row of pixels: a text has hundreds, a row a few. */
function byRow(edges: readonly Edge[], height: number): ReadonlyMap<number, readonly Edge[]> {
  const rows = new Map<number, Edge[]>()
  for (const edge of edges) {
    const last = Math.min(height, Math.ceil(edge.bottom)) - 1
    for (let row = Math.max(0, Math.floor(edge.top)); row <= last; row++) {
      const near = rows.get(row)
      if (near === undefined) rows.set(row, [edge])
      else near.push(edge)
    }
  }
  return rows
}

/** Where a line enters and leaves the shape, by the nonzero rule. */
function crossings(edges: readonly Edge[], line: number): readonly (readonly [from: number, to: number])[] {
  const met: { readonly x: number; readonly turn: number }[] = []
  for (const { top, bottom, x, y, slope, turn } of edges)
    if (top <= line && line < bottom) met.push({ x: x + (line - y) * slope, turn })
  met.sort((one, other) => one.x - other.x)
  const spans: [number, number][] = []
  let winding = 0
  let from = 0
  for (const { x, turn } of met) {
    if (winding === 0) from = x
    winding += turn
    if (winding === 0) spans.push([from, x])
  }
  return spans
}

function addLine(cover: Float32Array, spans: readonly (readonly [number, number])[]): void {
  for (const [from, to] of spans) {
    const last = Math.min(cover.length - 1, Math.floor(to))
    for (let x = Math.max(0, Math.floor(from)); x <= last; x++) {
      cover[x] = (cover[x] ?? 0) + Math.max(0, Math.min(to, x + 1) - Math.max(from, x))
    }
  }
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Eight bits for each of red, green and blue; no interlacing. */
const trueColour = [8, 2, 0, 0, 0]

const packed = promisify(deflate)
/** A quarter of the time of zlib's usual level, for a sixth more bytes. */
const level = 3

async function pngOf(rows: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set(trueColour, 8)
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', await packed(rows, { level })),
    chunk('IEND', Buffer.alloc(0))
  ]
  return Buffer.concat([signature, ...chunks])
}

/** Samples by row, each after a byte that says that the row is not filtered. */
function rowsOf(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(height * (width * 3 + 1))
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * width * 3, (row + 1) * width * 3), row * (width * 3 + 1) + 1)
  }
  return rows
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
