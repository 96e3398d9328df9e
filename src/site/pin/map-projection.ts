/** The projection of the map of fields: Mercator's, which maps on phones have; its script has the same two lines. */

/** The corner in the north-west [degrees], and units of the drawing for a degree of longitude. */
export const mapFrame = { west: 25.5, north: 42.3, east: 45, south: 35.6, unitsPerDegree: 400 } as const

/** Whole units from the corner, east and south. */
export function mapPosition(lat: number, lon: number): readonly [number, number] {
  const { west, north, unitsPerDegree } = mapFrame
  return [
    Math.round((lon - west) * unitsPerDegree),
    Math.round((mercator(north) - mercator(lat)) * unitsPerDegree)
  ]
}

/** [degrees] */
function mercator(lat: number): number {
  return (Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI
}
