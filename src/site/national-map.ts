import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { publishedScore, unknownScore } from '../forecasts/frost-view.ts'
import type { PlaceReport } from '../forecasts/report/place-report.ts'
import { reportOf } from '../forecasts/report/report.ts'
import type { Seasons } from '../forecasts/seasons.ts'
import { stepOf } from '../forecasts/snapshot.ts'
import { isNightPast } from '../language/headline.ts'
import { type Place, pointOf } from '../weather/point.ts'
import type { NationalMap, ProvinceNight } from './ports.ts'
import { genericQuestion, type MapQuestion } from './profile-question.ts'

/** A province with its forecast; null where there is none at the moment. */
interface ProvinceForecast {
  readonly place: Place
  readonly forecast: ForecastSnapshot | null
}

interface NightAsked {
  readonly nowAt: number
  readonly question: MapQuestion
  /** Seasons in memory; absent: no stage is estimated. */
  readonly seasons?: Pick<Seasons, 'known' | 'instantOf'>
}

const nightsShown = 7

/** The night of `date`, or tonight if it is not among the next seven. `madeAt`: of the oldest forecast; null: none. */
export function nationalMapOf(
  provinces: readonly ProvinceForecast[],
  nowAt: number,
  {
    date = null,
    question = genericQuestion,
    ...more
  }: { readonly date?: string | null } & Partial<Pick<NightAsked, 'question' | 'seasons'>> = {}
): NationalMap {
  const asked = { nowAt, question, ...more }
  const tonights = provinces.map((province) => reportOfProvince(province, { ...asked, nights: 1 }))
  const dates = datesOf(provinces, { ...asked, tonights })
  const tonight = dateOfTonight(tonights, dates) ?? new Date(nowAt).toISOString().slice(0, 10)
  const shown = date !== null && dates.includes(date) ? date : tonight
  const index = dates.indexOf(shown)
  const reported = provinces.map((province, at) => {
    const first = tonights[at] ?? null
    const report =
      first?.tonight?.window.date === shown
        ? first
        : reportOfProvince(province, { ...asked, nights: index + 2, date: shown })
    return { place: province.place, report }
  })
  const reports = reported.flatMap(({ report }) => (report === null ? [] : [report]))
  const oldest = reports.reduce<PlaceReport | null>(
    (eldest, one) => (eldest === null || one.data.confirmedAt < eldest.data.confirmedAt ? one : eldest),
    null
  )
  return {
    provinces: reported.map(provinceNight),
    date: shown,
    tonight,
    dates,
    madeAt: oldest?.data.confirmedAt ?? null,
    isWhole: reports.length === provinces.length,
    data: oldest?.data ?? null
  }
}

export function tonightIn(places: readonly ProvinceForecast[], asked: NightAsked): readonly ProvinceNight[] {
  return places.map((province) => {
    const first = reportOfProvince(province, { ...asked, nights: 1 })
    const isLast = first !== null && isNightPast(first.tonight, first.at)
    const both = isLast ? reportOfProvince(province, { ...asked, nights: 2 }) : null
    const coming = both?.nights[1]
    const report = coming === undefined ? first : (both?.focusedOn(coming) ?? first)
    return provinceNight({ place: province.place, report })
  })
}

/** The night that most provinces call tonight, the earlier of equals; null where none is known. */
function dateOfTonight(tonights: readonly (PlaceReport | null)[], dates: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const report of tonights) {
    const date = report?.tonight?.window.date
    if (report === null || date === undefined) continue
    const called = isNightPast(report.tonight, report.at) ? dates[dates.indexOf(date) + 1] : date
    if (called !== undefined) counts.set(called, (counts.get(called) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  return dates.find((date) => counts.get(date) === most) ?? dates[0] ?? null
}

/** Dates of the map, from the first known forecast: provinces share one zone. The first may be over in some. */
function datesOf(
  provinces: readonly ProvinceForecast[],
  { tonights, ...asked }: NightAsked & { readonly tonights: readonly (PlaceReport | null)[] }
): readonly string[] {
  const known = provinces.find(({ forecast }) => forecast !== null)
  const report = known === undefined ? null : reportOfProvince(known, { ...asked, nights: nightsShown })
  if (report === null) return []
  const reached = report.nights.slice(0, report.nightsReached).map(({ window }) => window.date)
  const running = tonights.flatMap((one) => one?.tonight?.window.date ?? [])
  return [...new Set([...running, ...reached])].sort().slice(0, nightsShown)
}

function reportOfProvince(
  { place, forecast }: ProvinceForecast,
  { nowAt, question, seasons, ...nights }: NightAsked & { readonly nights: number; readonly date?: string }
): PlaceReport | null {
  if (forecast === null) return null
  const { profile, stageFromSeason, limit } = question
  const asked = { profile, stageFromSeason, limitC: limit?.stage.t10C ?? null, ...nights }
  const step = { at: stepOf(forecast, nowAt).at, ...(seasons !== undefined && { seasons }) }
  return reportOf({ point: pointOf(place), place, ...asked }, forecast, step)
}

export function provinceNight({
  place,
  report
}: {
  place: Place
  report: PlaceReport | null
}): ProvinceNight {
  const night = report?.chosenNight ?? null
  if (night === null) {
    const unknown = { airTemperatureMinC: null, plantTemperatureMinC: null, lacksStage: false }
    return { place, frost: unknownScore, ...unknown }
  }
  const plantTemperatureMinC = night.state === 'known' ? night.plantTemperatureMinC : null
  return {
    place,
    frost: publishedScore(night),
    airTemperatureMinC: night.airTemperatureMinC,
    plantTemperatureMinC,
    lacksStage: plantTemperatureMinC !== null && report?.unscoredBecause === 'stage_unknown'
  }
}
