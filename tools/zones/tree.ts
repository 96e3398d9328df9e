/** Packs the world into a tree of quarters, as src/places/point.ts reads it. */
import { longRank, mapEdge, split, take } from '../../src/places/point.ts'
import { type Area, type BoundaryMap, type Box, passes, zoneIn } from './boundaries.ts'
import { clockOf } from './clock.ts'

/** A zone's number, 0 at sea, or south-west, south-east, north-west, north-east. */
type Node = number | readonly Node[]

export const world: Box = { south: -mapEdge.lat, north: mapEdge.lat, west: -mapEdge.lon, east: mapEdge.lon }

/** A point [°] whose zone the tree gets right however near a border it is. */
export interface Exact {
  readonly lat: number
  readonly lon: number
  readonly zone: number
}

/** How often a cell across a border is halved; 13: 2.4 km from south to north, 15: 600 m. */
export interface Depths {
  /** Where no other zone begins: twelve sea miles off. */
  readonly sea: number
  /** Between zones whose clocks show the same all year. */
  readonly sameClock: number
  readonly otherClock: number
  /** With a point in it that would get its neighbour's zone; 20: 20 m. */
  readonly exact: number
}

export function makeTree(map: BoundaryMap, points: readonly Exact[], depths: Depths): Node {
  const visit = (box: Box, within: string, inside: readonly Exact[]): Node => {
    const kind = map.kindOf(within)
    if (typeof kind === 'number') return kind
    if (kind === 'areas')
      return cut({ ...map, areas: map.areasOf(within), depths }, box, within.length, inside)
    return joined(quartersOf(box).map((one, index) => visit(one, `${within}${index}`, pointsIn(one, inside))))
  }
  return visit(world, '', points)
}

interface Cutting extends Pick<BoundaryMap, 'zones'> {
  readonly areas: readonly Area[]
  readonly depths: Depths
}

/** Halves a box for as long as a border of the areas passes through it. */
function cut(
  { zones, areas, depths }: Cutting,
  whole: Box,
  wholeDepth: number,
  points: readonly Exact[]
): Node {
  const visit = (box: Box, depth: number, inside: readonly Exact[], within: readonly Area[]): Node => {
    const passing = within
      .map((area) => ({ ...area, edges: area.edges.filter((edge) => passes(edge, box)) }))
      .filter(({ edges }) => edges.length > 0)
    const zone = zoneIn(areas, (box.south + box.north) / 2, (box.west + box.east) / 2)
    const clocks = new Set(passing.map((area) => clockOf(zones[area.zone] ?? 'UTC')))
    const enough = passing.length < 2 ? depths.sea : clocks.size < 2 ? depths.sameClock : depths.otherClock
    const isFine = depth >= enough && inside.every((point) => point.zone === zone)
    if (passing.length === 0 || isFine || depth >= depths.exact) return zone
    return joined(quartersOf(box).map((one) => visit(one, depth + 1, pointsIn(one, inside), passing)))
  }
  return visit(whole, wholeDepth, points, areas)
}

/** The bytes of a tree: ranks among the zones that were written last. */
export function packTree(tree: Node, zones: number): Buffer {
  const recent = Uint16Array.from({ length: zones }, (_, zone) => zone)
  const bytes: number[] = []
  const write = (node: Node): void => {
    if (typeof node !== 'number') {
      bytes.push(split)
      node.forEach(write)
      return
    }
    const rank = recent.indexOf(node)
    take(recent, rank)
    if (rank + 1 < longRank) bytes.push(rank + 1)
    else bytes.push(longRank, rank - (longRank - 2))
  }
  write(tree)
  return Buffer.from(bytes)
}

function joined(quarters: readonly Node[]): Node {
  const [first] = quarters
  return typeof first === 'number' && quarters.every((one) => one === first) ? first : quarters
}

function quartersOf({ south, north, west, east }: Box): readonly Box[] {
  const lat = (south + north) / 2
  const lon = (west + east) / 2
  return [
    { south, north: lat, west, east: lon },
    { south, north: lat, west: lon, east },
    { south: lat, north, west, east: lon },
    { south: lat, north, west: lon, east }
  ]
}

const pointsIn = ({ south, north, west, east }: Box, points: readonly Exact[]): readonly Exact[] =>
  points.length === 0
    ? points
    : points.filter(({ lat, lon }) => lat >= south && lat < north && lon >= west && lon < east)
