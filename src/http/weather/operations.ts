import type { TSchema } from 'typebox'
import { autoStage } from '../../frost/scoring-profile.ts'
import { pointOf, recordKey } from '../../weather/point.ts'
import { type TableMembers, tableOf, tableSchema } from '../csv-table.ts'
import type { Operation } from '../operation.ts'
import { take } from '../query.ts'
import {
  answerWeather,
  isStagePrepared,
  prepareStage,
  type WeatherDeps,
  type WeatherOperation
} from './answer.ts'
import {
  currentBody,
  forecastBody,
  hourlyBody,
  presentCurrent,
  presentForecast,
  presentHourly
} from './forecast.ts'
import { calendarForm, presentFrostCalendar, takeThreshold } from './frost-calendar.ts'
import { presentFrostRisk, presentShortFrostRisk } from './frost-risk.present.ts'
import { frostRiskBody, nightBody } from './frost-risk.schema.ts'
import { presentNight } from './night.present.ts'
import {
  daysParameter,
  elevationParameter,
  formParameters,
  frostFormatParameter,
  labelParameters,
  latParameter,
  locationParameter,
  lonParameter,
  maxNights,
  nightParameter,
  pointParameters,
  slotsParameter,
  thresholdParameter
} from './parameters.ts'
import { overviewOperation } from './places/overview.operation.ts'
import { type Described, placesOperations } from './places/places.operations.ts'
import { type Profiled, profileParameters, takeProfile } from './profile-parameters.ts'
import type { WeatherQuestion } from './question.ts'
import { shownParameters } from './shown-members.ts'
import { pageUrlOf, presentWidgetData, widgetDataBody, widgetSections } from './widget-data.ts'

export function weatherOperations(deps: WeatherDeps): readonly Operation[] {
  const frostRisk = frostRiskOperation(deps)
  const all = [
    forecastOperation(),
    currentOperation(),
    frostRisk,
    nightOperation(deps),
    hourlyOperation(),
    widgetDataOperation(deps)
  ]
  return [
    ...all.map((one) => single(deps, one)),
    ...all.flatMap((one) => placesOperations(deps, one)),
    overviewOperation(deps, frostRisk.own)
  ]
}

interface DescribedOperation extends Omit<WeatherOperation, 'table'> {
  readonly table: TableMembers
  readonly short: readonly string[]
}

const nothing = () => ({ own: {}, key: '' })

function forecastOperation(): Described {
  const forecast: DescribedOperation = {
    id: 'getForecast',
    path: '/weather',
    parameters: [...pointParameters, daysParameter, ...formParameters],
    takeOwn: (query) => {
      const days = take(query, daysParameter)
      return { own: { days }, key: String(days) }
    },
    present: presentForecast,
    table: { rows: 'daily' },
    short: [
      'daily.date',
      'daily.icon',
      'daily.temperature_min',
      'daily.temperature_max',
      'daily.precipitation'
    ]
  }
  return describe(
    forecast,
    forecastBody,
    'Forecast by day',
    'The weather of the coming days, one row for each local day, with the frost score of the night that ends ' +
      'that morning.'
  )
}

function currentOperation(): Described {
  const current: DescribedOperation = {
    id: 'getCurrentWeather',
    path: '/weather/current',
    parameters: [...pointParameters, ...formParameters],
    takeOwn: nothing,
    present: presentCurrent,
    table: { rows: null, beside: ['current'] },
    short: ['current.valid_at', 'current.temperature', 'current.weather_code', 'current.icon']
  }
  return describe(
    current,
    currentBody,
    'Weather now',
    'The weather of the present hour, as the model has it; `kind` says so.'
  )
}

function frostRiskOperation(deps: WeatherDeps): Described {
  const { siteUrl, forecasts } = deps
  const frostRisk: DescribedOperation = {
    id: 'getFrostRisk',
    path: '/weather/frost-risk',
    parameters: [
      ...pointParameters,
      daysParameter,
      ...profileParameters,
      ...labelParameters,
      frostFormatParameter,
      thresholdParameter
    ],
    takeOwn: (query) => {
      const nights = take(query, daysParameter)
      const profiled = takeProfile(query)
      if (profiled === null) return null
      const threshold = takeThreshold(query, profiled)
      const key = `${nights} ${profileKey(profiled)}${threshold === null ? '' : ` ${threshold}`}`
      return { own: { nights, ...profiled, ...(threshold !== null && { threshold }) }, key }
    },
    isPrepared: (question) => isStagePrepared(question, forecasts.seasons),
    prepare: (question, requester) => prepareStage(question, forecasts.seasons, requester),
    present: (report, question) => presentFrostRisk(report, question, siteUrl),
    presentShort: presentShortFrostRisk,
    calendar: (report, question, modifiedAt) => {
      const pageUrl = pageUrlOf(slugOf(question), question, siteUrl)
      const { threshold = thresholdParameter.default } = question
      return presentFrostCalendar(report, question, { threshold, siteUrl, pageUrl, modifiedAt })
    },
    table: { rows: 'nights', beside: ['frost_risk.crop', 'frost_risk.stage', 'frost_risk.exposure'] },
    short: ['frost_risk.worst', 'nights.date', 'nights.score', 'nights.level', 'nights.plant_temperature_min']
  }
  return describe(
    frostRisk,
    frostRiskBody,
    'Frost risk',
    'The frost score of the coming nights and every risk day with its explanation: a calibrated, explained score from 0 to 100 (method FROST-P).'
  )
}

function nightOperation(deps: WeatherDeps): Described {
  const { seasons } = deps.forecasts
  const night: DescribedOperation = {
    id: 'getNight',
    path: '/weather/night',
    parameters: [...pointParameters, nightParameter, ...profileParameters, ...formParameters],
    takeOwn: (query) => {
      const date = take(query, nightParameter) ?? null
      const profiled = takeProfile(query)
      if (profiled === null) return null
      return { own: { nights: maxNights, date, ...profiled }, key: `${date ?? ''} ${profileKey(profiled)}` }
    },
    isPrepared: (question) => isStagePrepared(question, seasons),
    prepare: (question, requester) => prepareStage(question, seasons, requester),
    present: presentNight,
    table: { rows: 'hours', beside: ['date', 'profile.crop', 'profile.stage', 'profile.exposure'] },
    short: ['date', 'night.score', 'night.level', 'night.temperature_min', 'night.plant_temperature_min']
  }
  return describe(
    night,
    nightBody,
    'One night',
    'Tonight, or the night of a date, hour by hour: air, plant, wet bulb, wind, cloud and score, and the ' +
      'night itself with every member, however small its score.'
  )
}

function profileKey({ profile, stageFromSeason }: Profiled): string {
  const stage = stageFromSeason ? autoStage : profile.stage
  return `${profile.crop ?? ''} ${stage ?? ''} ${profile.exposure}`
}

function hourlyOperation(): Described {
  const hourly: DescribedOperation = {
    id: 'getHourly',
    path: '/weather/hourly',
    parameters: [...pointParameters, slotsParameter, ...formParameters],
    takeOwn: (query) => {
      const slots = take(query, slotsParameter)
      return { own: { slots }, key: String(slots) }
    },
    present: presentHourly,
    table: { rows: 'slots' },
    short: ['slots.from', 'slots.icon', 'slots.temperature', 'slots.precipitation', 'slots.wind_speed']
  }
  return describe(
    hourly,
    hourlyBody,
    'Forecast by 3-hour slot',
    'The near weather, one row for each three hours from local midnight; the first one holds now.'
  )
}

function widgetDataOperation(deps: WeatherDeps): Described {
  const { siteUrl } = deps
  const { seasons } = deps.forecasts
  const widgetData: DescribedOperation = {
    id: 'getWidgetData',
    path: '/weather/widget-data',
    parameters: [
      locationParameter,
      latParameter,
      lonParameter,
      elevationParameter,
      ...profileParameters,
      ...formParameters
    ],
    takeOwn: (query) => {
      const profiled = takeProfile(query)
      return profiled === null ? null : { own: { ...widgetSections, ...profiled }, key: profileKey(profiled) }
    },
    isPrepared: (question) => isStagePrepared(question, seasons),
    prepare: (question, requester) => prepareStage(question, seasons, requester),
    present: (report, question) => presentWidgetData(report, question, { slug: slugOf(question), siteUrl }),
    table: {
      rows: null,
      beside: ['current', 'today', 'tonight', 'worst', 'profile.crop', 'profile.stage', 'profile.exposure']
    },
    short: ['current.temperature', 'current.icon', 'tonight.date', 'tonight.score', 'tonight.level', 'worst']
  }
  return describe(
    widgetData,
    widgetDataBody,
    'Widget data',
    'A light body for widgets: now, tonight and the next days of a place or a point.'
  )
}

function slugOf({ place, point }: WeatherQuestion): string {
  return place !== null && pointOf(place).key === point.key ? place.slug : recordKey(point)
}

function describe(own: DescribedOperation, schema: TSchema, summary: string, description: string): Described {
  const { table, short, ...rest } = own
  const parameters = [...rest.parameters, ...shownParameters]
  return { own: { ...rest, parameters, table: tableOf(schema, table) }, schema, summary, description, short }
}

function single(deps: WeatherDeps, described: Described): Operation {
  const { own, schema, summary, description } = described
  return {
    method: 'GET',
    path: own.path,
    id: own.id,
    tag: 'Weather',
    summary,
    description,
    parameters: own.parameters,
    answers: {
      200: {
        description: summary,
        schema,
        otherForms: {
          'text/csv': tableSchema(own.table),
          ...(own.calendar !== undefined && { 'text/calendar': calendarForm })
        },
        headers: ['Link', 'Last-Modified']
      }
    },
    problems: ['invalid_parameter', 'location_not_found', 'data_unavailable'],
    handle: (request) => answerWeather(deps, described, request)
  }
}
