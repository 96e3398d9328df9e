import type { Channel, Clock, DestinationProblem, PreparedDestination, Randomness } from '../alerts/ports.ts'
import type { Operator } from '../common/operator.ts'
import {
  type Environment,
  type EnvironmentDescription,
  type Mistake,
  type Note,
  readSettings,
  type SettingsOf
} from '../config/environment.ts'
import type { Localized } from '../language/language.ts'
import type { OutgoingError, SendRequest } from '../outgoing/request.ts'

/** Uses counted for all processes together. */
interface Uses {
  /** From the window that contains `now`; false where all are used. */
  readonly take: (use: Use & { readonly limit: number; readonly windowMs: number }) => Promise<boolean>
  /** Adds to the uses since `now`, the beginning of a span; returns how many there are. */
  readonly add: (use: Use, count: number) => Promise<number>
}

interface Use {
  readonly scope: string
  readonly key: string
  readonly now: number
}

export interface ChannelDeps {
  /** Guarded: for destinations that a subscriber gave. */
  readonly sendToSubscriber: SendRequest
  /** Looked up now on behalf of a client; null: it may be used. */
  readonly checkSubscriberUrl: (url: string, client?: string) => Promise<OutgoingError | null>
  /** For servers that the operator configured, whatever their address. */
  readonly sendToOperator: SendRequest
  /** The text stored under the name, made at its first use; the same in every process, also when two ask at once. */
  readonly save: (name: string, make: () => string) => Promise<string>
  /** Resolves after the time or when aborted; never rejects. */
  readonly wait: (seconds: number, signal: AbortSignal) => Promise<void>
  /** Something lasting happened; the text has no secret. */
  readonly report: (event: { readonly channel: string; readonly text: string }) => void
  readonly uses: Uses
  readonly clock: Clock
  readonly random: Randomness
  /** Public address without a slash at the end. */
  readonly siteUrl: string
  readonly operator: Operator
}

/** Null: it answers and accepts the settings, without a message to anyone. `limitMs`: each step of the connection. */
export type TryServer = (limitMs: number) => Promise<Note | null>

export interface OpenChannel {
  readonly channel: Channel
  /** A destination that the operator wrote under a name; null: the kind cannot be named. */
  readonly readNamed: ((given: unknown) => PreparedDestination | DestinationProblem) | null
  /** The key that a browser needs to subscribe (webpush). */
  readonly applicationServerKey: string | null
  readonly tryServer?: TryServer
  readonly close: () => Promise<void>
}

/** No one names a destination, so none has to prove itself. */
export const withoutDestination = {
  destinationMembers: [],
  formField: null,
  confirmation: 'none',
  confirmWithinSeconds: null,
  confirmsAtOnce: false,
  installationCap: null
} as const satisfies Partial<Channel>

/** What holds where a channel says nothing else. */
export const usualChannel = {
  ...withoutDestination,
  pushes: true,
  takesMinimalBody: false,
  isConfigured: true,
  needs: [],
  needsOperatorKey: false
} as const satisfies Partial<Channel>

type Usual = keyof typeof usualChannel
/** A destination that a subscriber names has to prove itself in some way. */
type Proof =
  | { readonly destinationMembers?: never; readonly confirmation?: Channel['confirmation'] }
  | Pick<Channel, 'destinationMembers' | 'confirmation'>

/** `channelKind` adds what is usual, and its names. */
export type FolderChannel = Omit<Channel, Usual | 'id' | 'kind' | 'names'> &
  Partial<Pick<Channel, Exclude<Usual, keyof Proof>>> &
  Proof

export const usualOpening = {
  readNamed: null,
  applicationServerKey: null,
  close: async () => undefined
} as const

export interface OpenFolder extends Partial<Omit<OpenChannel, 'channel'>> {
  readonly channel: FolderChannel
}

/** A row of the table in docs/channels.md, in Markdown; `npm run docs` writes it there. */
export interface ChannelRow {
  /** Members of `destination`: `` `destination.url` ``, or – for none. */
  readonly body: string
  /** Works without configuration, or the variables that it needs. */
  readonly unconfigured: string
  readonly firstState: string
  readonly sends: string
}

/** One folder's line in the registry. */
export interface ChannelKind {
  readonly kind: string
  readonly names: Localized
  readonly row: ChannelRow
  /** Its subscribers name a server of their own, which proves itself by its answer. */
  readonly asksSubscribersServer?: true
  readonly environment: EnvironmentDescription
  /** Opening does not connect to anything yet. */
  readonly configure: (given: Environment) => ConfiguredChannel
}

interface ConfiguredChannel {
  readonly mistakes: readonly Mistake[]
  readonly notes: readonly Note[]
  readonly open: (deps: ChannelDeps) => Promise<OpenChannel>
}

/** Joins a folder's variables with the function that opens it with their values. */
export function channelKind<Description extends EnvironmentDescription>(
  folder: Omit<ChannelKind, 'environment' | 'configure'> & {
    readonly environment: Description
    /** What the operator should know of the settings; `siteUrl` as the operator has set it. */
    readonly notes?: (settings: SettingsOf<Description>, siteUrl: string | null) => readonly Note[]
    readonly open: (settings: SettingsOf<Description>, deps: ChannelDeps) => Promise<OpenFolder>
  }
): ChannelKind {
  const { kind, names, row, asksSubscribersServer, environment } = folder
  return {
    kind,
    names,
    row,
    environment,
    ...(asksSubscribersServer && { asksSubscribersServer }),
    configure: (given) => {
      const { settings, mistakes } = readSettings(environment, given)
      return {
        mistakes,
        notes: folder.notes?.(settings, given['SITE_URL'] ?? null) ?? [],
        open: async (deps) => {
          const opened = await folder.open(settings, deps)
          const channel: Channel = { ...usualChannel, ...opened.channel, id: kind, kind, names }
          return { ...usualOpening, ...opened, channel }
        }
      }
    }
  }
}
