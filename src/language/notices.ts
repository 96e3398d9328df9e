/** What an answer has to say of itself: a closed list of notices, each with its sentence. */
import type { StageUnknownReason } from '../frost/degree-days.ts'
import type { MissingInput } from '../frost/frost-night.ts'
import { checkedLabel } from './dates.ts'
import { missingInputsLabel, stageReasonLabel } from './frost-words.ts'
import type { Language } from './language.ts'

/** The codes that may stand in `meta.notices[].code`; clients key on them, so one is never renamed. */
export const noticeCodes = [
  'horizon_truncated',
  'aging_data',
  'stale_data',
  'synthetic_data',
  'coarse_steps',
  'snow_cover',
  'threshold_only',
  'low_evidence',
  'inputs_missing',
  'nights_unknown',
  'partial_night',
  'source_fallback',
  'stage_estimated',
  'stage_unknown'
] as const

export type NoticeCode = (typeof noticeCodes)[number]

/**
 * What a notice is told with; a notice takes what it knows and its sentence does without what is missing.
 * - `requested`, `available`: days, or 3-hour slots where `span` says so (`horizon_truncated`)
 * - `ageHours`: `aging_data`, `stale_data`; `days`: `stage_estimated`; `stageReason`: `stage_unknown`
 * - `stepHours`: `coarse_steps`; `count`: `nights_unknown`
 * - `inputs`: `inputs_missing`; `source`: the answering source's name (`source_fallback`)
 */
export interface NoticeParameters {
  readonly requested?: number
  readonly available?: number
  readonly span?: 'day' | 'slot'
  readonly ageHours?: number
  readonly days?: number
  readonly stepHours?: number
  readonly count?: number
  readonly inputs?: readonly MissingInput[]
  readonly source?: string
  readonly stageReason?: StageUnknownReason
}

type Sentence = (parameters: NoticeParameters) => string
type Sentences = Readonly<Record<NoticeCode, Sentence>>

const english: Sentences = {
  horizon_truncated: ({ requested, available, span = 'day' }) =>
    available === undefined
      ? `The source forecasts fewer ${span === 'slot' ? '3-hour slots' : 'days'} than were asked for.`
      : `The source forecasts ${counted(available, span === 'slot' ? '3-hour slot' : 'day')}${requested === undefined ? '' : ` of the ${requested} asked for`}.`,
  aging_data: ({ ageHours }) => `A newer forecast is due; this one was ${checked(ageHours, 'en')}.`,
  stale_data: ({ ageHours }) =>
    `No new forecast has arrived in time; this one was ${checked(ageHours, 'en')}.`,
  synthetic_data: () => 'Demo data: this weather is made up and must not be used for decisions.',
  coarse_steps: ({ stepHours }) =>
    `The source gives ${stepHours === undefined ? 'coarse' : `${stepHours}-hour`} steps, so the minimum was lowered and its range widened.`,
  snow_cover: () =>
    'Snow lies on the ground: what stands under it is protected, what stands above it is colder.',
  threshold_only: () =>
    'Only the temperature of first damage is known for this stage: the score is the general one and no damage is estimated.',
  low_evidence: () => 'The critical temperatures of this crop and stage rest on weak evidence.',
  inputs_missing: ({ inputs }) =>
    inputs === undefined || inputs.length === 0
      ? 'Some inputs are missing, so the range is wider.'
      : `No ${missingInputsLabel(inputs, 'en')} in the data, so a usual value was taken and the range is wider.`,
  nights_unknown: ({ count }) =>
    `${count === undefined ? 'Some nights have' : count === 1 ? '1 night has' : `${count} nights have`} no score because data are missing.`,
  partial_night: () => 'Some dark hours of this night are missing.',
  source_fallback: ({ source }) =>
    `The first source gave no forecast${source === undefined ? '' : `; these data come from ${source}`}.`,
  stage_estimated: ({ days }) =>
    `The growth stage was estimated from the season’s temperatures${days === undefined ? '' : ` and may begin ${counted(days, 'day')} earlier or later`}; look at the trees.`,
  stage_unknown: ({ stageReason }) =>
    `The growth stage could not be estimated${stageReason === undefined ? '' : `: ${stageReasonLabel(stageReason, 'en')}`}; the score is the general one.`
}

const turkish: Sentences = {
  horizon_truncated: ({ requested, available, span = 'day' }) =>
    available === undefined
      ? `Kaynak, istenenden daha az ${span === 'slot' ? 'üç saatlik dilimin' : 'günün'} tahminini veriyor.`
      : span === 'slot'
        ? `${requested === undefined ? '' : `İstenen ${requested} dilim yerine `}üç saatlik ${available} dilimin tahmini var.`
        : `${requested === undefined ? '' : `İstenen ${requested} gün yerine `}${available} günlük tahmin var.`,
  aging_data: ({ ageHours }) => `Yeni tahmin bekleniyor; eldeki tahmin ${checked(ageHours, 'tr')}.`,
  stale_data: ({ ageHours }) => `Yeni tahmin zamanında gelmedi; eldeki tahmin ${checked(ageHours, 'tr')}.`,
  synthetic_data: () => 'Demo verisi: bu hava durumu uydurmadır, karar vermek için kullanılmamalıdır.',
  coarse_steps: ({ stepHours }) =>
    `Kaynak ${stepHours === undefined ? 'seyrek' : `${stepHours} saatlik`} adımlarla veri veriyor; bu yüzden en düşük sıcaklık biraz indirildi, aralığı genişletildi.`,
  snow_cover: () => 'Yerde kar var: karın altında kalan bitki korunur, üstünde kalan daha çok üşür.',
  threshold_only: () =>
    'Bu evre için yalnızca ilk zararın başladığı sıcaklık biliniyor: puan geneldir, zarar tahmini yapılmaz.',
  low_evidence: () => 'Bu ürün ve evrenin kritik sıcaklıkları zayıf kanıta dayanıyor.',
  inputs_missing: ({ inputs }) =>
    inputs === undefined || inputs.length === 0
      ? 'Bazı girdiler eksik; bu yüzden aralık daha geniş.'
      : `Veride ${missingInputsLabel(inputs, 'tr')} yok; olağan bir değer alındı ve aralık genişletildi.`,
  nights_unknown: ({ count }) =>
    `Veri eksik olduğu için ${count === undefined ? 'bazı gecelerin' : `${count} gecenin`} puanı yok.`,
  partial_night: () => 'Bu gecenin bazı karanlık saatleri eksik.',
  source_fallback: ({ source }) =>
    `İlk kaynak tahmin vermedi${source === undefined ? '' : `; verilerin kaynağı: ${source}`}.`,
  stage_estimated: ({ days }) =>
    `Gelişme evresi mevsimin sıcaklıklarından kestirildi${days === undefined ? '' : `; ${days} gün erken ya da geç başlayabilir`}; ağaçlara bakın.`,
  stage_unknown: ({ stageReason }) =>
    `Gelişme evresi kestirilemedi${stageReason === undefined ? '' : `: ${stageReasonLabel(stageReason, 'tr')}`}; puan geneldir.`
}

/** The sentence of a notice, with its full stop. */
export function noticeMessage(code: NoticeCode, parameters: NoticeParameters, lang: Language): string {
  return (lang === 'tr' ? turkish : english)[code](parameters)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function checked(ageHours: number | undefined, lang: Language): string {
  if (ageHours !== undefined) return checkedLabel(ageHours, lang)
  return lang === 'tr' ? 'bir süredir kontrol edilmedi' : 'not checked for a while'
}
