import type { Static } from 'typebox'
import { learnedMethods } from '../../forecasts/frost-view.ts'
import { stageUnknownReasons } from '../../frost/degree-days.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { frostLevels } from '../frost-levels.ts'
import {
  date,
  dateOrNull,
  deprecated,
  flag,
  former,
  instant,
  instantOrNull,
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
  url
} from '../schema.ts'
import { locationBlock, metaBlock, unitsBlock } from './blocks.schema.ts'
import { protection } from './protection.schema.ts'

const percent = { minimum: 0, maximum: 100 }
const fraction = { minimum: 0, maximum: 1 }
const score = numberOrNull('0…100, one decimal; null where it cannot be computed.', percent)
const level = oneOf(frostLevels, 'none < 1 ≤ low < 10 ≤ moderate < 50 ≤ high < 90 ≤ severe.')
const spanHours = integer('Hours of the night’s span.')
const nightLength = { length_hours: spanHours, hours: deprecated(spanHours, 'length_hours') }
const plantFrost = number('Plant below 0 °C.', fraction)

export const updatedByOrNull = orNull(
  named('UpdatedBy', {
    station: text('Name of the thermometer; for an airport with its code.'),
    measured_at: instant('Its newest reading.'),
    distance_km: number('From the place.')
  }),
  'The measurement of this night that moved it; null where none did.'
)

export const riskDay = named('RiskDay', {
  date: date('The morning that ends the night.'),
  night: named(
    'NightSpan',
    {
      from: instant('The night’s first hour: it goes from solar noon to solar noon.'),
      to: instant('The night’s last hour.'),
      sunset: instantOrNull('Null in polar day or night.'),
      sunrise: instantOrNull('Null in polar day or night.')
    },
    'From when to when the night goes.'
  ),
  ...nightLength,
  hours_available: integer('Hours of it that have a temperature.'),
  partial: flag('Some dark hours are missing.'),
  score: number('0…100, one decimal.', percent),
  level,
  level_label: text('The level in words.'),
  temperature_min: number('Air at 2 m.'),
  plant_temperature_min: number('What an exposed plant feels.'),
  plant_temperature_min_range: named(
    'TemperatureRange',
    {
      p10: number('One night in ten is colder.'),
      p50: number('The median.'),
      p90: number('One night in ten is warmer.')
    },
    'How far `plant_temperature_min` is uncertain.'
  ),
  coldest_at: instant('The hour of the plant minimum.'),
  probability: named(
    'FrostProbability',
    {
      plant_frost: plantFrost,
      frost: deprecated(plantFrost, 'plant_frost'),
      air_frost: number('Air at 2 m below 0 °C.', fraction),
      below_minus_2_2: number('Plant below −2.2 °C.', fraction),
      below_minus_4_4: number('Plant below −4.4 °C.', fraction),
      t10: number('Plant below the temperature that harms 10 % (0 °C without a crop).', fraction),
      t90: numberOrNull('Plant below the temperature that harms 90 %; null where it is not known.', fraction)
    },
    'How likely the night’s minimum is below a limit, 0…1.'
  ),
  expected_hours_below: row(
    {
      zero: number('Expected hours with the plant below 0 °C.'),
      t10: number('Expected hours below the temperature that harms 10 %.')
    },
    'How long the cold may last.'
  ),
  expected_damage_percent: numberOrNull('Of buds killed, as expected; null without a stage.', percent),
  frost_type: oneOfOrNull(['radiation', 'advection', 'mixed'], 'Null where wind or cloud are not known.'),
  appearance: oneOfOrNull(['white', 'black'], 'With or without rime; null where the plant stays above 0 °C.'),
  mgm_class: oneOf(
    ['none', 'hafif', 'orta', 'kuvvetli'],
    'The Turkish State Meteorological Service’s class of the air minimum.'
  ),
  mgm_label: text('The class in words.'),
  wet_bulb_temperature_at_min: numberOrNull('Wet bulb at the coldest hour.'),
  dew_point_at_min: numberOrNull('Dew point at the coldest hour.'),
  wind_speed_mean: numberOrNull('Mean of the dark hours.'),
  cloud_cover_mean: numberOrNull('Mean of the dark hours.'),
  lead_days: number('From the issue of the forecast to the coldest hour.'),
  contributions: named(
    'Contributions',
    {
      air_temperature: number('Points from the cold of the air.'),
      radiation: number('Points from plants cooling below the air.'),
      uncertainty: number('Points added or taken by not knowing for certain.')
    },
    'They sum to the score.'
  ),
  confidence: oneOf(
    ['high', 'medium', 'low'],
    'From the spread of the minimum; high only where nights measured there, or a thermometer tonight, have said ' +
      'how wide it is.'
  ),
  inputs_missing: list(
    oneOf(['cloud_cover', 'dew_point', 'wind_speed'], 'What the forecast lacks.'),
    'Lacking in the forecast and replaced by a default; usually empty.'
  ),
  updated_by: updatedByOrNull
})

const reached = numberOrNull('That plants reach it tonight; null where the night is not known.', fraction)
const scoreMethod = row(
  { id: text('The method.'), version: text('Of the method.'), url: url('Where it is explained.') },
  'How the score is made.'
)

const profileMembers = {
  crop: textOrNull('Slug of the crop; null without one, which subscriptions and events call `generic`.'),
  stage: textOrNull('Slug of the stage; null without a crop, and where it could not be estimated.'),
  first_damage: orNull(
    named('FirstDamage', {
      temperature: number('The temperature of plants that harms 10 %.'),
      first_damage_probability: reached,
      probability: former(reached, 'first_damage_probability')
    }),
    'Where harm begins; null without a stage.'
  ),
  unscored_because: oneOfOrNull(
    ['first_damage_only', 'stage_unknown'],
    'Why no night has a score: for this stage only the temperature of first damage is known, or the stage could ' +
      'not be estimated. Null where they have one.'
  ),
  stage_estimate: named(
    'StageEstimate',
    {
      estimated: flag('The stage is an estimate; false where it was given or is not known.'),
      plus_minus_days: numberOrNull(
        'By so many days the stage may begin earlier or later; null without an estimate.'
      ),
      summed_from: dateOrNull(
        'First day of the sum of warmth: the winter’s chill was met, or New Year; null without an estimate.'
      ),
      summed_to: dateOrNull('Last day of the sum; null without an estimate.'),
      source: textOrNull('Whose temperatures of the season were summed; null where none were.'),
      unknown_because: oneOfOrNull(
        stageUnknownReasons,
        'Why the stage could not be estimated; nights then have temperatures and no score. Null where it was, or was ' +
          'not asked for.'
      )
    },
    'How the stage was found with `stage=auto`; without it nothing is estimated.'
  ),
  exposure: oneOf(exposures, 'At what height the plant temperature holds.')
} as const

export const nightProfile = named('NightProfile', profileMembers, 'For which plants the night is judged.')

const riskDayOrNull = (description: string) => orNull(riskDay, description)

export const frostRiskBody = named('FrostRiskAnswer', {
  location: locationBlock,
  frost_risk: named(
    'FrostRisk',
    {
      tonight: riskDayOrNull('Tonight whole, however small its score; null where it has no score.'),
      worst: named(
        'WorstNight',
        { date: dateOrNull('The morning that ends it; null where no night is known.'), score, level },
        'The night with the highest score of the `horizon_days` that were looked at.'
      ),
      score: numberOrNull(
        'The score of `worst`, so it is seldom that of tonight and grows with `days`: 0…100, one decimal; without a crop how severe that night is, with a crop and its stage the expected percentage of buds killed. Null where no night is known. For tonight take `tonight.score`.',
        percent
      ),
      level: oneOf(
        frostLevels,
        'The level of `score`; `unknown` in place of `none` where one of the next three nights is not known.'
      ),
      level_label: text('The level in words.'),
      worst_date: dateOrNull('As `worst.date`; null with it.'),
      next_risk_date: dateOrNull('The first risk day; null where there is none.'),
      horizon_days: integer('Nights that were looked at.'),
      nights_unknown: integer('Nights of them without a score.'),
      ...profileMembers,
      learned_nights: integer(
        'Nights measured at this place that its forecasts were learned from; 0 = none, the usual values hold.'
      ),
      learned_method: oneOfOrNull(
        learnedMethods,
        'How: bias and spread of its own nights; or, for one of the nights at least, a law of an ensemble’s mean and spread through the year. Null without learned nights.'
      ),
      score_method: scoreMethod,
      method: deprecated(scoreMethod, 'score_method')
    },
    'What the next nights bring; `tonight` is the one that comes.'
  ),
  risk_days: list(riskDay, 'Nights with a score of at least 10, by date.'),
  nights: list(
    named('Night', {
      date: date('The morning that ends the night.'),
      ...nightLength,
      hours_available: integer('Hours of it that have a temperature.'),
      partial: flag('Some dark hours are missing.'),
      score,
      level,
      temperature_min: numberOrNull('Air at 2 m.'),
      plant_temperature_min: numberOrNull('What an exposed plant feels.'),
      first_damage_probability: numberOrNull(
        'That plants reach the temperature that harms 10 % (0 °C without a crop); null where the stage is not known.',
        fraction
      )
    }),
    'Every night that is not over; the first is tonight.'
  ),
  units: unitsBlock,
  meta: metaBlock
})

export const nightBody = named('NightAnswer', {
  location: locationBlock,
  date: date('The morning that ends the night.'),
  night: riskDayOrNull('The night with every member, however small its score; null where it has no score.'),
  unknown_because: oneOfOrNull(
    ['horizon', 'temperature_missing', 'first_damage_only', 'stage_unknown'],
    'Why the night has no score: the forecast ends before it, too many of its temperatures are missing, for the stage only the temperature of first damage is known, or the stage could not be estimated. Null where it has one.'
  ),
  profile: nightProfile,
  protection: orNull(
    protection,
    'What can be done and when, untested in orchards; null where the night has no score, or `stage=auto` finds the crop at rest (`out_of_season`, `before_first_stage`).'
  ),
  hours: list(
    named('NightHour', {
      from: instant('The whole hour.'),
      to: instant('The next one.'),
      temperature: numberOrNull('Air at 2 m.'),
      air_temperature: numberOrNull('As `temperature`.'),
      plant_temperature: named(
        'PlantTemperature',
        {
          p10: numberOrNull('One hour in ten is colder.'),
          p50: numberOrNull('The median.'),
          p90: numberOrNull('One hour in ten is warmer.')
        },
        'What an exposed plant feels in this hour; null without a temperature.'
      ),
      wet_bulb_temperature: numberOrNull('Wet bulb of the air.'),
      wind_speed: numberOrNull('At 10 m.'),
      cloud_cover: numberOrNull('Of the whole sky.'),
      score: numberOrNull('0…100, as if the plant were coldest in this hour.', percent)
    }),
    'From two hours before sunset to three after sunrise.'
  ),
  hourly: list(
    named('WeatherHour', {
      from: instant('The whole hour.'),
      to: instant('The next one.'),
      temperature: numberOrNull('Air at 2 m; in a night’s hours corrected by what was learned at the place.'),
      dew_point: numberOrNull('Of the air.'),
      wind_speed: numberOrNull('At 10 m.'),
      cloud_cover: numberOrNull('Of the whole sky.'),
      precipitation: numberOrNull('In the hour before `from`.')
    }),
    'Every hour from now to the end of the forecast, of days and nights alike.'
  ),
  units: unitsBlock,
  meta: metaBlock
})
export type FrostRiskBody = Static<typeof frostRiskBody>
export type NightBody = Static<typeof nightBody>
