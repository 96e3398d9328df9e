/** Gives a channel a name of the operator's: its subscribers give no destination. */
import type { Channel, Destination } from '../../alerts/ports.ts'
import { type Mistake, said } from '../../config/environment.ts'
import { type OpenChannel, withoutDestination } from '../channel-kind.ts'
import { prepared, refuseAny } from '../destination.ts'
import { forOthers } from '../without-manage-link.ts'
import { exampleChannel, type NamedEntry, namedKinds } from './config.ts'

/** The destination stays in the operator's file: it can be changed there, and no secret is in the database. */
export function nameChannel(
  entry: NamedEntry,
  carrier: OpenChannel | undefined
): { readonly ok: true; readonly channel: Channel } | ({ readonly ok: false } & Mistake) {
  const { name, kind } = entry
  if (carrier === undefined || carrier.readNamed === null) {
    return {
      ok: false,
      mistake: said(({ channels }) => channels.badKind(name, kind)),
      remedy: said(({ channels }) => channels.giveKind(name, namedKinds.join(', ')))
    }
  }
  const read = carrier.readNamed(entry.destination)
  if (!read.ok) {
    const { pointer, detail } = read
    return {
      ok: false,
      mistake: said(({ channels }) => channels.badDestination(name, pointer)),
      remedy: said(({ channels }) => channels.correct(detail, pointer))
    }
  }
  if (read.destination === null) {
    return {
      ok: false,
      mistake: said(({ channels }) => channels.noDestination(name)),
      remedy: said(({ channels }) => channels.giveDestination(name, exampleChannel))
    }
  }
  return { ok: true, channel: named(entry, carrier.channel, read.destination) }
}

function named(entry: NamedEntry, carrier: Channel, destination: Destination): Channel {
  // Conversation and states belong to the carrier's own entry. Programs answer at its topics alone; people touch what
  // is in the message.
  const { converse: _one, showState, destinationSchema: _fixed, takesAnswers, ...rest } = carrier
  return {
    ...rest,
    ...(showState === undefined && takesAnswers && { takesAnswers }),
    id: entry.name,
    takesMinimalBody: true,
    ...withoutDestination,
    needsOperatorKey: !entry.isOpen,
    prepare: async ({ destination: given }) => refuseAny(given) ?? prepared({}),
    setup: () => ({ url: null, secret: null, instructions: null }),
    // A named channel is a group, or a relay that others read.
    deliver: (message, _stored, context) => carrier.deliver(forOthers(message), destination, context),
    // Without the operator's address.
    preview: (message, _stored, context) => carrier.preview(forOthers(message), null, context)
  }
}
