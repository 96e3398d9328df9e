/** GET /season-survival: what the measured nights of a season have left of a crop's buds. */

import { dayMs, secondMs } from '../../common/time.ts'
import type { Exposure } from '../../frost/frost-night.ts'
import { seasonSurvival } from '../../frost/season-survival.ts'
import { type Language, wordsIn } from '../../language/language.ts'
import { recordedAt } from '../../observations/issued-run.ts'
import { type SeasonNight, seasonNights } from '../../observations/season.ts'
import { published } from '../../weather/rounding.ts'
import { publish, type UnitSystem, unitOf } from '../../weather/units.ts'
import { zoneClock } from '../../weather/zone-clock.ts'
import { type Operation, type OperationRequest, problemAnswer } from '../operation.ts'
import { type ParameterError, readQuery, take } from '../query.ts'
import { invalidParameters } from '../weather/invalid-parameters.ts'
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
import { type SeasonSurvivalBody, seasonSurvivalBody } from './season-survival.schema.ts'
import {
  type StagesOfSeason,
  stageOn,
  stagesParameter,
  takeSeason,
  untilParameter
} from './stages-of-season.ts'

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
      'The buds that the measured nights have left: the product, night by night, of what each one spared at the stage it met. Nights without a measurement take nothing, so that the figure is an upper bound; the answer counts them. With an API key its own measurements count too.',
    parameters,
    answers: { 200: { description: 'The season so far.', schema: seasonSurvivalBody } },
    problems: ['invalid_parameter', 'location_not_found'],
    isPrivate: true,
    async handle(request) {
      const query = readQuery(request.query, parameters)
      const errors: ParameterError[] = [...query.errors]
      const exposure = take(query, exposureParameter, errors)
      const units = take(query, unitsParameter, errors)
      const lang = take(query, langParameter, errors)
      const location = await locateQuery(query, deps, errors)
      if ('problem' in location) return problemAnswer(location.problem)
      const { timezone } = location.located.point
      const today = zoneClock(timezone).dateAt(Math.floor(request.nowAt / secondMs))
      const season = takeSeason(query, today, errors)
      if (season === null || errors.length > 0) return problemAnswer(invalidParameters(errors))
      const asked = { season, exposure: exposure ?? season.crop.exposure, units, lang }
      const body = await answer(deps, request, location.located, asked)
      return { kind: 'fresh', status: 200, body, maxAgeSeconds: null }
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
