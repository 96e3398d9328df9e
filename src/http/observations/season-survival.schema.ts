/** The body of GET /season-survival. */
import type { Static } from 'typebox'
import { exposures } from '../../frost/scoring-profile.ts'
import { namedPoint } from '../places/schema.ts'
import { date, dateOrNull, integer, list, named, number, numberOrNull, oneOf, row, text } from '../schema.ts'

const percent = { minimum: 0, maximum: 100 }

export const seasonSurvivalBody = named('SeasonSurvivalAnswer', {
  location: namedPoint,
  season: named('Season', {
    crop: text('Slug of the crop.'),
    exposure: oneOf(exposures, 'At what height the plants stand.'),
    from: date('The first night looked at: the first stage’s.'),
    until: date('The last one.'),
    alive_percent: numberOrNull('Buds that the measured nights have left; null without one.', percent),
    nights_in_span: integer('Nights from the first to the last.'),
    nights_measured: integer(
      'Of them with a measurement that counts; what others took is not in the figure.'
    ),
    nights_air_only: integer('Of them with the 2 m minimum alone: plants were colder, more may be lost.'),
    worst_date: dateOrNull('The night that took most.'),
    statement: text('What the figure rests on, as a sentence.')
  }),
  nights: list(
    named('SeasonNight', {
      date: date('The morning that ends the night.'),
      stage: text('Slug of the stage it met.'),
      plant_temperature_min: number('At the plants.'),
      basis: oneOf(
        ['measured', 'from_air', 'air_only'],
        'Measured at plants of this exposure, or of unknown exposure; from the 2 m minimum and the cooling expected for that night; the 2 m minimum itself.'
      ),
      killed_percent: number('Of the buds that were still alive.', percent),
      alive_percent: number('Of all buds, after the night.', percent)
    }),
    { description: 'Measured nights, by date.' }
  ),
  units: row({ temperature: text('Of temperatures.') })
})

export type SeasonSurvivalBody = Static<typeof seasonSurvivalBody>
