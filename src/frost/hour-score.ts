/** The frost of hours rather than nights: for 3-hour slots and single stamps. */
import type { FrostNight } from './frost-night.ts'

/** The lowest plant temperature of the hours `fromHour` ≤ h < `toHour` [°C]; null where none is known. */
export function slotPlantMinimumC(
  nights: readonly FrostNight[],
  fromHour: number,
  toHour: number
): number | null {
  let lowest = Number.POSITIVE_INFINITY
  for (const night of nights) {
    if (night.state === 'unknown') continue
    const { firstHour, lastHour } = night.window
    const last = Math.min(lastHour, toHour - 1)
    for (let hour = Math.max(firstHour, fromHour); hour <= last; hour++) {
      const plantC = night.plantTemperatureC[hour - firstHour] ?? Number.NaN
      if (plantC < lowest) lowest = plantC
    }
  }
  return lowest === Number.POSITIVE_INFINITY ? null : lowest
}

/**
 * The highest hour score of the hours `fromHour` ≤ h < `toHour` [0…100], the hours of two nights each with their own σ.
 * @param nights In order of date and without a gap, as `frostNights` returns them.
 * @returns Null where no hour has a score: its night is unknown or its temperature missing.
 */
export function slotScore(nights: readonly FrostNight[], fromHour: number, toHour: number): number | null {
  let highest = Number.NEGATIVE_INFINITY
  for (const night of nights) {
    const { firstHour, lastHour } = night.window
    if (night.state === 'unknown' || lastHour < fromHour || firstHour >= toHour) continue
    const last = Math.min(lastHour, toHour - 1)
    for (let hour = Math.max(firstHour, fromHour); hour <= last; hour++) {
      const score = night.hourScore[hour - firstHour] ?? Number.NaN
      if (score > highest) highest = score
    }
  }
  return highest === Number.NEGATIVE_INFINITY ? null : highest
}
