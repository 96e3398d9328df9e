/** Words for what FROST-P says of a night. */
import type { StageUnknownReason } from '../frost/degree-days.ts'
import type {
  Confidence,
  Exposure,
  FrostAppearance,
  FrostLevel,
  FrostType,
  MgmClass,
  MissingInput
} from '../frost/frost-night.ts'
import type { Language } from './language.ts'
import { formatNumber } from './numbers.ts'

type Words<K extends string> = Readonly<Record<Language, Readonly<Record<K, string>>>>

const levels: Words<FrostLevel> = {
  en: { none: 'None', low: 'Low', moderate: 'Moderate', high: 'High', severe: 'Severe', unknown: 'Unknown' },
  tr: {
    none: 'Yok',
    low: 'Düşük',
    moderate: 'Orta',
    high: 'Yüksek',
    severe: 'Şiddetli',
    unknown: 'Bilinmiyor'
  }
}

const risks: Words<FrostLevel> = {
  en: {
    none: 'No frost risk',
    low: 'Low frost risk',
    moderate: 'Moderate frost risk',
    high: 'High frost risk',
    severe: 'Severe frost risk',
    unknown: 'Frost risk not known'
  },
  tr: {
    none: 'Don riski yok',
    low: 'Düşük don riski',
    moderate: 'Orta don riski',
    high: 'Yüksek don riski',
    severe: 'Şiddetli don riski',
    unknown: 'Don riski bilinmiyor'
  }
}

const mgmClasses: Words<MgmClass> = {
  en: { none: 'No frost', hafif: 'Light frost', orta: 'Moderate frost', kuvvetli: 'Strong frost' },
  tr: { none: 'Don yok', hafif: 'Hafif zirai don', orta: 'Orta zirai don', kuvvetli: 'Kuvvetli zirai don' }
}

const frostTypes: Words<FrostType> = {
  en: { radiation: 'Radiation frost', advection: 'Advection frost', mixed: 'Mixed frost' },
  tr: { radiation: 'Radyasyon donu', advection: 'Adveksiyon donu', mixed: 'Karma don' }
}

const frostTypeMeanings: Words<FrostType> = {
  en: {
    radiation: 'clear and calm: the ground loses its heat to the sky',
    advection: 'cold air flows in with the wind',
    mixed: 'cold air flows in and the ground cools as well'
  },
  tr: {
    radiation: 'açık ve durgun gece: toprak ısısını göğe verir',
    advection: 'soğuk hava rüzgârla gelir',
    mixed: 'hem soğuk hava gelir hem toprak soğur'
  }
}

const appearances: Words<FrostAppearance> = {
  en: { white: 'White frost (hoar)', black: 'Black frost' },
  tr: { white: 'Beyaz don (kırağı)', black: 'Kara don' }
}

const confidences: Words<Confidence> = {
  en: { high: 'High confidence', medium: 'Medium confidence', low: 'Low confidence' },
  tr: { high: 'Güven yüksek', medium: 'Güven orta', low: 'Güven düşük' }
}

const exposures: Words<Exposure> = {
  en: { ground: 'At the ground', vine: 'At vine height', canopy: 'In the tree crown' },
  tr: { ground: 'Yer seviyesinde', vine: 'Asma yüksekliğinde', canopy: 'Ağaç tacında' }
}

const inputs: Words<MissingInput> = {
  en: { cloud_cover: 'cloud cover', dew_point: 'dew point', wind_speed: 'wind' },
  tr: { cloud_cover: 'bulutluluk', dew_point: 'çiy noktası', wind_speed: 'rüzgâr' }
}

/** A level in one word: `Moderate`, `Orta`. */
export function levelLabel(level: FrostLevel, lang: Language): string {
  return levels[lang][level]
}

/** A level as a phrase that can stand alone: `Moderate frost risk`, `Orta don riski`. */
export function riskLabel(level: FrostLevel, lang: Language): string {
  return risks[lang][level]
}

/** The State Meteorological Service's class of the air minimum. */
export function mgmLabel(mgmClass: MgmClass, lang: Language): string {
  return mgmClasses[lang][mgmClass]
}

/** The kind of frost: `Radiation frost`, `Radyasyon donu`. */
export function frostTypeLabel(type: FrostType, lang: Language): string {
  return frostTypes[lang][type]
}

/** What a kind of frost means, in lower case, to stand after its name. */
export function frostTypeMeaning(type: FrostType, lang: Language): string {
  return frostTypeMeanings[lang][type]
}

/** Whether rime will be seen: `White frost (hoar)`, `Kara don`. */
export function appearanceLabel(appearance: FrostAppearance, lang: Language): string {
  return appearances[lang][appearance]
}

const stageReasons: Words<StageUnknownReason> = {
  en: {
    out_of_season: 'it is not the season',
    season_unavailable: 'the season’s temperatures cannot be had now',
    season_share_spent: 'today’s share of questions for a season’s temperatures is spent',
    season_incomplete: 'hours are missing in the season’s temperatures',
    before_first_stage: 'there has not been enough chill or warmth for the first stage the model knows',
    after_last_stage: 'the season is past the last stage the model knows'
  },
  tr: {
    out_of_season: 'mevsimi değil',
    season_unavailable: 'mevsimin sıcaklıkları şu an alınamıyor',
    season_share_spent: 'mevsim sıcaklıkları için bugün ayrılan sorgu payı tükendi',
    season_incomplete: 'mevsimin sıcaklıklarında eksik saatler var',
    before_first_stage: 'modelin bildiği ilk evre için henüz yeterli soğuklama ya da sıcaklık birikmedi',
    after_last_stage: 'mevsim, modelin bildiği son evreyi geçti'
  }
}

/** Why a stage could not be estimated, as a part of a sentence. */
export function stageReasonLabel(reason: StageUnknownReason, lang: Language): string {
  return stageReasons[lang][reason]
}

/** How sure the forecast is of the minimum. */
export function confidenceLabel(confidence: Confidence, lang: Language): string {
  return confidences[lang][confidence]
}

/** At what height the plant temperature holds. */
export function exposureLabel(exposure: Exposure, lang: Language): string {
  return exposures[lang][exposure]
}

/** The names of inputs that were missing, as a list that reads: `cloud cover and wind`, `bulutluluk ve rüzgâr`. */
export function missingInputsLabel(missing: readonly MissingInput[], lang: Language): string {
  return listed(
    missing.map((input) => inputs[lang][input]),
    lang
  )
}

/** Several words joined as the language joins them: `a, b and c`, `a, b ve c`. */
export function listed(words: readonly string[], lang: Language): string {
  if (words.length < 2) return words[0] ?? ''
  return `${words.slice(0, -1).join(', ')} ${lang === 'tr' ? 've' : 'and'} ${words.at(-1) ?? ''}`
}

export interface Contributions {
  readonly airTemperature: number
  readonly radiation: number
  readonly uncertainty: number
}

/** One sentence that tells where a score comes from. The parts are the published ones: points that sum to the score. */
export function explanation(contributions: Contributions, lang: Language): string {
  const { airTemperature, radiation, uncertainty } = contributions
  const number = (value: number) => formatNumber(Math.abs(value), 1, lang)
  if (lang === 'tr') {
    const sign = uncertainty < 0 ? 'azaltıyor' : 'ekliyor'
    return `Havanın soğukluğu ${number(airTemperature)} puan veriyor, bitkinin gece havadan daha fazla soğuması ${number(radiation)} puan ekliyor, tahminin belirsizliği ${number(uncertainty)} puan ${sign}.`
  }
  const sign = uncertainty < 0 ? 'takes away' : 'adds'
  return `The cold of the air gives ${number(airTemperature)} points, plants cooling below the air adds ${number(radiation)}, and the uncertainty of the forecast ${sign} ${number(uncertainty)}.`
}
