import type { AlertMessage, MessagePreview } from '../alerts/message-ports.ts'
import type { Channel } from '../alerts/ports.ts'
import type { FolderChannel, OpenFolder } from './channel-kind.ts'
import { prepared, refuseAny } from './destination.ts'
import { sent } from './http-attempt.ts'

/** A channel that readers fetch: its address is given at once, and a message in the log counts as delivered. */
export function fetchedChannel(folder: {
  readonly kind: string
  readonly fetchedAs: NonNullable<Channel['fetchedAs']>
  readonly setup: Channel['setup']
  readonly preview: (message: AlertMessage, messageId: string) => MessagePreview
}): OpenFolder {
  const channel: FolderChannel = {
    id: folder.kind,
    kind: folder.kind,
    pushes: false,
    takesMinimalBody: true,
    isConfigured: true,
    needs: [],
    destinationMembers: [],
    formField: null,
    fetchedAs: folder.fetchedAs,
    needsOperatorKey: false,
    confirmation: 'none',
    confirmWithinSeconds: null,
    confirmsAtOnce: false,
    installationCap: null,
    prepare: async ({ destination }) => refuseAny(destination) ?? prepared({}),
    setup: folder.setup,
    deliver: async () => sent(),
    preview: (message, _destination, { messageId }) => folder.preview(message, messageId)
  }
  return { channel, readNamed: null, applicationServerKey: null, close: async () => undefined }
}
