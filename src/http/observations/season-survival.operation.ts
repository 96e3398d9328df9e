/** GET /season-survival: what the measured nights of a season have left of a crop's buds. */
import type { Static } from 'typebox'
import Type from 'typebox'
import { dayMs, secondMs } from '../../common/time.ts'
import { type Crop, crops } from '../../frost/crops.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { type SeverityCurve, seasonSurvival } from '../../frost/severity.ts'
import { findStage } from '../../language/crop-names.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { recordedAt } from '../../observations/issued-run.ts'
import { isCivilDate } from '../../observations/observation-row.ts'
import { type SeasonNight, seasonNights } from '../../observations/sensor-record.ts'
import { publish, published, type UnitSystem, unitOf } from '../../weather/units.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { type Operation, type OperationRequest, problemAnswer } from '../operation.ts'
import { dateParameter, textParameter } from '../parameter.ts'
import { namedPoint } from '../places/schema.ts'
import { invalidParameters, type QueryTexts, quoted, readQuery, take } from '../query.ts'
import {
  date,
  dateOrNull,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  row,
  text,
  unit
} from '../schema.ts'
import { type Located, locateQuery } from '../weather/locator.ts'
import {
  exposureParameter,
  labelParameters,
  langParameter,
  pointParameters,
  requiredCropParameter,
  unitsParameter
} from '../weather/parameters.ts'
import type { RecordOperationDeps } from './parts.ts'

interface StageSpan {
  readonly stage: string
  readonly from: string
  readonly curve: SeverityCurve
}

interface StagesOfSeason {
  readonly crop: Crop
  /** The last night that is looked at, `YYYY-MM-DD`; a season that is not over ends today. */
  readonly until: string
  readonly stages: readonly [StageSpan, ...StageSpan[]]
}

const allowed = 'a list such as first-bloom@2026-03-24,full-bloom@2026-03-30'
const maxStages = 20

const stagesParameter = textParameter({
  name: 'stages',
  required: true,
  description:
    'The stages the crop went through, each with the first night in it: ' +
    '`first-bloom@2026-03-24,full-bloom@2026-03-30`. The first date begins the season that is looked at.',
  schema: Type.String({ maxLength: 800, examples: ['first-bloom@2026-03-24,full-bloom@2026-03-30'] }),
  allowed
})

/** The last stage counts no longer than this unless `until` says so: buds of spring are not killed in autumn. */
const lastStageDays = 60

const untilParameter = dateParameter(
  'until',
  `The last night, included, by the morning that ends it; default: ${lastStageDays} days after the last stage ` +
    'began, at most today.'
)

/** The parameters together; null where they have faults. */
function takeSeason(query: QueryTexts, today: string): StagesOfSeason | null {
  const season = takeStages(query)
  const until = take(query, untilParameter)
  if (season === null) return null
  const { stages } = season
  const first = stages[0].from
  if (first > today) {
    const detail = `The first stage begins on ${first}, which is in the future.`
    query.errors.push({ parameter: 'stages', code: 'out_of_range', detail, allowed: `dates up to ${today}` })
    return null
  }
  if (until !== undefined && until < first) {
    const detail = `"until" is before the first stage, which began on ${first}.`
    query.errors.push({ parameter: 'until', code: 'out_of_range', detail, allowed: `${first} or later` })
    return null
  }
  const lastFrom = Temporal.PlainDate.from(stages.at(-1)?.from ?? first)
  const usual = lastFrom.add({ days: lastStageDays }).toString()
  const wanted = until ?? usual
  return { ...season, until: wanted < today ? wanted : today }
}

function takeStages(query: QueryTexts): Omit<StagesOfSeason, 'until'> | null {
  const cropId = take(query, requiredCropParameter)
  const text = take(query, stagesParameter)
  const crop = crops.find((one) => one.id === cropId)
  if (crop === undefined || text === undefined) return null
  const fail = (detail: string, list: string = allowed): null => {
    query.errors.push({ parameter: 'stages', code: 'invalid_format', detail, allowed: list })
    return null
  }
  const spans: StageSpan[] = []
  for (const part of text.split(',')) {
    const [name = '', from = '', ...rest] = part.trim().split('@')
    if (rest.length > 0 || !isCivilDate(from)) return fail(`${quoted(part)} is not stage@date.`)
    const stage = findStage(crop, name)
    const known = crop.stages.filter((one) => one.scoreable).map((one) => one.id)
    if (stage === null) return fail(`"${crop.id}" has no stage ${quoted(name)}.`, known.join(', '))
    if (!stage.scoreable) return fail(stage.reason ?? '', known.join(', '))
    if (spans.some((one) => one.from === from)) return fail(`Two stages begin on ${from}.`)
    spans.push({ stage: stage.id, from, curve: stage.curve })
  }
  const [first, ...others] = spans.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  if (first === undefined || spans.length > maxStages) return fail(`1 to ${maxStages} stages are read.`)
  return { crop, stages: [first, ...others] }
}

function stageOn(stages: StagesOfSeason['stages'], date: string): StageSpan {
  return stages.findLast((stage) => stage.from <= date) ?? stages[0]
}

const parameters = [
  ...pointParameters,
  requiredCropParameter,
  stagesParameter,
  untilParameter,
  exposureParameter,
  ...labelParameters
]

export function seasonSurvivalOperation(deps: RecordOperationDeps): Operation {
  return {
    method: 'GET',
    path: '/season-survival',
    id: 'getSeasonSurvival',
    tag: 'Record',
    summary: 'What a season has left',
    description:
      'The buds that the measured nights have left: the product, night by night, of what each one spared at the ' +
      'stage it met. Nights without a measurement take nothing, so that the figure is an upper bound; the ' +
      'answer counts them. With an API key its own measurements count too.',
    parameters,
    answers: { 200: { description: 'The season so far.', schema: seasonSurvivalBody } },
    problems: ['invalid_parameter', 'location_not_found'],
    isPrivate: true,
    async handle(request) {
      const query = readQuery(request.query, parameters)
      const { errors } = query
      const exposure = take(query, exposureParameter)
      const units = take(query, unitsParameter)
      const lang = take(query, langParameter)
      const location = await locateQuery(query, deps)
      if ('problem' in location) return problemAnswer(location.problem)
      const { timezone } = location.located.point
      const today = zoneClock(timezone).dateAt(Math.floor(request.nowAt / secondMs))
      const season = takeSeason(query, today)
      if (season === null || errors.length > 0) return problemAnswer(invalidParameters(errors))
      const asked = { season, exposure: exposure ?? season.crop.exposure, units, lang }
      const body = await answer(deps, request, location.located, asked)
      return { kind: 'fresh', body }
    }
  }
}

interface Asked {
  readonly season: StagesOfSeason
  readonly exposure: Exposure
  readonly units: UnitSystem
  readonly lang: Language
}

async function answer(
  { record }: RecordOperationDeps,
  { apiKey }: OperationRequest,
  { point, place }: Located,
  asked: Asked
): Promise<SeasonSurvivalBody> {
  const { season, exposure, units } = asked
  const { until } = season
  const from = season.stages[0].from
  const sensors = await record.sensorsFor(recordedAt(point), apiKey?.id ?? null)
  const nights = seasonNights(sensors, { from, until, exposure })
  return {
    location: { lat: point.lat, lon: point.lon, name: place?.name ?? null, slug: place?.slug ?? null },
    ...presentSeason(nights, asked, { from, until }),
    units: { temperature: unitOf('temperature', units) }
  }
}

function presentSeason(
  nights: readonly SeasonNight[],
  { season, exposure, units, lang }: Asked,
  span: { readonly from: string; readonly until: string }
): Pick<SeasonSurvivalBody, 'season' | 'nights'> {
  const stages = nights.map((night) => stageOn(season.stages, night.date))
  const curves = new Map(nights.map((night, index) => [night.date, stages[index] ?? season.stages[0]]))
  const survival = seasonSurvival(
    nights.map((night) => ({ ...night, curve: (curves.get(night.date) ?? season.stages[0]).curve }))
  )
  const worst = survival.nights.toSorted((one, other) => other.killedFraction - one.killedFraction)[0]
  const byDate = new Map(nights.map((night) => [night.date, night]))
  const days = (Date.parse(span.until) - Date.parse(span.from)) / dayMs + 1
  const nightsInSpan = Math.max(0, Math.round(days))
  return {
    season: {
      crop: season.crop.id,
      exposure,
      ...span,
      alive_percent: nights.length === 0 ? null : published(100 * survival.aliveFraction, 1),
      nights_in_span: nightsInSpan,
      nights_measured: nights.length,
      nights_air_only: nights.filter((night) => night.basis === 'air_only').length,
      worst_date: worst?.date ?? null,
      statement: wordsIn(lang).record.measuredNights(nights.length, nightsInSpan)
    },
    nights: survival.nights.map((loss) => ({
      date: loss.date,
      stage: curves.get(loss.date)?.stage ?? '',
      plant_temperature_min:
        publish(byDate.get(loss.date)?.plantMinimumC ?? Number.NaN, 'temperature', units) ?? 0,
      basis: byDate.get(loss.date)?.basis ?? 'measured',
      killed_percent: published(100 * loss.killedFraction, 1) ?? 0,
      alive_percent: published(100 * loss.aliveFraction, 1) ?? 0
    }))
  }
}

const percent = { minimum: 0, maximum: 100 }

const seasonSurvivalBody = named('SeasonSurvivalAnswer', {
  location: namedPoint,
  season: named(
    'Season',
    {
      crop: text('Slug of the crop.'),
      exposure: oneOf(exposures, 'At what height the plant temperature holds.'),
      from: date('The first night looked at: the first stage’s.'),
      until: date('The last one.'),
      alive_percent: numberOrNull('Buds that the measured nights have left; null without one.', percent),
      nights_in_span: integer('Nights from the first to the last.'),
      nights_measured: integer(
        'Of them with a measurement that counts; what others took is not in the figure.'
      ),
      nights_air_only: integer('Of them with the 2 m minimum alone: plants were colder, more may be lost.'),
      worst_date: dateOrNull('The night that took most; null where none took any.'),
      statement: text('What the figure rests on, as a sentence.')
    },
    'What the measured nights have left of this season’s buds.'
  ),
  nights: list(
    named('SeasonNight', {
      date: date('The morning that ends the night.'),
      stage: text('Slug of the stage it met.'),
      plant_temperature_min: number('At the plants.'),
      basis: oneOf(
        ['measured', 'from_air', 'air_only'],
        'Measured at plants of this exposure, or of unknown exposure; from the 2 m minimum and the cooling ' +
          'expected for that night; the 2 m minimum itself.'
      ),
      killed_percent: number('Of the buds that were still alive.', percent),
      alive_percent: number('Of all buds, after the night.', percent)
    }),
    'Measured nights, by date.'
  ),
  units: row({ temperature: unit('Of every minimum.') }, 'What the numbers are.')
})

type SeasonSurvivalBody = Static<typeof seasonSurvivalBody>
