/** Good requests, of which tests change one value at a time. */
import type { Json } from './close-schemas.ts'

export type Members = Readonly<Record<string, Json>>

export const subscription = { location: 'malatya', channel: 'feed', threshold: 60 }
const planted = { crop: 'apricot', stage: 'full-bloom' }
const night = { date: '2026-04-10', kind: 'air_2m', minimum: -2.3 }

/** The weather operations for many places, with what else each takes. */
const ofPlaces = {
  ...{ Forecast: {}, CurrentWeather: {}, Hourly: {} },
  ...{ FrostRisk: planted, Night: planted, WidgetData: planted }
}

/** A good request of each operation, to which one value at a time is added. */
export const usualQueries: Readonly<Record<string, Members>> = {
  ...Object.fromEntries(
    Object.entries(ofPlaces).flatMap(([name, own]) => [
      [`get${name}OfPlaces`, { locations: 'malatya', ...own }],
      [`post${name}OfPlaces`, own]
    ])
  ),
  getFrostOverview: { region: 'malatya', ...planted },
  getForecast: { location: 'malatya' },
  getCurrentWeather: { location: 'malatya' },
  getFrostRisk: { location: 'malatya', ...planted },
  getHourly: { location: 'malatya' },
  getNight: { location: 'malatya', ...planted },
  getWidgetData: { location: 'malatya', ...planted },
  searchLocations: { q: 'malat' },
  getPlacesNear: { lat: 38.355, lon: 38.31 },
  getVerification: { location: 'malatya' },
  getFrostDates: { location: 'malatya' },
  getIssuedNights: { location: 'malatya', cursor: '2026-04-12.1' },
  getSeasonSurvival: { location: 'malatya', crop: 'apricot', stages: 'first-bloom@2024-02-01' }
}
export const usualBodies: Readonly<Record<string, Members>> = {
  ...Object.fromEntries(
    Object.keys(ofPlaces).map((name) => [`post${name}OfPlaces`, { places: ['malatya'] }])
  ),
  subscribe: { ...subscription, ...planted },
  changeSubscription: planted,
  postObservations: { location: 'malatya', ...night }
}
/** Where a usual request has none, or none that may be changed alone. */
export const usualValues: Members = {
  lat: 38.355,
  lon: 38.31,
  label: 'Bağ',
  station: 'Bağ',
  cursor: 'zz',
  date: '2026-04-16',
  slug: 'malatya',
  observations: { location: 'malatya', ...night },
  places: 'malatya',
  fields: 'location'
}
