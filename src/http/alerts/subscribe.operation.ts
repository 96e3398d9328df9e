import type { TSchema } from 'typebox'
import Type from 'typebox'
import type { Alerts } from '../../alerts/alerts.ts'
import { offeredChannels } from '../../alerts/channel-choice.ts'
import { type Channel, confirmationMethods } from '../../alerts/ports.ts'
import { subscribe } from '../../alerts/subscribe.ts'
import { subscribeRequest } from '../../alerts/subscription-schema.ts'
import { networksOf } from '../client-networks.ts'
import {
  notJson,
  type Operation,
  type OperationAnswer,
  type OperationRequest,
  problemAnswer
} from '../operation.ts'
import { textParameter } from '../parameter.ts'
import { flag, former, list, named, oneOf, text, textOrNull } from '../schema.ts'
import { type AlertOperationDeps, presentProblem } from './parts.ts'
import { presentSubscribed } from './subscription.present.ts'
import { subscribedBody } from './subscription.schema.ts'

const confirmation = oneOf(
  confirmationMethods,
  'How a destination proves that it wants this; `none` on demo data for every channel, as a preview has nothing ' +
    'to confirm.'
)

const channelsBody = named('ChannelsAnswer', {
  channels: list(
    named('Channel', {
      id: text('For `channel`.'),
      kind: text('What carries it: the operator’s own names share a kind.'),
      available: flag(
        'Whether it can be subscribed to now: it is set up here, or demo data are shown and it is taken as a ' +
          'preview, set up or not.'
      ),
      preview: flag(
        'The service runs on demo data: nothing leaves the machine, and messages are only shown on `/preview`.'
      ),
      pushes: flag('False for what must be fetched by the reader.'),
      takes_minimal_body: flag('Whether `{location, channel, threshold}` is enough.'),
      destination_members: list(
        text('JSON pointer into the body.'),
        'What `subscribe` must name for it; empty where its messages need no destination.'
      ),
      needs_operator_key: flag(
        'Only with an API key of the operator; false on demo data, where a preview reaches no one.'
      ),
      confirmation_method: confirmation,
      confirmation: former(confirmation, 'confirmation_method'),
      missing_settings: list(
        text(
          'What the operator must set before it works on real data; a preview on demo data needs none of it.'
        ),
        'Names of settings; empty where none is missing.'
      ),
      warning: textOrNull('What will not arrive as the operator has set it up; null where all will.')
    }),
    'Each channel, also one that is not set up here.'
  )
})

export function channelsOperation(alerts: Alerts): Operation {
  return {
    method: 'GET',
    path: '/channels',
    id: 'getChannels',
    tag: 'Alerts',
    summary: 'Channels',
    description: 'Every channel, whether it works here, and what a subscription to it must name.',
    answers: { 200: { description: 'The channels.', schema: channelsBody } },
    problems: ['invalid_parameter'],
    async handle() {
      const channels = offeredChannels(alerts).map((channel) => ({
        id: channel.id,
        kind: channel.kind,
        available: channel.available,
        preview: channel.preview,
        pushes: channel.pushes,
        takes_minimal_body: channel.takesMinimalBody,
        destination_members: channel.destinationMembers,
        needs_operator_key: channel.needsOperatorKey,
        confirmation_method: channel.confirmation,
        confirmation: channel.confirmation,
        missing_settings: channel.needs,
        warning: channel.warning
      }))
      return { kind: 'fresh', body: { channels } }
    }
  }
}

/** Stored only as a hash, so its length is limited only by that of all header fields together. */
const idempotencyKeyParameter = textParameter({
  name: 'Idempotency-Key',
  description:
    'A random text, new for each subscription that is meant, such as a UUID. Within 24 hours the same body ' +
    'under the same key makes no second subscription, and is answered as it was the first time where the key ' +
    'cannot be guessed: at least 16 letters and digits that are not words or dates, or any text with an API key. ' +
    'Otherwise the repeat is refused, as is another body. An empty one is none.',
  schema: Type.String({ examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'] }),
  allowed: 'any text'
})

export function subscribeOperation(deps: AlertOperationDeps): Operation {
  return {
    method: 'POST',
    path: '/alerts/subscribe',
    id: 'subscribe',
    tag: 'Alerts',
    summary: 'Subscribe to frost alerts',
    description:
      'A message by the channel when a night’s score, or the probability of a temperature, reaches the ' +
      'threshold, again when it gets worse, and when the risk is over. The answer holds secrets that are shown ' +
      'once. With an `Idempotency-Key` header a repeated request within 24 hours gives the same answer.',
    headerParameters: [idempotencyKeyParameter],
    body: subscribeBody(deps.alerts.channels.values()),
    answers: { 201: { description: 'The subscription.', schema: subscribedBody, headers: ['Location'] } },
    problems: [
      'invalid_parameter',
      'forbidden_channel',
      'validation_failed',
      'location_not_found',
      'threshold_out_of_range',
      'unsupported_channel',
      'destination_required',
      'destination_invalid',
      'destination_not_allowed',
      'idempotency_in_progress',
      'idempotency_key_reused',
      'subscription_limit',
      'channel_unavailable',
      'alerts_unavailable'
    ],
    handle: (request) => answer(deps, request)
  }
}

async function answer(deps: AlertOperationDeps, request: OperationRequest): Promise<OperationAnswer> {
  const { alerts, delivery } = deps
  const refusal = notJson(request)
  if (refusal !== null) return problemAnswer(refusal)
  const asked = {
    body: request.body,
    client: request.client,
    networks: networksOf(request.client),
    isByKey: request.apiKey !== null,
    ...(request.apiKey !== null && { tier: request.apiKey.tier }),
    isOperator: request.apiKey?.isOperator ?? false
  }
  const result = await subscribe(alerts, delivery, {
    ...asked,
    idempotencyKey: request.idempotencyKey === '' ? null : request.idempotencyKey,
    language: 'en',
    ensureForecast: (place, stage) => deps.ensureForecast(place, stage, request.client)
  })
  if (!result.ok) return problemAnswer(presentProblem(result, alerts.places))
  deps.wake()
  const headers = { Location: result.answer.manage.url }
  const body = presentSubscribed(alerts, result)
  return { kind: 'fresh', status: 201, body, headers }
}

type Described = Pick<Channel, 'id' | 'destinationSchema'>

interface Form {
  readonly title: string
  readonly destination: TSchema
}

const closed = { additionalProperties: false }

const withoutDestination: Form = {
  title: 'MinimalSubscriptionRequest',
  destination: Type.Optional(Type.Null({ description: 'Null or left out: the channel makes its own.' }))
}

/** `WebhookDestination` is in a `WebhookSubscriptionRequest`. */
function formOf(destination: Described['destinationSchema']): Form {
  if (destination === undefined) return withoutDestination
  const title = String(Object(destination).title).replace(/Destination$/, '')
  return { title: `${title}SubscriptionRequest`, destination }
}

function subscribeBody(channels: Iterable<Described>): TSchema {
  const bySchema = Map.groupBy(channels, ({ destinationSchema }) => destinationSchema)
  const schemas = [...bySchema].map(([destination, those]) => {
    const form = formOf(destination)
    return { form, those, schema: formSchema(form, those) }
  })
  const mapping = schemas.flatMap(({ form, those }) =>
    those.map(({ id }) => [id, `#/components/schemas/${form.title}`])
  )
  return Type.Unsafe<object>({
    title: 'SubscriptionRequest',
    description: 'The channel decides whether there is a destination. `/channels` lists what each needs.',
    oneOf: schemas.map(({ schema }) => schema),
    discriminator: { propertyName: 'channel', mapping: Object.fromEntries(mapping) }
  })
}

function formSchema({ title, destination }: Form, channels: readonly Described[]) {
  const {
    location,
    lat,
    lon,
    elevation,
    channel: _any,
    destination: _open,
    ...others
  } = subscribeRequest.properties
  const ids = channels.map(({ id }) => id)
  const values = ids.length === 1 ? { const: ids[0] } : { enum: ids }
  const channel = Type.Unsafe<string>({ type: 'string', ...values, description: 'One of `/channels`.' })
  return Type.Object({ location, lat, lon, elevation, channel, destination, ...others }, { ...closed, title })
}
