/** The bodies of the index, /crops, /limits and /openapi.json. */
import Type from 'typebox'
import { exposures } from '../../frost/scoring-profile.ts'
import {
  flag,
  integer,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  row,
  text,
  textOrNull,
  unit,
  url
} from '../schema.ts'

const autoBlock = named('StageAuto', {
  stages: list(Type.String(), 'Slugs of the stages that the estimate can come to, in order of growth.'),
  plus_minus_days: number('By so many days an estimated stage may begin earlier or later.', { minimum: 0 })
})

export const cropsBody = named('CropsAnswer', {
  crops: list(
    named('Crop', {
      id: text('Slug of the crop, for `crop`.'),
      name: text('In the language asked for.'),
      exposure: oneOf(exposures, 'The exposure used by default.'),
      stage_auto: Type.Union([autoBlock, Type.Null()], {
        description: 'The stages that `stage=auto` can estimate for this crop; null where it is refused.'
      }),
      stages: list(
        named('Stage', {
          id: text('Slug of the stage, for `stage`.'),
          name: text('In the language asked for.'),
          t10: number('Temperature that harms 10 % of buds within half an hour.'),
          t90: numberOrNull('Temperature that harms 90 %; null where it is not known.'),
          scoreable: flag('False where `t90` is not known: such a stage is refused.'),
          reason: textOrNull('Why it is not scoreable; null where it is.'),
          evidence: oneOf(['corroborated', 'low'], '`low`: not verified, or one statement.'),
          source: text('Where the numbers are from.'),
          standing: text('What was found out about them.')
        }),
        'In order of growth.'
      )
    }),
    'Every crop that can be asked for.'
  ),
  units: row({ temperature: unit('Of `t10` and `t90`.') }, 'What the numbers are.')
})

export const limitsBody = named('LimitsAnswer', {
  tiers: list(
    named('Tier', {
      name: text('As in `RateLimit-Policy`.'),
      quota: integer('Requests in any window.'),
      window_seconds: integer('Length of the window.')
    }),
    'What clients without a key and with one may ask for.'
  ),
  your_tier: text('The tier of the request.'),
  new_points_per_day: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description:
      'Points not seen before that this client may open in a UTC day, with a key as its tier says; null = no limit.'
  })
})

export const openApiBody = Type.Unsafe<object>({ type: 'object', description: 'An OpenAPI 3.1 document.' })

/** `address` has the gaps of a path as `{name}`. */
export const indexBody = named('IndexAnswer', {
  openapi: url('This contract, as OpenAPI 3.1.'),
  reference: url('The same for reading.'),
  documentation: url('The API in ten minutes.'),
  operations: list(
    named('IndexedOperation', {
      id: text('As `operationId`.'),
      method: oneOf(['GET', 'POST', 'PATCH', 'DELETE'], 'HTTP method.'),
      address: text('Its URL, with `{name}` for what is to be filled in.'),
      summary: text('What it is for.')
    }),
    'Every operation of this contract.'
  )
})
