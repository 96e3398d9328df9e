/**
 * A series as scaled 16-bit integers: 13 kB a point instead of 26, in memory and on disk. Every answer is of a packed
 * series, so that another process has the same bytes.
 */
import { type HourlySeries, type SeriesVariable, seriesVariables } from '../weather/series.ts'

/** The resolution of each variable, in its unit. No source has a finer one; visibility is published to 0.1 km. */
const stepOf: Readonly<Record<SeriesVariable, number>> = {
  temperature: 0.01,
  dewPoint: 0.01,
  relativeHumidity: 0.0001,
  apparentTemperature: 0.01,
  precipitation: 0.01,
  precipitationProbability: 0.0001,
  snowfall: 0.01,
  weatherCode: 1,
  pressureMsl: 0.1,
  cloudCover: 0.0001,
  visibility: 10,
  windSpeed: 0.01,
  windGustSpeed: 0.01,
  windDirection: 0.1,
  uvIndex: 0.01,
  snowDepth: 0.01
}

const missing = -32_768
const maxSteps = 32_767
const headerBytes = 12
const layout = 1

/** Packs a series; a value beyond the range of 16 bits becomes missing. The first bytes name the layout. */
export function packSeries(series: HourlySeries): Uint8Array {
  const count = seriesVariables.length * series.hours
  const bytes = new Uint8Array(headerBytes + count * 2 + series.hours)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, layout, true)
  view.setUint16(2, seriesVariables.length, true)
  view.setInt32(4, series.startHour, true)
  view.setUint32(8, series.hours, true)
  const steps = new Int16Array(bytes.buffer, headerBytes, count)
  seriesVariables.forEach((name, index) => {
    const perUnit = 1 / stepOf[name]
    for (let hour = index * series.hours; hour < (index + 1) * series.hours; hour++) {
      const scaled = Math.round((series.values[hour] ?? Number.NaN) * perUnit)
      steps[hour] = Math.abs(scaled) <= maxSteps ? scaled : missing
    }
  })
  bytes.set(series.stepHours, headerBytes + count * 2)
  return bytes
}

/**
 * Where possible a view of the bytes, which must not change afterwards. @param scratch Used where it has the right
 * length. @throws {RangeError} for bytes of another version.
 */
export function unpackSeries(bytes: Uint8Array, scratch: Float32Array | null = null): HourlySeries {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const hours = bytes.byteLength >= headerBytes ? view.getUint32(8, true) : 0
  const count = seriesVariables.length * hours
  if (
    bytes.byteLength !== headerBytes + count * 2 + hours ||
    view.getUint16(0, true) !== layout ||
    view.getUint16(2, true) !== seriesVariables.length
  ) {
    throw new RangeError('These bytes are not a packed series of this version.')
  }
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice()
  const steps = new Int16Array(aligned.buffer, aligned.byteOffset + headerBytes, count)
  const values = scratch !== null && scratch.length === count ? scratch : new Float32Array(count)
  for (let index = 0; index < seriesVariables.length; index++) {
    unpackColumn(steps, values, { from: index * hours, to: (index + 1) * hours, step: steppings[index] ?? 1 })
  }
  return {
    startHour: view.getInt32(4, true),
    hours,
    values,
    stepHours: aligned.subarray(headerBytes + count * 2)
  }
}

/** Steps in the order of the columns: look-ups by name would cost more than the arithmetic. */
const steppings: readonly number[] = seriesVariables.map((name) => stepOf[name])

// A separate function with plain loops: it runs over 7,000 numbers for every answer that is not cached.
function unpackColumn(
  steps: Int16Array,
  values: Float32Array,
  { from, to, step }: { from: number; to: number; step: number }
): void {
  for (let index = from; index < to; index++) {
    const scaled = steps[index] ?? missing
    values[index] = scaled === missing ? Number.NaN : scaled * step
  }
}

export function isPackedSeries(bytes: Uint8Array): boolean {
  try {
    return unpackSeries(bytes).hours > 0
  } catch {
    return false
  }
}

/** 64 bits of FNV-1a over bytes, as 16 hex digits. Distinguishes runs; not for security. */
export function hashBytes(bytes: Uint8Array): string {
  // Two 32-bit halves with different offsets instead of BigInt arithmetic, which is a hundred times slower.
  let first = 0x811c9dc5
  let second = 0xcbf29ce4
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0
    first = Math.imul(first ^ byte, 0x01000193)
    second = Math.imul(second ^ byte ^ (index & 0xff), 0x01000193)
  }
  return (first >>> 0).toString(16).padStart(8, '0') + (second >>> 0).toString(16).padStart(8, '0')
}
