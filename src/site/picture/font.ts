/** Letters as shapes, from the TrueType outlines of Barlow (https://learn.microsoft.com/typography/opentype/spec/). */
import { readFileSync } from 'node:fs'
import { lazy } from '../../common/lazy.ts'
import type { Point, Shape } from './canvas.ts'

const fontAt = (name: string) =>
  lazy(() => fontOf(readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url))))
/** With the letters of names in Latin script. */
export const bold = fontAt('barlow-bold')
/** With the letters of Turkish and English. */
export const regular = fontAt('barlow-regular')

/** A corner of an outline; between two that are not on it lies one that is. */
interface Corner {
  readonly x: number
  readonly y: number
  readonly isOn: boolean
}
type Outline = readonly Corner[]

export function fontOf(file: Buffer) {
  const table = tablesOf(file)
  const [unitsPerEm, isLong] = [table('head').readUInt16BE(18), table('head').readInt16BE(50) === 1]
  const glyphs = glyphsOf(table('glyf'), table('loca'), isLong)
  const drawn = new Map<number, Shape>()
  const indexOf = indexesOf(table('cmap'))
  const [advances, last] = [table('hmtx'), table('hhea').readUInt16BE(34) - 1]
  const read = (text: string): readonly number[] => [...text].flatMap((letter) => indexOf(letter) ?? [])
  const advance = (glyph: number): number => advances.readUInt16BE(Math.min(glyph, last) * 4)
  return {
    /** [px] */
    width: (text: string, size: number) =>
      (read(text).reduce((sum, glyph) => sum + advance(glyph), 0) * size) / unitsPerEm,
    /** The text in the height of its letters from ascent to baseline [px], its baseline beginning at `at`. */
    shape(text: string, [left, baseline]: Point, size: number): Shape {
      const scale = size / unitsPerEm
      let pen = 0
      return read(text).flatMap((glyph) => {
        const at = pen
        pen += advance(glyph)
        const shape = drawn.get(glyph) ?? glyphs(glyph).map(smooth)
        drawn.set(glyph, shape)
        return shape.map((outline) =>
          outline.map(([x, y]): Point => [left + (at + x) * scale, baseline - y * scale])
        )
      })
    }
  }
}

function tablesOf(file: Buffer): (tag: string) => Buffer {
  const entries = Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16
    const [from, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]
    return [file.toString('latin1', at, at + 4), file.subarray(from, from + length)] as const
  })
  const tables = new Map(entries)
  return (tag) => {
    const table = tables.get(tag)
    if (table === undefined) throw new RangeError(`the font has no table "${tag}"`)
    return table
  }
}

/** The glyph of a letter, or of its form without accents; null: neither is there. Of `cmap` format 4. */
function indexesOf(cmap: Buffer): (letter: string) => number | null {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  const map = cmap.subarray(starts.find((at) => cmap.readUInt16BE(at) === 4) ?? 0)
  const segments = map.readUInt16BE(6) / 2
  const glyphOf = (code: number): number | null => {
    for (let segment = 0; segment < segments; segment++) {
      const at = 14 + segment * 2
      if (code > map.readUInt16BE(at)) continue
      const start = map.readUInt16BE(at + 2 + segments * 2)
      if (code < start) return null
      const delta = map.readUInt16BE(at + 2 + segments * 4)
      const offsetAt = at + 2 + segments * 6
      const offset = map.readUInt16BE(offsetAt)
      const glyph = offset === 0 ? code : map.readUInt16BE(offsetAt + offset + (code - start) * 2)
      return glyph === 0 ? null : (glyph + delta) % 0x1_00_00
    }
    return null
  }
  return (letter) =>
    glyphOf(letter.codePointAt(0) ?? 0) ?? glyphOf(letter.normalize('NFD').codePointAt(0) ?? 0)
}

function glyphsOf(glyf: Buffer, loca: Buffer, isLong: boolean): (glyph: number) => readonly Outline[] {
  const at = (glyph: number): number =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2
  const outlines = (glyph: number): readonly Outline[] => {
    const data = glyf.subarray(at(glyph), at(glyph + 1))
    if (data.length === 0) return []
    const contours = data.readInt16BE(0)
    return contours < 0 ? composed(data) : simple(data, contours)
  }
  /** Several glyphs at offsets, such as a letter with its accent. */
  const composed = (data: Buffer): readonly Outline[] => {
    const found: Outline[] = []
    for (let from = 10, isMore = true; isMore; ) {
      const flags = data.readUInt16BE(from)
      const isWide = (flags & 1) !== 0
      const x = isWide ? data.readInt16BE(from + 4) : data.readInt8(from + 4)
      const y = isWide ? data.readInt16BE(from + 6) : data.readInt8(from + 5)
      // Parts that are scaled are in no letter of ours.
      const parts = outlines(data.readUInt16BE(from + 2))
      found.push(
        ...parts.map((part) => part.map((corner) => ({ ...corner, x: corner.x + x, y: corner.y + y })))
      )
      isMore = (flags & 0x20) !== 0
      from += isWide ? 8 : 6
    }
    return found
  }
  return outlines
}

function simple(data: Buffer, contours: number): readonly Outline[] {
  const ends = Array.from({ length: contours }, (_, index) => data.readUInt16BE(10 + index * 2))
  const count = (ends.at(-1) ?? -1) + 1
  let at = 10 + contours * 2
  at += 2 + data.readUInt16BE(at)
  const flags: number[] = []
  while (flags.length < count) {
    const flag = data.readUInt8(at++)
    const times = (flag & 8) === 0 ? 1 : 1 + data.readUInt8(at++)
    for (let time = 0; time < times; time++) flags.push(flag)
  }
  /** One coordinate of every corner: a byte with a sign, the same again, or two bytes. */
  const along = (short: number, same: number): readonly number[] => {
    let value = 0
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += data.readUInt8(at++) * ((flag & same) === 0 ? -1 : 1)
      else if ((flag & same) === 0) {
        value += data.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = along(2, 16)
  const ys = along(4, 32)
  return ends.map((end, index) =>
    flags.slice((ends[index - 1] ?? -1) + 1, end + 1).map((flag, corner) => {
      const point = corner + (ends[index - 1] ?? -1) + 1
      return { x: xs[point] ?? 0, y: ys[point] ?? 0, isOn: (flag & 1) !== 0 }
    })
  )
}

const parts = 5

function smooth(outline: Outline): readonly Point[] {
  const corners = outline.flatMap((corner, index): readonly Corner[] => {
    const next = outline[(index + 1) % outline.length] ?? corner
    if (corner.isOn || next.isOn) return [corner]
    return [corner, { x: (corner.x + next.x) / 2, y: (corner.y + next.y) / 2, isOn: true }]
  })
  return corners.flatMap((corner, index): readonly Point[] => {
    if (corner.isOn) return [[corner.x, corner.y]]
    const from = corners.at(index - 1) ?? corner
    const to = corners[(index + 1) % corners.length] ?? corner
    return Array.from({ length: parts - 1 }, (_, step) => {
      const share = (step + 1) / parts
      const [one, two, three] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2]
      return [one * from.x + two * corner.x + three * to.x, one * from.y + two * corner.y + three * to.y]
    })
  })
}
