import type { Alerts } from '../../alerts/alerts.ts'
import { offeredChannels } from '../../alerts/channel-choice.ts'
import { confirmationMethods } from '../../alerts/ports.ts'
import type { Operation } from '../operation.ts'
import { flag, former, list, named, oneOf, text, textOrNull } from '../schema.ts'

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
    parameters: [],
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
      return { kind: 'fresh', status: 200, body: { channels }, maxAgeSeconds: null }
    }
  }
}
