import { hourSeconds } from '../../common/time.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import { type Answer, ask } from '../http-json.ts'
import { membersOf, readList, requireNear, unusable } from '../json-reader.ts'
import {
  type ArchiveCapability,
  type EarlierRunsCapability,
  type FetchedForecast,
  type ForecastRequest,
  type NotModified,
  type Source,
  type SourceCredit,
  SourceError,
  type SourceLimits
} from '../source.ts'
import {
  bestMatch,
  type OpenMeteoSettings,
  openMeteoModels,
  publicArchiveUrl,
  publicEarlierRunsUrl,
  publicEnsembleUrl,
  publicOpenMeteoUrl,
  serversOf,
  usualModels
} from './config.ts'
import { gridOf, parseEarlierRuns, parseEnsemble, parseForecast, parseMinima } from './parse.ts'
import { openMeteoSeason } from './season.ts'
import { earlierRunsUrl, ensembleUrl, forecastUrl, minimaUrl } from './url.ts'
import { hourlyVariables } from './variables.ts'

/** ERA5-Land, the finest grid of the archive (open-meteo.com/en/docs/historical-weather-api). */
const cellDegrees = 0.1
/** Calls are counted in steps of two weeks and of ten variables (open-meteo.com/en/pricing). */
const daysOfOneCall = 14

function openMeteoArchive({
  url: base,
  limits,
  put
}: {
  readonly url: string
  readonly limits: SourceLimits
  readonly put: (url: string, signal: AbortSignal) => Promise<Answer>
}): ArchiveCapability {
  return {
    limits,
    name: 'Open-Meteo historical weather (ERA5 and ECMWF IFS, CC BY 4.0)',
    cellDegrees,
    costOf: ({ fromDay, toDay }) => Math.max(1, (toDay - fromDay + 1) / daysOfOneCall),
    fetch: async (request, signal) => {
      const answer = await put(minimaUrl(base, request), signal)
      if (answer.kind === 'not_modified') throw unusable('answered 304 to an unconditional request')
      requireNear(gridOf(answer.json), request)
      return parseMinima(answer.json)
    }
  }
}

/** Open-Meteo: hourly forecasts of many weather services for every place, without a key. */

const credit: SourceCredit = {
  id: 'open-meteo',
  name: 'Open-Meteo',
  license: 'CC-BY-4.0',
  url: 'https://open-meteo.com/',
  attribution: 'Weather data by Open-Meteo.com (CC BY 4.0)'
}

/** DWD's ensembles, finest first; 40 members over 7.5 days. */
const ensembleModel = 'icon_seamless'

/** Every tenth member counts as one call more. */
const ensembleFactor = 4

/** Calls to a public server (open-meteo.com/en/pricing, "Free"). */
const publicLimits = { dailyBudget: 10_000, perHour: 5_000, perMinute: 600 } as const

export function createOpenMeteo(settings: OpenMeteoSettings, send: SendRequest, clock: () => number): Source {
  const { key } = settings
  const servers = serversOf(settings)
  const put = (
    url: string,
    request: Pick<ForecastRequest, 'previous'>,
    signal: AbortSignal
  ): Promise<Answer> => {
    const keyed = key === null ? url : `${url}&apikey=${key}`
    return ask({
      send,
      url: keyed,
      headers: {},
      previous: request.previous,
      signal,
      now: clock(),
      isNotCovered
    })
  }
  const models = openMeteoModels({
    url: servers.url,
    // A server of one's own has the models that its operator loaded.
    chosen: settings.models ?? (settings.url === publicOpenMeteoUrl ? usualModels : []),
    put: (url, signal) => put(url, { previous: null }, signal)
  })
  return {
    credit,
    ...(models && { models }),
    limits: limitsOf(settings, settings.url === publicOpenMeteoUrl, costOf),
    ensembleLimits: limitsOf(
      settings,
      settings.ensembleUrl === publicEnsembleUrl,
      (request) => costOf(request) * ensembleFactor
    ),
    synthetic: false,
    fetchForecast: async (request, signal) => {
      const answer = await put(forecastUrl(servers.url, [request]), request, signal)
      return answer.kind === 'not_modified' ? answer : toForecast(answer.json, answer, request.point)
    },
    fetchForecasts: (requests, signal) =>
      fetchMany(requests, (url) => put(url, { previous: null }, signal), servers.url),
    fetchEnsemble: async (request, signal) => {
      const answer = await put(
        ensembleUrl(servers.ensembleUrl, request, ensembleModel),
        { previous: null },
        signal
      )
      if (answer.kind === 'not_modified') throw unusable('answered 304 to an unconditional request')
      requireNear(gridOf(answer.json), request.point)
      return parseEnsemble(answer.json, ensembleModel)
    },
    archive: openMeteoArchive({
      url: servers.archiveUrl,
      limits: limitsOf(settings, settings.archiveUrl === publicArchiveUrl, costOf),
      put: (url, signal) => put(url, { previous: null }, signal)
    }),
    earlierRuns: openMeteoEarlierRuns({
      url: servers.earlierRunsUrl,
      limits: limitsOf(settings, settings.earlierRunsUrl === publicEarlierRunsUrl, costOf),
      put: (url, signal) => put(url, { previous: null }, signal)
    }),
    season: openMeteoSeason({
      urls: servers,
      put: (url, signal) => put(url, { previous: null }, signal),
      clock
    })
  }
}

function limitsOf(
  { key, callsPerDay }: OpenMeteoSettings,
  isPublic: boolean,
  costOf: SourceLimits['costOf']
): SourceLimits {
  // Open-Meteo's best-match models are renewed hourly (open-meteo.com/en/docs/model-updates).
  const usual = { updatePeriodSeconds: hourSeconds, costOf, isPublic }
  if (!isPublic) return { ...usual, dailyBudget: null }
  // A paid plan is limited by the month alone.
  return key === null ? { ...usual, ...publicLimits } : { ...usual, dailyBudget: callsPerDay }
}

/** Above 10 variables or 14 days in fractions (open-meteo.com/en/pricing, "API call"). */
function costOf(request: ForecastRequest): number {
  const days = Math.min(request.days + 1, 16) + 1
  return (Math.max(hourlyVariables.length, 10) / 10) * Math.max(days / 14, 1)
}

function isNotCovered(status: number, text: string): boolean {
  return status === 400 && text.includes('No data is available for this location')
}

function toForecast(
  json: unknown,
  answer: Extract<Answer, { kind: 'json' }>,
  point: ForecastRequest['point']
): FetchedForecast {
  const parsed = parseForecast(json)
  requireNear(parsed.grid, point)
  // The run's time is not in the answer.
  const { validators, expiresAt } = answer
  return {
    kind: 'forecast',
    ...parsed,
    issuedAt: null,
    expiresAt,
    validators,
    model: bestMatch
  }
}

type Outcome = FetchedForecast | NotModified | SourceError

/** Points that know their elevation cannot share a request with those that do not. */
async function fetchMany(
  requests: readonly ForecastRequest[],
  put: (url: string) => Promise<Answer>,
  base: string
): Promise<readonly Outcome[]> {
  const outcomes = new Map<ForecastRequest, Outcome>()
  for (const known of [true, false]) {
    const group = requests.filter((request) => (request.point.elevation !== null) === known)
    if (group.length === 0) continue
    const answers = await put(forecastUrl(base, group))
      .then((answer) => splitAnswer(answer, group))
      .catch((error: unknown) => group.map(() => toSourceError(error)))
    group.forEach((request, index) => {
      outcomes.set(request, answers[index] ?? unusable('fewer answers than points'))
    })
  }
  return requests.map((request) => outcomes.get(request) ?? unusable('no answer for this point'))
}

/** Several points come as a list in the order asked, by which they are numbered, one point as an object. */
function splitAnswer(answer: Answer, asked: readonly ForecastRequest[]): readonly Outcome[] {
  if (answer.kind === 'not_modified') throw unusable('answered 304 to an unconditional request')
  const list = asked.length === 1 ? [answer.json] : readList(answer.json, 'the answer')
  if (list.length !== asked.length) throw unusable(`answered ${list.length} points for ${asked.length}`)
  return asked.map(({ point }, index) => {
    try {
      const { location_id: number = index } = membersOf(list[index])
      if (number !== index)
        throw unusable(`answered for point ${String(number).slice(0, 20)} in place of ${index}`)
      return toForecast(list[index], answer, point)
    } catch (error) {
      return toSourceError(error)
    }
  })
}

function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  throw error
}

/* What the model had said for past hours, one to seven days before (open-meteo.com/en/docs/previous-runs-api). */

/** Two months of nights: enough for a mean error at each lead, at less than five calls. */
const pastDays = 60

function openMeteoEarlierRuns(deps: {
  readonly url: string
  readonly limits: SourceLimits
  readonly put: (url: string, signal: AbortSignal) => Promise<Answer>
}): EarlierRunsCapability {
  return {
    limits: deps.limits,
    costUnits: (pastDays + 1) / daysOfOneCall,
    fetch: async (point, signal) => {
      const answer = await deps.put(earlierRunsUrl(deps.url, point, pastDays), signal)
      if (answer.kind === 'not_modified') throw unusable('answered 304 to an unconditional request')
      const grid = gridOf(answer.json)
      requireNear(grid, point)
      return { ...parseEarlierRuns(answer.json), grid }
    }
  }
}
