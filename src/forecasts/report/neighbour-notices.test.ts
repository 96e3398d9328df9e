import { expect, it } from 'vitest'
import type { ForecastSnapshot } from '../forecast-snapshot.ts'
import type { LearnedSite, Neighbours } from '../ports.ts'
import { neighbourNotices } from './notices.ts'
import type { ReportPlace } from './place-report.ts'

const malatya = { lat: 38.35, lon: 38.317, elevation: 963 }
const nearest = { name: 'Malatya', slug: 'malatya', distanceKm: 0.283 }
const place = { ...{ lat: 38.352, lon: 38.319, name: 'Malatya' }, elevationM: 1400, nearest } as ReportPlace
const unrelated: Neighbours = { atOtherHeight: () => null, isBlended: () => false }

function codes(learned: Partial<LearnedSite> | null, neighbours: Partial<Neighbours>, at = place) {
  const forecast = { learned, models: null, source: { id: 'x' } } as ForecastSnapshot
  return neighbourNotices({ forecast, place: at }, { ...unrelated, ...neighbours }).map(
    ({ code, parameters }) => [code, parameters.near?.name]
  )
}

it.each([
  ['nothing where nothing differs', null, {}, []],
  ['the place whose nights are used', { nights: 14, at: malatya }, {}, [['record_of_place', 'Malatya']]],
  ['nothing of its own nights', { nights: 14, at: place }, {}, []],
  [
    'no name of a thermometer near',
    { nights: 14, at: { ...malatya, lat: 38.36 } },
    {},
    [['record_of_place', null]]
  ],
  ['why nights are not used', null, { atOtherHeight: () => malatya }, [['record_not_used', 'Malatya']]],
  ['nothing of a thermometer near', null, { atOtherHeight: () => ({ ...malatya, lat: 38.36 }) }, []],
  ['one model beside several', null, { isBlended: () => true }, [['one_model', 'Malatya']]]
] as const)('says %s', (_, learned, neighbours, expected) => {
  expect(codes(learned as Partial<LearnedSite> | null, neighbours)).toEqual(expected)
})

it('says nothing of models at the place itself', () => {
  expect(codes(null, { isBlended: () => true }, { ...place, nearest: null })).toEqual([])
})
