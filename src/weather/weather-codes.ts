/** The subset of WMO code table 4677 that Open-Meteo and most open services use; docs/science.md [WMO-306]. */

/** Codes from the least to the most severe: the later one names a day or a slot. */
const bySeverity = [
  0, 1, 2, 3, 45, 51, 53, 48, 61, 80, 55, 71, 85, 56, 63, 81, 73, 77, 57, 66, 65, 82, 75, 86, 67, 95, 96, 99
] as const

const rank: ReadonlyMap<number, number> = new Map(bySeverity.map((code, index) => [code, index]))

export const weatherCodes: readonly (typeof bySeverity)[number][] = [...bySeverity].sort((a, b) => a - b)

/** How severe a code is, 0…27; −1 for NaN or a code outside the table. */
export function weatherSeverity(code: number): number {
  return rank.get(code) ?? -1
}

export const weatherIcons = [
  'clear-day',
  'clear-night',
  'partly-cloudy-day',
  'partly-cloudy-night',
  'overcast',
  'fog',
  'drizzle',
  'rain',
  'sleet',
  'snow',
  'thunderstorm'
] as const

export type WeatherIcon = (typeof weatherIcons)[number]

/** The name of a code's icon; null where the code is not known. */
export function weatherIcon(code: number | null, isDay: boolean): WeatherIcon | null {
  if (code === null || !rank.has(code)) return null
  if (code <= 1) return isDay ? 'clear-day' : 'clear-night'
  if (code === 2) return isDay ? 'partly-cloudy-day' : 'partly-cloudy-night'
  if (code === 3) return 'overcast'
  if (code <= 48) return 'fog'
  if (code <= 55) return 'drizzle'
  if (code === 56 || code === 57 || code === 66 || code === 67) return 'sleet'
  if (code <= 65 || (code >= 80 && code <= 82)) return 'rain'
  if (code <= 86) return 'snow'
  return 'thunderstorm'
}
