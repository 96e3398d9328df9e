/** A threshold in words: `60`, or `−2 °C on the plants, from a probability of 50%`. */
import type { PlantPart } from '../frost/scoring-profile.ts'
import type { TemperatureThreshold, Threshold } from '../frost/temperature-threshold.ts'
import { type Language, wordsIn } from './language.ts'
import { formatQuantity, formatThreshold, percent } from './numbers.ts'

/** The name of a score threshold; with a crop it is the share of buds, fruits or shoots killed. */
export function scoreThresholdName(part: PlantPart | null, lang: Language): string {
  const { threshold, thresholdOf } = wordsIn(lang).subscribe
  return part === null ? threshold : thresholdOf[part]
}

export function thresholdWords(threshold: Threshold, lang: Language): string {
  if (typeof threshold === 'number') return formatThreshold(threshold, lang)
  const share = percent(100 * threshold.probability, lang)
  return wordsIn(lang).thresholds.value(...temperatureWords(threshold, lang), share)
}

/** From here "may" would say too little. */
const expectedFrom = 0.95

/** `the temperature may fall below −2 °C on the plants (62%)`, `is expected to …`. */
export function mayFallBelow(
  threshold: TemperatureThreshold,
  probability: number | null,
  lang: Language
): string {
  const { mayFallBelow: may, expectedBelow } = wordsIn(lang).thresholds
  const say = probability !== null && probability >= expectedFrom ? expectedBelow : may
  const words = say(...temperatureWords(threshold, lang))
  return probability === null ? words : `${words} (${percent(100 * probability, lang)})`
}

/** `Probability of −2 °C or less on the plants`. */
export function probabilityName(threshold: TemperatureThreshold, lang: Language): string {
  return wordsIn(lang).thresholds.probability(...temperatureWords(threshold, lang))
}

function temperatureWords(
  { temperatureC, of }: TemperatureThreshold,
  lang: Language
): readonly [temperature: string, where: string] {
  const { where } = wordsIn(lang).thresholds
  return [thresholdTemperature(temperatureC, lang), where[of]]
}

/** The temperature with the decimals that it was given with. */
export function thresholdTemperature(temperatureC: number, lang: Language): string {
  const decimals = [0, 1].find((count) => Number(temperatureC.toFixed(count)) === temperatureC) ?? 2
  return formatQuantity(temperatureC, decimals, '°C', lang)
}
