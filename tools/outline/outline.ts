/** Draws Türkiye and its neighbours from the borders of Natural Earth, by the package world-atlas. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { frame, projectionOf } from '../../src/site/charts/turkey-outline.ts'

/** ISO 3166-1 numeric. */
const turkeyId = '792'

/** The content of `src/site/charts/turkey-outline.json`. */
export function drawnOutline(): object {
  const path = fileURLToPath(import.meta.resolve('world-atlas/countries-50m.json'))
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology<{ countries: GeometryCollection }>
  const all = feature(atlas, atlas.objects.countries).features
  const turkey = all.find((one) => one.id === turkeyId)
  if (turkey === undefined) throw new Error(`world-atlas holds no country ${turkeyId}: is it version 2?`)
  const { width, height, margin } = frame
  const fitted = projectionOf({ scale: 1, translate: [0, 0] }).fitExtent(
    [
      [margin, margin],
      [width - margin, height - margin]
    ],
    turkey
  )
  const [scale, translate] = [fitted.scale(), fitted.translate()]
  const draw = geoPath(projectionOf({ scale, translate })).digits(1)
  const around = all.filter((one) => one.id !== turkeyId)
  const neighbours = around.map((one) => draw(one) ?? '').join('')
  return { scale, translate, country: draw(turkey), neighbours }
}
