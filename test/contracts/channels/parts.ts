/** What the house hands to channels, for tests: the real guarded way out, opened to single loopback ports. */
import { randomBytes } from 'node:crypto'
import type { ChannelParts } from '../../../src/channels/channel-kind.ts'
import { openOutgoing } from '../../../src/outgoing/outgoing.ts'
import { messageNow } from './message.ts'

export interface TestParts {
  readonly parts: ChannelParts
  /** What was told to the operator's log. */
  readonly reports: string[]
  /** How long channels wished to wait [s]; nothing really waits. */
  readonly waits: number[]
  readonly close: () => Promise<void>
}

/** `openPorts` are the loopback ports a subscriber's destination may lead to; the guard itself is the real one. */
export function openTestParts(openPorts: readonly number[] = []): TestParts {
  const allow = openPorts.map((port) => `127.0.0.1:${port}`)
  const toSubscriber = openOutgoing({ reach: 'public', allowHttp: true, allow })
  const toOperator = openOutgoing({ reach: 'operator', allowHttp: true, allow: [] })
  const kept = new Map<string, string>()
  const reports: string[] = []
  const waits: number[] = []
  const parts: ChannelParts = {
    sendToSubscriber: toSubscriber.send,
    checkSubscriberUrl: toSubscriber.check,
    sendToOperator: toOperator.send,
    keep: async (name, make) => {
      const text = kept.get(name) ?? make()
      kept.set(name, text)
      return text
    },
    wait: async (seconds) => {
      waits.push(seconds)
      await new Promise((resolve) => setImmediate(resolve))
    },
    report: ({ channel, text }) => void reports.push(`${channel}: ${text}`),
    clock: () => messageNow,
    random: (bytes) => randomBytes(bytes),
    siteUrl: 'https://ayaz.example'
  }
  const close = async () => {
    await Promise.all([toSubscriber.close(), toOperator.close()])
  }
  return { parts, reports, waits, close }
}
