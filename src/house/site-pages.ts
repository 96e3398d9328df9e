/** Puts the pages together: what they are told, the operator's widgets, and the list that the listener serves. */
import { fileURLToPath } from 'node:url'
import type { WidgetsFile } from '../config/widgets-file.ts'
import { ConfigurationError } from '../config.ts'
import type { Place } from '../forecast/point.ts'
import type { Page } from '../http/page.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { sitePages } from '../site/pages.ts'
import type { NamedWidget, PlaceRecord } from '../site/ports.ts'
import type { HousedAlerts } from './alerts.ts'
import { siteData } from './site.ts'
import { openDesk } from './site-desk.ts'
import { version } from './version.ts'
import type { Weather } from './weather.ts'

export interface PagesNeeds {
  readonly weather: Weather
  readonly alerts: HousedAlerts
  readonly placeRecord: (place: Place) => Promise<PlaceRecord | null>
  readonly widgetsFile: WidgetsFile | null
  readonly clock: () => number
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
}

/** @throws {ConfigurationError} where a widget of WIDGETS_FILE names a place that does not exist. */
export function housePages(needs: PagesNeeds): readonly Page[] {
  const { weather, alerts, clock } = needs
  const widgets = houseWidgets(needs.widgetsFile, weather.gazetteer)
  for (const { slug } of widgets) {
    if (weather.gazetteer.bySlug(slug) !== null) needs.report('widget_hides_place', { slug })
  }
  return sitePages({
    siteUrl: weather.siteUrl,
    baseUrl: weather.baseUrl,
    widgets,
    rootFolder: fileURLToPath(new URL('../..', import.meta.url)),
    data: siteData({
      weather,
      desk: openDesk(alerts),
      placeRecord: needs.placeRecord,
      lastEvaluation: alerts.lastEvaluation,
      version,
      startedAt: clock(),
      clock
    })
  })
}

/**
 * The operator's widgets.
 * @throws {ConfigurationError} where one names a place that does not exist.
 */
export function houseWidgets(file: WidgetsFile | null, gazetteer: Gazetteer): readonly NamedWidget[] {
  if (file === null) return []
  const lost = file.widgets.filter(({ location }) => gazetteer.bySlug(location) === null)
  if (lost.length === 0) return file.widgets
  const named = lost.map(({ slug, location }) => `"${slug}" has the unknown location "${location}"`)
  const mistake = `The file of WIDGETS_FILE, ${file.path}: ${named.join('; ')}.`
  throw new ConfigurationError([{ mistake, remedy: 'Give the slug of a place; "ayaz places" finds them.' }])
}
