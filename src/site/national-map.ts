/** From the provinces' forecasts to the map of tonight. */

import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { publishedScore, unknownScore } from '../forecasts/frost-view.ts'
import type { PlaceReport } from '../forecasts/report/place-report.ts'
import { reportOf } from '../forecasts/report/report.ts'
import { stepOf } from '../forecasts/snapshot.ts'
import { type Place, pointOf } from '../weather/point.ts'
import type { NationalMap, ProvinceNight } from './ports.ts'

/** A province with its forecast; null where there is none at the moment. */
export interface ProvinceForecast {
  readonly place: Place
  readonly point: ForecastSnapshot | null
}

/**
 * Tonight in every province along the generic curve; a province without a forecast is `unknown`.
 * `madeAt` is null where no province has one. The oldest forecast speaks for the age of all.
 */
export function nationalMapOf(provinces: readonly ProvinceForecast[], nowAt: number): NationalMap {
  const reported = provinces.map(({ place, point }) => ({ place, report: tonightAt(place, point, nowAt) }))
  const reports = reported.flatMap(({ report }) => (report === null ? [] : [report]))
  const oldest = reports.reduce<PlaceReport | null>(
    (eldest, one) => (eldest === null || one.data.confirmedAt < eldest.data.confirmedAt ? one : eldest),
    null
  )
  const dated = reports.find(({ tonight }) => tonight !== null)
  return {
    provinces: reported.map(provinceNight),
    date: dated?.tonight?.window.date ?? new Date(nowAt).toISOString().slice(0, 10),
    madeAt: oldest?.data.confirmedAt ?? null,
    isWhole: reports.length === provinces.length,
    data: oldest?.data ?? null
  }
}

function tonightAt(place: Place, point: ForecastSnapshot | null, nowAt: number): PlaceReport | null {
  if (point === null) return null
  return reportOf({ point: pointOf(place), place, nights: 1 }, point, { at: stepOf(point, nowAt).at })
}

function provinceNight({ place, report }: { place: Place; report: PlaceReport | null }): ProvinceNight {
  if (report === null) return { place, frost: unknownScore, airTemperatureMinC: null }
  const { tonight } = report
  return { place, frost: publishedScore(tonight), airTemperatureMinC: tonight?.airTemperatureMinC ?? null }
}
