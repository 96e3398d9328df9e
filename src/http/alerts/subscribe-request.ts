/** The published body of `POST /alerts/subscribe`: a form for each kind of destination, distinguished by `channel`. */
import Type, { type TSchema } from 'typebox'
import type { Channel } from '../../alerts/ports.ts'
import { subscribeRequest } from '../../alerts/subscription-schema.ts'

type Described = Pick<Channel, 'id' | 'destinationMembers'>

interface Form {
  readonly title: string
  readonly destination: TSchema
}

const closed = { additionalProperties: false }
const keys = Type.Object(
  {
    p256dh: Type.String({ description: 'Uncompressed P-256 point in base64url.' }),
    auth: Type.String({ description: '16 bytes in base64url.' })
  },
  { title: 'WebPushKeys' }
)

/** By the first member of `destination` that a channel needs. */
const forms: Readonly<Record<string, Form>> = {
  '/destination/url': {
    title: 'WebhookSubscriptionRequest',
    destination: Type.Object(
      { url: Type.String({ format: 'uri', description: 'Of your server.' }) },
      { ...closed, title: 'WebhookDestination' }
    )
  },
  '/destination/address': {
    title: 'EmailSubscriptionRequest',
    destination: Type.Object(
      { address: Type.String({ format: 'idn-email', description: 'Where the mails go.' }) },
      { ...closed, title: 'EmailDestination' }
    )
  },
  '/destination/endpoint': {
    title: 'WebPushSubscriptionRequest',
    destination: Type.Object(
      {
        endpoint: Type.String({ format: 'uri', description: 'Of the browser’s push service.' }),
        keys,
        expirationTime: Type.Optional(
          Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'As the browser gives it.' })
        )
      },
      {
        ...closed,
        title: 'WebPushDestination',
        description: 'A PushSubscription, as its `toJSON()` gives it.'
      }
    )
  }
}

const withoutDestination: Form = {
  title: 'MinimalSubscriptionRequest',
  destination: Type.Optional(Type.Null({ description: 'The channel creates its own destination.' }))
}

/** The body's schema for the channels of an installation. */
export function subscribeBody(channels: Iterable<Described>): TSchema {
  const byForm = Map.groupBy(
    channels,
    ({ destinationMembers: [first = ''] }) => forms[first] ?? withoutDestination
  )
  const schemas = [...byForm].map(([form, those]) => ({ form, those, schema: formSchema(form, those) }))
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
