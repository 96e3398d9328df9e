import { didYouMean } from '../common/near-name.ts'
import type { Alerts } from './alerts.ts'
import type { Channel, PreparedDestination } from './ports.ts'
import { type AlertProblem, bodyProblem, memberProblem, problem } from './problems.ts'

type Choosing = Pick<Alerts, 'channels' | 'isDemo' | 'random'>

interface OfferedChannel
  extends Pick<
    Channel,
    'id' | 'kind' | 'pushes' | 'takesMinimalBody' | 'destinationMembers' | 'needsOperatorKey' | 'needs'
  > {
  /** On demo data this includes channels that are not configured, as previews. */
  readonly available: boolean
  readonly confirmation: Channel['confirmation']
  /** What the channel, as it is set up, will not deliver; null: nothing. */
  readonly warning: string | null
  /** Messages go to the preview page and are not sent. */
  readonly preview: boolean
}

/** Channels in the order of the registry. */
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
    warning: channel.warning ?? null,
    preview
  }))
}

export function admitChannel(deps: Choosing, id: string, isOperator: boolean): Channel | AlertProblem {
  const channel = deps.channels.get(id)
  if (channel === undefined || !isAvailable(deps, channel)) {
    const available = [...deps.channels.values()].filter((one) => isAvailable(deps, one)).map((one) => one.id)
    const fault =
      channel === undefined
        ? `This installation has no such channel.${didYouMean(id, available)}`
        : `The channel "${id}" is not set up here: the operator sets ${channel.needs.join(', ')}.`
    const detail = `${fault} It offers: ${available.join(', ')}.`
    return bodyProblem('unsupported_channel', '/channel', detail, { available })
  }
  // A preview sends nothing, so it needs no operator key.
  if (channel.needsOperatorKey && !isOperator && !deps.isDemo()) {
    return bodyProblem('forbidden_channel', '/channel', 'This channel needs an API key of the operator.')
  }
  return channel
}

/** Why an escalation cannot be answered; null where one of its channels takes answers. */
export function unanswerable(
  { channels }: Pick<Alerts, 'channels'>,
  ids: readonly string[]
): AlertProblem | null {
  if (ids.some((id) => channels.get(id)?.takesAnswers === true)) return null
  const answering = [...channels.values()].filter((one) => one.takesAnswers === true && one.isConfigured)
  const detail =
    `Messages of "${ids.join('", "')}" cannot be answered, so no step of an escalation could be. Those of ` +
    `${answering.map(({ id }) => id).join(', ')} can.`
  return memberProblem('not_allowed', '/escalation', detail)
}

/** On real data a channel that is not configured is never accepted: its alerts could not arrive. */
function isAvailable(deps: Choosing, channel: Channel): boolean {
  return channel.isConfigured || deps.isDemo()
}

/** A channel that is known to be out of order accepts no subscription. */
export async function prepareDestination(
  deps: Choosing,
  channel: Channel,
  asked: {
    readonly destination: unknown
    readonly place: { readonly slug: string }
    readonly client: string
  }
): Promise<PreparedDestination | AlertProblem> {
  const prepared = await channel.prepare({ ...asked, random: deps.random })
  if (prepared.ok) {
    const fault = deps.isDemo() ? null : ((await channel.unavailable?.()) ?? null)
    return fault === null ? prepared : problem('channel_unavailable', fault)
  }
  const { code, pointer, detail } = prepared
  const needs = code === 'destination_required' ? { needs: channel.destinationMembers } : {}
  return bodyProblem(code, pointer, detail, needs)
}
