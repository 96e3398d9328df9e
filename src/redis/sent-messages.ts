/** Which event streams have something new, published in Redis or Valkey to all processes that have streams open. */
import type { Redis } from 'ioredis'

export interface SentMessages {
  /**
   * Publishes the ids of subscriptions that were sent a message. Where Redis is away it does nothing: who reads
   * the delivery log finds them later.
   */
  readonly publish: (subscriptionIds: readonly string[]) => void
  /** Calls the listener with what every process published, this one too. */
  readonly subscribe: (listener: (subscriptionIds: readonly string[]) => void) => Promise<void>
  readonly close: () => void
}

const topic = 'ayaz:sent'

/** @param redis stays free for commands; a connection of its own listens. */
export function redisSentMessages(redis: Redis): SentMessages {
  let listening: Redis | null = null
  return {
    publish(subscriptionIds) {
      void redis.publish(topic, subscriptionIds.join(' ')).catch(() => undefined)
    },
    async subscribe(listener) {
      const connection = redis.duplicate()
      listening = connection
      // It comes back by itself and subscribes again; without a listener an error would end the process.
      connection.on('error', () => undefined)
      connection.on('message', (_topic, ids: string) => listener(ids.split(' ')))
      await connection.connect()
      await connection.subscribe(topic)
    },
    close: () => listening?.disconnect()
  }
}
