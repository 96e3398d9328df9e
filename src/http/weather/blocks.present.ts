import type { Static } from 'typebox'
import { secondMs } from '../../common/time.ts'
import type { Notice, PlaceReport } from '../../forecasts/report/place-report.ts'
import type { Language } from '../../language/language.ts'
import { noticeMessage } from '../../language/notices.ts'
import type { Place } from '../../weather/point.ts'
import { published, type UnitSystem, unitOf } from '../../weather/units.ts'
import { type ZoneClock, zoneClock } from '../../weather/zone-clock.ts'
import type { LocationBlock, MetaBlock, unitsBlock } from './blocks.schema.ts'

type UnitsBlock = Static<typeof unitsBlock>

export interface Wording {
  readonly units: UnitSystem
  readonly lang: Language
  /** Notices about the question itself. */
  readonly notices?: readonly Notice[]
}

/** The three blocks; the notices of the data come first, then those of the sections that the body shows. */
export function commonBlocks(
  report: PlaceReport,
  wording: Wording,
  notices: readonly Notice[] = []
): { readonly location: LocationBlock; readonly units: UnitsBlock; readonly meta: MetaBlock } {
  return {
    location: locationOf(report, wording.units),
    units: unitBlocks[wording.units],
    meta: metaOf(report, wording, notices)
  }
}

/** RFC 3339 of an instant [ms since epoch] in the place's zone. */
export function localInstant(clock: ZoneClock, at: number): string {
  return clock.format(Math.floor(at / secondMs))
}

export function localInstantOrNull(clock: ZoneClock, at: number | null): string | null {
  return at === null ? null : localInstant(clock, at)
}

/** A weather code as it is; null for NaN. */
export function codeOrNull(code: number): number | null {
  return Number.isNaN(code) ? null : code
}

function locationOf({ place }: PlaceReport, units: UnitSystem): LocationBlock {
  const { lat, lon, name, slug, region, country, timezone, nearest } = place
  return {
    lat,
    lon,
    name,
    slug,
    region,
    country,
    timezone,
    elevation: height(place.elevationM, units),
    nearest:
      nearest === null
        ? null
        : { name: nearest.name, slug: nearest.slug, distance_km: published(nearest.distanceKm, 1) ?? 0 }
  }
}

function height(metres: number | null, units: UnitSystem): number | null {
  return metres === null ? null : published(units === 'imperial' ? metres / 0.3048 : metres, 0)
}

const unitBlocks: Readonly<Record<UnitSystem, UnitsBlock>> = {
  metric: makeUnits('metric'),
  imperial: makeUnits('imperial')
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
  { data, place, dataNotices }: PlaceReport,
  { units, lang, notices = [] }: Wording,
  ofSections: readonly Notice[]
): MetaBlock {
  const { source, grid } = data
  const clock = zoneClock(place.timezone)
  return {
    synthetic: data.synthetic,
    freshness: {
      status: data.freshness,
      issued_at: localInstant(clock, data.issuedAt),
      confirmed_at: localInstant(clock, data.confirmedAt)
    },
    check: data.check,
    sources: [
      {
        id: source.id,
        name: source.name,
        model: data.model,
        models: [...data.models],
        license: source.license,
        url: source.url,
        grid: {
          lat: grid.lat === null ? null : published(grid.lat, 3),
          lon: grid.lon === null ? null : published(grid.lon, 3),
          elevation: height(grid.elevation, units),
          raised: height(grid.raisedM ?? 0, units) ?? 0
        }
      }
    ],
    attribution: source.attribution,
    notices: [...dataNotices, ...ofSections, ...notices].map(({ code, parameters }) => ({
      code,
      message: noticeMessage(code, parameters, lang)
    }))
  }
}

export function homonymNotices(
  { name, region, country }: Place,
  districts: readonly Place[]
): readonly Notice[] {
  const slugs = districts.map(({ slug }) => slug)
  return slugs.length === 0
    ? []
    : [{ code: 'homonym', parameters: { place: { name, region, country }, slugs } }]
}
