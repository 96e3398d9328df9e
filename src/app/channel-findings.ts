/**
 * What `ayaz doctor` finds about the channels: notes on their settings, and those that are set in part and
 * therefore not offered.
 */
import { randomBytes } from 'node:crypto'
import type { ChannelDeps } from '../channels/channel-kind.ts'
import { channelKinds } from '../channels/registry.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Finding } from './finding.ts'
import type { Weather } from './weather.ts'

/** Checks every channel and the operator's own names; sends and stores nothing. */
export async function channelFindings(
  configuration: Configuration,
  weather: Pick<Weather, 'operatorWay' | 'siteUrl'>,
  clock: () => number
): Promise<readonly Finding[]> {
  const opened = await configuration.channels.open(idleParts(weather, clock))
  try {
    return [
      ...notes(configuration),
      ...channelKinds.flatMap((kind) => {
        const missing = opened.channels.get(kind.kind)?.needs ?? []
        const given = Object.values(kind.environment).flatMap(({ name }) =>
          configuration.given.has(name) ? [name] : []
        )
        return missing.length === 0 || given.length === 0 ? [] : [halfSet(kind.kind, given, missing)]
      }),
      ...opened.mistakes.map(({ mistake, remedy }): Finding => {
        return { standing: 'fault', subject: 'channels', text: mistake, remedy }
      })
    ]
  } finally {
    await opened.close()
  }
}

function notes({ channels }: Configuration): readonly Finding[] {
  return channels.notes.map(({ channel, text, remedy }) => ({
    standing: 'note',
    subject: `channel ${channel}`,
    text,
    remedy
  }))
}

function halfSet(kind: string, given: readonly string[], missing: readonly string[]): Finding {
  return {
    standing: 'fault',
    subject: `channel ${kind}`,
    text: `not offered with real weather: ${given.join(', ')} set, ${missing.join(', ')} missing`,
    remedy: `Set ${missing.join(' and ')}, or leave out ${given.join(' and ')} where the channel is not wanted.`
  }
}

/** Enough to open channels without using them. */
function idleParts(
  { operatorWay, siteUrl }: Pick<Weather, 'operatorWay' | 'siteUrl'>,
  clock: () => number
): ChannelDeps {
  return {
    sendToSubscriber: operatorWay.send,
    checkSubscriberUrl: async () => null,
    sendToOperator: operatorWay.send,
    save: async (_name, make) => make(),
    wait: async () => undefined,
    report: () => undefined,
    clock,
    random: (bytes) => randomBytes(bytes),
    siteUrl
  }
}
