/** The app's deps for channels in tests: the real guarded HTTP client, opened to single loopback ports. */

import { randomBytes } from 'node:crypto'
import type { ChannelDeps } from '../../../src/channels/channel-kind.ts'
import { noOperator } from '../../../src/common/operator.ts'
import { openOutgoing } from '../../../src/outgoing/outgoing.ts'
import { messageNow } from './message.ts'

export interface TestDeps {
  readonly deps: ChannelDeps
  /** Events written to the operator's log. */
  readonly reports: string[]
  /** How long channels wished to wait [s]; nothing really waits. */
  readonly waits: number[]
  readonly close: () => Promise<void>
}

/** `openPorts` are the loopback ports a subscriber's destination may lead to; the guard itself is the real one. */
export function openTestDeps(openPorts: readonly number[] = []): TestDeps {
  const allow = openPorts.map((port) => `127.0.0.1:${port}`)
  const toSubscriber = openOutgoing({ reach: 'public', allowHttp: true, allow })
  const toOperator = openOutgoing({ reach: 'operator', allowHttp: true, allow: [] })
  const stored = new Map<string, string>()
  const reports: string[] = []
  const waits: number[] = []
  const counts = new Map<string, number>()
  const countOf = (use: object, count: number): number => {
    const key = JSON.stringify(use)
    counts.set(key, (counts.get(key) ?? 0) + count)
    return counts.get(key) ?? 0
  }
  const deps: ChannelDeps = {
    uses: {
      take: async ({ limit, windowMs, now, ...use }) =>
        countOf({ ...use, window: Math.floor(now / windowMs) }, 1) <= limit,
      add: async (use, count) => countOf(use, count)
    },
    sendToSubscriber: toSubscriber.send,
    checkSubscriberUrl: toSubscriber.check,
    sendToOperator: toOperator.send,
    save: async (name, make) => {
      const text = stored.get(name) ?? make()
      stored.set(name, text)
      return text
    },
    wait: async (seconds) => {
      waits.push(seconds)
      await new Promise((resolve) => setImmediate(resolve))
    },
    report: ({ channel, text }) => void reports.push(`${channel}: ${text}`),
    clock: () => messageNow,
    random: (bytes) => randomBytes(bytes),
    siteUrl: 'https://ayaz.example',
    operator: noOperator
  }
  const close = async () => {
    await Promise.all([toSubscriber.close(), toOperator.close()])
  }
  return { deps, reports, waits, close }
}
