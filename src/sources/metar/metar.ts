import { gunzipSync } from 'node:zlib'
import { hourSeconds, minuteMs, secondMs } from '../../common/time.ts'
import { type SettingsOf, wordVariable } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'
import type { OutgoingRequest, SendRequest } from '../../outgoing/request.ts'
import type { Airport, AirportReport, AirportServer } from '../../weather/airport.ts'
import { ask } from '../http-json.ts'
import { membersOf, readList, unusable } from '../json-reader.ts'
import { SourceError } from '../source.ts'

export const metarEnvironment = {
  metar: wordVariable('METAR', 'Whether [airports](sources.md#airports) near watched places are asked.', {
    default: 'on',
    of: ['on', 'off'] as const
  }),
  url: serverVariable(
    'METAR_URL',
    'Server of the Aviation Weather Center, or a caching proxy.',
    'https://aviationweather.gov'
  )
} as const

export type MetarSettings = SettingsOf<typeof metarEnvironment>

/** Answers of the Aviation Weather Center; shapes: aviationweather.gov/data/api. */

const mpsPerKnot = 1852 / hourSeconds
/** No air was ever measured beyond these [°C]. */
const coldest = -90
const warmest = 60
/** A report from the future has a wrong clock [ms]. */
const aheadMs = 5 * minuteMs
/** Temperature and dew point to the tenth, in the remarks of American reports: `T10391128`. */
const tenths = /\bT[01]\d{3}[01]\d{3}\b/
/** Its station, its day, hour and minute, and in whole degrees its temperature and dew point: `111950Z … M02/M05`. */
const bodyHead = /^(?:METAR |SPECI )?(?:COR )?([A-Z][A-Z0-9]{3}) (\d\d)(\d\d)(\d\d)Z/
const bodyTemperatures = / (M?\d\d)\/(M?\d\d|\/\/|XX)?[ =]/
/** Whole degrees are up to half a degree from tenths [°C]. */
const roundedByC = 0.6
/** A report may be filed under the hour that it was made for [ms]. */
const filedWithinMs = 30 * minuteMs

/**
 * Those of `/data/cache/stations.cache.json.gz` that report METARs, without rows that lack a position or height, for
 * some −99.99 and 9999. @throws {SourceError} `unusable` where it is not a list with an object
 */
export function parseStations(json: unknown): readonly Airport[] {
  return readRows(json, 'stations').flatMap((one) => {
    const { icaoId, site, lat, lon, elev, siteType } = one
    if (typeof icaoId !== 'string' || !/^[A-Z0-9]{4}$/.test(icaoId)) return []
    if (!Array.isArray(siteType) || !siteType.includes('METAR')) return []
    const name = typeof site === 'string' && site !== '' ? site.slice(0, 80) : icaoId
    if (!isWithin(lat, -90, 90) || !isWithin(lon, -180, 180) || !isWithin(elev, -430, 6000)) return []
    return [{ icao: icaoId, name, lat, lon, elevation: elev }]
  })
}

/**
 * Those of `/api/data/metar?format=json` with a temperature. `minT` is never read: decoded from remarks, it was −0.4 °C
 * on a warm day. @param now [ms since epoch] @throws {SourceError} `unusable` where it is not a list with an object
 */
export function parseReports(json: unknown, now: number): readonly AirportReport[] {
  return readRows(json, 'reports').flatMap((one) => {
    const { icaoId, obsTime, temp, dewp, wspd, cover, clouds, rawOb } = one
    if (typeof icaoId !== 'string' || !isWithin(obsTime, 0, (now + aheadMs) / secondMs)) return []
    if (!isWithin(temp, coldest, warmest)) return []
    const measuredAt = Math.round(obsTime * secondMs)
    const body = typeof rawOb === 'string' ? `${rawOb} ` : ''
    const [, air, dewPoint] = bodyTemperatures.exec(body) ?? []
    if (isOfAnother(body, icaoId, measuredAt) || !isLike(temp, degrees(air))) return []
    const isDewPoint = isWithin(dewp, coldest, temp + 1) && isLike(dewp, degrees(dewPoint))
    return [
      {
        icao: icaoId,
        measuredAt,
        temperatureC: temp,
        dewPointC: isDewPoint ? dewp : null,
        windSpeedMps: isWithin(wspd, 0, 200) ? wspd * mpsPerKnot : null,
        cloudCoverFraction: cloudCover(cover, clouds),
        isWhole: !tenths.test(body)
      }
    ]
  })
}

/** Whether the report itself names another station or time: a member of the answer is wrong then. */
function isOfAnother(body: string, icao: string, measuredAt: number): boolean {
  const [, station, ...written] = bodyHead.exec(body) ?? []
  if (station === undefined) return false
  const [day = 0, hour = 0, minute = 0] = written.map(Number)
  const [year, month] = [new Date(measuredAt).getUTCFullYear(), new Date(measuredAt).getUTCMonth()]
  const times = [-1, 0, 1].map((months) => Date.UTC(year, month + months, day, hour, minute))
  return station !== icao || times.every((at) => Math.abs(at - measuredAt) > filedWithinMs)
}

/** `M02` is −2; null where none is written. */
function degrees(written: string | undefined): number | null {
  const value = Number(written?.replace('M', '-'))
  return Number.isNaN(value) ? null : value
}

function isLike(valueC: number, bodyC: number | null): boolean {
  return bodyC === null || Math.abs(valueC - bodyC) <= roundedByC
}

/** The rows of a list; one that is not an object has no members. */
function readRows(json: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  const rows = readList(json, name)
  if (rows.length > 0 && rows.every((row) => typeof row !== 'object' || row === null))
    throw unusable(`${name} has no object`)
  return rows.map(membersOf)
}

/** Middle of each class in eighths. NSC ("no significant cloud") and NCD ("none detected") leave out high cloud. */
const eighths: Readonly<Record<string, number>> = {
  SKC: 0,
  CLR: 0,
  CAVOK: 0,
  FEW: 1.5,
  SCT: 3.5,
  BKN: 6,
  OVC: 8,
  OVX: 8,
  VV: 8
}

/** The greatest cover of a layer, 0…1; null where none is reported. */
function cloudCover(cover: unknown, clouds: unknown): number | null {
  const layers = Array.isArray(clouds) ? clouds.map((one) => (one as { cover?: unknown } | null)?.cover) : []
  const known = [cover, ...layers].flatMap((one) => eighths[String(one)] ?? [])
  return known.length === 0 ? null : Math.max(...known) / 8
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most
}

const maxStations = 100

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

export function createMetar({ settings, send, clock, siteUrl }: MetarDeps): AirportServer {
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
    maxStations,
    refusedForMs: (error) =>
      error instanceof SourceError && error.kind === 'rate_limited'
        ? (error.retryAfterSeconds ?? 0) * secondMs
        : null,
    stations: async (signal) => {
      const { json } = await get('/data/cache/stations.cache.json.gz', unpacked(send), signal)
      return parseStations(json)
    },
    reports: async (icaos, signal) => {
      if (icaos.length > maxStations) throw new RangeError(`a request has at most ${maxStations} airports`)
      try {
        const { json } = await get(`/api/data/metar?ids=${icaos.join(',')}&format=json`, send, signal)
        return parseReports(json, clock())
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
