/** The published body of `POST /alerts/subscribe`: a form for each kind of destination, distinguished by `channel`. */
import Type, { type TSchema } from 'typebox'
import type { Channel } from '../../alerts/ports.ts'
import { subscribeRequest } from '../../alerts/subscription-schema.ts'

type Described = Pick<Channel, 'id' | 'destinationSchema'>

interface Form {
  readonly title: string
  readonly destination: TSchema
}

const closed = { additionalProperties: false }

const withoutDestination: Form = {
  title: 'MinimalSubscriptionRequest',
  destination: Type.Optional(Type.Null({ description: 'The channel creates its own destination.' }))
}

/** `WebhookDestination` stands in a `WebhookSubscriptionRequest`. */
function formOf(destination: Described['destinationSchema']): Form {
  if (destination === undefined) return withoutDestination
  const title = String(Object(destination).title).replace(/Destination$/, '')
  return { title: `${title}SubscriptionRequest`, destination }
}

/** The body's schema for the channels of an installation. */
export function subscribeBody(channels: Iterable<Described>): TSchema {
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
