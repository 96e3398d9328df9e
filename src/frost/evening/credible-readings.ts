import { hourMs, minuteMs } from '../../common/time.ts'
import type { EveningReading, ForecastWeather } from './evening-reading.ts'

/** Largest change of air in five minutes [°C]; WMO-No. 8 and quality control of automatic stations allow 3 to 6. */
const greatestStepC = 6
const stepMs = 5 * minuteMs
/** A thermometer with a resolution of a tenth that shows one value for this time is frozen. */
const frozen = { forMs: 3 * hourMs, minReadings: 4, halfResolutionC: 0.05 }
/** The greatest deviation from the forecast [°C]; beyond it station, unit, hour or forecast is wrong. */
export const greatestDeviationC = 10

const neighbourMs = 90 * minuteMs

/**
 * Without readings further from the forecast of their time than a working thermometer is, or alone away from both
 * neighbours (the newest: from the one before): one false value would bound the whole night. @param readings By time.
 */
export function withoutOutliers<Reading extends Pick<EveningReading, 'at' | 'temperatureC'>>(
  readings: readonly Reading[],
  forecastAt: (at: number) => Pick<ForecastWeather, 'temperatureC'> | null = () => null
): readonly Reading[] {
  const near = readings.filter(({ at, temperatureC }) => {
    const forecast = forecastAt(at)
    return forecast === null || Math.abs(temperatureC - forecast.temperatureC) <= greatestDeviationC
  })
  return near.filter((reading, index) => {
    const beside = [near[index - 1], near[index + 1]].filter(
      (one) => one !== undefined && Math.abs(one.at - reading.at) <= neighbourMs
    )
    const away = beside.map(
      (one) => Math.sign(reading.temperatureC - (one?.temperatureC ?? 0)) * Number(isStep(reading, one))
    )
    return away.length === 0 || away.some((one) => one === 0) || new Set(away).size > 1
  })
}

function isStep(
  reading: Pick<EveningReading, 'temperatureC'>,
  other: Pick<EveningReading, 'temperatureC'> | undefined
): boolean {
  return other !== undefined && Math.abs(reading.temperatureC - other.temperatureC) > greatestStepC
}

export function areCredible(question: {
  readonly readings: readonly EveningReading[]
  readonly halfResolutionC: number
  readonly forecastAt: (at: number) => Pick<ForecastWeather, 'temperatureC'> | null
}): boolean {
  const { readings, halfResolutionC, forecastAt } = question
  const newest = readings.at(-1)
  if (newest === undefined || !readings.every(({ temperatureC }) => Number.isFinite(temperatureC)))
    return false
  const forecast = forecastAt(newest.at)
  if (forecast !== null && !(Math.abs(newest.temperatureC - forecast.temperatureC) <= greatestDeviationC))
    return false
  return !hasJump(readings) && !(halfResolutionC <= frozen.halfResolutionC && isFrozen(readings, newest))
}

function hasJump(readings: readonly EveningReading[]): boolean {
  return readings.some((reading, index) => {
    const before = readings[index - 1]
    if (before === undefined || reading.at - before.at > stepMs) return false
    return Math.abs(reading.temperatureC - before.temperatureC) > greatestStepC
  })
}

function isFrozen(readings: readonly EveningReading[], newest: EveningReading): boolean {
  const changed = readings.findLastIndex(({ temperatureC }) => temperatureC !== newest.temperatureC)
  const same = readings.slice(changed + 1)
  return same.length >= frozen.minReadings && newest.at - (same[0]?.at ?? newest.at) >= frozen.forMs
}
