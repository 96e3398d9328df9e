/** What decisions about messages need, and what they are. */
import type { Naming } from './open-nights.ts'
import type { FixedMessage } from './outbox-ports.ts'

/** What the decision needs in addition to the row. */
export interface ContentDeps extends Naming {
  /** A new message id: cannot be guessed, never repeated. */
  readonly messageId: () => string
  /** The name of a named place; null for a field. */
  readonly nameOf: (location: string) => string | null
  /** Whether messages of a channel are calls. */
  readonly isCalled: (channel: string) => boolean
}

export type MessageContent = Pick<FixedMessage, 'kind' | 'nights' | 'counted' | 'listed'>

export type Skip = { readonly skip: string }
