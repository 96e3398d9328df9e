import type { AlertMessage } from '../alerts/message-ports.ts'
import type {
  Channel,
  DeliveryContext,
  Destination,
  DestinationProblem,
  PreparedDestination
} from '../alerts/ports.ts'
import { pointerToken } from '../common/json-pointer.ts'
import { didYouMean } from '../common/near-name.ts'

export type DestinationMembers = Readonly<Record<string, unknown>>

/** Refuses unknown members: a mistyped one must not be ignored. */
export function unknownMember(
  given: DestinationMembers,
  known: readonly string[]
): DestinationProblem | null {
  const unknown = Object.keys(given).find((member) => !known.includes(member))
  if (unknown === undefined) return null
  const meant = didYouMean(unknown, known)
  return invalid(
    `/destination${pointerToken(unknown)}`,
    `This member is not known; ${listed(known)}.${meant}`
  )
}

function listed(known: readonly string[]): string {
  return known.length === 0 ? 'this channel takes no destination' : `known: ${known.join(', ')}`
}

/** One attempt, as `Channel.deliver` is asked for it. */
export interface Delivery {
  readonly message: AlertMessage
  readonly destination: Destination
  readonly context: DeliveryContext
}

/** The object, or why it is refused. @param known the members it may have; absent: the caller checks them. */
export function readMembers(
  given: unknown,
  needed: string,
  known?: readonly string[]
): DestinationMembers | DestinationProblem {
  if (given === null || given === undefined) {
    return problem('destination_required', '/destination', `This channel needs a destination with ${needed}.`)
  }
  if (typeof given !== 'object' || Array.isArray(given)) {
    return invalid('/destination', `The destination is an object with ${needed}.`)
  }
  const members = given as DestinationMembers
  return (known === undefined ? null : unknownMember(members, known)) ?? members
}

export function isProblem(read: DestinationMembers | DestinationProblem): read is DestinationProblem {
  return read['ok'] === false && typeof read['code'] === 'string'
}

export function required(pointer: string, detail: string): DestinationProblem {
  return problem('destination_required', pointer, detail)
}

export function invalid(pointer: string, detail: string): DestinationProblem {
  return problem('destination_invalid', pointer, detail)
}

export function notAllowed(pointer: string, detail: string): DestinationProblem {
  return problem('destination_not_allowed', pointer, detail)
}

/** A channel without a destination refuses one: no one believes it was used. */
export function refuseAny(given: unknown): DestinationProblem | null {
  if (given === null || given === undefined) return null
  return invalid('/destination', 'This channel makes its own destination; leave this member out.')
}

/** 160 bits; 128 prevent guessing. */
const topicBytes = 20

/** For a channel that makes its topics after a prefix, or takes one that the operator names. */
export function topics(prefix: string, named: { readonly pattern: RegExp; readonly allowed: string }) {
  return {
    prepare: async ({ destination, random }: Parameters<Channel['prepare']>[0]) => {
      const topic = prefix + Buffer.from(random(topicBytes)).toString('base64url')
      return refuseAny(destination) ?? prepared({ topic })
    },
    readNamed(given: unknown): PreparedDestination | DestinationProblem {
      const members = readMembers(given, 'a topic')
      if (isProblem(members)) return members
      const topic = members['topic']
      if (typeof topic !== 'string' || !named.pattern.test(topic))
        return invalid('/destination/topic', `A topic has ${named.allowed}.`)
      return unknownMember(members, ['topic']) ?? prepared({ topic })
    }
  }
}

export function prepared(
  destination: Readonly<Record<string, unknown>> | null,
  options: { readonly destinationKey?: string; readonly rateLimitKey?: string } = {}
): PreparedDestination {
  return {
    ok: true,
    destination,
    destinationKey: options.destinationKey ?? null,
    confirmationRateLimitKey: options.rateLimitKey ?? null
  }
}

function problem(code: DestinationProblem['code'], pointer: string, detail: string): DestinationProblem {
  return { ok: false, code, pointer, detail }
}
