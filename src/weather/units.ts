/** From units inside the app (°C, m/s, fraction, mm, cm, hPa, m), from the unrounded value. */
import { hourSeconds } from '../common/time.ts'

/** Rounding happens once, when a number is published: half away from zero, and never "−0". */
// In 32-bit floats 17.15 arrives as 17.1499996: halves are seen by a tolerance far below the last digit, or by the step
// between two such floats (2⁻²³ of the value) where that is larger.
const tolerance = 1e-6
const floatStep = 2 ** -23

const scales: readonly number[] = [1, 10, 100, 1000]

/** A number rounded to `decimals` places, half away from zero; NaN stays NaN. */
export function roundHalfAway(value: number, decimals: number): number {
  const scale = scales[decimals] ?? 10 ** decimals
  const scaled = Math.abs(value) * scale
  const magnitude = Math.floor(scaled + 0.5 + Math.max(tolerance, scaled * floatStep)) / scale
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude
}

/** As `roundHalfAway`, with null for NaN and infinities: an unknown value is never a number. */
export function published(value: number, decimals: number): number | null {
  return Number.isFinite(value) ? roundHalfAway(value, decimals) : null
}

export type UnitSystem = 'metric' | 'imperial'

/** A quantity that is published: it has one unit and one number of decimals in each system. */
export type Quantity =
  | 'temperature'
  | 'temperature_difference'
  | 'wind_speed'
  | 'precipitation'
  | 'snowfall'
  | 'pressure'
  | 'visibility'
  | 'percent'
  | 'direction'
  | 'uv_index'

interface PublishedUnit {
  readonly unit: string
  /** published = inside × factor + offset */
  readonly factor: number
  readonly offset: number
  readonly decimals: number
}

const same = (unit: string): PublishedUnit => ({ unit, factor: 1, offset: 0, decimals: 1 })

/** Inches get two decimals: a tenth of an inch is 2.5 mm, and a wet hour would read as dry (docs/decisions/0006). */
const unitTable: Readonly<Record<UnitSystem, Readonly<Record<Quantity, PublishedUnit>>>> = {
  metric: {
    temperature: same('°C'),
    temperature_difference: same('°C'),
    wind_speed: { unit: 'km/h', factor: 3.6, offset: 0, decimals: 1 },
    precipitation: same('mm'),
    snowfall: same('cm'),
    pressure: same('hPa'),
    visibility: { unit: 'km', factor: 0.001, offset: 0, decimals: 1 },
    percent: { unit: '%', factor: 100, offset: 0, decimals: 1 },
    direction: same('°'),
    uv_index: same('')
  },
  imperial: {
    temperature: { unit: '°F', factor: 1.8, offset: 32, decimals: 1 },
    temperature_difference: { unit: '°F', factor: 1.8, offset: 0, decimals: 1 },
    wind_speed: { unit: 'mph', factor: hourSeconds / 1609.344, offset: 0, decimals: 1 },
    precipitation: { unit: 'in', factor: 1 / 25.4, offset: 0, decimals: 2 },
    snowfall: { unit: 'in', factor: 1 / 2.54, offset: 0, decimals: 2 },
    pressure: { unit: 'inHg', factor: 1 / 33.863886, offset: 0, decimals: 2 },
    visibility: { unit: 'mi', factor: 1 / 1609.344, offset: 0, decimals: 1 },
    percent: { unit: '%', factor: 100, offset: 0, decimals: 1 },
    direction: same('°'),
    uv_index: same('')
  }
}

/** How a quantity is published in a system; null for NaN. */
export function publish(value: number, quantity: Quantity, system: UnitSystem): number | null {
  const unit = unitTable[system][quantity]
  const result = published(value * unit.factor + unit.offset, unit.decimals)
  // 359.96° rounds to 360°, which is north: 0°.
  return quantity === 'direction' && result === 360 ? 0 : result
}

export function unitOf(quantity: Quantity, system: UnitSystem): string {
  return unitTable[system][quantity].unit
}
