import type { Static } from 'typebox'
import { hourSeconds, minuteSeconds } from '../../common/time.ts'
import { archiveLacks, archiveYears } from '../../forecasts/archive/archives.ts'
import type { FrostDates, FrostDatesAnswer } from '../../forecasts/archive/frost-dates.ts'
import { type ArchiveLaw, correctedMinimum, placeUncertaintyC } from '../../frost/climate/archive-law.ts'
import { type FrostDate, frostFreeDays } from '../../frost/climate/frost-dates.ts'
import { epochDay } from '../../frost/season.ts'
import { isOwn } from '../../weather/point.ts'
import { publish, published, type UnitSystem, unitOf } from '../../weather/units.ts'
import { type Operation, type OperationRequest, problemAnswer } from '../operation.ts'
import { decimalParameter, withDefault } from '../parameter.ts'
import { namedPoint } from '../places/schema.ts'
import { readQuery, take } from '../query.ts'
import {
  flag,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  orNull,
  row,
  text,
  textOrNull,
  unit,
  url
} from '../schema.ts'
import {
  canonicalLinks,
  type Located,
  type LocatorDeps,
  linkHeader,
  locateQuery
} from '../weather/locator.ts'
import { pointParameters, unitsParameter } from '../weather/parameters.ts'

interface ClimateOperationDeps extends LocatorDeps {
  readonly frostDatesAt: FrostDates['frostDatesAt']
  readonly baseUrl: string
}

const limits = { minimum: -15, maximum: 5 } as const

const temperatureParameter = withDefault(
  decimalParameter({
    name: 'threshold_temperature',
    description: 'What counts as a frost: an air minimum at 2 m at or below this, always in °C.',
    allowed: '°C, −15…5, with a point',
    ...limits,
    of: 'degrees Celsius',
    example: -2
  }),
  0
)

const parameters = [...pointParameters, temperatureParameter, unitsParameter]
/** The first request for a point sets off what the next ones ask about. */
const lackingSeconds = minuteSeconds
const knownSeconds = hourSeconds

export function climateOperations(deps: ClimateOperationDeps): readonly Operation[] {
  return [
    {
      method: 'GET',
      path: '/frost-dates',
      id: 'getFrostDates',
      tag: 'Record',
      summary: 'First and last frost of the year',
      description:
        'Dates of the last frost of spring and the first one of autumn, and the risk through the year, from 30 ' +
        'years of a reanalysis’s daily minima, corrected towards stations, with the correction’s uncertainty. ' +
        'The years are fetched one by one for named points, and for watched fields, whose subscriber is given ' +
        'them with a manage token; until all are there `frost_dates` is null and `reason` says why. Without an ' +
        '`elevation` the dates of a point are for the height of the reanalysis’s own terrain.',
      parameters,
      answers: {
        200: { description: 'The dates, or why there are none.', schema: frostDatesBody, headers: ['Link'] }
      },
      problems: ['invalid_parameter', 'location_not_found'],
      handle: (request) => handle(deps, request)
    }
  ]
}

async function handle(
  deps: ClimateOperationDeps,
  request: OperationRequest
): ReturnType<Operation['handle']> {
  const query = readQuery(request.query, parameters)
  const thresholdC = take(query, temperatureParameter)
  const units = take(query, unitsParameter)
  const location = await locateQuery(query, deps)
  if ('problem' in location) return problemAnswer(location.problem)
  const point = await request.seen(location.located.point)
  const found = await deps.frostDatesAt(point, thresholdC, point.elevation)
  const body = presentFrostDates(location.located, found, { thresholdC, units })
  const maxAgeSeconds = found.kind === 'known' ? knownSeconds : lackingSeconds
  const headers = linkHeader(canonicalLinks(`${deps.baseUrl}/frost-dates`, query, location.located))
  return { kind: 'fresh', body, headers, maxAgeSeconds: isOwn(point) ? null : maxAgeSeconds }
}

const percent = { minimum: 0, maximum: 100 }
const day = (description: string) =>
  textOrNull(`${description} \`MM-DD\`; null where too many years have no frost.`)

const frostDate = named('FrostDate', {
  one_year_in_ten_by: day('In one year of ten it is on this date or before.'),
  median: day('In every other year it is on this date or before.'),
  nine_years_in_ten_by: day('In nine years of ten it is on this date or before.'),
  median_if_colder: day(
    'The median of a place one `correction.uncertainty` colder than the correction says.'
  ),
  median_if_warmer: day('The same, warmer.'),
  median_uncorrected: day('The median of the archive as it is.'),
  years_without_percent: number('Years without a frost in this half of the year.', percent),
  years: integer('Half-years that this is based on.')
})

const frostDates = named('FrostDates', {
  last_frost: { ...frostDate, description: 'Of the half-year up to midsummer.' },
  first_frost: { ...frostDate, description: 'Of the half-year from midsummer on.' },
  frost_free_days: numberOrNull('From the median last frost to the median first one; null without either.'),
  calendar: list(
    named('FrostCalendarDay', {
      date: text('`MM-DD`: the 1st, 11th and 21st of each month.'),
      night_percent: numberOrNull('That one night of the ten days from then on brings a frost.', percent),
      frost_percent: number('See `meaning`.', percent),
      meaning: oneOf(
        ['later_frost', 'earlier_frost'],
        '`later_frost`, before midsummer: that a frost comes on this date or after it. `earlier_frost`, after ' +
          'midsummer: that one has come by this date.'
      )
    }),
    'Three dates of each month, through the year.'
  ),
  from_year: integer('The first year of the archive’s minima.'),
  to_year: integer('The last one.'),
  correction: row(
    {
      spring: number(
        'What is added to the archive’s minima of mid-April (south of the equator mid-October).'
      ),
      autumn: number('The same of mid-October (mid-April).'),
      uncertainty: number('How far a place may be from that, as a standard deviation.'),
      stations: integer('At how many stations the correction was fitted.')
    },
    'What stations showed the archive to be off by.'
  ),
  source: text('Where the minima are from, for people.'),
  license: text('Licence of the data.'),
  url: url('Where the source is described.'),
  synthetic: flag('Made-up data: the demo.')
})

const frostDatesBody = named('FrostDatesAnswer', {
  location: namedPoint,
  elevation: numberOrNull(
    'The height in metres that the dates are for; null: that of the reanalysis’s own terrain.'
  ),
  threshold_temperature: number('What counts as a frost: an air minimum at 2 m at or below this [°C].'),
  frost_dates: orNull(frostDates, 'Null where they are not known; `reason` then says why.'),
  reason: oneOfOrNull(
    archiveLacks,
    'Why they are not known. `being_fetched`: a year at a time, ask again in some days; `queue_full`: too many ' +
      'points wait, ask again in some days; `not_fetched`: those of a point without a name are not there; so ask ' +
      'for a place near it, or, for a field of yours that is watched, with its manage token; `no_archive`: no ' +
      'source of this installation has any. Null where they are known.'
  ),
  years_fetched: integer('Of the 30 that are needed; 0 where `reason` is `not_fetched`.'),
  units: row({ temperature_difference: unit('Of the correction.') }, 'What the numbers are.'),
  attribution: textOrNull('The sentence that must appear wherever the dates are shown; null without dates.'),
  synthetic: flag('Made-up dates: the demo.')
})

function presentFrostDates(
  { point, place }: Located,
  found: FrostDatesAnswer,
  { thresholdC, units }: { thresholdC: number; units: UnitSystem }
): Static<typeof frostDatesBody> {
  const isKnown = found.kind === 'known'
  return {
    location: { lat: point.lat, lon: point.lon, name: place?.name ?? null, slug: place?.slug ?? null },
    elevation: point.elevation,
    threshold_temperature: thresholdC,
    frost_dates: isKnown
      ? {
          last_frost: dateOf(found.climate.last),
          first_frost: dateOf(found.climate.first),
          frost_free_days: frostFreeDays(found.climate),
          calendar: found.climate.calendar.map(({ date, night, frost, half }) => ({
            date,
            night_percent: percentOf(night),
            frost_percent: percentOf(frost) ?? 0,
            meaning: half === 'spring' ? ('later_frost' as const) : ('earlier_frost' as const)
          })),
          from_year: found.from,
          to_year: found.to,
          correction: correctionOf(found.law, point.lat, units),
          source: found.name,
          license: found.credit.license,
          url: found.credit.url,
          synthetic: found.synthetic
        }
      : null,
    reason: isKnown ? null : found.reason,
    years_fetched: isKnown ? archiveYears : found.yearsFetched,
    units: { temperature_difference: unitOf('temperature_difference', units) },
    attribution: isKnown ? found.credit.attribution : null,
    synthetic: isKnown && found.synthetic
  }
}

function dateOf(date: FrostDate) {
  return {
    one_year_in_ten_by: date.early,
    median: date.median,
    nine_years_in_ten_by: date.late,
    median_if_colder: date.medianIfColder,
    median_if_warmer: date.medianIfWarmer,
    median_uncorrected: date.uncorrected,
    years_without_percent: percentOf(date.noFrostProbability) ?? 0,
    years: date.years
  }
}

const [april, october] = [epochDay('2001-04-15'), epochDay('2001-10-15')]

function correctionOf(law: ArchiveLaw, lat: number, units: UnitSystem) {
  const of = (day: number): number =>
    publish(correctedMinimum(0, day, law).meanC, 'temperature_difference', units) ?? 0
  return {
    spring: of(lat < 0 ? october : april),
    autumn: of(lat < 0 ? april : october),
    uncertainty: publish(placeUncertaintyC(law), 'temperature_difference', units) ?? 0,
    stations: law.places
  }
}

function percentOf(probability: number): number | null {
  return published(100 * probability, 1)
}
