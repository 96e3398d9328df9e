/** Which channels can be had, and whether a destination will do. */
import type { Alerts } from './alerts.ts'
import type { Channel, PreparedDestination } from './ports.ts'
import { type AlertProblem, bodyProblem, problem } from './problems.ts'

/** What of the house choosing a channel needs. */
export type Choosing = Pick<Alerts, 'channels' | 'isDemo' | 'random'>

/** One line of GET /channels. */
export interface OfferedChannel {
  readonly id: string
  readonly kind: string
  /** Can be subscribed to now; on demo data also what is not configured, as a preview. */
  readonly available: boolean
  readonly pushes: boolean
  readonly takesMinimalBody: boolean
  readonly destinationMembers: readonly string[]
  readonly needsOperatorKey: boolean
  readonly confirmation: Channel['confirmation']
  /** Names of what the operator must set before it works; empty when configured. */
  readonly needs: readonly string[]
  /** What is sent is only shown on the preview page. */
  readonly preview: boolean
}

/** What this installation offers, in the order of the registry. */
export function offeredChannels(deps: Choosing): readonly OfferedChannel[] {
  const preview = deps.isDemo()
  return [...deps.channels.values()].map((channel) => ({
    id: channel.id,
    kind: channel.kind,
    available: isAvailable(deps, channel),
    pushes: channel.pushes,
    takesMinimalBody: channel.takesMinimalBody,
    destinationMembers: channel.destinationMembers,
    needsOperatorKey: channel.needsOperatorKey && !preview,
    confirmation: preview ? 'none' : channel.confirmation,
    needs: channel.needs,
    preview
  }))
}

/** The channel of an id, if it may be subscribed to here and now. */
export function admitChannel(deps: Choosing, id: string, isOperator: boolean): Channel | AlertProblem {
  const channel = deps.channels.get(id)
  if (channel === undefined || !isAvailable(deps, channel)) {
    const available = [...deps.channels.values()].filter((one) => isAvailable(deps, one)).map((one) => one.id)
    const detail = `This installation has no such channel. It offers: ${available.join(', ')}.`
    return bodyProblem('unsupported_channel', '/channel', detail, { available })
  }
  // A preview reaches nobody, so nobody needs to be kept from it.
  if (channel.needsOperatorKey && !isOperator && !deps.isDemo()) {
    return bodyProblem('forbidden_channel', '/channel', 'This channel needs an API key of the operator.')
  }
  return channel
}

/** With real data an unconfigured channel is never accepted: nobody may believe in an alert that cannot come. */
function isAvailable(deps: Choosing, channel: Channel): boolean {
  return channel.isConfigured || deps.isDemo()
}

/** Checks and completes the destination; a channel that is known to be out of order takes nobody in. */
export async function prepareDestination(
  deps: Choosing,
  channel: Channel,
  previous: {
    readonly destination: unknown
    readonly place: { readonly slug: string }
    readonly client: string
  }
): Promise<PreparedDestination | AlertProblem> {
  const prepared = await channel.prepare({ ...previous, random: deps.random })
  if (prepared.ok) {
    const fault = deps.isDemo() ? null : ((await channel.unavailable?.()) ?? null)
    return fault === null ? prepared : problem('channel_unavailable', fault)
  }
  const { code, pointer, detail } = prepared
  const needs = code === 'destination_required' ? { needs: channel.destinationMembers } : {}
  return bodyProblem(code, pointer, detail, needs)
}
