import { randomBytes } from 'node:crypto'
import type { Alerts } from '../alerts/alerts.ts'
import type { Report } from '../forecasts/ports.ts'
import { type AirportReports, airportSite, openAirports } from '../observations/airport-fetches.ts'
import { createAirportNights } from '../observations/airport-nights.ts'
import { createMetar } from '../sources/metar/metar.ts'
import type { AirportServer } from '../weather/airport.ts'
import type { Configuration } from './configuration.ts'
import type { ObservationsModule } from './observations.ts'
import type { Weather } from './weather.ts'

interface AirportsOver {
  readonly configuration: Pick<Configuration, 'metar'>
  readonly weather: Pick<Weather, 'forecasts' | 'sources' | 'store' | 'operatorWay' | 'siteUrl' | 'gazetteer'>
  readonly record: Pick<ObservationsModule, 'recordRun'>
  readonly alerts: Pick<Alerts, 'subscriptions' | 'places'>
  readonly clock: () => number
  readonly report: Report
}

export function openAirportsOver({
  configuration,
  weather,
  record,
  alerts,
  clock,
  report
}: AirportsOver): AirportReports {
  const { forecasts, store, gazetteer } = weather
  const { recordRun } = record
  return openAirports({
    metar: openMetar(configuration, weather, clock),
    store: store.record,
    leases: store.leases,
    holder: randomBytes(9).toString('base64url'),
    sites: async () => {
      const locations = await alerts.subscriptions.watchedPlaces()
      const places = locations.flatMap((location) => alerts.places.find(location) ?? [])
      return Promise.all(places.map((place) => airportSite(place, forecasts.peek)))
    },
    recorded: createAirportNights({ store: store.record, gazetteer, forecasts, recordRun, clock }),
    isDemo: forecasts.isDemo,
    clock,
    report
  })
}

/** The METAR server; null where airports are switched off, or all weather is synthetic on purpose. */
export function openMetar(
  { metar }: Pick<Configuration, 'metar'>,
  { sources, operatorWay, siteUrl }: Pick<Weather, 'sources' | 'operatorWay' | 'siteUrl'>,
  clock: () => number
): AirportServer | null {
  if (metar.metar === 'off' || sources.every((source) => source.synthetic)) return null
  return createMetar({ settings: metar, send: operatorWay.send, clock, siteUrl })
}
