/** The map of the world's time zones: a tree of quarters of the Earth, made by `npm run zones`. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

/** Half of the map's height and width [°]: the poles and the date line themselves lie just outside. */
export const mapEdge = { lat: 89.9999, lon: 179.9999 } as const

/** A byte of the tree that says: four quarters follow, south-west, south-east, north-west, north-east. */
export const split = 0
/** Room for the quarters that wait at 40 levels. */
const deepest = 128
/** The largest byte: the rank goes on in the next one. */
export const longRank = 255

const file = new URL('./table/time-zones.br', import.meta.url)
const unpack = promisify(brotliDecompress)

/** The zone at a point [° north, ° east] by its IANA name, or null at sea. */
export type ZoneMap = (lat: number, lon: number) => string | null

export async function readZoneMap(from: URL = file): Promise<ZoneMap> {
  const content = await unpack(await readFile(from))
  const head = content.indexOf('\n')
  // Zone 0 is the sea.
  const zones = [null, ...content.toString('latin1', 0, head).split(' ')]
  const quarters = readQuarters(content.subarray(head + 1), zones.length)
  return (lat, lon) => zones[-1 - find(quarters, lat, lon)] ?? null
}

function find(quarters: Int32Array, lat: number, lon: number): number {
  let south: number = -mapEdge.lat
  let north: number = mapEdge.lat
  let west: number = -mapEdge.lon
  let east: number = mapEdge.lon
  let node = 0
  while (node >= 0) {
    const middleLat = (south + north) / 2
    const middleLon = (west + east) / 2
    const isNorth = lat >= middleLat
    const isEast = lon >= middleLon
    if (isNorth) south = middleLat
    else north = middleLat
    if (isEast) west = middleLon
    else east = middleLon
    node = quarters[4 * node + (isNorth ? 2 : 0) + (isEast ? 1 : 0)] ?? -1
  }
  return node
}

/**
 * Four numbers a node: a child, or −1 − zone; a zone is its rank among those read last, as neighbours are mostly of the
 * same two.
 */
function readQuarters(tree: Uint8Array, zones: number): Int32Array {
  const quarters = new Int32Array(4 * splitsIn(tree))
  const recent = Uint16Array.from({ length: zones }, (_, zone) => zone)
  // Places in `quarters` whose bytes are still to come, the next one last; that of the root is written again later.
  const open = new Int32Array(deepest)
  let waiting = 1
  let nodes = 0
  for (let at = 0; at < tree.length; at++) {
    const byte = tree[at] ?? split
    const place = open[--waiting] ?? 0
    if (byte === split) {
      quarters[place] = nodes
      for (let quarter = 3; quarter >= 0; quarter--) open[waiting++] = 4 * nodes + quarter
      nodes++
    } else {
      const rank = byte === longRank ? longRank - 2 + (tree[++at] ?? 0) : byte - 1
      quarters[place] = -1 - (rank === 0 ? (recent[0] ?? 0) : take(recent, rank))
    }
  }
  return quarters
}

function splitsIn(tree: Uint8Array): number {
  let count = 0
  for (let at = 0; at < tree.length; at++) if (tree[at] === split) count++
  return count
}

export function take(recent: Uint16Array, rank: number): number {
  const zone = recent[rank] ?? 0
  for (let later = rank; later > 0; later--) recent[later] = recent[later - 1] ?? 0
  recent[0] = zone
  return zone
}
