/** The body of GET /frost-dates. */
import Type, { type Static } from 'typebox'
import { archiveLacks } from '../../forecasts/archive/archives.ts'
import { namedPoint } from '../places/schema.ts'
import {
  flag,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  row,
  text,
  textOrNull,
  unit,
  url
} from '../schema.ts'

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

export const frostDatesBody = named('FrostDatesAnswer', {
  location: namedPoint,
  elevation: numberOrNull(
    'The height in metres that the dates are for; null: that of the reanalysis’s own terrain.'
  ),
  threshold_temperature: number('What counts as a frost: an air minimum at 2 m at or below this [°C].'),
  frost_dates: Type.Union([frostDates, Type.Null()], {
    description: 'Null where they are not known; `reason` then says why.'
  }),
  reason: oneOfOrNull(
    archiveLacks,
    'Why they are not known. `being_fetched`: a year at a time, ask again in some days; `queue_full`: too many ' +
      'points wait, ask again in some days; `not_fetched`: those of a point without a name are not there; so ask ' +
      'for a place near it, or, for a field of yours that is watched, with its manage token; `no_archive`: no ' +
      'source of this installation has any. Null where they are known.'
  ),
  years_fetched: integer('Of the 30 that are needed; 0 where `reason` is `not_fetched`.'),
  units: row({ temperature_difference: unit('Of the correction.') }, 'What the numbers are.'),
  attribution: textOrNull('The sentence that must stand wherever the dates are shown; null without dates.'),
  synthetic: flag('Made-up dates: the demo.')
})

export type FrostDatesBody = Static<typeof frostDatesBody>
