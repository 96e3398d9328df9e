/** The common blocks of a weather body, from a snapshot and the question. */
import { published } from '../../forecast/rounding.ts'
import { type UnitSystem, unitOf } from '../../forecast/units.ts'
import type { ZoneClock } from '../../forecast/zone-clock.ts'
import { zoneClock } from '../../forecast/zone-clock.ts'
import type { Language } from '../../language/language.ts'
import { type NoticeCode, type NoticeParameters, noticeMessage } from '../../language/notices.ts'
import type { OpenPoint } from '../../outlook/open-point.ts'
import { freshnessOf } from '../../outlook/snapshot.ts'
import type { LocationBlock, MetaBlock, UnitsBlock } from './blocks.schema.ts'
import type { WeatherQuestion } from './question.ts'

/** What a body is made from: a snapshot, the instant its step speaks of [ms since epoch], and the question. */
export interface Basis<Q extends WeatherQuestion = WeatherQuestion> {
  readonly point: OpenPoint
  readonly at: number
  readonly question: Q
}

/** A notice that an operation adds to those every body carries. */
export interface Notice {
  readonly code: NoticeCode
  readonly parameters: NoticeParameters
}

export interface CommonBlocks {
  readonly location: LocationBlock
  readonly units: UnitsBlock
  readonly meta: MetaBlock
}

/** The three blocks, with the operation's own notices after the common ones. */
export function commonBlocks(basis: Basis, notices: readonly Notice[]): CommonBlocks {
  const { question, point } = basis
  return {
    location: locationOf(basis),
    units: unitsOf(question.units),
    meta: metaOf(point, basis.at, question, notices)
  }
}

/** RFC 3339 of an instant [ms since epoch] in the place's zone; null stays null. */
export function localInstant(clock: ZoneClock, at: number): string {
  return clock.format(Math.floor(at / 1000))
}

export function localInstantOrNull(clock: ZoneClock, at: number | null): string | null {
  return at === null ? null : localInstant(clock, at)
}

function locationOf({ question, point }: Basis): LocationBlock {
  const { place } = question
  return {
    lat: question.point.lat,
    lon: question.point.lon,
    name: place?.name ?? null,
    slug: place?.slug ?? null,
    country: place?.country ?? null,
    timezone: question.point.timezone,
    elevation: height(question.point.elevation ?? point.grid.elevation, question.units)
  }
}

function height(metres: number | null, units: UnitSystem): number | null {
  return metres === null ? null : published(units === 'imperial' ? metres / 0.3048 : metres, 0)
}

const unitBlocks: Readonly<Record<UnitSystem, UnitsBlock>> = {
  metric: makeUnits('metric'),
  imperial: makeUnits('imperial')
}

function unitsOf(system: UnitSystem): UnitsBlock {
  return unitBlocks[system]
}

function makeUnits(system: UnitSystem): UnitsBlock {
  return {
    temperature: unitOf('temperature', system),
    wind_speed: unitOf('wind_speed', system),
    wind_direction: unitOf('direction', system),
    precipitation: unitOf('precipitation', system),
    snowfall: unitOf('snowfall', system),
    pressure_msl: unitOf('pressure', system),
    visibility: unitOf('visibility', system),
    relative_humidity: '%',
    cloud_cover: '%',
    precipitation_probability: '%',
    elevation: system === 'imperial' ? 'ft' : 'm'
  }
}

function metaOf(
  point: OpenPoint,
  at: number,
  question: { readonly units: UnitSystem; readonly lang: Language },
  own: readonly Notice[]
): MetaBlock {
  const status = freshnessOf(point, at)
  const { source, grid } = point
  const notices: Notice[] = []
  const ageHours = Math.max(0, Math.floor((at - point.confirmedAt) / 3_600_000))
  if (point.synthetic) notices.push({ code: 'synthetic_data', parameters: {} })
  if (status === 'stale') notices.push({ code: 'stale_data', parameters: { ageHours } })
  if (status === 'aging') notices.push({ code: 'aging_data', parameters: { ageHours } })
  if (point.isFallback) notices.push({ code: 'source_fallback', parameters: { source: source.name } })
  notices.push(...own)
  return {
    synthetic: point.synthetic,
    freshness: { status, issued_at: localInstant(zoneClock(point.point.timezone), point.issuedAt) },
    sources: [
      {
        id: source.id,
        name: source.name,
        model: point.model,
        license: source.license,
        url: source.url,
        grid: {
          lat: grid.lat === null ? null : published(grid.lat, 3),
          lon: grid.lon === null ? null : published(grid.lon, 3),
          elevation: height(grid.elevation, question.units)
        }
      }
    ],
    attribution: source.attribution,
    notices: notices.map(({ code, parameters }) => ({
      code,
      message: noticeMessage(code, parameters, question.lang)
    }))
  }
}
