/** What an answer has to say about itself: a closed list of notices, each with its sentence. */

import { lazy } from '../common/lazy.ts'
import type { StageUnknownReason } from '../frost/degree-days.ts'
import type { MissingInput } from '../frost/frost-night.ts'
import type { SeriesVariable } from '../weather/series.ts'
import { checkedLabel } from './dates.ts'
import { listed, missingInputsLabel, stageReasonLabel } from './frost-words.ts'
import { type Language, languages, wordsIn } from './language.ts'
import { formatNumber } from './numbers.ts'

/** `meta.notices[].code`: clients key on them, so one is never renamed. */
export const noticeCodes = [
  'horizon_truncated',
  'aging_data',
  'stale_data',
  'synthetic_data',
  'coarse_steps',
  'snow_cover',
  'low_evidence',
  'inputs_missing',
  'nights_unknown',
  'partial_night',
  'source_fallback',
  'hours_set_aside',
  'run_set_aside',
  'runs_disagree',
  'run_contradicted',
  'hours_from_earlier_run',
  'coming_night_unknown',
  'models_left_out',
  'values_left_out',
  'stage_estimated',
  'stage_unknown',
  'first_damage_only',
  'record_of_place',
  'record_not_used',
  'one_model',
  'homonym'
] as const

export type NoticeCode = (typeof noticeCodes)[number]

/**
 * What a notice is made of; a notice takes what it knows and its sentence does without what is missing.
 * - `requested`, `available`: days, or 3-hour slots where `span` says so (`horizon_truncated`)
 * - `ageHours`: `aging_data`, `stale_data`, `run_set_aside`, `hours_from_earlier_run`
 * - `days`: `stage_estimated`; `stageReason`: `stage_unknown`
 * - `stepHours`: `coarse_steps`; `count`: `nights_unknown`, `hours_set_aside`, `hours_from_earlier_run`
 * - `contradicted`: by what, and `station`: the name of a thermometer (`run_contradicted`)
 * - `models`: names of models, as the source has them (`models_left_out`)
 * - `variables`: columns that lost a value (`values_left_out`)
 * - `place`, `slugs`: the place abroad, and the slugs of the districts with its name (`homonym`)
 * - `near`: a place and how far it is (`record_of_place` with `count` nights, `record_not_used`, `one_model`)
 * - `heights`: of this forecast and of that place [m] (`record_not_used`)
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
  readonly place?: { readonly name: string; readonly region: string | null; readonly country: string }
  readonly slugs?: readonly string[]
  readonly models?: readonly string[]
  readonly variables?: readonly SeriesVariable[]
  readonly contradicted?: 'thermometer' | 'sun' | 'climate'
  readonly station?: string | null
  readonly near?: { readonly name: string | null; readonly distanceKm: number }
  readonly heights?: { readonly here: number | null; readonly there: number | null }
}

/** The sentence of a notice, with its full stop. */
export function noticeMessage(code: NoticeCode, parameters: NoticeParameters, lang: Language): string {
  const { notices, dates, weather } = wordsIn(lang)
  const {
    ageHours,
    inputs = [],
    stageReason,
    place,
    slugs = [],
    models = [],
    variables = [],
    contradicted = null,
    station = null,
    near,
    heights,
    ...numbers
  } = parameters
  return notices[code]({
    ...numbers,
    checked: ageHours === undefined ? dates.notChecked : checkedLabel(ageHours, lang),
    inputs: inputs.length === 0 ? null : missingInputsLabel(inputs, lang),
    place: place === undefined ? null : whereabouts(place, lang),
    slugs,
    models,
    contradicted,
    station,
    near: near === undefined ? null : { ...near, km: formatNumber(near.distanceKm, 1, lang) },
    heights: heights ?? null,
    variables:
      variables.length === 0
        ? null
        : listed(
            variables.map((one) => weather.variables[one]),
            lang
          ),
    stageReason: stageReason === undefined ? null : stageReasonLabel(stageReason, lang)
  })
}

/** Says whose record is shown, where it is not the place's own. */
export function whoseRecord(
  { name, distanceKm }: NonNullable<NoticeParameters['near']>,
  lang: Language
): string {
  return wordsIn(lang).record.elsewhere(name, formatNumber(distanceKm, 1, lang))
}

/** `Soma, Fukushima, Japonya`. */
function whereabouts(
  { name, region, country }: NonNullable<NoticeParameters['place']>,
  lang: Language
): string {
  return [name, region, countryName(country, lang)].filter((part) => part !== null).join(', ')
}

/** From the data of ICU when a country is first named: ten milliseconds and more. */
const names = new Map(
  languages.map((lang) => [lang, lazy(() => new Intl.DisplayNames(lang, { type: 'region' }))])
)

/** `JP` → Japonya; the code where it is unknown. */
export function countryName(code: string, lang: Language): string {
  return names.get(lang)?.().of(code) ?? code
}
