/** `crop` and `stages` of GET /season-survival: which stage a crop was in on each night. */
import Type from 'typebox'
import { type Crop, crops } from '../../frost/crops.ts'
import type { SeverityCurve } from '../../frost/severity.ts'
import { findStage } from '../../language/crop-names.ts'
import { isCivilDate } from '../../observations/observation-row.ts'
import { dateParameter, textParameter } from '../parameter.ts'
import { type ParameterError, type QueryTexts, quoted, take } from '../query.ts'
import { requiredCropParameter } from '../weather/parameters.ts'

/** A stage and the date of the first night in it. */
export interface StageSpan {
  readonly stage: string
  readonly from: string
  readonly curve: SeverityCurve
}

export interface StagesOfSeason {
  readonly crop: Crop
  /** The last night that is looked at, `YYYY-MM-DD`; a season that is not over ends today. */
  readonly until: string
  /** By date. */
  readonly stages: readonly [StageSpan, ...StageSpan[]]
}

const allowed = 'a list such as first-bloom@2026-03-24,full-bloom@2026-03-30'
const mostStages = 20

export const stagesParameter = textParameter({
  name: 'stages',
  required: true,
  description:
    'The stages the crop went through, each with the first night in it: `first-bloom@2026-03-24,full-bloom@2026-03-30`. The first date begins the season that is looked at.',
  schema: Type.String({ maxLength: 800, examples: ['first-bloom@2026-03-24,full-bloom@2026-03-30'] }),
  allowed
})

/** Buds of spring are not killed in autumn: the last stage does not last longer than this unless `until` says so. */
const lastStageDays = 60

export const untilParameter = dateParameter(
  'until',
  `The last night, included, by the morning that ends it; default: ${lastStageDays} days after the last stage began, at most today.`
)

/** The parameters together; null where they have faults, which are then in `errors`. */
export function takeSeason(
  query: QueryTexts,
  today: string,
  errors: ParameterError[]
): StagesOfSeason | null {
  const season = takeStages(query, errors)
  const until = take(query, untilParameter, errors)
  if (season === null) return null
  const { stages } = season
  const first = stages[0].from
  if (first > today) {
    const detail = `The first stage begins on ${first}, which is in the future.`
    errors.push({ parameter: 'stages', code: 'out_of_range', detail, allowed: `dates up to ${today}` })
    return null
  }
  if (until !== undefined && until < first) {
    const detail = `"until" is before the first stage, which began on ${first}.`
    errors.push({ parameter: 'until', code: 'out_of_range', detail, allowed: `${first} or later` })
    return null
  }
  const lastFrom = Temporal.PlainDate.from(stages.at(-1)?.from ?? first)
  const usual = lastFrom.add({ days: lastStageDays }).toString()
  const wanted = until ?? usual
  return { ...season, until: wanted < today ? wanted : today }
}

function takeStages(query: QueryTexts, errors: ParameterError[]): Omit<StagesOfSeason, 'until'> | null {
  const cropId = take(query, requiredCropParameter, errors)
  const text = take(query, stagesParameter, errors)
  const crop = crops.find((one) => one.id === cropId)
  if (crop === undefined || text === undefined) return null
  const fail = (detail: string, list: string = allowed): null => {
    errors.push({ parameter: 'stages', code: 'invalid_format', detail, allowed: list })
    return null
  }
  const spans: StageSpan[] = []
  for (const part of text.split(',')) {
    const [name = '', from = '', ...rest] = part.trim().split('@')
    if (rest.length > 0 || !isCivilDate(from)) return fail(`${quoted(part)} is no stage@date.`)
    const stage = findStage(crop, name)
    const known = crop.stages.filter((one) => one.scoreable).map((one) => one.id)
    if (stage === null) return fail(`"${crop.id}" has no stage ${quoted(name)}.`, known.join(', '))
    if (!stage.scoreable) return fail(stage.reason ?? '', known.join(', '))
    if (spans.some((one) => one.from === from)) return fail(`Two stages begin on ${from}.`)
    spans.push({ stage: stage.id, from, curve: stage.curve })
  }
  const [first, ...others] = spans.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  if (first === undefined || spans.length > mostStages) return fail(`1 to ${mostStages} stages are read.`)
  return { crop, stages: [first, ...others] }
}

/** The stage of a night: the last one that began on or before it. */
export function stageOn(stages: StagesOfSeason['stages'], date: string): StageSpan {
  return stages.findLast((stage) => stage.from <= date) ?? stages[0]
}
