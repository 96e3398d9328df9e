/** The data of the pages, from forecasts, places and the subscription form. */

import type { Alerts } from '../alerts/alerts.ts'
import { fieldByToken } from '../alerts/links.ts'
import { answeringKinds } from '../channels/registry.ts'
import { reportedError } from '../common/reported-error.ts'
import { dayMs } from '../common/time.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import type { Report } from '../forecasts/ports.ts'
import { type BudgetAccount, ensembleAccount, ensembleId, seasonId } from '../forecasts/request-kinds.ts'
import { foundPoint } from '../site/found-point.ts'
import { nationalMapOf, tonightIn } from '../site/national-map.ts'
import type { Besides, FoundPoint, PlaceLookup, PlaceVerificationView, SiteData } from '../site/ports.ts'
import type { AskedHealth, SiteStatus, SourceStatus, SpentCalls } from '../site/status-ports.ts'
import type { SubscriptionForm } from '../site/subscribe/subscription-form.ts'
import type { Source } from '../sources/source.ts'
import { countMessages } from '../store/message-counts.ts'
import { type Place, pointOf, recordKey } from '../weather/point.ts'
import type { ObservationsModule } from './observations.ts'
import type { Weather } from './weather.ts'

export interface SiteDeps {
  readonly weather: Weather
  readonly form: SubscriptionForm
  readonly alerts: Alerts
  readonly placeRecord: ObservationsModule['recordFor']
  readonly climate: Pick<FrostDates, 'frostDatesAt'>
  readonly placeVerification: (place: Place) => Promise<PlaceVerificationView>
  readonly lastEvaluation: () => SiteStatus['lastEvaluation']
  readonly airports: () => SiteStatus['airports']
  readonly version: string
  readonly startedAt: number
  readonly clock: () => number
  readonly report: Report
}

const mostSuggestions = 5

export function siteData(deps: SiteDeps): SiteData {
  const { weather, form } = deps
  const { gazetteer, forecasts } = weather
  return {
    ...form,
    findPlace: (written) => findPlace(deps, written),
    districts: (place) => gazetteer.districts(place),
    mapPlaces: () => gazetteer.provinces().flatMap((place) => [place, ...gazetteer.districts(place)]),
    searchPlaces: (query, limit) => gazetteer.search(query, limit),
    findPoint: (point) => foundPoint(gazetteer, point),
    ownField: (token) => ownFieldOf(deps, token),
    placeRecord: (...of) => besides(deps, 'record', deps.placeRecord(...of)),
    frostDates: (place, elevation) =>
      besides(deps, 'frost_dates', deps.climate.frostDatesAt(pointOf(place), 0, elevation)),
    placeVerification: deps.placeVerification,
    seasons: forecasts.seasons,
    neighbours: forecasts.neighbours,
    async placePoint(place, client) {
      const result = await forecasts.get(pointOf(place), { kind: 'client', key: client })
      if (result.kind === 'snapshot') return result.snapshot
      if (result.kind === 'unavailable') return { kind: 'none', place, lastDataAt: result.lastDataAt }
      return { kind: 'share_spent', place, retryAfterSeconds: result.retryAfterSeconds }
    },
    knownNights: (places, asked) =>
      tonightIn(
        places.map((place) => ({ place, forecast: forecasts.ready(pointOf(place))?.snapshot ?? null })),
        asked
      ),
    async nationalMap(nowAt, asked) {
      const provinces = gazetteer
        .provinces()
        .map(async (place) => ({ place, forecast: await forecasts.peek(pointOf(place)) }))
      return nationalMapOf(await Promise.all(provinces), nowAt, asked)
    },
    status: (nowAt) => statusOf(deps, nowAt)
  }
}

async function ownFieldOf({ alerts }: SiteDeps, token: string): Promise<FoundPoint | null> {
  const linked = await fieldByToken(alerts, token)
  const place = linked?.key === token ? alerts.places.find(linked.subscription.location) : null
  if (place === null) return null
  return { place, key: recordKey(pointOf(place)), nearest: alerts.places.near(place.lat, place.lon) }
}

/** The forecast is shown also while the database is away. */
async function besides<Part>(
  { report }: SiteDeps,
  part: string,
  read: Promise<Part>
): Promise<Besides<Part>> {
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
  return { kind: 'unknown', suggestions: weather.gazetteer.suggest(written, mostSuggestions) }
}

async function statusOf(deps: SiteDeps, nowAt: number): Promise<SiteStatus> {
  const { weather } = deps
  const sources = weather.sources.map((source) => sourceStatus(weather, source))
  const issued = await issueTimes(weather)
  return {
    version: deps.version,
    startedAt: deps.startedAt,
    sources: await Promise.all(sources),
    oldestIssuedAt: issued.length === 0 ? null : Math.min(...issued),
    newestIssuedAt: issued.length === 0 ? null : Math.max(...issued),
    lastEvaluation: deps.lastEvaluation(),
    airports: deps.airports(),
    deliveries: await deliveries(weather, nowAt)
  }
}

/** Null while the database cannot be read: people look at this page most when something is wrong. */
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

/** A source that has no data for a point has answered: its state does not change. */
function healthOf({ circuits }: Weather, id: string): AskedHealth {
  const { failures, lastAnswerAt, lastFailure } = circuits.stateOf(id)
  const isTried = lastAnswerAt !== null || lastFailure !== null
  return { state: failures > 0 ? 'failing' : isTried ? 'answering' : 'unused', lastAnswerAt, lastFailure }
}

/** The issue times of the provinces' forecasts that are shown, stale ones too. */
async function issueTimes({ gazetteer, forecasts }: Weather): Promise<readonly number[]> {
  const shown = await Promise.all(gazetteer.provinces().map((place) => forecasts.peek(pointOf(place))))
  return shown.flatMap((forecast) => (forecast === null ? [] : [forecast.issuedAt]))
}
