import { expect, test } from 'vitest'
import { syntheticNight } from '../../../test/made/synthetic-night.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { riskDay } from './frost-risk.schema.ts'
import { presentRiskDay } from './risk-day.present.ts'

const frosty = syntheticNight(
  Array.from({ length: 10 }, (_, hour) => ({ T: 2 - 0.5 * hour, Td: -6, u: 1, c: 0 }))
)

test('a risk day has its members in the order of the contract, whichever part makes them', () => {
  const presented = presentRiskDay(frosty, { units: 'metric', lang: 'en' }, zoneClock('Europe/Istanbul'))
  expect(Object.keys(presented)).toEqual(Object.keys(riskDay.properties))
})

test('what is not known of the air is null; what is known is in the units asked for', () => {
  const dataGap = syntheticNight(Array.from({ length: 10 }, (_, hour) => ({ T: 2 - 0.5 * hour })))
  const presented = presentRiskDay(dataGap, { units: 'metric', lang: 'en' }, zoneClock('Europe/Istanbul'))
  expect(presented).toMatchObject({ wind_speed_mean: null, cloud_cover_mean: null })
  expect(presented.temperature_min).toBe(-2.5)
  const known = presentRiskDay(frosty, { units: 'imperial', lang: 'tr' }, zoneClock('Europe/Istanbul'))
  expect(known).toMatchObject({ temperature_min: 27.5, dew_point_at_min: 21.2, cloud_cover_mean: 0 })
})
