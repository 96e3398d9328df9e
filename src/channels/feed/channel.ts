/** Feeds: a secret Atom address for the delivery log. */
import { renderAlert } from '../../alerts/words/render-alert.ts'
import type { EnvironmentDescription } from '../../config/environment.ts'
import { channelKind } from '../channel-kind.ts'
import { fetchedChannel } from '../fetched-channel.ts'

const feedEnvironment = {} as const satisfies EnvironmentDescription

export const feedKind = channelKind({
  kind: 'feed',
  names: { en: 'Atom feed', tr: 'Atom akışı' },
  row: { body: '–', unconfigured: 'yes', firstState: 'active', sends: 'no: your reader fetches' },
  environment: feedEnvironment,
  open: async () =>
    fetchedChannel({
      kind: 'feed',
      fetchedAs: 'atom',
      setup: ({ feedUrl }) => ({ url: feedUrl, secret: null, instructions: 'open_feed' }),
      preview: (message) => {
        const { title, text } = renderAlert(message)
        return { appearance: 'entry', title, text, headers: [] }
      }
    })
})
