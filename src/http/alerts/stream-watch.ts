/** Wakes open streams: at once for what this or another process says it sent, else by one query for all of them. */
import type { SubscriptionStore } from '../../alerts/store-ports.ts'

interface StreamReader {
  readonly subscriptionId: string
  /** When its subscription was last sent a message, as far as the stream knows [ms since epoch]. */
  readonly lastSentAt: number | null
  /** Never two at a time. */
  readonly look: () => Promise<void>
  /** Called where there is nothing new, so that proxies do not close a quiet stream. */
  readonly keepAlive: () => void
}

export interface StreamWatch {
  /** Returns the function that removes it. */
  readonly add: (reader: StreamReader) => () => void
  readonly wake: (subscriptionId: string) => void
}

interface StreamWatching {
  readonly subscriptions: Pick<SubscriptionStore, 'activity'>
  /** Between two queries [ms]. */
  readonly everyMs: number
  /** Queries between two signs of life on a quiet stream. */
  readonly looksPerKeepAlive: number
}

/** No query while no stream is open. */
export function watchStreams({ subscriptions, everyMs, looksPerKeepAlive }: StreamWatching): StreamWatch {
  const watched = new Map<string, Map<StreamReader, number | null>>()
  let timer: NodeJS.Timeout | null = null
  let looks = 0

  const ask = async (): Promise<void> => {
    looks += 1
    const keepsAlive = looks % looksPerKeepAlive === 0
    const activity = await subscriptions.activity([...watched.keys()])
    for (const { id, lastSentAt, endedAt } of activity) {
      for (const [reader, notifiedOf] of watched.get(id) ?? []) {
        if (notifiedOf !== lastSentAt || endedAt !== null) report(reader, lastSentAt)
        else if (keepsAlive) reader.keepAlive()
      }
    }
  }
  const report = (reader: StreamReader, lastSentAt: number | null): void => {
    watched.get(reader.subscriptionId)?.set(reader, lastSentAt)
    void reader.look()
  }
  const again = (): void => {
    timer = null
    if (watched.size === 0) return
    // A database that is unavailable for a moment does not end a stream: the next query finds what was missed.
    const asked = ask().catch(() => undefined)
    void asked.finally(start)
  }
  const start = (): void => {
    if (timer === null && watched.size > 0) timer = setTimeout(again, everyMs).unref()
  }

  return {
    add(reader) {
      const { subscriptionId, lastSentAt } = reader
      const readers = watched.get(subscriptionId) ?? new Map<StreamReader, number | null>()
      watched.set(subscriptionId, readers.set(reader, lastSentAt))
      start()
      return () => {
        readers.delete(reader)
        if (readers.size === 0) watched.delete(subscriptionId)
      }
    },
    wake(subscriptionId) {
      for (const reader of watched.get(subscriptionId)?.keys() ?? []) void reader.look()
    }
  }
}
