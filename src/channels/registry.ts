import type { Channel } from '../alerts/ports.ts'
import {
  type Environment,
  type EnvironmentDescription,
  type Mistake,
  readSettings,
  said
} from '../config/environment.ts'
import type { ChannelDeps, ChannelKind, ChannelRow, OpenChannel, TryServer } from './channel-kind.ts'
import { emailKind } from './email/channel.ts'
import { feedKind } from './feed/channel.ts'
import { openGateway } from './gateway/channel.ts'
import { gatewayEnvironment, gatewayRow } from './gateway/config.ts'
import { mqttKind } from './mqtt/channel.ts'
import { nameChannel } from './named/channel.ts'
import { type FileEntry, type NamedEntry, namedEnvironment, namedRow } from './named/config.ts'
import { ntfyKind } from './ntfy/channel.ts'
import { sseKind } from './sse/channel.ts'
import { telegramKind } from './telegram/channel.ts'
import { webhookKind } from './webhook/channel.ts'
import { webpushKind } from './webpush/channel.ts'

/** Kinds in the order in which they are offered. */
export const channelKinds: readonly ChannelKind[] = [
  webhookKind,
  ntfyKind,
  telegramKind,
  emailKind,
  feedKind,
  webpushKind,
  sseKind,
  mqttKind
]

/** Their subscribers name a server of their own, which proves itself by its answer. */
export const answeringKinds: readonly string[] = channelKinds.flatMap(({ kind, asksSubscribersServer }) =>
  asksSubscribersServer === true ? [kind] : []
)

/** docs/channels.md: channel, body, without configuration, first state, sends by itself. */
export const channelRows: readonly (readonly string[])[] = [
  ...channelKinds.map(({ kind, row }) => [`\`${kind}\``, ...cellsOf(row)]),
  ["the operator's gateways", ...cellsOf(gatewayRow)],
  ["the operator's named channels", ...cellsOf(namedRow)]
]

function cellsOf({ body, unconfigured, firstState, sends }: ChannelRow): readonly string[] {
  return [body, unconfigured, firstState, sends]
}

export const channelEnvironments: readonly EnvironmentDescription[] = [
  ...channelKinds.map(({ environment }) => environment),
  gatewayEnvironment,
  namedEnvironment
]

export interface OpenChannels {
  /** The kinds of this list, then the operator's own names. */
  readonly channels: ReadonlyMap<string, Channel>
  /** Wrong in the operator's file, and not offered. */
  readonly mistakes: readonly Mistake[]
  readonly applicationServerKey: string | null
  /** For configured channels; named ones go through the same servers. */
  readonly servers: readonly { readonly channel: string; readonly tryServer: TryServer }[]
  readonly close: () => Promise<void>
}

export function configureChannels(environment: Environment) {
  const configured = channelKinds.map((kind) => kind.configure(environment))
  const own = readSettings(namedEnvironment, environment)
  const phones = readSettings(gatewayEnvironment, environment)
  const { gateways, callingCode } = phones.settings
  return {
    mistakes: [
      ...configured.flatMap(({ mistakes }) => mistakes),
      ...own.mistakes,
      ...phones.mistakes,
      ...takenIds(gateways, own.settings.entries)
    ],
    /** Shown by `ayaz doctor` and at the start. */
    notes: channelKinds.flatMap(({ kind }, index) =>
      (configured[index]?.notes ?? []).map((note) => ({ channel: kind, ...note }))
    ),
    open: async (deps: ChannelDeps): Promise<OpenChannels> => {
      const open = await Promise.all([
        ...configured.map((one) => one.open(deps)),
        ...gateways.map((gateway) => openGateway(gateway, callingCode, deps))
      ])
      const { entries } = own.settings
      const named = entries.filter((entry): entry is NamedEntry => 'name' in entry)
      return together(open, await openCarriers(environment, named, deps), entries)
    }
  }
}

function takenIds(gateways: readonly { readonly id: string }[], entries: readonly FileEntry[]) {
  const taken = [
    ...channelKinds.map(({ kind }) => kind),
    ...entries.flatMap((entry) => ('name' in entry ? [entry.name] : []))
  ]
  return gateways
    .filter(({ id }) => taken.includes(id))
    .map(
      ({ id }): Mistake => ({
        mistake: said(({ gateways: words }) => words.taken(id)),
        remedy: said(({ gateways: words }) => words.correct)
      })
    )
}

/** The operator's own destinations may have any address. */
async function openCarriers(
  environment: Environment,
  entries: readonly NamedEntry[],
  deps: ChannelDeps
): Promise<ReadonlyMap<string, OpenChannel>> {
  const needed = channelKinds.filter(({ kind }) => entries.some((entry) => entry.kind === kind))
  const reach = { ...deps, sendToSubscriber: deps.sendToOperator, checkSubscriberUrl: async () => null }
  const opened = needed.map(async (one) => [one.kind, await one.configure(environment).open(reach)] as const)
  return new Map(await Promise.all(opened))
}

function together(
  open: readonly OpenChannel[],
  carriers: ReadonlyMap<string, OpenChannel>,
  entries: readonly FileEntry[]
): OpenChannels {
  const channels = new Map(open.map(({ channel }) => [channel.id, channel]))
  const mistakes: Mistake[] = []
  for (const entry of entries) {
    const naming =
      'name' in entry ? nameChannel(entry, carriers.get(entry.kind)) : { ok: false as const, ...entry }
    if (naming.ok) channels.set(naming.channel.id, naming.channel)
    else mistakes.push({ mistake: naming.mistake, remedy: naming.remedy })
  }
  return {
    channels,
    mistakes,
    applicationServerKey: open.find((one) => one.applicationServerKey !== null)?.applicationServerKey ?? null,
    servers: open.flatMap(({ channel, tryServer }) =>
      tryServer === undefined ? [] : [{ channel: channel.id, tryServer }]
    ),
    close: async () => {
      await Promise.all([...open, ...carriers.values()].map((one) => one.close()))
    }
  }
}
