/** METARs from the Aviation Weather Center of the United States: what airports report every half hour. */
import { gunzipSync } from 'node:zlib'
import { secondMs } from '../../common/time.ts'
import type { OutgoingRequest, SendRequest } from '../../outgoing/request.ts'
import type { Airport, AirportReport } from '../../weather/airport.ts'
import { ask } from '../http-json.ts'
import { SourceError } from '../source.ts'
import type { MetarSettings } from './config.ts'
import { parseReports, parseStations } from './parse.ts'

export interface Metar {
  /** Every airport that reports; one request, for once a day. @throws {SourceError} */
  readonly stations: (signal: AbortSignal) => Promise<readonly Airport[]>
  /** The newest report of each of at most `mostStations` airports; of some there is none. @throws {SourceError} */
  readonly reports: (icaos: readonly string[], signal: AbortSignal) => Promise<readonly AirportReport[]>
  readonly mostStations: number
  /** For how long the server refuses requests after an error [ms]; null of an error that is no refusal. */
  readonly refusedForMs: (error: unknown) => number | null
}

/** How many airports one request may name. */
export const mostStations = 100

/** The list has some 10,000 stations: 250 kB, unpacked 3 MB. */
const listBytes = 20_000_000
const listTimeoutMs = 30_000

interface MetarDeps {
  readonly settings: MetarSettings
  readonly send: SendRequest
  readonly clock: () => number
  /** Where this service is reached: the server filters requests that do not say who they are from. */
  readonly siteUrl: string
}

export function createMetar({ settings, send, clock, siteUrl }: MetarDeps): Metar {
  const get = (path: string, by: SendRequest, signal: AbortSignal) =>
    ask({
      send: by,
      url: `${settings.url}${path}`,
      headers: { 'user-agent': `Ayaz-frost-warnings/0.1 (+${siteUrl})` },
      previous: null,
      signal,
      now: clock(),
      isNotCovered: () => false
    })
  return {
    mostStations,
    refusedForMs: (error) =>
      error instanceof SourceError && error.kind === 'rate_limited'
        ? (error.retryAfterSeconds ?? 0) * secondMs
        : null,
    stations: async (signal) => {
      const answer = await get('/data/cache/stations.cache.json.gz', unpacked(send), signal)
      return answer.kind === 'json' ? parseStations(answer.json) : []
    },
    reports: async (icaos, signal) => {
      if (icaos.length > mostStations) throw new RangeError(`a request has at most ${mostStations} airports`)
      try {
        const answer = await get(`/api/data/metar?ids=${icaos.join(',')}&format=json`, send, signal)
        return answer.kind === 'json' ? parseReports(answer.json, clock()) : []
      } catch (error) {
        // 204: none of them has reported lately.
        if (error instanceof SourceError && error.kind === 'not_covered') return []
        throw error
      }
    }
  }
}

/** The list is a packed file, not a packed answer; a proxy before the server may have unpacked it. */
function unpacked(send: SendRequest): SendRequest {
  return async (request: OutgoingRequest) => {
    const answer = await send({ ...request, maxBytes: listBytes, totalTimeoutMs: listTimeoutMs })
    const isPacked = answer.body[0] === 0x1f && answer.body[1] === 0x8b
    if (!isPacked) return answer
    try {
      return { ...answer, body: gunzipSync(answer.body, { maxOutputLength: listBytes }) }
    } catch {
      throw new SourceError('unusable', 'answered a list of stations that cannot be unpacked')
    }
  }
}
