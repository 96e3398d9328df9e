import { alertPlaces } from '../alerts/alert-places.ts'
import { createArchives } from '../forecasts/archive/archives.ts'
import { createFrostDates, type FrostDates } from '../forecasts/archive/frost-dates.ts'
import { isShared, type Sharing } from '../observations/sharing.ts'
import { isNamedPoint } from '../places/point.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { type Point, pointOf } from '../weather/point.ts'
import type { Configuration } from './configuration.ts'
import type { Weather, WeatherDeps } from './weather.ts'

interface ClimateDeps extends Pick<WeatherDeps, 'clock' | 'report'> {
  readonly configuration: Pick<Configuration, 'observationsShared'>
}

export function openClimate(weather: Weather, { clock, report, configuration }: ClimateDeps): FrostDates {
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
    watched: () => watchedPoints(weather, configuration.observationsShared)
  })
}

/** Places, fields, and sensors that count for everyone: years would reveal where others are. */
async function watchedPoints({ store, gazetteer }: Weather, sharing: Sharing): Promise<readonly Point[]> {
  const places = alertPlaces(gazetteer)
  const watched = await store.subscriptions.watchedPlaces()
  const sensors = await store.record.sensors(null, maxSensors)
  const measured = sensors.filter((sensor) => isShared(sensor, sharing)).map(({ point }) => point)
  return [
    ...watched.flatMap((location) => places.find(location) ?? []).map((place) => pointOf(place)),
    ...measured.map(({ pointKey, ...at }) => pointOf(at, pointKey))
  ]
}

/** More cells than are ever fetched. */
const maxSensors = 10_000
