import { describe, expect, it } from 'vitest'
import { forwardRegression } from './forward-regression.ts'
import { distanceKm, neighbourMean, neighbourWeights } from './neighbours.ts'
import { nightHours } from './night-length.ts'
import { emptyPlaceDays, type PlaceDays, recentMean, shifted } from './recent-errors.ts'
import { stationField } from './station-field.ts'

function grid(places: number, days: number, value: (place: number, day: number) => number): PlaceDays {
  const synthetic = emptyPlaceDays(places, days)
  for (let cell = 0; cell < synthetic.values.length; cell++) {
    synthetic.values[cell] = value(Math.floor(cell / days), cell % days)
  }
  return synthetic
}

describe('the recent mean', () => {
  it('knows on a day only what lies the lag behind: 4/(1+1), then (4·½ + 1)/(1.5+1)', () => {
    const known = grid(1, 4, (_, day) => [4, 1, 100, 100][day] ?? 0)
    const means = recentMean(known, { lagDays: 2, memory: 0.5, priorNights: 1 })
    expect([...means]).toEqual([0, 0, 2, (4 * 0.5 + 1) / 2.5])
  })

  it('passes over missing nights and begins anew at each place', () => {
    const known = grid(2, 3, (place, day) => (place === 0 && day === 1 ? Number.NaN : 6))
    const means = recentMean(known, { lagDays: 1, memory: 1, priorNights: 1 })
    expect([...means]).toEqual([0, 3, 3, 0, 3, 4])
  })

  it('is shifted within a place, never into the next', () => {
    const known = grid(2, 2, (place, day) => 10 * place + day)
    expect([...shifted(known, 1)]).toEqual([Number.NaN, 0, Number.NaN, 10])
    expect([...shifted(known, -1)]).toEqual([1, Number.NaN, 11, Number.NaN])
  })
})

describe('neighbours', () => {
  const ankara = { lat: 39.93, lon: 32.86, elevationM: 890 }
  const istanbul = { lat: 41.01, lon: 28.98, elevationM: 40 }

  it('lie as far apart as on the globe: Ankara and İstanbul about 350 km', () => {
    expect(Math.abs(distanceKm(ankara, istanbul) - 350)).toBeLessThan(5)
  })

  it('count by distance, never the place itself, and missing values not at all', () => {
    const weights = neighbourWeights([ankara, istanbul, istanbul], 350)
    expect(weights[0]).toBe(0)
    expect(weights[1]).toBeCloseTo(Math.exp(-1), 1)
    const values = grid(3, 1, (place) => [5, 2, Number.NaN][place] ?? 0)
    const means = neighbourMean(values, weights, 0)
    expect(means[0]).toBeCloseTo(2, 12)
  })
})

describe('the field of stations', () => {
  const law = { sharedVarianceC2: 2, horizontalKm: 100, verticalM: 300, ownVarianceC2: 1, nightVarianceC2: 6 }
  const here = { lat: 45, lon: -120, elevationM: 100 }

  it('holds a lonely station’s mean at (2 + 1)/(2 + 1 + 6/n) of it', () => {
    const [error] = stationField([here], { error: Float64Array.of(8), weight: Float64Array.of(2) }, law)
    expect(error).toBeCloseTo((4 * 3) / (3 + 3), 12)
  })

  it('lends to a station never seen what its neighbour shares, less with height', () => {
    const stations = [here, { ...here, lon: -119.999 }, { ...here, elevationM: 400 }]
    const sums = { error: Float64Array.of(8, 0, 0), weight: Float64Array.of(2, 0, 0) }
    const [, near, high] = stationField(stations, sums, law)
    expect(near).toBeCloseTo((4 * 2) / 6, 2)
    expect(high).toBeCloseTo((4 * 2 * Math.exp(-1)) / 6, 6)
  })
})

describe('the length of a night', () => {
  it('at 40° N is 14.8 h in December, 9.2 h in June and 12 h at the equinox, to a quarter of an hour', () => {
    const angle = (dayOfYear: number) => (2 * Math.PI * (dayOfYear - 1)) / 365.2425
    // Almanac: sunset to sunrise at 40° N takes 14 h 40 min and 8 h 59 min, refraction included.
    expect(Math.abs(nightHours(40, angle(355)) - 14.67)).toBeLessThan(0.25)
    expect(Math.abs(nightHours(40, angle(172)) - 8.98)).toBeLessThan(0.25)
    expect(Math.abs(nightHours(40, angle(80)) - 12)).toBeLessThan(0.25)
    expect(nightHours(80, angle(172))).toBe(0)
  })
})

describe('learning that walks forward', () => {
  const places = 4
  const days = 120
  const signal = grid(places, days, (place, day) => Math.sin(day * 1.7 + place))
  const truth = grid(
    places,
    days,
    (place, day) => 1.2 + 0.8 * Math.sin(day * 1.7 + place) + (place - 1.5) * 0.5
  )
  const walk = (residuals: PlaceDays) =>
    forwardRegression({
      residuals,
      columns: [signal.values],
      placeColumns: [],
      spreadColumns: [],
      lagDays: 2,
      usualSigmaC: 1.5
    })

  it('begins with nothing and ends near the law that made the nights', () => {
    const { correctionC, sigmaC } = walk(truth)
    expect(correctionC[0]).toBe(0)
    expect(sigmaC[0]).toBeCloseTo(1.5, 9)
    const last = 2 * days - 1
    expect(Math.abs((correctionC[last] ?? 0) - (truth.values[last] ?? 0))).toBeLessThan(0.6)
    expect(sigmaC[last]).toBeLessThan(1)
  })

  it('lets no night reach a forecast issued before it was reported', () => {
    const changedDay = 60
    const lying = grid(places, days, (place, day) =>
      day < changedDay ? (truth.values[place * days + day] ?? 0) : 25
    )
    const honest = walk(truth)
    const reported = walk(lying)
    for (let place = 0; place < places; place++) {
      const until = place * days + changedDay + 2
      expect(reported.correctionC.slice(place * days, until)).toEqual(
        honest.correctionC.slice(place * days, until)
      )
      expect(reported.sigmaC.slice(place * days, until)).toEqual(honest.sigmaC.slice(place * days, until))
      expect(reported.correctionC[until]).not.toBe(honest.correctionC[until])
    }
  })
})
