import fc from 'fast-check'
import { expect, it } from 'vitest'
import { probabilities } from './night-odds.ts'
import { roundToHundredth } from './published.ts'
import { genericCurve } from './severity.ts'
import { probabilityAtOrBelow, probabilityBand, standardizedBand } from './temperature-threshold.ts'

const hundredths = fc.integer({ min: 5, max: 95 }).map((percent) => percent / 100)
const nights = fc.record({
  plantTemperatureMinC: fc.double({ min: -20, max: 15, noNaN: true }),
  sigmaC: fc.double({ min: 0.3, max: 5, noNaN: true }),
  airTemperatureMinC: fc.double({ min: -20, max: 15, noNaN: true }),
  sigmaAirC: fc.double({ min: 0.3, max: 5, noNaN: true })
})

it('is at 0, −2.2 and −4.4 °C what the night publishes there', () => {
  fc.assert(
    fc.property(nights, (night) => {
      const published = probabilities(night, genericCurve)
      const plant = (temperatureC: number) => probabilityAtOrBelow({ temperatureC, of: 'plant' }, night)
      expect(plant(0)).toBe(roundToHundredth(published.frost))
      expect(plant(-2.2)).toBe(roundToHundredth(published.belowMinus2_2))
      expect(plant(-4.4)).toBe(roundToHundredth(published.belowMinus4_4))
      expect(probabilityAtOrBelow({ temperatureC: 0, of: 'air' }, night)).toBe(
        roundToHundredth(published.airFrost)
      )
    })
  )
})

it.each([
  [0.5, 0.5, 0.35],
  [0.6, 0.6, 0.45],
  [0.29, 0.29, 0.14],
  [0.05, 0.05, 0.02],
  [0.95, 0.95, 0.8],
  [0.333, 0.34, 0.18]
])('at %f a night is raised from %f and clearing at %f', (probability, raised, clear) => {
  expect(probabilityBand(probability)).toEqual({ raised, clear })
})

it('says in standard deviations exactly what it says in published hundredths, also at their borders', () => {
  fc.assert(
    fc.property(hundredths, hundredths, (probability, other) => {
      const band = probabilityBand(probability)
      const { raise, clear } = standardizedBand(probability)
      const borders = standardizedBand(other)
      for (const z of [raise, clear, borders.raise, borders.clear]) {
        const published = probabilityAtOrBelow(
          { temperatureC: z, of: 'plant' },
          { plantTemperatureMinC: 0, sigmaC: 1, airTemperatureMinC: 0, sigmaAirC: 1 }
        )
        expect(z >= raise).toBe(published >= band.raised)
        expect(z <= clear).toBe(published <= band.clear)
      }
    })
  )
})
