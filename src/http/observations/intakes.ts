import Type, { type Static } from 'typebox'
import { secondMs } from '../../common/time.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import type { CountedRefusal, Intake, IntakeChannel } from '../../observations/intake-ports.ts'
import { minimumKinds, placeMembers, type SensorOfRow, sensorMembers } from '../../observations/row-parts.ts'
import { type BrokerTopics, presetNames } from '../../stations/upload.ts'
import {
  flag,
  instant,
  instantOrNull,
  integer,
  list,
  named,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  row,
  text,
  textOrNull,
  url
} from '../schema.ts'

const closed = { additionalProperties: false }
const units = ['C', 'F'] as const
const labelMember = Type.String({
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  maxLength: 64,
  description: 'A name of your own.'
})
const unitMember = Type.Unsafe<'C' | 'F' | null>({
  type: ['string', 'null'],
  enum: [...units, null],
  description:
    'What the station measures temperatures in, whatever its fields are called; null: what their names say.'
})

export const newIntakeBody = Type.Object(
  { label: Type.Optional(labelMember), unit: Type.Optional(unitMember) },
  { ...closed, title: 'NewIntake', description: 'An intake; all members may be left out.' }
)

const topicsMember = Type.Unsafe<BrokerTopics | null>({
  anyOf: [
    Type.Object(
      {
        topic: Type.String({
          // `+` and `#` stand for whole levels, `#` for the last; `$…` are the broker's own.
          pattern:
            '^(?:/?#|(?:\\+|[^$+#/\\u0000][^+#/\\u0000]*)(?:/(?:\\+|[^+#/\\u0000]*))*(?:/#)?|(?:/(?:\\+|[^+#/\\u0000]*))+(?:/#)?)$',
          maxLength: 200,
          description: 'A topic of the broker, or a filter as `tele/+/SENSOR` or `orchard/#`.'
        }),
        preset: Type.Unsafe<BrokerTopics['preset']>({
          type: 'string',
          enum: [...presetNames],
          description: 'What publishes there.'
        }),
        pointer: Type.Optional(
          Type.Unsafe<string | null>({
            type: ['string', 'null'],
            pattern: '^(?:/(?:[^/~]|~[01])*)*$',
            maxLength: 200,
            description:
              'With `json`: where the temperature is, as `/probe/temperature` (RFC 6901); null: not given.'
          })
        )
      },
      { ...closed, title: 'BrokerTopics' }
    ),
    { type: 'null' }
  ],
  description:
    'Topics of the operator’s broker (`MQTT_URL`) that are read; null: none. Only with a key of the operator.'
})

/** More mappings than an intake has channels. */
const maxMappings = 400

const mappedSensor = Type.Object({ ...placeMembers, ...sensorMembers }, closed)

const channelMapping = Type.Object(
  {
    device: Type.String({ maxLength: 200, description: 'As the intake lists it.' }),
    field: Type.String({ maxLength: 200, description: 'As the intake lists it.' }),
    sensor: Type.Unsafe<Static<typeof mappedSensor> | null>({
      anyOf: [mappedSensor, { type: 'null' }],
      description: 'The sensor whose readings the field has, as in a row of `POST /observations`; null: none.'
    })
  },
  { ...closed, title: 'ChannelMapping' }
)

export const intakeChange = Type.Object(
  {
    label: Type.Optional(labelMember),
    unit: Type.Optional(unitMember),
    mqtt: Type.Optional(topicsMember),
    channels: Type.Optional(
      list(channelMapping, 'Which sensor each of its temperatures is.', { maxItems: maxMappings })
    )
  },
  { ...closed, title: 'IntakeChange', description: 'What is not named stays.' }
)

const brokerTopics = named('ReadTopics', {
  topic: text('A topic or filter of the broker.'),
  preset: oneOf(presetNames, 'What publishes there.'),
  pointer: textOrNull('Where the temperature is in a payload of `json`; null for the others.')
})

const summary = {
  id: text('Id of the intake.'),
  owner: text('Id of the API key that made it.'),
  label: textOrNull('As it was named; null without a name.'),
  unit: oneOfOrNull(
    units,
    'What its temperatures are in, whatever its fields are called; null: what their names say.'
  ),
  mqtt: Type.Unsafe<Static<typeof brokerTopics> | null>({
    anyOf: [brokerTopics, { type: 'null' }],
    description: 'Topics of the operator’s broker that are read; null: none.'
  }),
  created_at: instant('When it was made.'),
  revoked_at: instantOrNull('Nothing is taken by it since; null where it is not revoked.'),
  last_contact_at: instantOrNull('When the last upload came in; null before the first.')
}

const channelSensor = named('ChannelSensor', {
  location: textOrNull('Slug of its place; null for a point.'),
  lat: numberOrNull('Degrees north; null for a place.'),
  lon: numberOrNull('Degrees east; null for a place.'),
  elevation: numberOrNull('Height of the point in metres; null where it is not known, and for a place.'),
  kind: oneOf(minimumKinds, 'Where it measures.'),
  exposure: oneOfOrNull(exposures, 'Where a sensor at plants is; null at 2 m, and where it is unknown.'),
  station: textOrNull('Its name; null without one.')
})

const intakeRow = named('Intake', summary)

const intakeDetail = named(
  'IntakeDetail',
  {
    ...summary,
    channels: list(
      named('IntakeChannel', {
        device: text('Which of the devices that share the secret; empty where the protocol does not say.'),
        field: text('As the station names it.'),
        last_value: text('The last temperature as it was sent.'),
        unit: oneOfOrNull(
          units,
          'Its unit; null where neither its name nor the owner says it: nothing is stored.'
        ),
        is_indoors: flag('Its name says that it is in a room.'),
        first_at: instant('When it was heard first.'),
        last_at: instant('When it was heard last.'),
        clock_seconds: Type.Unsafe<number | null>({
          type: ['integer', 'null'],
          description: 'How far the station’s clock is ahead; null where it sends no time.'
        }),
        sensor: Type.Unsafe<Static<typeof channelSensor> | null>({
          anyOf: [channelSensor, { type: 'null' }],
          description: 'Whose readings they are; null: it is not mapped, and nothing of it is stored.'
        })
      }),
      'What its devices have sent, one row for each temperature.'
    ),
    refusals: list(
      named('IntakeRefusal', {
        reason: text('Why: `clock`, `implausible`, `units_contradict`, `unit_unknown`, `too_large` ….'),
        detail: text('Of the newest, as a sentence with what to do.'),
        count: integer('How many there were.'),
        last_at: instant('When the newest came in.')
      }),
      'What was not accepted, by reason; empty where all was.'
    )
  },
  'An intake, with what came in by it.'
)

export const intakesAnswer = named('IntakesAnswer', {
  intakes: list(intakeRow, 'Those of the key; with one of the operator all.')
})
export const intakeAnswer = named('IntakeAnswer', { intake: intakeDetail })
export const intakeSecretAnswer = named('IntakeSecretAnswer', {
  intake: intakeDetail,
  secret: text('What is typed on the console; it is shown this once.'),
  addresses: row(
    {
      ecowitt: url('For consoles of Ecowitt, Fine Offset and Ambient.'),
      wu: url('For what sends to Weather Underground.'),
      lorawan: url('For The Things Stack and ChirpStack.')
    },
    'Where the station sends to; the protocol decides which.'
  )
})

export function presentIntake(intake: Intake): Static<typeof intakeRow> {
  return {
    id: String(intake.seq),
    owner: intake.owner,
    label: intake.label || null,
    unit: intake.unit,
    mqtt: intake.mqtt,
    created_at: isoOf(intake.createdAt),
    revoked_at: isoOrNull(intake.revokedAt),
    last_contact_at: isoOrNull(intake.contactAt)
  }
}

export function presentDetail(
  intake: Intake,
  channels: readonly IntakeChannel[],
  refusals: readonly CountedRefusal[]
): Static<typeof intakeDetail> {
  return {
    ...presentIntake(intake),
    channels: channels.map((channel) => ({
      device: channel.device,
      field: channel.field,
      last_value: channel.lastValue,
      unit: channel.unit,
      is_indoors: channel.isIndoors,
      first_at: isoOf(channel.firstAt),
      last_at: isoOf(channel.lastAt),
      clock_seconds: channel.clock === null ? null : Math.round(channel.clock.ms / secondMs),
      sensor: channel.sensor === null ? null : presentSensor(channel.sensor)
    })),
    refusals: refusals.map(({ reason, detail, count, lastAt }) => {
      return { reason, detail, count, last_at: isoOf(lastAt) }
    })
  }
}

function presentSensor({ place, kind, exposure, station }: SensorOfRow) {
  const where =
    'location' in place
      ? { location: place.location, lat: null, lon: null, elevation: null }
      : { location: null, ...place }
  return { ...where, kind, exposure, station: station || null }
}

export function presentAddresses(
  siteUrl: string,
  secret: string
): Static<typeof intakeSecretAnswer>['addresses'] {
  const at = (path: string) => `${siteUrl}/ingest/${path}/${secret}`
  return { ecowitt: at('ecowitt'), wu: at('wu'), lorawan: at('lorawan') }
}

function isoOf(at: number): string {
  return new Date(at).toISOString()
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoOf(at)
}
