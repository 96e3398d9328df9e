import { plainName } from '../common/plain-name.ts'
import type { StageUnknownReason } from '../frost/degree-days.ts'
import type {
  Confidence,
  Contributions,
  Exposure,
  FrostAppearance,
  FrostLevel,
  FrostType,
  KnownNight,
  MgmClass,
  MissingInput
} from '../frost/frost-night.ts'
import { clockAt } from './dates.ts'
import { type Language, wordsIn } from './language.ts'
import { formatNumber } from './numbers.ts'

/** `Moderate`, `Orta`. */
export function levelLabel(level: FrostLevel, lang: Language): string {
  return wordsIn(lang).frost.levels[level]
}

/** Complete alone: `Moderate frost risk`, `Orta düzeyde don riski`; for a crop in its stage `Moderate damage risk`. */
export function riskLabel(level: FrostLevel, lang: Language, isOfDamage = false): string {
  const { risks, damageRisks } = wordsIn(lang).frost
  return (isOfDamage ? damageRisks : risks)[level]
}

/** The State Meteorological Service's class of the air minimum. */
export function mgmLabel(mgmClass: MgmClass, lang: Language): string {
  return wordsIn(lang).frost.mgmClasses[mgmClass]
}

/** No measurement has tested it: `Probably radiation frost`. */
export function frostTypeLabel(type: FrostType, lang: Language): string {
  return wordsIn(lang).frost.types[type]
}

/** `Malatya/Erhac (LTAT), 21 km away, 22:50`. */
export function updatedByLabel(
  { station, measuredAt, distanceKm }: NonNullable<KnownNight['updatedBy']>,
  { timezone, lang }: { timezone: string; lang: Language }
): string {
  const distance = `${formatNumber(distanceKm, 1, lang)} km`
  return wordsIn(lang).frost.updated(plainName(station) ?? '', distance, clockAt(measuredAt, timezone, lang))
}

export function frostTypeMeaning(type: FrostType, lang: Language): string {
  return wordsIn(lang).frost.typeMeanings[type]
}

/** `Hoar is likely (white frost)`, `Kırağı beklenmez (kara don)`. */
export function appearanceLabel(appearance: FrostAppearance, lang: Language): string {
  return wordsIn(lang).frost.appearances[appearance]
}

/** The reason as a part of a sentence. */
export function stageReasonLabel(reason: StageUnknownReason, lang: Language): string {
  return wordsIn(lang).frost.stageReasons[reason]
}

export function confidenceLabel(confidence: Confidence, lang: Language): string {
  return wordsIn(lang).frost.confidences[confidence]
}

export function exposureLabel(exposure: Exposure, lang: Language): string {
  return wordsIn(lang).frost.exposures[exposure]
}

/** `cloud cover and wind`, `bulutluluk ve rüzgâr`. */
export function missingInputsLabel(missing: readonly MissingInput[], lang: Language): string {
  return listed(
    missing.map((input) => wordsIn(lang).frost.inputs[input]),
    lang
  )
}

/** `a, b and c`, `a, b ve c`. */
export function listed(words: readonly string[], lang: Language): string {
  if (words.length < 2) return words[0] ?? ''
  return wordsIn(lang).numbers.list(words.slice(0, -1).join(', '), words.at(-1) ?? '')
}

/** Where a score comes from; its published parts sum to it. */
export function explanation(contributions: Contributions, lang: Language): string {
  const { airTemperature, radiation, uncertainty } = contributions
  const number = (value: number) => formatNumber(Math.abs(value), 1, lang)
  return wordsIn(lang).frost.explanation({
    air: number(airTemperature),
    radiation: number(radiation),
    uncertainty: number(uncertainty),
    lowers: uncertainty < 0
  })
}
