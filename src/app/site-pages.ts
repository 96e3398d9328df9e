import { fileURLToPath } from 'node:url'
import type { Alerts } from '../alerts/alerts.ts'
import { fieldByToken } from '../alerts/links.ts'
import { answeringKinds } from '../channels/registry.ts'
import type { Operator } from '../common/operator.ts'
import { reportedError } from '../common/reported-error.ts'
import { dayMs } from '../common/time.ts'
import { said } from '../config/environment.ts'
import type { WidgetsFile } from '../config/operator-files.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import { type BudgetAccount, ensembleAccount, ensembleId, seasonId } from '../forecasts/budget-accounts.ts'
import { networksOf } from '../http/client-networks.ts'
import type { Page } from '../http/page.ts'
import { storageUnavailable } from '../http/problem.ts'
import type { AirportReports } from '../observations/airport-fetches.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { type AskedPoint, pointAt, roundPoint } from '../places/point.ts'
import { nationalMapOf, tonightIn } from '../site/national-map.ts'
import type {
  AskedHealth,
  FoundPoint,
  NamedWidget,
  OrUnreadable,
  PlaceLookup,
  SiteData,
  SiteOptions,
  SiteStatus,
  SourceStatus,
  SpentCalls
} from '../site/ports.ts'
import { sitePages } from '../site/registry.ts'
import { crawlerPages } from '../site/static-files.ts'
import { openSubscriptionForm } from '../site/subscribe/subscription-form.ts'
import type { Source } from '../sources/source.ts'
import { countMessages } from '../store/message-counts.ts'
import { isUnavailable } from '../store/store-error.ts'
import { pointKey, pointOf, recordKey } from '../weather/point.ts'
import type { AlertsModule } from './alerts.ts'
import { ConfigurationError } from './configuration.ts'
import type { ObservationsModule } from './observations.ts'
import { version } from './version.ts'
import type { Weather } from './weather.ts'

/** A place without slug and name, with the zone of the ground it lies on. */
export async function foundPoint(
  gazetteer: Pick<Gazetteer, 'near'>,
  { lat, lon, elevation = null }: AskedPoint
): Promise<FoundPoint> {
  const { point, nearest } = await pointAt({ ...roundPoint(lat, lon), elevation }, gazetteer)
  const { region = null, country = '' } = nearest?.place ?? {}
  const unnamed = { slug: '', name: '', region, country, population: 0, kind: 'place' } as const
  const isElevationGiven = point.key !== pointKey(point)
  return { place: { ...unnamed, ...point, isElevationGiven }, key: point.key, nearest }
}

export interface PagesDeps {
  readonly weather: Weather
  readonly alerts: AlertsModule
  /** False: other processes evaluate. */
  readonly works: boolean
  readonly airports: AirportReports['state']
  readonly record: Pick<ObservationsModule, 'recordFor' | 'placeVerification' | 'comparedNights'>
  readonly climate: Pick<FrostDates, 'frostDatesAt'>
  /** The operator's own; their places exist. */
  readonly widgets: readonly NamedWidget[]
  readonly securityContact: string | null
  readonly operator: Operator
  readonly setUpBy: Exclude<SiteOptions['setUpBy'], undefined>
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
    ...deps,
    siteUrl,
    baseUrl,
    rootFolder: fileURLToPath(new URL('../..', import.meta.url)),
    data: siteData({
      ...deps,
      alerts: alerts.alerts,
      form: openSubscriptionForm({
        ...alerts,
        networksOf,
        unavailable: (error) => (isUnavailable(error) ? storageUnavailable : null)
      }),
      lastEvaluation: deps.works ? alerts.lastEvaluation : () => 'elsewhere',
      airports: deps.works ? deps.airports : () => 'elsewhere',
      startedAt: clock()
    })
  })
  return [...ofSite, ...crawlerPages({ siteUrl, baseUrl, places, securityContact: deps.securityContact })]
}

/** @throws {ConfigurationError} where one names a place that does not exist */
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

interface SiteDeps extends Pick<PagesDeps, 'weather' | 'record' | 'climate' | 'report'> {
  readonly form: ReturnType<typeof openSubscriptionForm>
  readonly alerts: Alerts
  readonly lastEvaluation: () => SiteStatus['lastEvaluation']
  readonly airports: () => SiteStatus['airports']
  readonly startedAt: number
}

const maxSuggestions = 5

function siteData(deps: SiteDeps): SiteData {
  const { weather, form } = deps
  const { gazetteer, forecasts } = weather
  return {
    ...form,
    findPlace: (written) => findPlace(deps, written),
    districts: (place) => gazetteer.districts(place),
    mapPlaces: () => gazetteer.provinces().flatMap((place) => [place, ...gazetteer.districts(place)]),
    searchPlaces: (query, limit) => gazetteer.search(query, limit),
    unknownWords: (query, found) => gazetteer.unknownWords(query, found),
    findPoint: (point) => foundPoint(gazetteer, point),
    ownField: (token) => ownFieldOf(deps, token),
    placeRecord: (...of) => besides(deps, 'record', deps.record.recordFor(...of)),
    frostDates: (place, elevation) =>
      besides(deps, 'frost_dates', deps.climate.frostDatesAt(pointOf(place), 0, elevation)),
    placeVerification: deps.record.placeVerification,
    comparedNights: (place, question) =>
      besides(deps, 'said_nights', deps.record.comparedNights(place, question)),
    seasons: forecasts.seasons,
    neighbours: forecasts.neighbours,
    async placePoint(place, client) {
      const result = await forecasts.get(pointOf(place), { kind: 'client', key: client })
      if (result.kind === 'snapshot') return result.snapshot
      if (result.kind === 'too_many_points')
        return { kind: 'share_spent', place, retryAfterSeconds: result.retryAfterSeconds }
      return { kind: 'none', place, lastDataAt: result.lastDataAt, retryAt: result.retryAt }
    },
    knownNights: (...asked) => knownNights(weather, ...asked),
    async nationalMap(nowAt, asked) {
      const provinces = gazetteer.provinces().map(async (place) => {
        if (asked.question.stageFromSeason) await forecasts.seasons.load(pointOf(place))
        return { place, forecast: await forecasts.peek(pointOf(place)) }
      })
      return nationalMapOf(await Promise.all(provinces), nowAt, { ...asked, seasons: forecasts.seasons })
    },
    status: (nowAt) => statusOf(deps, nowAt)
  }
}

async function knownNights(
  { forecasts }: Weather,
  ...[places, asked]: Parameters<SiteData['knownNights']>
): ReturnType<SiteData['knownNights']> {
  const ready = places.map(async (place) => {
    const forecast = forecasts.ready(pointOf(place))?.snapshot ?? null
    if (forecast !== null && asked.question.stageFromSeason) await forecasts.seasons.load(pointOf(place))
    return { place, forecast }
  })
  return tonightIn(await Promise.all(ready), { ...asked, seasons: forecasts.seasons })
}

async function ownFieldOf({ alerts }: SiteDeps, token: string): Promise<FoundPoint | null> {
  const linked = await fieldByToken(alerts, token)
  const place = linked?.key === token ? alerts.places.find(linked.subscription.location) : null
  if (place === null) return null
  return { place, key: recordKey(pointOf(place)), nearest: alerts.places.near(place.lat, place.lon) }
}

/** A part of a page; without the database it is `unreadable`, and the forecast is still shown. */
async function besides<Part>(
  { report }: SiteDeps,
  part: string,
  read: Promise<Part>
): Promise<OrUnreadable<Part>> {
  try {
    return await read
  } catch (error) {
    report('part_left_out', { part, ...reportedError(error) })
    return 'unreadable'
  }
}

function findPlace({ weather }: SiteDeps, written: string): PlaceLookup {
  const place = weather.gazetteer.find(written)
  if (place !== null) return { kind: written === place.slug ? 'found' : 'moved', place }
  return { kind: 'unknown', suggestions: weather.gazetteer.suggest(written, maxSuggestions) }
}

async function statusOf(deps: SiteDeps, nowAt: number): Promise<SiteStatus> {
  const { weather } = deps
  const sources = weather.sources.map((source) => sourceStatus(weather, source))
  const issued = await issueTimes(weather)
  return {
    version,
    startedAt: deps.startedAt,
    sources: await Promise.all(sources),
    oldestIssuedAt: issued.length === 0 ? null : Math.min(...issued),
    newestIssuedAt: issued.length === 0 ? null : Math.max(...issued),
    lastEvaluation: deps.lastEvaluation(),
    airports: deps.airports(),
    deliveries: await deliveries(weather, nowAt)
  }
}

/** Counts of messages; null while the database cannot be read, as people open this page when something is wrong. */
async function deliveries({ store }: Weather, nowAt: number): Promise<SiteStatus['deliveries']> {
  try {
    const { due, late, delivered, refused } = await countMessages(store.database, {
      since: nowAt - (nowAt % dayMs),
      now: nowAt,
      answering: answeringKinds
    })
    return { due, late, deliveredToday: delivered, refusedToday: refused }
  } catch {
    return null
  }
}

async function sourceStatus(weather: Weather, source: Source): Promise<SourceStatus> {
  const health = (id: string): AskedHealth => healthOf(weather, id)
  const calls = async (account: BudgetAccount): Promise<SpentCalls> => {
    const { spentToday, dailyBudget } = await weather.budget.spending(account)
    return { used: Math.round(spentToday), budget: dailyBudget }
  }
  const account = ensembleAccount(source)
  const isOwn = account !== null && account.credit.id !== source.credit.id
  return {
    name: source.credit.name,
    synthetic: source.synthetic,
    ...health(source.credit.id),
    ensemble:
      source.fetchEnsemble === undefined
        ? null
        : { ...health(ensembleId(source)), ownCalls: isOwn ? await calls(account) : null },
    season: source.season === undefined ? null : health(seasonId(source)),
    calls: await calls(source)
  }
}

/** The health of a source; an answer that it has no data for a point does not change it. */
function healthOf({ circuits }: Weather, id: string): AskedHealth {
  const { failures, lastAnswerAt, lastFailure } = circuits.stateOf(id)
  const isTried = lastAnswerAt !== null || lastFailure !== null
  return { state: failures > 0 ? 'failing' : isTried ? 'answering' : 'unused', lastAnswerAt, lastFailure }
}

async function issueTimes({ gazetteer, forecasts }: Weather): Promise<readonly number[]> {
  const shown = await Promise.all(gazetteer.provinces().map((place) => forecasts.peek(pointOf(place))))
  return shown.flatMap((forecast) => (forecast === null ? [] : [forecast.issuedAt]))
}
