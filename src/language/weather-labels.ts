/** Words for the weather codes (WMO 4677, the subset that forecasts use). */
import { type Language, wordsIn } from './language.ts'

/** The words for a weather code, or null where the code is unknown or not one of the subset. */
export function weatherLabel(code: number | null, lang: Language): string | null {
  return code === null ? null : (wordsIn(lang).weather.labels[code] ?? null)
}

/** The eighth of the compass from which a wind blows [degrees from north], or null where it is not known. */
export function compassLabel(directionDegrees: number | null, lang: Language): string | null {
  if (directionDegrees === null) return null
  const eighth = ((Math.round(directionDegrees / 45) % 8) + 8) % 8
  return wordsIn(lang).weather.compass[eighth] ?? null
}
