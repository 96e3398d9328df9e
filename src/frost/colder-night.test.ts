/** Of two forecasts of a night the colder is published, whole, and neither prevents a raise. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distinctReport } from '../../test/contracts/formats/distinct-report.ts'
import { alertNight } from '../alerts/alert-night.ts'
import { colderNight } from './evening-night.ts'
import type { FrostNight, KnownNight } from './frost-night.ts'
import { probabilityAtOrBelow } from './temperature-threshold.ts'

const known = distinctReport().nights.find((night): night is KnownNight => night.state === 'known')
const unknown = {
  ...(known ?? expect.unreachable()),
  state: 'unknown',
  reason: 'horizon',
  airTemperatureMinC: null
} as const
const temperature = fc.double({ min: -20, max: 15, noNaN: true })
const sigma = fc.double({ min: 0.3, max: 5, noNaN: true })
const nights = fc
  .record({
    score: fc.integer({ min: 0, max: 100 }),
    plantTemperatureMinC: temperature,
    sigmaC: sigma,
    airTemperatureMinC: temperature,
    sigmaAirC: sigma
  })
  .map((numbers): KnownNight => ({ ...(known ?? expect.unreachable()), ...numbers }))
const asked = fc.record({ temperatureC: temperature, of: fc.constantFrom('air' as const, 'plant' as const) })

it('publishes one of them whole, never the lower score, whichever comes first', () => {
  fc.assert(
    fc.property(nights, nights, (one, other) => {
      const { beside, ...published } = knownOf(colderNight(one, other, 'runs_disagree'))
      expect([one, other]).toContainEqual(published)
      expect(published.score).toBe(Math.max(one.score, other.score))
      expect(beside?.because).toBe('runs_disagree')
      const { beside: _, ...swapped } = knownOf(colderNight(other, one, 'runs_disagree'))
      expect(swapped.score).toBe(published.score)
      expect(swapped.plantTemperatureMinC).toBe(published.plantTemperatureMinC)
    })
  )
})

it('reaches every threshold in degrees that one of them reaches', () => {
  fc.assert(
    fc.property(nights, nights, asked, (one, other, threshold) => {
      const both = colderNight(one, other, 'thermometer')
      const likelier = Math.max(probabilityAtOrBelow(threshold, one), probabilityAtOrBelow(threshold, other))
      expect(probabilityAtOrBelow(threshold, knownOf(both))).toBe(likelier)
      const { distribution } = alertNight(both)
      expect(distribution && probabilityAtOrBelow(threshold, distribution)).toBe(likelier)
    })
  )
})

it('keeps a night that is known where the other one is not', () => {
  const night = known ?? expect.unreachable()
  expect(colderNight(night, unknown, 'runs_disagree')).toBe(night)
  expect(colderNight(unknown, night, 'runs_disagree')).toBe(night)
})

function knownOf(night: FrostNight): KnownNight {
  return night.state === 'known' ? night : expect.unreachable()
}
