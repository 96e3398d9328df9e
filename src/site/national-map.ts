/** From the provinces' forecasts to the map of tonight. */
import { hourMs, type Place } from '../forecast/point.ts'
import { comingWindows, nightsIn, publishedScore, siteSettings, unknownScore } from '../outlook/frost-view.ts'
import type { OpenPoint } from '../outlook/open-point.ts'
import { creditOf } from './place-view.ts'
import type { NationalMap, ProvinceNight } from './ports.ts'

/** A province with its forecast; null where there is none at the moment. */
export interface ProvinceForecast {
  readonly place: Place
  readonly point: OpenPoint | null
}

/**
 * Tonight in every province along the generic curve; a province without a forecast is `unknown`.
 * `madeAt` is null where no province has one. The oldest forecast speaks for the age of all.
 */
export function nationalMapOf(provinces: readonly ProvinceForecast[], nowAt: number): NationalMap {
  const at = Math.floor(nowAt / hourMs) * hourMs
  const points = provinces.flatMap((one) => (one.point === null ? [] : [one.point]))
  const oldest = points.reduce<OpenPoint | null>(
    (eldest, point) => (eldest === null || point.issuedAt < eldest.issuedAt ? point : eldest),
    null
  )
  const date = points.map((point) => comingWindows(point, at, 1)[0]?.date).find((one) => one !== undefined)
  return {
    provinces: provinces.map((province) => tonightIn(province, at)),
    date: date ?? new Date(at).toISOString().slice(0, 10),
    madeAt: oldest?.confirmedAt ?? null,
    isWhole: points.length === provinces.length,
    credit: oldest === null ? null : creditOf(oldest, at, siteSettings(oldest))
  }
}

function tonightIn({ place, point }: ProvinceForecast, at: number): ProvinceNight {
  if (point === null) return { place, frost: unknownScore, airTemperatureMinC: null }
  const night = nightsIn(point, comingWindows(point, at, 1), at)[0]
  return { place, frost: publishedScore(night), airTemperatureMinC: night?.airTemperatureMinC ?? null }
}
