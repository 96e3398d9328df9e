/** GET /weather/frost-risk/overview: one night at every province of a country, or at every district of one. */
import Type from 'typebox'
import { didYouMean } from '../../../common/near-name.ts'
import { publishedScore } from '../../../forecasts/frost-view.ts'
import type { PlaceReport } from '../../../forecasts/report/place-report.ts'
import { roundToHundredth } from '../../../frost/published.ts'
import { levelLabel } from '../../../language/frost-words.ts'
import type { Language } from '../../../language/language.ts'
import { type Place, pointOf } from '../../../weather/point.ts'
import { publish, unitOf } from '../../../weather/units.ts'
import { csvOf, csvType } from '../../csv.ts'
import { columnsAt, columnsOf, memberOf } from '../../csv-table.ts'
import {
  type Operation,
  type OperationAnswer,
  type OperationRequest,
  problemAnswer
} from '../../operation.ts'
import { dateParameter, textParameter, withDefault, wordParameter } from '../../parameter.ts'
import type { Problem } from '../../problem.ts'
import { invalidParameters, type QueryTexts, quoted, readQuery, take } from '../../query.ts'
import { takeForm, type WeatherDeps, type WeatherOperation } from '../answer.ts'
import type { Wording } from '../blocks.present.ts'
import { labelParameters, maxNights } from '../parameters.ts'
import { profileParameters, takeProfile } from '../profile-parameters.ts'
import type { AskedPlace } from './asked-places.ts'
import { type OverviewBody, overviewBody, overviewCsv, overviewFeatures } from './overview.schema.ts'
import { placesFormat } from './places.operations.ts'
import { geoType, outcomeAt, outcomes, type PlaceOutcome, type PlacesForm } from './places-answer.ts'

type OverviewRow = OverviewBody['places'][number]

const countryParameter = withDefault<'TR'>(
  wordParameter({
    name: 'country',
    description: 'The country whose provinces are listed; there are provinces of Türkiye only.',
    words: ['TR']
  }),
  'TR'
)
const regionParameter = textParameter({
  name: 'region',
  description: 'Slug of a province: its districts are listed instead.',
  schema: Type.String({ examples: ['malatya'] }),
  allowed: 'the slug of a province, such as malatya'
})
const nightOfOverview = dateParameter(
  'night',
  'The morning that ends the night; default: tonight at each place.'
)
const parameters = [
  countryParameter,
  regionParameter,
  nightOfOverview,
  ...profileParameters,
  ...labelParameters,
  placesFormat
]

/** @param frostRisk lends what is prepared before a night can be scored */
export function overviewOperation(
  deps: WeatherDeps,
  frostRisk: Pick<WeatherOperation, 'prepare' | 'table'>
): Operation {
  return {
    method: 'GET',
    path: '/weather/frost-risk/overview',
    id: 'getFrostOverview',
    tag: 'Weather',
    summary: 'Frost overview',
    description:
      'One night at every province, or at every district of a province: a row for each, null where nothing is ' +
      'known. It counts as one request; new points count against the policy `points`.',
    parameters,
    answers: {
      200: {
        description: 'A row for each place.',
        schema: overviewBody,
        otherForms: { 'text/csv': overviewCsv, 'application/geo+json': overviewFeatures }
      }
    },
    problems: ['invalid_parameter'],
    isPrivate: true,
    handle: (request) => answerOverview(deps, frostRisk, request)
  }
}

interface NightOfPlace {
  readonly night: Omit<OverviewRow, 'slug' | 'name' | 'region' | 'lat' | 'lon'>
  readonly attribution: string
  readonly synthetic: boolean
}

async function answerOverview(
  deps: WeatherDeps,
  frostRisk: Pick<WeatherOperation, 'prepare' | 'table'>,
  request: OperationRequest
): Promise<OperationAnswer> {
  const query = readQuery(request.query, parameters)
  const { errors } = query
  const date = take(query, nightOfOverview) ?? null
  const own = nightOperation(frostRisk, date)
  const { ownPart, units, lang } = takeForm(query, own)
  const country = take(query, countryParameter)
  const form = take(query, placesFormat)
  const region = takeRegion(query, deps)
  if (errors.length > 0 || ownPart === null) return problemAnswer(invalidParameters(errors))
  const asked = { own: ownPart.own, units, lang, form, chosen: null, present: own.present }
  const places = region === null ? deps.gazetteer.provinces() : deps.gazetteer.districts(region)
  const found = outcomes(places.map(askedAt), (place) => outcomeAt(deps, own, place, { asked, request }))
  const { crop = null, stage = null, exposure = 'ground' } = ownPart.own.profile ?? {}
  const of = { country, region: region?.slug ?? null, crop, stage, exposure }
  const temperature = unitOf('temperature', units)
  return written({ ...of, ...(await rowsOf(places, found, lang)), units: { temperature } }, form)
}

function nightOperation(
  frostRisk: Pick<WeatherOperation, 'prepare' | 'table'>,
  date: string | null
): WeatherOperation {
  const nights = date === null ? 1 : maxNights
  return {
    ...frostRisk,
    id: 'getFrostOverview',
    path: '/weather/frost-risk/overview',
    parameters,
    takeOwn: (query) => {
      const profiled = takeProfile(query)
      return profiled === null ? null : { own: { nights, date, ...profiled }, key: '' }
    },
    present: (report, wording) => nightOf(report, wording, date)
  }
}

function takeRegion(query: QueryTexts, { gazetteer }: WeatherDeps): Place | null {
  const written = take(query, regionParameter)
  if (written === undefined) return null
  const place = gazetteer.find(written)
  if (place?.kind === 'province') return place
  const provinces = gazetteer.provinces().map(({ slug }) => slug)
  query.errors.push({
    parameter: regionParameter.name,
    code: 'not_allowed',
    detail: `${quoted(written)} is not a province.${didYouMean(written, provinces)}`,
    allowed: regionParameter.allowed
  })
  return null
}

function askedAt(place: Place): AskedPlace {
  const located = { point: pointOf(place), place, nearest: null, canonicalSlug: null }
  return { asked: place.slug, locate: async () => located }
}

function nightOf(report: PlaceReport, { units, lang }: Wording, date: string | null): NightOfPlace {
  const { tonight, nights, data } = report
  const night = date === null ? tonight : (nights.find(({ window }) => window.date === date) ?? null)
  const { score, level } = publishedScore(night)
  const known = night?.state === 'known' ? night : null
  const temperature = (valueC = Number.NaN) => publish(valueC, 'temperature', units)
  return {
    night: {
      date: night?.window.date ?? null,
      score,
      level,
      level_label: levelLabel(level, lang),
      temperature_min: temperature(known?.airTemperatureMinC),
      plant_temperature_min: temperature(known?.plantTemperatureMinC),
      frost_probability: known === null ? null : roundToHundredth(known.probability.frost),
      freshness_status: data.freshness,
      freshness: data.freshness,
      missing_because: known === null ? 'night_unknown' : null
    },
    attribution: data.source.attribution,
    synthetic: data.synthetic
  }
}

function withoutNight(problem: Problem, lang: Language): NightOfPlace['night'] {
  const unknown = { date: null, score: null, temperature_min: null, plant_temperature_min: null }
  const labelled = { level: 'unknown', level_label: levelLabel('unknown', lang) } as const
  const missing_because = problem.code === 'quota_exceeded' ? 'quota_exceeded' : 'data_unavailable'
  return {
    ...unknown,
    ...labelled,
    frost_probability: null,
    freshness_status: null,
    freshness: null,
    missing_because
  }
}

async function rowsOf(
  places: readonly Place[],
  found: AsyncIterable<PlaceOutcome>,
  lang: Language
): Promise<Pick<OverviewBody, 'places' | 'synthetic' | 'attributions'>> {
  const rows: OverviewRow[] = []
  const known: NightOfPlace[] = []
  for await (const outcome of found) {
    const place = places[rows.length]
    if (place === undefined) break
    if ('body' in outcome) known.push(outcome.body as NightOfPlace)
    const night = 'body' in outcome ? known.at(-1)?.night : withoutNight(outcome.problem, lang)
    const { slug, name, region, lat, lon } = place
    if (night !== undefined) rows.push({ slug, name, region, lat, lon, ...night })
  }
  return {
    places: rows,
    synthetic: known.some((one) => one.synthetic),
    attributions: [...new Set(known.map((one) => one.attribution))]
  }
}

const columns = columnsOf(memberOf(overviewBody, 'places').items ?? {})
const subject = ['crop', 'stage', 'exposure', 'units', 'synthetic', 'attributions'].flatMap((path) =>
  columnsAt(overviewBody, path)
)

function written(body: OverviewBody, form: PlacesForm): OperationAnswer {
  if (form === 'json') return { kind: 'fresh', body }
  if (form === 'geojson') {
    const { places, ...rest } = body
    const features = places.map(({ lat, lon, ...properties }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties
    }))
    // Foreign members (RFC 7946 § 6.1).
    const text = JSON.stringify({ type: 'FeatureCollection', features, ...rest })
    return { kind: 'text', body: text, contentType: geoType }
  }
  const file = `attachment; filename="ayaz-frost-overview-${body.region ?? body.country}.csv"`
  const text = csvOf(form, body.places, { columns, beside: { columns: subject, of: body } })
  return { kind: 'text', body: text, contentType: csvType, headers: { 'Content-Disposition': file } }
}
