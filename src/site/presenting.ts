/** Published numbers in the visitor's language and units; where less is shown, the published value is rounded. */
import { hourMs, minuteMs, secondMs } from '../common/time.ts'
import { clockAt, dateTimeLabel } from '../language/dates.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { formatNumber, formatQuantity, percent } from '../language/numbers.ts'
import { publish, type Quantity, unitOf } from '../weather/units.ts'
import type { Visitor } from './visitor.ts'

/** A quantity with its unit; an en dash where it is null or NaN. */
export function quantity(value: number | null, kind: Quantity, visitor: Visitor): string {
  const published = publish(value ?? Number.NaN, kind, visitor.units)
  return formatQuantity(published, decimalsOf(kind, visitor), unitOf(kind, visitor.units), visitor.lang)
}

/** A temperature in °C with one decimal and its unit: `−2,9 °C`. */
export function temperature(valueC: number | null, visitor: Visitor): string {
  return quantity(valueC, 'temperature', visitor)
}

/** A temperature as short as a small cell wants it: whole degrees with the degree sign alone, `−3°`. */
export function shortTemperature(valueC: number | null, visitor: Visitor): string {
  return `${formatNumber(publish(valueC ?? Number.NaN, 'temperature', visitor.units), 0, visitor.lang)}°`
}

/** A temperature with one decimal and the degree sign alone, for tables whose head names the unit. */
export function bareTemperature(valueC: number | null, visitor: Visitor): string {
  return formatNumber(publish(valueC ?? Number.NaN, 'temperature', visitor.units), 1, visitor.lang)
}

/** The minima of a night, both where they differ: `air −3.2 °C, plants −6.1 °C`; an en dash where unknown. */
export function nightMinima(
  {
    airTemperatureMinC,
    plantTemperatureMinC
  }: { readonly [Name in 'airTemperatureMinC' | 'plantTemperatureMinC']: number | null },
  visitor: Visitor
): string {
  const air = temperature(airTemperatureMinC, visitor)
  if (plantTemperatureMinC === null || airTemperatureMinC === null) return air
  const plants = temperature(plantTemperatureMinC, visitor)
  return air === plants ? air : wordsIn(visitor.lang).headline.minima(air, plants)
}

/** A number without its unit, for tables whose head names it. */
export function bare(value: number | null, kind: Quantity, visitor: Visitor): string {
  return formatNumber(
    publish(value ?? Number.NaN, kind, visitor.units),
    decimalsOf(kind, visitor),
    visitor.lang
  )
}

/** A fraction 0…1 as a whole percentage. */
export function share(fraction: number | null, visitor: Visitor): string {
  return percent(fraction === null || Number.isNaN(fraction) ? null : fraction * 100, visitor.lang)
}

function decimalsOf(kind: Quantity, visitor: Visitor): number {
  if (kind === 'wind_speed' || kind === 'percent' || kind === 'uv_index') return 0
  return visitor.units === 'imperial' && (kind === 'precipitation' || kind === 'snowfall') ? 2 : 1
}

/** NaN as null, which is how pages know the unknown. */
export function known(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** To the end of its step, by default the hour, at most ten minutes [s]. The listener takes off a random little. */
export function secondsToNextStep(nowAt: number, until: number = hourStep(nowAt) + hourMs): number {
  const left = Math.ceil((until - nowAt) / secondMs)
  return Math.min(600, Math.max(10, left))
}

/** The whole hour in which an instant lies: no clock finer than this may reach a page that is cached. */
export function hourStep(nowAt: number): number {
  return Math.floor(nowAt / hourMs) * hourMs
}

/** The next full minute after an instant, never one in the past; with the day if it is 12 hours away or more. */
export function nextTryLabel(
  at: number,
  { nowAt, timezone }: { nowAt: number; timezone: string },
  lang: Language
): string {
  const minuteAt = Math.ceil(Math.max(at, nowAt + 1) / minuteMs) * minuteMs
  const isSoon = minuteAt - nowAt < 12 * hourMs
  return isSoon ? clockAt(minuteAt, timezone, lang) : dateTimeLabel(minuteAt, timezone, lang)
}
