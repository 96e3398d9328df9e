/** The connection to Redis or Valkey. */
import type { Redis } from 'ioredis'

/** So long may connecting and each command take [ms]. */
const connectMs = 3_000
const commandMs = 3_000
const mostPauseMs = 5_000

/**
 * Connects, and from then on comes back by itself; commands meanwhile fail at once.
 * @param away Called where there is no Redis at the URL yet; the message names the host and says what to do, but not
 * the password.
 * @throws {Error} Without `away`: with that message; the cause is what the connection said.
 */
export async function openRedis(
  url: string,
  away: ((message: string) => void) | null = null
): Promise<Redis> {
  // Loaded where there is one.
  const { default: ioredis } = await import('ioredis')
  const redis = new ioredis.Redis(url, {
    connectTimeout: connectMs,
    commandTimeout: commandMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    lazyConnect: true,
    retryStrategy: (times) => Math.min(mostPauseMs, times * 200)
  })
  // Each command that fails says so itself; without a listener an error would end the process.
  let lastError: Error | null = null
  redis.on('error', (error: Error) => {
    lastError = error
  })
  try {
    await redis.connect()
    return redis
  } catch (error) {
    const cause = lastError ?? (error as Error)
    const message = `No Redis at ${new URL(url).host}: ${cause.message}. Check REDIS_URL and that the server runs.`
    if (away === null) {
      redis.disconnect()
      throw new Error(message, { cause })
    }
    away(message)
    return redis
  }
}
