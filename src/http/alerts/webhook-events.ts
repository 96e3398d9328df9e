import Type, { type TSchema } from 'typebox'
import { messageUrgencies } from '../../alerts/message-ports.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { thresholdSubjects } from '../../frost/temperature-threshold.ts'
import { languages } from '../../language/language.ts'
import {
  deprecated,
  flag,
  former,
  instant,
  instantOrNull,
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
  url,
  urlOrNull
} from '../schema.ts'

const frostHours = named(
  'FrostHours',
  {
    from: instantOrNull('First hour of damage; null where there is none.'),
    to: instantOrNull('Last hour of damage; texts name its end. Null where there is none.')
  },
  'When the plant is at the temperature that harms it; nulls where it never is.'
)

const page = url('The place’s page.')
const manageUrl = urlOrNull('Page to change it; null where there is none.')
const unsubscribeUrl = url('POST ends the subscription.')
const plantFrost = numberOrNull('That the plant falls to 0 °C, 0…1.', { minimum: 0, maximum: 1 })

const night = named('MessageNight', {
  date: Type.String({ format: 'date', description: 'The morning that ends the night, in the place’s zone.' }),
  standing: oneOf(['raised', 'cleared', 'seen'], '`seen`: reported without an alert.'),
  score: numberOrNull('0…100.', { minimum: 0, maximum: 100 }),
  level: oneOf(['none', 'low', 'moderate', 'high', 'severe', 'unknown'], 'Of the score.'),
  temperature_min: numberOrNull('Air at 2 m [°C].'),
  plant_temperature_min: numberOrNull('Minimum of the plant [°C].'),
  plant_temperature_min_range: row(
    {
      p10: numberOrNull('One night in ten is colder [°C].'),
      p90: numberOrNull('One night in ten is warmer [°C].')
    },
    'How far `plant_temperature_min` is uncertain.'
  ),
  probability: row(
    {
      plant_frost: plantFrost,
      frost: deprecated(plantFrost, 'plant_frost'),
      threshold: numberOrNull('That the minimum falls to `threshold_temperature`, 0…1; null with a score.', {
        minimum: 0,
        maximum: 1
      })
    },
    'How likely the night’s minimum is below a limit.'
  ),
  coldest_at: instantOrNull('The coldest hour; null where the night is not known.'),
  frost_hours: frostHours,
  night: row(
    {
      sunset: instantOrNull('Null in polar day or night.'),
      sunrise: instantOrNull('Null in polar day or night.'),
      over: instantOrNull('When the night is over; null where the night is not known.')
    },
    'When the night begins and ends.'
  ),
  frost_type: textOrNull('What makes it cold; null where it is not known.'),
  appearance: textOrNull('White or black frost; null where neither is expected.'),
  expected_damage_percent: numberOrNull(
    'Share of buds killed, for a crop and stage that has it; null without.'
  ),
  updated_by: orNull(
    named('NightMeasurement', {
      station: text('Name of the thermometer; for an airport with its code.'),
      measured_at: instant('Its newest reading.'),
      distance_km: number('From the place.')
    }),
    'The measurement of this night that moved it; null where none did.'
  ),
  before: orNull(
    named('EarlierNight', {
      score: numberOrNull('0…100.', { minimum: 0, maximum: 100 }),
      level: oneOf(['none', 'low', 'moderate', 'high', 'severe', 'unknown'], 'Of the score.'),
      plant_temperature_min: numberOrNull('Minimum of the plant [°C].'),
      frost_hours: frostHours
    }),
    'What the last message said, where the night has become worse since; else null.'
  )
})

const crop = named(
  'MessageCrop',
  {
    crop: text('Slug of the crop, or `generic`.'),
    stage: textOrNull('Slug of the stage; null without a crop.'),
    exposure: oneOfOrNull(exposures, 'As given; null = the crop’s own.'),
    stage_is_old: flag('The stage was given more than ten days ago.')
  },
  'The plants it is about.'
)

const message = named(
  'Message',
  {
    subscription_id: text('Whose.'),
    label: textOrNull('The subscriber’s own name for it; null without one.'),
    threshold: numberOrNull('The subscription’s score; null with a temperature.'),
    threshold_temperature: numberOrNull('The subscription’s temperature [°C]; null with a score.'),
    threshold_of: oneOfOrNull(thresholdSubjects, 'Whose minimum; null with a score.'),
    threshold_probability: numberOrNull('From which probability on; null with a score.'),
    location: named(
      'MessagePlace',
      {
        slug: textOrNull('Of the place; null for a field.'),
        name: text('The place’s; for a field the subscriber’s own name.'),
        region: textOrNull('Province or state; null where it has none.'),
        country: text('ISO 3166-1 alpha-2.'),
        timezone: text('IANA zone of every instant here.')
      },
      'The place or field it is about.'
    ),
    profile: crop,
    crop: former(crop, 'profile'),
    nights: list(night, 'Those it is about, by date; empty for a message about none.'),
    issued_at: instantOrNull('When the data are from; null where nothing is known.'),
    confirmed_at: instantOrNull('When a source last confirmed them; null where nothing is known.'),
    attribution: textOrNull('What the data’s licence asks to be said; null where it asks nothing.'),
    urgency: oneOf(
      messageUrgencies,
      'How much attention it may demand: `alarm`, what is new about tonight where harm is likely; `warning`, ' +
        'what else is about tonight; `notice`; `quiet`.'
    ),
    synthetic: flag('Made-up data.'),
    test: flag('A test that was asked for.'),
    language: oneOf(languages, 'Of the words.'),
    links: named(
      'MessageLinks',
      {
        page,
        unsubscribe_url: unsubscribeUrl,
        manage_url: manageUrl,
        place: former(page, 'page'),
        unsubscribe: former(unsubscribeUrl, 'unsubscribe_url'),
        manage: former(manageUrl, 'manage_url')
      },
      'Pages and addresses for the reader.'
    ),
    title: text('For people.'),
    short: text('For people, one sentence.'),
    text: text('For people, the whole message.')
  },
  'What the message says, as data and in words.'
)

const proof = named(
  'ProofRequest',
  {
    subscription_id: text('Whose.'),
    challenge: text('To be sent back as `{"challenge": …}` with a 2xx answer.'),
    confirm_url: url(
      'For receivers that cannot answer: a page whose button confirms. Valid once, for 24 hours.'
    )
  },
  'How the receiver proves that it wants this.'
)

const alertEvents: Readonly<Record<string, string>> = {
  raised: 'A night reaches the threshold.',
  updated: 'A raised night got worse.',
  cleared: 'The risk is over.',
  dusk: 'A reminder before a raised night.',
  escalated: 'A warning about tonight was not answered.',
  blind: 'No source can be seen tonight.',
  sighted: 'It can be seen again.',
  still_watching: 'A sign of life after 180 silent days.',
  test: 'A test that was asked for.'
}

export function webhookEvents(): Readonly<Record<string, object>> {
  const alerts = Object.entries(alertEvents).map(([kind, summary]) => [
    `frost.alert.${kind}`,
    event(`frost.alert.${kind}`, summary, message, received)
  ])
  const verify = event(
    'frost.subscription.verify',
    'The receiver must prove that it wants this: it sends the challenge back, or a person opens `confirm_url`.',
    proof,
    proven
  )
  return Object.fromEntries([['frost.subscription.verify', verify], ...alerts])
}

const received = {
  '2XX': { description: 'Accepted. 3xx is a failure and not followed.' },
  '410': { description: 'Gone for good: the subscription is suspended.' }
}
const proven = {
  '2XX': {
    description: 'The proof.',
    content: {
      'application/json': {
        schema: named('ProofAnswer', { challenge: text('The value that was sent.') })
      }
    }
  }
}

function event(type: string, summary: string, data: TSchema, responses: object): object {
  const operationId = type.replaceAll(/[._](\w)/g, (_all, letter: string) => letter.toUpperCase())
  const schema = named(operationId.replace(/^f/, 'F'), {
    type: Type.Literal(type, { description: summary }),
    message_id: text('The same on every repeat, as `webhook-id`.'),
    timestamp: instant('When the message was made.'),
    data
  })
  return {
    post: {
      operationId,
      security: [],
      summary,
      tags: ['Alerts'],
      description:
        'Signed by the Standard Webhooks specification: for 24 hours after a rotation `webhook-signature` has ' +
        'two signatures, separated by a space. A repeat has the same `webhook-id` and the same nights.',
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
        required: true,
        description: 'As Standard Webhooks defines it.',
        schema: { type: 'string' }
      })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses
    }
  }
}
