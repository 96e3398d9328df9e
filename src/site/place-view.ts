/** From a point's forecast to what a place's page shows: the pages' counterpart of what the API presents. */
import { hourMs, type Place } from '../forecast/point.ts'
import type { SeriesVariable } from '../forecast/series.ts'
import type { FrostSettings } from '../frost/settings.ts'
import type { NoticeCode, NoticeParameters } from '../language/notices.ts'
import { type CurrentWeather, currentWeather } from '../outlook/current.ts'
import { dayRows, slotRows } from '../outlook/days.ts'
import { comingWindows, nightsIn, slotScore } from '../outlook/frost-view.ts'
import type { OpenPoint } from '../outlook/open-point.ts'
import { freshnessOf } from '../outlook/snapshot.ts'
import { curveFor } from './curve-question.ts'
import type {
  CurrentView,
  CurveQuestion,
  DataCredit,
  DayView,
  PlaceRecord,
  PlaceView,
  SlotView
} from './ports.ts'
import { hourStep, known } from './presenting.ts'

export interface PlaceViewInput {
  readonly place: Place
  readonly point: OpenPoint
  /** With which the nights are judged. */
  readonly curve: CurveQuestion
  readonly record: PlaceRecord | null
  readonly nowAt: number
}

const daysShown = 8
const slotsShown = 16
const nightsShown = 7

/** What the pages show of a place at a whole hour; the same snapshot, question and hour always give the same view. */
export function placeViewOf(input: PlaceViewInput): PlaceView {
  const { point, place } = input
  const { settings, answer } = curveFor(point, input.curve)
  const at = hourStep(input.nowAt)
  const nights = nightsIn(point, comingWindows(point, at, nightsShown), at, settings)
  return {
    kind: 'view',
    place,
    current: currentView(currentWeather(point, at), at),
    series: point.series,
    days: daysOf(point, at),
    slots: slotsOf(point, at),
    // The last night of a horizon is cut: there is nothing to tell of it, so it does not end the strip.
    nights: nights.filter((night) => night.state === 'known' || night.reason !== 'horizon'),
    curve: answer,
    credit: creditOf(point, at, settings),
    record: input.record
  }
}

function daysOf(point: OpenPoint, at: number): readonly DayView[] {
  return dayRows(point, at, daysShown).map(({ day, summary, partial, sunriseAt, sunsetAt, frost }) => ({
    date: day.date,
    summary,
    partial,
    sunriseAt,
    sunsetAt,
    frost
  }))
}

function slotsOf(point: OpenPoint, at: number): readonly SlotView[] {
  const rows = slotRows(point, at, slotsShown)
  const last = rows.at(-1)
  const endHour = last === undefined ? 0 : last.span.toSecond / 3600
  const nights = nightsIn(
    point,
    point.windows.filter((window) => window.lastHour >= at / hourMs - 3 && window.firstHour < endHour),
    at
  )
  return rows.map(({ span, summary, partial, isDay }) => ({
    fromAt: span.fromSecond * 1000,
    toAt: span.toSecond * 1000,
    isDay,
    summary,
    partial,
    frost: slotScore(nights, span)
  }))
}

function currentView(weather: CurrentWeather | null, at: number): CurrentView {
  const value = (variable: SeriesVariable) => (weather === null ? null : known(weather.value(variable)))
  return {
    kind: weather?.kind ?? 'modelled',
    validAt: weather?.validAt ?? at,
    isDay: weather?.isDay ?? true,
    temperatureC: value('temperature'),
    apparentTemperatureC: value('apparentTemperature'),
    dewPointC: value('dewPoint'),
    relativeHumidityFraction: value('relativeHumidity'),
    windSpeedMps: value('windSpeed'),
    windGustSpeedMps: value('windGustSpeed'),
    windDirectionDegrees: value('windDirection'),
    cloudCoverFraction: value('cloudCover'),
    weatherCode: value('weatherCode')
  }
}

/** What must be said of a point's data. */
export function creditOf(point: OpenPoint, at: number, settings: FrostSettings): DataCredit {
  const tonight = nightsIn(point, comingWindows(point, at, 1), at, settings)[0]
  const freshness = freshnessOf(point, at)
  const notices: { code: NoticeCode; parameters: NoticeParameters }[] = []
  const ageHours = Math.max(0, Math.floor((at - point.issuedAt) / hourMs))
  if (freshness === 'stale') notices.push({ code: 'stale_data', parameters: { ageHours } })
  if (freshness === 'aging') notices.push({ code: 'aging_data', parameters: { ageHours } })
  if (point.isFallback) notices.push({ code: 'source_fallback', parameters: { source: point.source.name } })
  if (settings.curve.kind === 'threshold_only') notices.push({ code: 'threshold_only', parameters: {} })
  if (tonight?.partial) notices.push({ code: 'partial_night', parameters: {} })
  if (tonight?.state === 'known') {
    const { inputsMissing, stepHours, snowCover } = tonight
    if (inputsMissing.length > 0)
      notices.push({ code: 'inputs_missing', parameters: { inputs: inputsMissing } })
    if (stepHours > 1) notices.push({ code: 'coarse_steps', parameters: { stepHours } })
    if (snowCover) notices.push({ code: 'snow_cover', parameters: {} })
  }
  return {
    synthetic: point.synthetic,
    freshness,
    issuedAt: point.issuedAt,
    attribution: point.source.attribution,
    sources: [point.source],
    notices
  }
}
