/** From the provinces' forecasts to the map of a night. */

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

/** Nights that a map can show, tonight included. */
const nightsShown = 7

/**
 * One night in every province along the generic curve: that of `date`, or tonight where it is not among the next seven. A province
 * without a forecast is `unknown`. `madeAt` is null where no province has one. The oldest forecast speaks for the age of all.
 */
export function nationalMapOf(
  provinces: readonly ProvinceForecast[],
  nowAt: number,
  date: string | null = null
): NationalMap {
  const dates = datesOf(provinces, nowAt)
  const index = Math.max(0, dates.indexOf(date ?? ''))
  const shown = dates[index] ?? new Date(nowAt).toISOString().slice(0, 10)
  const reported = provinces.map(({ place, point }) => ({
    place,
    report: point === null ? null : nightsAt(place, point, { nowAt, nights: index + 1 })
  }))
  const reports = reported.flatMap(({ report }) => (report === null ? [] : [report]))
  const oldest = reports.reduce<PlaceReport | null>(
    (eldest, one) => (eldest === null || one.data.confirmedAt < eldest.data.confirmedAt ? one : eldest),
    null
  )
  return {
    provinces: reported.map((one) => provinceNight(one, shown)),
    date: shown,
    dates,
    madeAt: oldest?.data.confirmedAt ?? null,
    isWhole: reports.length === provinces.length,
    data: oldest?.data ?? null
  }
}

/** Tonight at each place, each in its own zone. */
export function tonightIn(places: readonly ProvinceForecast[], nowAt: number): readonly ProvinceNight[] {
  return places.map(({ place, point }) => {
    const report = point === null ? null : nightsAt(place, point, { nowAt, nights: 1 })
    return provinceNight({ place, report }, report?.tonight?.window.date ?? '')
  })
}

/** The nights that the first known forecast reaches: all provinces share one zone. */
function datesOf(provinces: readonly ProvinceForecast[], nowAt: number): readonly string[] {
  const known = provinces.find(({ point }) => point !== null)
  if (known?.point == null) return []
  const report = nightsAt(known.place, known.point, { nowAt, nights: nightsShown })
  return report.nights.slice(0, report.nightsReached).map(({ window }) => window.date)
}

function nightsAt(
  place: Place,
  point: ForecastSnapshot,
  { nowAt, nights }: { readonly nowAt: number; readonly nights: number }
): PlaceReport {
  return reportOf({ point: pointOf(place), place, nights }, point, { at: stepOf(point, nowAt).at })
}

function provinceNight(
  { place, report }: { readonly place: Place; readonly report: PlaceReport | null },
  date: string
): ProvinceNight {
  const night = report?.nights.find(({ window }) => window.date === date) ?? null
  if (night === null) {
    return { place, frost: unknownScore, airTemperatureMinC: null, plantTemperatureMinC: null }
  }
  const plantTemperatureMinC = night.state === 'known' ? night.plantTemperatureMinC : null
  return {
    place,
    frost: publishedScore(night),
    airTemperatureMinC: night.airTemperatureMinC,
    plantTemperatureMinC
  }
}
