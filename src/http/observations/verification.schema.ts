import type { Static } from 'typebox'
import { learnedMethods } from '../../forecasts/frost-view.ts'
import { namedPoint } from '../places/schema.ts'
import {
  date,
  dateOrNull,
  deprecated,
  flag,
  former,
  instantOrNull,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  orNull,
  row,
  text,
  textOrNull,
  unit
} from '../schema.ts'
import { updatedByOrNull } from '../weather/frost-risk.schema.ts'
import { minimumMembers, recordLocation, recordMembers } from './record.schema.ts'

const fraction = { minimum: 0, maximum: 1 }

const nightCount = (description: string) => {
  const night_count = integer(description)
  return { night_count, nights: deprecated(night_count, 'night_count') }
}
const [lower, upper] = [
  number('Lower bound of the chance given.', fraction),
  number('Upper bound.', fraction)
]
const sensorCount = integer('Sensors around that count.')

const leadRow = named(
  'LeadVerification',
  {
    lead_days: integer('The lead, rounded to whole days.'),
    ...nightCount('Nights at this lead that could be compared.'),
    frost_nights: integer('Of them with a minimum of 0 °C or below.'),
    bias: numberOrNull('Measured minus expected: above zero it was warmer than forecast.'),
    mean_absolute_error: numberOrNull('Of the expected minimum.'),
    crps: numberOrNull('Continuous ranked probability score of the whole distribution; 0 is perfect.'),
    inside_range: numberOrNull('Share of nights inside the 10–90 % range; 0.8 would be perfect.', fraction),
    brier: numberOrNull('Brier score of the chance of frost; 0 is perfect.', fraction),
    reliability: numberOrNull('Murphy’s reliability part of it; 0 is perfect.', fraction),
    probability_of_detection: numberOrNull(
      'Share of the frost nights that were warned of (chance ≥ 50 %); null without a frost night.',
      fraction
    ),
    false_alarm_ratio: numberOrNull(
      'Share of the warnings that no frost followed; null without one.',
      fraction
    ),
    reliability_diagram: list(
      named('ReliabilityBin', {
        chance_from: lower,
        chance_to: upper,
        from: former(lower, 'chance_from'),
        to: former(upper, 'chance_to'),
        ...nightCount('Nights with such a chance.'),
        mean_probability: numberOrNull('The mean chance given.', fraction),
        frost_share: numberOrNull('Share of them with frost.', fraction)
      }),
      'Ten rows; empty where there are too few nights.'
    )
  },
  'How good the forecasts of one lead were.'
)

const learnedBlock = named('Learned', {
  method: oneOf(
    learnedMethods,
    'How: bias and spread of its own nights, older ones counting less; or, at the leads with sixty nights of ' +
      'ensemble members, a law of mean and spread through the year.'
  ),
  ...nightCount('Nights that bias and spread were learned from.'),
  seasonal_nights: integer('Nights behind the law of the lead that has most of them; 0 without one.'),
  offset_nights: integer(
    'Nights measured both at 2 m and at the plants, from which the ground’s cooling was learned.'
  ),
  bias: number(
    'What the place’s own nights add to every forecast of the minimum; 0 until a night was measured at 2 m.'
  ),
  source_bias: numberOrNull(
    'Also added: what forecasts of the same source are off by at airports, as far as the place’s own nights ' +
      'do not say it; null while no forecast of the place is stored.'
  ),
  plant_bias: number('Also added to forecasts of plants: from nights measured at plants alone.'),
  spread: numberOrNull(
    'Standard deviation of the minimum at one day’s lead: of the air or, until a night was measured at 2 m, of ' +
      'plants on top of their own share.'
  )
})

export const verificationBody = named('VerificationAnswer', {
  location: row(
    {
      ...namedPoint.properties,
      country: textOrNull('ISO 3166-1 alpha-2; null as with `name`.'),
      timezone: recordLocation.timezone
    },
    'The place the answer is for.'
  ),
  ...recordMembers,
  verification: named(
    'Verification',
    {
      ...minimumMembers,
      against: oneOf(
        ['observations', 'analysis', 'none'],
        'Measurements, or without them the source’s own latest analysis.'
      ),
      statement: text('The same as a sentence.'),
      enough: flag('False while there are too few nights for figures.'),
      reason: textOrNull('Why there are none; null where there are.'),
      ...nightCount('Nights that could be compared.'),
      nights_needed: integer('From so many on figures are given.'),
      observed_nights: integer('Nights with a measurement that counts.'),
      sensor_count: sensorCount,
      sensors: deprecated(sensorCount, 'sensor_count'),
      sensors_set_aside: integer('Sensors around that were set aside.'),
      first_date: dateOrNull('Of those nights; null without one.'),
      last_date: dateOrNull('Of those nights; null without one.'),
      day_ahead: leadRow,
      evening: named(
        'EveningGain',
        {
          ...nightCount('Measured nights that an evening update had moved.'),
          crps_forecast: numberOrNull(
            'CRPS of the forecasts of these nights as they stood two hours after sunset; null with too few nights.'
          ),
          crps_updated: numberOrNull('CRPS of the same nights after the evening update; smaller is better.'),
          laws: list(
            named('OwnEveningLaw', {
              station: text('The airport or thermometer.'),
              ...nightCount('Nights that its own evening law was learned from; renewed on Mondays.'),
              last_date: date('The newest of them; without newer ones the law is forgotten.'),
              weight: number(
                'How much of its own law an evening is given; the rest is the law of all.',
                fraction
              ),
              judged_nights: integer('Later nights on which the two were compared.'),
              crps_law_of_all: numberOrNull(
                'CRPS on these nights two hours after sunset, from readings alone, by the law of all; null with ' +
                  'too few nights.'
              ),
              crps_given: numberOrNull('By what was given.')
            }),
            'Thermometers near whose evenings were learned from: airports, then sensors that count.'
          )
        },
        'What the evening update gained.'
      ),
      leads: list(leadRow, 'By lead; a lead with too few nights has its counts and nulls.')
    },
    'How the forecasts of the place have turned out.'
  ),
  learned: orNull(
    learnedBlock,
    'Null where nothing was measured: the method’s defaults hold, with what forecasts of the same source are ' +
      'off by at airports.'
  ),
  tonight: orNull(
    named('OwnTonight', {
      date: date('The morning that ends the night.'),
      temperature_min: number('Air at 2 m.'),
      plant_temperature_min: number('What a plant on open ground feels.'),
      air_frost_probability: number('Air at 2 m below 0 °C.', fraction),
      updated_by: updatedByOrNull
    }),
    'The coming night with all that counts for this key: its own sensors move it too. Null where no ' +
      'forecast of the place is stored.'
  ),
  airports: list(
    named('NearAirport', {
      code: text('ICAO code.'),
      name: text('Of the airport.'),
      distance_km: number('From the place.'),
      height_difference: integer('Of the airport less the place, in metres.'),
      measured_at: instantOrNull('Its newest report of the last three hours; null without one.'),
      temperature: numberOrNull('What it reported; in most countries whole degrees Celsius.'),
      lat: number('Of the point for which its nights are forecast; `/verification/nights` has them.'),
      lon: number('Of that point.'),
      elevation: integer('Of that point, in metres.'),
      statement: text('Airport, distance and how many of its nights could be compared, as a sentence.'),
      day_ahead: leadRow,
      added_bias: numberOrNull(
        'What forecasts here get of the bias of those for its own point, on every night, where none was measured ' +
          'here: only colder. Null: nothing.'
      )
    }),
    'Airports near, nearest first. They follow tonight; their nights are compared with forecasts for their own ' +
      'points and heights. They are not thermometers of the place: they show only a share of its evening’s error.'
  ),
  units: row(
    {
      temperature: unit('Of tonight and of the airports.'),
      temperature_difference: unit('Of bias, errors, CRPS and spread.')
    },
    'What the numbers are.'
  ),
  synthetic: flag(
    'True while the weather shown is made up: nothing of it is recorded, and what was recorded before is not shown.'
  )
})
export type LeadRow = Static<typeof leadRow>
