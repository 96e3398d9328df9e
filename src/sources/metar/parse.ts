/** The answers of the Aviation Weather Center, member by member; shapes: aviationweather.gov/data/api. */
import { hourSeconds, minuteMs, secondMs } from '../../common/time.ts'
import type { Airport, AirportReport } from '../../weather/airport.ts'
import { membersOf, readList, unusable } from '../json-reader.ts'

const mpsPerKnot = 1852 / hourSeconds
/** No air was ever measured beyond these [°C]. */
const coldest = -90
const warmest = 60
/** A report from the future has a wrong clock [ms]. */
const aheadMs = 5 * minuteMs
/** Temperature and dew point to the tenth, in the remarks of American reports: `T10391128`. */
const tenths = /\bT[01]\d{3}[01]\d{3}\b/

/**
 * The airports of `/data/cache/stations.cache.json.gz` that report METARs. Rows without a position or a height are left
 * out: some have −99.99 and 9999 for them.
 * @throws {SourceError} `unusable` where it is no list with an object
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
 * The reports of `/api/data/metar?format=json`, those with a temperature. Their `minT` is never read: decoded from
 * remarks, it has been −0.4 °C on a warm day.
 * @param now [ms since epoch]
 * @throws {SourceError} `unusable` where it is no list with an object
 */
export function parseReports(json: unknown, now: number): readonly AirportReport[] {
  return readRows(json, 'reports').flatMap((one) => {
    const { icaoId, obsTime, temp, dewp, wspd, cover, clouds, rawOb } = one
    if (typeof icaoId !== 'string' || !isWithin(obsTime, 0, (now + aheadMs) / secondMs)) return []
    if (!isWithin(temp, coldest, warmest)) return []
    return [
      {
        icao: icaoId,
        measuredAt: Math.round(obsTime * secondMs),
        temperatureC: temp,
        dewPointC: isWithin(dewp, coldest, temp + 1) ? dewp : null,
        windSpeedMps: isWithin(wspd, 0, 200) ? wspd * mpsPerKnot : null,
        cloudCoverFraction: cloudCover(cover, clouds),
        isWhole: !(typeof rawOb === 'string' && tenths.test(rawOb))
      }
    ]
  })
}

/** The rows of a list; one that is no object has no members. */
function readRows(json: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  const rows = readList(json, name)
  if (rows.length > 0 && rows.every((row) => typeof row !== 'object' || row === null))
    throw unusable(`${name} has no object`)
  return rows.map(membersOf)
}

/**
 * The middle of each class of cover, in eighths. NSC and NCD are not among them: "no significant cloud" and "none
 * detected" leave out high cloud.
 */
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

/** The greatest cover of a layer, 0…1; null where none is told. */
function cloudCover(cover: unknown, clouds: unknown): number | null {
  const layers = Array.isArray(clouds) ? clouds.map((one) => (one as { cover?: unknown } | null)?.cover) : []
  const known = [cover, ...layers].flatMap((one) => eighths[String(one)] ?? [])
  return known.length === 0 ? null : Math.max(...known) / 8
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most
}
