/** What a source's law adds at places, beside what they have learned themselves. */
import { expect, it } from 'vitest'
import { syntheticIssue, syntheticObservations, syntheticSensor } from '../../test/made/synthetic-nights.ts'
import { pastNight } from '../frost/fading-site.ts'
import { sourceEvidence } from '../frost/source-law.ts'
import { addDays } from '../weather/zone-clock.ts'
import { learnedPlace } from './learned-place.ts'
import { issuesToLearnFrom, sensorRecord } from './sensor-record.ts'
import { createSourceKnowledge } from './source-knowledge.ts'

const first = '2026-03-01'

/** A source whose forecasts are 1 °C too warm at twelve airports. */
function warmSource() {
  const sources = createSourceKnowledge()
  for (let airport = 0; airport < 12; airport++) {
    const nights = Array.from({ length: 200 }, (_, day) => {
      const forecast = { minimumC: 0, previousC: null, nextC: null }
      return pastNight({ day, leadDays: 1, forecast, residualC: -1 })
    })
    sources.teach(`LT${airport}`, new Map([['made', sourceEvidence(nights)]]))
  }
  sources.renew()
  return sources
}

it.each([0, 1, 3, 10])(
  'is added to plants once, however many nights (%i) were measured at 2 m before',
  (airNights) => {
    const sources = warmSource()
    const lawC = sources.applied(null, 'made')?.biasC ?? 0
    expect(lawC).toBeLessThan(-0.2)
    for (const plantNights of [20, 60, 120]) {
      const exposed = (minimumC: number) => ({ minimumC: minimumC + lawC, sigmaC: 2, learnedC: lawC })
      const issued = Array.from({ length: airNights + plantNights }, (_, day) =>
        syntheticIssue(addDays(first, day), {
          ...{ biasC: lawC, airMinimumC: lawC, plantMinimumC: -2 + lawC },
          exposed: { ground: exposed(-2), vine: exposed(-1.2), canopy: exposed(-0.7) }
        })
      )
      const issues = issuesToLearnFrom(issued)
      const asForecast = (count: number, minimumC: number) => Array<number>(count).fill(minimumC + lawC)
      const plant = syntheticSensor(2, { kind: 'plant', exposure: 'ground' })
      const records = [
        sensorRecord(syntheticSensor(), syntheticObservations(first, asForecast(airNights, 0)), issues),
        sensorRecord(
          plant,
          syntheticObservations(addDays(first, airNights), asForecast(plantNights, -2), 2),
          issues
        )
      ]
      const served = sources.applied(learnedPlace(records, issued), 'made')
      expect((served?.biasC ?? 1) + (served?.plantBiasC ?? 1)).toBeCloseTo(lawC, 6)
    }
  }
)

it('is forgotten with the nights that it was learned from', () => {
  const sources = warmSource()
  const version = sources.version()
  for (let airport = 0; airport < 12; airport++) sources.teach(`LT${airport}`, new Map())
  sources.renew()
  expect([sources.applied(null, 'made'), sources.version()]).toEqual([null, version + 1])
})
