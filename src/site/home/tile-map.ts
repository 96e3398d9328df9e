/** Türkiye as a map of equal tiles, for fingers: each province is one tile with its plate code, near where it lies. */
import { html, type Markup } from '../html.ts'
import type { ProvinceNight } from '../ports.ts'
import type { Visitor } from '../visitor.ts'
import { type MapView, provinceLink, provinceMark } from './province-map.ts'

/**
 * Plate codes from west to east and north to south, placed by the least total shift of the provinces; two dots: no
 * province.
 */
const rows = [
  '22 39 34 67 74 37 57 .. 61 .. 08 ..',
  '59 77 41 81 78 18 55 52 28 53 75 36',
  '17 16 11 54 14 19 05 60 29 69 25 76',
  '.. 10 43 26 06 71 66 58 24 62 49 04',
  '35 45 64 03 40 50 38 44 23 12 13 65',
  '09 20 32 42 68 51 46 02 21 72 56 30',
  '.. 48 15 07 70 01 80 27 63 47 73 ..',
  '.. .. .. .. .. 33 31 79 .. .. .. ..'
].map((row) => row.split(' '))

/** Twelve tiles fill the 288 px that a page of 320 px has for its content. */
const tile = 24

/** The map; `provinces` are in the order of their plate codes. */
export function tileMap(provinces: readonly ProvinceNight[], view: MapView, visitor: Visitor): Markup {
  const tiles = rows.flatMap((row, y) =>
    row.flatMap((code, x) => {
      const province = provinces[Number(code) - 1]
      return province === undefined ? [] : [tileOf(province, code, { x: x * tile, y: y * tile })]
    })
  )
  return html`<svg class="tiles" viewBox="0 0 ${12 * tile} ${rows.length * tile}">${tiles}</svg>`

  function tileOf(
    province: ProvinceNight,
    code: string,
    at: { readonly x: number; readonly y: number }
  ): Markup {
    return provinceLink(
      province,
      html`<g transform="translate(${at.x} ${at.y})"><rect width="${tile}" height="${tile}"/><text x="12" y="10.5">${code}</text><g class="mini" transform="translate(7 12) scale(.5)">${provinceMark(province, view)}</g></g>`,
      visitor
    )
  }
}
