/**
 * `npm run zones`: writes `src/places/table/time-zones.br` from the borders that geo-tz has. With `compare`, says at
 * how many of 100,000 points of land the file gives another offset, and at which borders.
 */
import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { readPlaceTable } from '../../src/places/place-table.ts'
import { readZoneMap } from '../../src/places/point.ts'
import { openBoundaries } from './boundaries.ts'
import { compare } from './compare.ts'
import { makeTree, packTree } from './tree.ts'

const depths = { sea: 13, sameClock: 14, otherClock: 15, exact: 20 }
const pointsOfLand = 100_000
const file = new URL('../../src/places/table/time-zones.br', import.meta.url)
const boundaries = openBoundaries()

async function make(): Promise<void> {
  const { lats, lons } = (await readPlaceTable()).columns()
  const points = Array.from(lats, (lat, index) => {
    const lon = lons[index] ?? 0
    return { lat, lon, zone: Math.max(0, boundaries.zones.indexOf(boundaries.find(lat, lon))) }
  })
  const tree = packTree(makeTree(boundaries, points, depths), boundaries.zones.length)
  const content = Buffer.concat([Buffer.from(`${boundaries.zones.slice(1).join(' ')}\n`), tree])
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(file, brotliCompressSync(content, { params }))
}

async function sayDifferences(): Promise<void> {
  const differences = compare(await readZoneMap(), boundaries, pointsOfLand)
  console.log(`${differences.length} of ${pointsOfLand} points have another offset`)
  const borders = Map.groupBy(differences, ({ before, packed }) => [before, packed].sort().join(' / '))
  for (const [border, all] of borders) console.log(`${String(all.length).padStart(4)} ${border}`)
}

await (process.argv[2] === 'compare' ? sayDifferences() : make())
