/** Made-up nights for the tests of this room. */
import { hourMs } from '../../src/common/time.ts'
import type { KnownNight, NightWindow } from '../../src/frost/frost-night.ts'
import { type FrostNightsRequest, frostNights } from '../../src/frost/frost-nights.ts'
import { genericSettings } from '../../src/frost/settings.ts'
import { column, emptySeries, type HourlySeries, type SeriesVariable } from '../../src/weather/series.ts'

/** One hour of synthetic weather: °C, °C, m/s, fraction; absent or null = missing. */
export interface SyntheticHour {
  readonly T: number
  readonly Td?: number | null
  readonly u?: number | null
  readonly c?: number | null
  readonly dark?: boolean
}

/** A window over `hours` hours from `firstHour` with the given darkness. */
export function syntheticWindow(firstHour: number, dark: readonly boolean[]): NightWindow {
  const firstDark = dark.indexOf(true)
  const lastDark = dark.lastIndexOf(true)
  return {
    date: '2026-04-12',
    firstHour,
    lastHour: firstHour + dark.length - 1,
    dark,
    firstDarkHour: firstDark < 0 ? null : firstHour + firstDark,
    lastDarkHour: lastDark < 0 ? null : firstHour + lastDark,
    sunsetAt: null,
    sunriseAt: null,
    overHour: firstHour + (lastDark < 0 ? dark.length : lastDark + 1),
    midnightHour: firstHour + Math.floor(dark.length / 2)
  }
}

/** A series of made hours; what an hour does not name is missing. */
export function syntheticSeries(startHour: number, hours: readonly SyntheticHour[]): HourlySeries {
  const series = emptySeries(startHour, hours.length)
  const set = (variable: SeriesVariable, of: (hour: SyntheticHour) => number | null | undefined) => {
    const values = column(series, variable)
    for (const [index, hour] of hours.entries()) values[index] = of(hour) ?? Number.NaN
  }
  set('temperature', (hour) => hour.T)
  set('dewPoint', (hour) => hour.Td)
  set('windSpeed', (hour) => hour.u)
  set('cloudCover', (hour) => hour.c)
  return series
}

/** Scores made hours as one night whose coldest hour lies `leadDays` after the issue. */
export function syntheticNight(
  hours: readonly SyntheticHour[],
  change: Partial<FrostNightsRequest['settings']> & {
    readonly leadDays?: number
    readonly issuedAt?: number
  } = {}
): KnownNight {
  const startHour = 493_000
  const { leadDays = 1, issuedAt, ...settings } = change
  const windows = [
    syntheticWindow(
      startHour,
      hours.map((hour) => hour.dark ?? true)
    )
  ]
  const series = syntheticSeries(startHour, hours)
  const score = (at: number) =>
    frostNights({
      series,
      windows,
      issuedAt: at,
      nowHour: startHour - 24,
      settings: { ...genericSettings, ...settings }
    })[0]
  const first = score(issuedAt ?? startHour * hourMs)
  if (first?.state !== 'known') throw new Error(`the made night is ${first?.reason ?? 'absent'}`)
  if (issuedAt !== undefined) return first
  const night = score((first.coldestHour - leadDays * 24) * hourMs)
  if (night?.state !== 'known') throw new Error('the made night lost its score')
  return night
}
