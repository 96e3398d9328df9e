/** Puts the pages together: what they are told, the operator's widgets, and the list that the listener serves. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Place } from '../forecast/point.ts'
import type { Page } from '../http/page.ts'
import { slugPattern } from '../places/folding.ts'
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
  readonly widgetsFile: string | null
  readonly clock: () => number
  readonly report: (event: string, details: Readonly<Record<string, unknown>>) => void
}

/** @throws {Error} where WIDGETS_FILE cannot be read or has a mistake; its message names it. */
export async function housePages(needs: PagesNeeds): Promise<readonly Page[]> {
  const { weather, alerts, clock } = needs
  const widgets = await readWidgets(needs)
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

/** Reads the operator's widgets: a JSON list of {slug, location, title?, accent?}. */
export async function readWidgets({
  weather,
  widgetsFile
}: Pick<PagesNeeds, 'weather' | 'widgetsFile'>): Promise<readonly NamedWidget[]> {
  if (widgetsFile === null) return []
  const wrong = (what: string): Error => new Error(`WIDGETS_FILE ${widgetsFile}: ${what}`)
  const text = await readFile(widgetsFile, 'utf8').catch(() => {
    throw wrong('cannot be read.')
  })
  const rows: unknown = parse(text)
  if (!Array.isArray(rows)) throw wrong('is not a JSON list of {"slug", "location", "title", "accent"}.')
  return rows.map((row: unknown, index) => {
    const { slug, location, title = null, accent = null } = Object(row) as Record<string, unknown>
    if (typeof slug !== 'string' || !slugPattern.test(slug))
      throw wrong(`entry ${index + 1} has no slug of a–z, 0–9 and hyphens.`)
    if (typeof location !== 'string' || weather.gazetteer.bySlug(location) === null) {
      throw wrong(`"${slug}" has no location that is the slug of a place; "ayaz places" finds them.`)
    }
    if (title !== null && (typeof title !== 'string' || title.length > 80))
      throw wrong(`"${slug}" has a title that is no text of at most 80 characters.`)
    if (accent !== null && (typeof accent !== 'string' || !/^#[0-9a-f]{6}$/i.test(accent)))
      throw wrong(`"${slug}" has an accent that is no colour such as "#1f6f8b".`)
    return { slug, location, title, accent }
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
