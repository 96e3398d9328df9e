import { describe, expect, it } from 'vitest'
import { type BenchOutcome, observedRows } from '../bench.ts'
import { gaussianMethod } from '../method.ts'
import { comparisonsOf } from '../row.ts'
import { harmedPlaces, isHarmTolerated } from './harmed-places.ts'

describe('the places that learning harms', () => {
  it('are counted by their own mean, whatever the mean of all is', () => {
    const difference = Float64Array.of(-0.5, -0.3, 0.03, 0.01, -0.1, 0.1)
    expect(harmedPlaces(difference, [7, 7, 8, 8, 9, 9])).toEqual({ places: 3, worse: 1, maxC: 0.02 })
  })

  it('must be fewer than a tenth, none by more than 0.02 °C', () => {
    expect(isHarmTolerated({ places: 117, worse: 11, maxC: 0.02 })).toBe(true)
    expect(isHarmTolerated({ places: 117, worse: 12, maxC: 0.02 })).toBe(false)
    expect(isHarmTolerated({ places: 117, worse: 1, maxC: 0.021 })).toBe(false)
    expect(isHarmTolerated({ places: 8, worse: 0, maxC: -0.01 })).toBe(true)
  })

  it('fail a comparison that must hold everywhere, though learning helps in the mean', () => {
    const observedC = new Float64Array(40)
    const sigmaC = observedC.map(() => 1)
    const placeOf = [...observedC.keys()].map((night) => night % 4)
    const off = (errorOf: (place: number) => number) => Float64Array.from(placeOf, (place) => errorOf(place))
    const usual = gaussianMethod('usual', { meanC: off(() => 0.5), sigmaC }, observedC)
    const learned = gaussianMethod(
      'learned',
      { meanC: off((place) => (place === 3 ? 0.6 : 0)), sigmaC },
      observedC
    )
    const comparison = { learned: 'learned', usual: 'usual', blockDays: 2, duty: 'must' } as const
    const outcome: BenchOutcome = {
      ...{ bench: 'made', split: '', reference: null, gates: [], notes: [], placeOf },
      ...observedRows(observedC, Float64Array.from(observedC.keys())),
      methods: [usual, learned],
      comparisons: [comparison, { ...comparison, everywhere: true }]
    }
    const [mean, everywhere] = comparisonsOf(outcome)
    expect(mean).toMatchObject({ holds: true, harm: null })
    expect(everywhere).toMatchObject({ holds: false, harm: { places: 4, worse: 1 } })
  })
})
