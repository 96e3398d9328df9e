/** The `webhooks` section of the OpenAPI document: what receivers are sent. */

import Type, { type TSchema } from 'typebox'
import { messageUrgencies } from '../../alerts/message-ports.ts'
import { exposures } from '../../frost/scoring-profile.ts'
import { thresholdSubjects } from '../../frost/temperature-threshold.ts'
import { languages } from '../../language/language.ts'
import {
  flag,
  instant,
  instantOrNull,
  list,
  named,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  row,
  text,
  textOrNull,
  url,
  urlOrNull
} from '../schema.ts'

const frostHours = named('FrostHours', {
  from: instantOrNull('First hour of damage.'),
  to: instantOrNull('Last hour of damage.')
})

const night = named('MessageNight', {
  date: Type.String({ format: 'date', description: 'The morning that ends the night, in the place’s zone.' }),
  standing: oneOf(['raised', 'cleared', 'seen'], '`seen`: reported without an alert.'),
  score: numberOrNull('0…100.', { minimum: 0, maximum: 100 }),
  level: oneOf(['none', 'low', 'moderate', 'high', 'severe', 'unknown'], 'Of the score.'),
  temperature_min: numberOrNull('Air at 2 m [°C].'),
  plant_temperature_min: numberOrNull('Minimum of the plant [°C].'),
  plant_temperature_min_range: row({
    p10: numberOrNull('One night in ten is colder [°C].'),
    p90: numberOrNull('One night in ten is warmer [°C].')
  }),
  probability: row({
    frost: numberOrNull('That the plant falls to 0 °C, 0…1.', { minimum: 0, maximum: 1 }),
    threshold: numberOrNull('That the minimum falls to `threshold_temperature`, 0…1; null with a score.', {
      minimum: 0,
      maximum: 1
    })
  }),
  coldest_at: instantOrNull('The coldest hour.'),
  frost_hours: frostHours,
  night: row({
    sunset: instantOrNull('Null in polar day or night.'),
    sunrise: instantOrNull('Null in polar day or night.'),
    over: instantOrNull('When the night is over.')
  }),
  frost_type: textOrNull('What makes it cold.'),
  appearance: textOrNull('White or black frost.'),
  expected_damage_percent: numberOrNull('Share of buds killed, for a crop and stage that has it.'),
  updated_by: Type.Union(
    [
      named('NightMeasurement', {
        station: text('Name of the thermometer; of an airport with its code.'),
        measured_at: instant('Its newest reading.'),
        distance_km: number('From the place.')
      }),
      Type.Null()
    ],
    { description: 'The measurement of this night that moved it; null where none did.' }
  ),
  before: Type.Union(
    [
      named('EarlierNight', {
        score: numberOrNull('0…100.', { minimum: 0, maximum: 100 }),
        level: oneOf(['none', 'low', 'moderate', 'high', 'severe', 'unknown'], 'Of the score.'),
        plant_temperature_min: numberOrNull('Minimum of the plant [°C].'),
        frost_hours: frostHours
      }),
      Type.Null()
    ],
    { description: 'What the last message said, where the night has become worse since; else null.' }
  )
})

const message = named('Message', {
  subscription_id: text('Whose.'),
  label: textOrNull('The subscriber’s own name for it.'),
  threshold: numberOrNull('The subscription’s score; null with a temperature.'),
  threshold_temperature: numberOrNull('The subscription’s temperature [°C]; null with a score.'),
  threshold_of: oneOfOrNull(thresholdSubjects, 'Whose minimum; null with a score.'),
  threshold_probability: numberOrNull('From which probability on; null with a score.'),
  location: named('MessagePlace', {
    slug: textOrNull('Of the place; null for a field.'),
    name: text('Of the place; of a field the subscriber’s own name.'),
    region: textOrNull('Province or state.'),
    country: text('ISO 3166-1 alpha-2.'),
    timezone: text('IANA zone of every instant here.')
  }),
  crop: named('MessageCrop', {
    crop: text('Slug, or `generic`.'),
    stage: textOrNull('Slug.'),
    exposure: oneOfOrNull(exposures, 'As given.'),
    stage_is_old: flag('The stage was given more than ten days ago.')
  }),
  nights: list(night),
  issued_at: instantOrNull('When the data are from.'),
  confirmed_at: instantOrNull('When a source last confirmed them.'),
  attribution: textOrNull('What the data’s licence asks to be said.'),
  urgency: oneOf(
    messageUrgencies,
    'How much attention it may demand: `alarm`, what is new about tonight where harm is likely; `warning`, what else is about tonight; `notice`; `quiet`.'
  ),
  synthetic: flag('Made-up data.'),
  test: flag('A test that was asked for.'),
  language: oneOf(languages, 'Of the words.'),
  links: named('MessageLinks', {
    place: url('The place’s page.'),
    unsubscribe: url('POST ends the subscription.'),
    manage: urlOrNull('Page to change it.')
  }),
  title: text('For people.'),
  short: text('For people, one sentence.'),
  text: text('For people, the whole message.')
})

const proof = named('ProofRequest', {
  subscription_id: text('Whose.'),
  challenge: text('To be sent back as `{"challenge": …}` with a 2xx answer.'),
  confirm_url: url(
    'For receivers that cannot answer: a page whose button confirms. Valid once, for 24 hours.'
  )
})

/** Kinds of message that a webhook receives, and what each means. */
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

/** Path items by event, in the form of OpenAPI 3.1. */
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
    type: Type.Literal(type),
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
        'Signed by the Standard Webhooks specification: for 24 hours after a rotation `webhook-signature` has two signatures, separated by a space. A repeat has the same `webhook-id` and the same nights.',
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' }
      })),
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses
    }
  }
}
