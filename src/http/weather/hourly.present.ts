/** From slot rows to the body of GET /weather/hourly. */
import type { SpanSummary } from '../../forecast/summary.ts'
import { publish } from '../../forecast/units.ts'
import { weatherIcon } from '../../forecast/weather-codes.ts'
import { type ZoneClock, zoneClock } from '../../forecast/zone-clock.ts'
import type { FrostNight } from '../../frost/frost-night.ts'
import { weatherLabel } from '../../language/weather-labels.ts'
import { type SlotRow, slotRows } from '../../outlook/days.ts'
import { nightsIn, slotScore } from '../../outlook/frost-view.ts'
import { type Basis, commonBlocks, type Notice } from './blocks.present.ts'
import type { HourlyBody, HourlySlot } from './hourly.schema.ts'
import type { HourlyQuestion } from './question.ts'
import { wetBulbC } from './wet-bulb.ts'

export function presentHourly(basis: Basis<HourlyQuestion>): HourlyBody {
  const { point, at, question } = basis
  const clock = zoneClock(question.point.timezone)
  const rows = slotRows(point, at, question.slots)
  const first = (rows[0]?.span.fromSecond ?? 0) / 3600
  const last = (rows.at(-1)?.span.toSecond ?? 0) / 3600
  const windows = point.windows.filter((window) => window.lastHour >= first && window.firstHour < last)
  const nights = nightsIn(point, windows, at)
  const elevationM = question.point.elevation ?? point.grid.elevation
  return {
    ...commonBlocks(basis, truncation(question.slots, rows.length)),
    slots: rows.map((row) => presentSlot(row, nights, { ...question, elevationM }, clock))
  }
}

function truncation(requested: number, available: number): readonly Notice[] {
  if (available >= requested) return []
  return [{ code: 'horizon_truncated', parameters: { requested, available, span: 'slot' } }]
}

function presentSlot(
  { span, summary, partial, isDay }: SlotRow,
  nights: readonly FrostNight[],
  { units, lang, elevationM }: HourlyQuestion & { readonly elevationM: number | null },
  clock: ZoneClock
): HourlySlot {
  const code = Number.isNaN(summary.weatherCode) ? null : summary.weatherCode
  return {
    from: clock.format(span.fromSecond),
    to: clock.format(span.toSecond),
    hours_available: summary.stampsAvailable,
    partial,
    is_day: isDay,
    temperature: publish(summary.temperatureMean, 'temperature', units),
    temperature_min: publish(summary.temperatureMin, 'temperature', units),
    temperature_max: publish(summary.temperatureMax, 'temperature', units),
    apparent_temperature: publish(summary.apparentTemperatureMean, 'temperature', units),
    dew_point: publish(summary.dewPointMean, 'temperature', units),
    wet_bulb_temperature: publish(slotWetBulb(summary, elevationM), 'temperature', units),
    relative_humidity: publish(summary.relativeHumidityMean, 'percent', units),
    wind_speed: publish(summary.windSpeedMean, 'wind_speed', units),
    wind_gust_speed: publish(summary.windGustSpeedMax, 'wind_speed', units),
    wind_direction: publish(summary.windDirection, 'direction', units),
    cloud_cover: publish(summary.cloudCoverMean, 'percent', units),
    precipitation: publish(summary.precipitation, 'precipitation', units),
    precipitation_probability: publish(summary.precipitationProbabilityMax, 'percent', units),
    snowfall: publish(summary.snowfall, 'snowfall', units),
    pressure_msl: publish(summary.pressureMslMean, 'pressure', units),
    weather_code: code,
    weather_label: weatherLabel(code, lang),
    icon: weatherIcon(code, isDay),
    frost: slotScore(nights, span)
  }
}

function slotWetBulb(summary: SpanSummary, elevationM: number | null): number {
  return wetBulbC({
    temperatureC: summary.temperatureMean,
    dewPointC: summary.dewPointMean,
    pressureMslHpa: summary.pressureMslMean,
    elevationM
  })
}
