/** Words for the weather codes (WMO 4677, the subset that forecasts use). */
import type { Language } from './language.ts'

type Words = Readonly<Record<Language, string>>

const labels: ReadonlyMap<number, Words> = new Map<number, Words>([
  [0, { en: 'Clear', tr: 'Açık' }],
  [1, { en: 'Mostly clear', tr: 'Az bulutlu' }],
  [2, { en: 'Partly cloudy', tr: 'Parçalı bulutlu' }],
  [3, { en: 'Overcast', tr: 'Kapalı' }],
  [45, { en: 'Fog', tr: 'Sisli' }],
  [48, { en: 'Freezing fog', tr: 'Kırağılı sis' }],
  [51, { en: 'Light drizzle', tr: 'Hafif çisenti' }],
  [53, { en: 'Drizzle', tr: 'Çisenti' }],
  [55, { en: 'Heavy drizzle', tr: 'Yoğun çisenti' }],
  [56, { en: 'Light freezing drizzle', tr: 'Hafif donan çisenti' }],
  [57, { en: 'Freezing drizzle', tr: 'Donan çisenti' }],
  [61, { en: 'Light rain', tr: 'Hafif yağmurlu' }],
  [63, { en: 'Rain', tr: 'Yağmurlu' }],
  [65, { en: 'Heavy rain', tr: 'Kuvvetli yağmurlu' }],
  [66, { en: 'Light freezing rain', tr: 'Hafif donan yağmur' }],
  [67, { en: 'Freezing rain', tr: 'Donan yağmur' }],
  [71, { en: 'Light snow', tr: 'Hafif kar yağışlı' }],
  [73, { en: 'Snow', tr: 'Kar yağışlı' }],
  [75, { en: 'Heavy snow', tr: 'Yoğun kar yağışlı' }],
  [77, { en: 'Snow grains', tr: 'Kar taneleri' }],
  [80, { en: 'Light showers', tr: 'Hafif sağanak' }],
  [81, { en: 'Showers', tr: 'Sağanak yağışlı' }],
  [82, { en: 'Violent showers', tr: 'Kuvvetli sağanak' }],
  [85, { en: 'Light snow showers', tr: 'Hafif kar sağanağı' }],
  [86, { en: 'Snow showers', tr: 'Kar sağanağı' }],
  [95, { en: 'Thunderstorm', tr: 'Gök gürültülü fırtına' }],
  [96, { en: 'Thunderstorm with hail', tr: 'Dolulu fırtına' }],
  [99, { en: 'Thunderstorm with heavy hail', tr: 'Kuvvetli dolulu fırtına' }]
])

/** The words for a weather code, or null where the code is unknown or not one of the subset. */
export function weatherLabel(code: number | null, lang: Language): string | null {
  return code === null ? null : (labels.get(code)?.[lang] ?? null)
}

const compass = {
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  tr: ['K', 'KD', 'D', 'GD', 'G', 'GB', 'B', 'KB']
} as const

/** The eighth of the compass from which a wind blows [degrees from north], or null where it is not known. */
export function compassLabel(directionDegrees: number | null, lang: Language): string | null {
  if (directionDegrees === null) return null
  const eighth = ((Math.round(directionDegrees / 45) % 8) + 8) % 8
  return compass[lang][eighth] ?? null
}
