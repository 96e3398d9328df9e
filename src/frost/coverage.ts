/** Whether enough of a night is known to say anything of it. */
import { type FrostColumns, longestFilledGapHours } from './frost-columns.ts'
import type { NightWindow } from './frost-night.ts'

/** The least share of the dark hours (of all hours where nothing is dark) whose temperature must be known. */
const leastKnownShare = 0.75

/** From which hour on the ones before the first known one are past, or near enough to be filled. */
export function forgivenFrom(firstKnownHour: number): number {
  return firstKnownHour - longestFilledGapHours
}

export interface Coverage {
  readonly hours: number
  readonly hoursAvailable: number
  readonly partial: boolean
  /** Why the night has no score, or null where it has one. */
  readonly unknown: 'horizon' | 'temperature_missing' | null
}

/**
 * What is known of a night after short gaps were filled. Only in the night now running (from noon to noon: it may do
 * harm for hours after its dark) may hours before the first known one be missing, as far as they are past.
 */
export function coverageOf(columns: FrostColumns, window: NightWindow, nowHour: number): Coverage {
  const isRunning = window.firstHour <= nowHour && nowHour <= window.lastHour
  const isBegun = isRunning && nowHour >= forgivenFrom(columns.firstKnownHour)
  const fromHour = isBegun ? Math.max(window.firstHour, columns.firstKnownHour) : window.firstHour
  const hasDark = window.lastDarkHour !== null
  let hoursAvailable = 0
  let wanted = 0
  let known = 0
  let darkMissing = false
  let criticalMissing = false
  for (let hour = window.firstHour; hour <= window.lastHour; hour++) {
    const isKnown = !Number.isNaN(columns.temperatureC[hour - columns.startHour] ?? Number.NaN)
    const isDark = window.dark[hour - window.firstHour] === true
    if (isKnown) hoursAvailable += 1
    else if (isDark) darkMissing = true
    if (hour < fromHour) continue
    if (
      !isKnown &&
      window.lastDarkHour !== null &&
      hour >= window.midnightHour &&
      hour <= window.lastDarkHour
    ) {
      criticalMissing = true
    }
    if (hasDark && !isDark) continue
    wanted += 1
    if (isKnown) known += 1
  }
  const enough = known > 0 && known >= leastKnownShare * wanted && !criticalMissing
  return {
    hours: window.lastHour - window.firstHour + 1,
    hoursAvailable,
    partial: darkMissing || (!hasDark && hoursAvailable < window.lastHour - window.firstHour + 1),
    unknown: enough ? null : isCutByHorizon(columns, window) ? 'horizon' : 'temperature_missing'
  }
}

function isCutByHorizon(columns: FrostColumns, window: NightWindow): boolean {
  return columns.lastKnownHour < (window.lastDarkHour ?? window.lastHour)
}
