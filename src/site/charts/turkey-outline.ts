/** The outline of Türkiye and its neighbours as SVG paths, as `npm run outline` has drawn them. */
import { type GeoProjection, geoConicConformal } from 'd3-geo'
import drawn from './turkey-outline.json' with { type: 'json' }

export interface TurkeyOutline {
  readonly width: number
  readonly height: number
  /** The country, and the land around it cut to the frame. */
  readonly country: string
  readonly neighbours: string
  /** Where a point lies in the drawing; null where it cannot be shown. */
  readonly position: (lon: number, lat: number) => readonly [number, number] | null
}

/** Size of the drawing, and the space around the country. */
export const frame = { width: 1000, height: 440, margin: 14 } as const

/** How large the country is drawn, and where. */
interface Fit {
  readonly scale: number
  readonly translate: readonly number[]
}

/** A conic projection with parallels at 37.5° and 40.5° keeps the shape that people know from Turkish maps. */
export function projectionOf({ scale, translate: [x = 0, y = 0] }: Fit): GeoProjection {
  return geoConicConformal()
    .parallels([37.5, 40.5])
    .rotate([-35.2, 0])
    .scale(scale)
    .translate([x, y])
    .clipExtent([
      [0, 0],
      [frame.width, frame.height]
    ])
}

export function turkeyOutline(): TurkeyOutline {
  const projection = projectionOf(drawn)
  return {
    width: frame.width,
    height: frame.height,
    country: drawn.country,
    neighbours: drawn.neighbours,
    position: (lon, lat) => projection([lon, lat])
  }
}
