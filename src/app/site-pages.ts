/** Builds the pages: their data, the operator's widgets, and the list that the listener serves. */
import { fileURLToPath } from 'node:url'
import { ConfigurationError } from '../config/configuration.ts'
import { said } from '../config/environment.ts'
import type { WidgetsFile } from '../config/widgets-file.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import { networksOf } from '../http/client-networks.ts'
import type { Page } from '../http/page.ts'
import { storageUnavailable } from '../http/problem.ts'
import type { AirportReports } from '../observations/airport-fetches.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { crawlerPages } from '../site/crawler-files.ts'
import { sitePages } from '../site/pages.ts'
import type { NamedWidget, PlaceVerificationView } from '../site/ports.ts'
import { openSubscriptionForm } from '../site/subscribe/subscription-form.ts'
import { isUnavailable } from '../store/fault.ts'
import type { Place } from '../weather/point.ts'
import type { AlertsModule } from './alerts.ts'
import type { ObservationsModule } from './observations.ts'
import { siteData } from './site.ts'
import { version } from './version.ts'
import type { Weather } from './weather.ts'

export interface PagesDeps {
  readonly weather: Weather
  readonly alerts: AlertsModule
  /** False: other processes evaluate. */
  readonly works: boolean
  readonly airports: AirportReports['state']
  readonly placeRecord: ObservationsModule['recordFor']
  readonly climate: Pick<FrostDates, 'frostDatesAt'>
  readonly placeVerification: (place: Place) => Promise<PlaceVerificationView>
  /** The operator's own; their places exist. */
  readonly widgets: readonly NamedWidget[]
  /** See `CrawlerFiles`. */
  readonly securityContact: string | null
  readonly openApi: () => object
  readonly clock: () => number
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
}

export function appPages(deps: PagesDeps): readonly Page[] {
  const { weather, alerts, clock, widgets } = deps
  for (const { slug } of widgets) {
    if (weather.gazetteer.bySlug(slug) !== null) deps.report('widget_hides_place', { slug })
  }
  const { siteUrl, baseUrl, gazetteer } = weather
  const places = () => gazetteer.provinces().flatMap((place) => [place, ...gazetteer.districts(place)])
  const ofSite = sitePages({
    siteUrl,
    baseUrl,
    widgets,
    openApi: deps.openApi,
    rootFolder: fileURLToPath(new URL('../..', import.meta.url)),
    data: siteData({
      weather,
      alerts: alerts.alerts,
      form: openSubscriptionForm({
        ...alerts,
        networksOf,
        unavailable: (error) => (isUnavailable(error) ? storageUnavailable : null)
      }),
      placeRecord: deps.placeRecord,
      climate: deps.climate,
      placeVerification: deps.placeVerification,
      lastEvaluation: deps.works ? alerts.lastEvaluation : () => 'elsewhere',
      airports: deps.works ? deps.airports : () => 'elsewhere',
      version,
      startedAt: clock(),
      clock,
      report: deps.report
    })
  })
  return [...ofSite, ...crawlerPages({ siteUrl, baseUrl, places, securityContact: deps.securityContact })]
}

/**
 * The operator's widgets.
 * @throws {ConfigurationError} where one names a place that does not exist.
 */
export function appWidgets(file: WidgetsFile | null, gazetteer: Gazetteer): readonly NamedWidget[] {
  if (file === null) return []
  const lost = file.widgets.filter(({ location }) => gazetteer.bySlug(location) === null)
  if (lost.length === 0) return file.widgets
  const mistake = said(({ widgets }) => {
    const named = lost.map(({ slug, location }) => widgets.unknownPlace(slug, location))
    return widgets.file(file.path, named.join('; '))
  })
  throw new ConfigurationError([{ mistake, remedy: said(({ widgets }) => widgets.givePlace) }])
}
