/** The bodies of POST /observations. */
import Type, { type Static } from 'typebox'
import { absoluteBounds } from '../../observations/plausibility.ts'
import { integer, list, number, numberOrNull, oneOf, row, text, textOrNull } from '../schema.ts'

/** A body has 16 kB, which is about as many rows. */
export const mostRows = 100

const { least } = absoluteBounds.plant
const { most } = absoluteBounds.air_2m

export const observationRow = Type.Object(
  {
    location: Type.Optional(Type.String({ description: 'Slug of a named place; or `lat` and `lon`.' })),
    lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    elevation: Type.Optional(
      Type.Number({
        description:
          'Height of the point in metres. Without it what is learned at a bare point reaches 1 km, with it 5 km.',
        minimum: -500,
        maximum: 9000
      })
    ),
    date: Type.String({
      format: 'date',
      description: 'The morning that ends the night, in the place’s own zone.'
    }),
    kind: Type.Unsafe<'air_2m' | 'plant'>({
      type: 'string',
      enum: ['air_2m', 'plant'],
      description: 'Measured in a screen at 2 m, or unscreened at the plants.'
    }),
    minimum: Type.Number({ description: `Lowest temperature of the night, ${least}…${most} °C.` }),
    unit: Type.Optional(
      Type.Unsafe<'C' | 'F'>({ type: 'string', enum: ['C', 'F'], default: 'C', description: 'Of `minimum`.' })
    ),
    station: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Tells several sensors of one kind at one point apart; any short name.'
      })
    )
  },
  { description: 'One night’s measured minimum.' }
)

export const observationsBody = Type.Unsafe<object>({
  description: `One row, or up to ${mostRows} of them as \`observations\`.`,
  oneOf: [
    observationRow,
    {
      type: 'object',
      properties: { observations: { type: 'array', items: observationRow, minItems: 1, maxItems: mostRows } },
      required: ['observations']
    }
  ]
})

export const observationsAnswer = row({
  stored: integer('Rows that were new.'),
  replaced: integer('Rows that took the place of another value for the same sensor and night.'),
  unchanged: integer('Rows that were known already; they count once.'),
  refused: integer('Rows that were not kept; `observations` says why.'),
  counts_for: oneOf(
    ['everyone', 'your_key'],
    'Whose answers they move. The operator decides whether a key’s measurements count for everyone.'
  ),
  observations: list(
    row({
      index: integer('Of the row in the request, from 0.'),
      status: oneOf(['stored', 'replaced', 'unchanged', 'refused'], 'What became of it.'),
      date: textOrNull('The night; null where the row had none.'),
      minimum: numberOrNull('As it is kept, in °C; null for a refused row.'),
      previous_minimum: numberOrNull('What it took the place of, in °C; null unless `replaced`.'),
      sensor: textOrNull('Id of the sensor; null for a refused row.'),
      detail: textOrNull('Why it was refused.')
    })
  ),
  sensors: list(
    row({
      id: text('Id of the sensor.'),
      state: oneOf(
        ['trusted', 'set_aside'],
        'A sensor set aside teaches nothing until the operator accepts it.'
      ),
      set_aside_since: textOrNull('The first of the nights that set it aside; null while trusted.'),
      nights_compared: integer('Nights of it that a forecast was kept for.'),
      nights_waiting: integer('Strange nights at the end that are not judged yet.')
    })
  ),
  units: row({ temperature: text('Of the minima in this answer.') })
})

export const sensorRow = row({
  id: text('Id of the sensor.'),
  owner: text('Id of the API key that sends it; `operator` for the operator’s own imports.'),
  lat: number('Degrees north.'),
  lon: number('Degrees east.'),
  kind: oneOf(['air_2m', 'plant'], 'Where it measures.'),
  station: textOrNull('As it was named; null without a name.'),
  state: oneOf(['trusted', 'set_aside'], 'Three nights running beyond 3σ set a sensor aside.'),
  set_aside_since: textOrNull('The first of those nights.'),
  accepted_after: textOrNull('Nights after this date count again; null where it never was accepted.'),
  nights_compared: integer('Nights that a forecast was kept for.'),
  nights_waiting: integer('Strange nights at the end that are not judged yet.')
})

export const sensorsAnswer = row({ sensors: list(sensorRow) })
export const sensorAnswer = row({ sensor: sensorRow })

export type ObservationsAnswer = Static<typeof observationsAnswer>
export type SensorRow = Static<typeof sensorRow>
