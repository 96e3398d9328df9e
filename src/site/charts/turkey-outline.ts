/** The outline of Türkiye and its neighbours as SVG paths, projected once at the start. Borders: Natural Earth, by the package world-atlas. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { geoConicConformal, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

export interface TurkeyOutline {
  readonly width: number
  readonly height: number
  /** The country, and the land around it cut to the frame. */
  readonly country: string
  readonly neighbours: string
  /** Where a point lies in the drawing; null where it cannot be shown. */
  readonly position: (lon: number, lat: number) => readonly [number, number] | null
}

/** ISO 3166-1 numeric. */
const turkeyId = '792'
const width = 1000
const height = 440
const margin = 14

let projected: TurkeyOutline | null = null

/** The outline; the first call projects it. */
export function turkeyOutline(): TurkeyOutline {
  projected ??= project()
  return projected
}

/**
 * Reads and projects the borders: about 50 ms, once.
 * A conic projection with parallels at 37.5° and 40.5° keeps the shape that people know from Turkish maps.
 */
function project(): TurkeyOutline {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ countries: GeometryCollection }>
  const all = feature(atlas, atlas.objects.countries).features
  const turkey = all.find((one) => one.id === turkeyId)
  if (turkey === undefined) throw new Error(`world-atlas holds no country ${turkeyId}: is it version 2?`)
  const projection = geoConicConformal()
    .parallels([37.5, 40.5])
    .rotate([-35.2, 0])
    .fitExtent(
      [
        [margin, margin],
        [width - margin, height - margin]
      ],
      turkey
    )
    .clipExtent([
      [0, 0],
      [width, height]
    ])
  const draw = geoPath(projection).digits(1)
  const around = all.filter((one) => one.id !== turkeyId)
  return {
    width,
    height,
    country: draw(turkey) ?? '',
    neighbours: around.map((one) => draw(one) ?? '').join(''),
    position: (lon, lat) => projection([lon, lat])
  }
}
