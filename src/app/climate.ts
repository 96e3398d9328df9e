/** First and last frosts: the archives of the sources, and the points that are watched. */
import { alertPlaces } from '../alerts/alert-places.ts'
import { createArchives } from '../forecasts/archive/archives.ts'
import { createFrostDates, type FrostDates } from '../forecasts/archive/frost-dates.ts'
import { isNamedPoint } from '../places/point.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { type Point, pointOf } from '../weather/point.ts'
import type { Weather, WeatherDeps } from './weather.ts'

export function openClimate(
  weather: Weather,
  { clock, report }: Pick<WeatherDeps, 'clock' | 'report'>
): FrostDates {
  const { sources, forecasts, store, budget, gazetteer } = weather
  const { isDemo } = forecasts
  const archives = createArchives({
    sources,
    budget,
    clock,
    report,
    isDemo,
    demo: createDemo(clock),
    store: store.archive,
    abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds)
  })
  return createFrostDates({
    archives,
    isDemo,
    clock,
    isNamed: ({ key }) => isNamedPoint(key, gazetteer),
    watched: () => watchedPoints(weather)
  })
}

/** Places, fields and sensors. */
async function watchedPoints({ store, gazetteer }: Weather): Promise<readonly Point[]> {
  const places = alertPlaces(gazetteer)
  const watched = await store.subscriptions.watchedPlaces()
  const measured = await store.record.changedSince(-1)
  return [
    ...watched.flatMap((location) => places.find(location) ?? []).map((place) => pointOf(place)),
    ...measured.map(({ pointKey, ...at }) => pointOf(at, pointKey))
  ]
}
