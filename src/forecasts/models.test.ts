import { expect, it } from 'vitest'
import { hourMs } from '../common/time.ts'
import { column, emptySeries } from '../weather/series.ts'
import { joinYears } from './archive/archives.ts'
import type { ForecastsDeps } from './deps.ts'
import { blendedSeries, currentModels, raisedModels } from './models.ts'
import { packModels, unpackModels } from './packed-models.ts'
import type { StoredModels } from './snapshot.ts'

const start = 494_000
const hours = 48

/** All other models say 10 °C; the first counts half. */
function models(fetchedAt = 0): StoredModels {
  const othersC = new Float64Array(hours).fill(10)
  const packed = packModels({ othersC, spreadC: othersC })
  return { ...{ startHour: start, packed, firstShare: 0.5, names: [], left: [] }, fetchedAt }
}

it('a place 100 m above a model’s cell, or an archive’s, is 0.65 °C colder', () => {
  const raised = raisedModels(models(), 100)
  expect(unpackModels(raised?.packed ?? '').othersC[0]).toBeCloseTo(9.35, 9)
  const year = { year: 2020, elevation: 900, minimaC: Float32Array.of(1) }
  expect(joinYears([year], 1000).minimaC[0]).toBeCloseTo(0.35, 6)
  expect(joinYears([year], null).minimaC[0]).toBe(1)
})

it('the blend goes back to the first model over the last 24 hours of the others', () => {
  const series = emptySeries(start, hours + 1)
  column(series, 'temperature').fill(0)
  const blended = column(blendedSeries(series, models(), start + 1), 'temperature')
  const at = (hour: number) => blended[hour]
  expect([0, 1, 24, 36, 42, 48].map(at)).toEqual([0, 5, 5, 2.5, 1.25, 0])
})

it('models older than twelve hours say nothing', async () => {
  const now = 494_000 * hourMs
  const deps = { clock: () => now } as ForecastsDeps
  const after = async (ageHours: number) => {
    const earlier = models(now - ageHours * hourMs)
    const source = { models: {} } as Parameters<typeof currentModels>[1]['source']
    const point = {} as Parameters<typeof currentModels>[1]['point']
    return (await currentModels(deps, { source, point, watched: false, decides: false, earlier })) !== null
  }
  expect([await after(11.9), await after(12), await after(-1)]).toEqual([true, false, false])
})
