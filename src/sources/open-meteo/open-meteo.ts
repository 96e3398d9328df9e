import { hourSeconds } from '../../common/time.ts'
import type { SendRequest } from '../../outgoing/request.ts'
import { ask, type JsonAnswer } from '../http-json.ts'
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
  type Ask,
  bestMatch,
  daysOfOneCall,
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

interface Server {
  readonly url: string
  readonly limits: SourceLimits
  readonly ask: Ask
}

function openMeteoArchive({ url, limits, ask }: Server): ArchiveCapability {
  return {
    limits,
    name: 'Open-Meteo historical weather (ERA5 and ECMWF IFS, CC BY 4.0)',
    cellDegrees,
    costOf: ({ fromDay, toDay }) => Math.max(1, (toDay - fromDay + 1) / daysOfOneCall),
    fetch: async (request, signal) => {
      const { json } = await ask(minimaUrl(url, request), signal)
      requireNear(gridOf(json), request)
      return parseMinima(json)
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
  const questionOf = (url: string, signal: AbortSignal) => ({
    send,
    url: key === null ? url : `${url}&apikey=${key}`,
    headers: {},
    signal,
    now: clock(),
    isNotCovered
  })
  const askAnew: Ask = (url, signal) => ask({ ...questionOf(url, signal), previous: null })
  const models = openMeteoModels({
    url: servers.url,
    // A server of one's own has the models that its operator loaded.
    chosen: settings.models ?? (settings.url === publicOpenMeteoUrl ? usualModels : []),
    ask: askAnew
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
      const { previous } = request
      const answer = await ask({ ...questionOf(forecastUrl(servers.url, [request]), signal), previous })
      return answer.kind === 'not_modified' ? answer : toForecast(answer.json, answer, request.point)
    },
    fetchForecasts: (requests, signal) => fetchMany(requests, (url) => askAnew(url, signal), servers.url),
    fetchEnsemble: async (request, signal) => {
      const { json } = await askAnew(ensembleUrl(servers.ensembleUrl, request, ensembleModel), signal)
      requireNear(gridOf(json), request.point)
      return parseEnsemble(json, ensembleModel)
    },
    archive: openMeteoArchive({
      url: servers.archiveUrl,
      limits: limitsOf(settings, settings.archiveUrl === publicArchiveUrl, costOf),
      ask: askAnew
    }),
    earlierRuns: openMeteoEarlierRuns({
      url: servers.earlierRunsUrl,
      limits: limitsOf(settings, settings.earlierRunsUrl === publicEarlierRunsUrl, costOf),
      ask: askAnew
    }),
    season: openMeteoSeason({ urls: servers, ask: askAnew, clock })
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

function toForecast(json: unknown, answer: JsonAnswer, point: ForecastRequest['point']): FetchedForecast {
  const parsed = parseForecast(json)
  requireNear(parsed.grid, point)
  // The run's time is not in the answer.
  const { validators, expiresAt } = answer
  return { kind: 'forecast', ...parsed, issuedAt: null, expiresAt, validators, model: bestMatch }
}

type Outcome = FetchedForecast | NotModified | SourceError

/** Points that know their elevation cannot share a request with those that do not. */
async function fetchMany(
  requests: readonly ForecastRequest[],
  askAnew: (url: string) => Promise<JsonAnswer>,
  base: string
): Promise<readonly Outcome[]> {
  const outcomes = new Map<ForecastRequest, Outcome>()
  for (const known of [true, false]) {
    const group = requests.filter((request) => (request.point.elevation !== null) === known)
    if (group.length === 0) continue
    const answers = await askAnew(forecastUrl(base, group))
      .then((answer) => splitAnswer(answer, group))
      .catch((error: unknown) => group.map(() => toSourceError(error)))
    group.forEach((request, index) => {
      outcomes.set(request, answers[index] ?? unusable('fewer answers than points'))
    })
  }
  return requests.map((request) => outcomes.get(request) ?? unusable('no answer for this point'))
}

/** Several points come as a list in the order asked, by which they are numbered, one point as an object. */
function splitAnswer(answer: JsonAnswer, asked: readonly ForecastRequest[]): readonly Outcome[] {
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

function openMeteoEarlierRuns({ url, limits, ask }: Server): EarlierRunsCapability {
  return {
    limits,
    costUnits: (pastDays + 1) / daysOfOneCall,
    fetch: async (point, signal) => {
      const { json } = await ask(earlierRunsUrl(url, point, pastDays), signal)
      const grid = requireNear(gridOf(json), point)
      return { ...parseEarlierRuns(json), grid }
    }
  }
}
