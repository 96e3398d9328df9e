/** Whether the Redis of REDIS_URL can be used: without it the service does not start. */
import type { Configuration } from '../config/configuration.ts'
import type { Catalogue } from '../language/en.ts'
import { openRedis } from '../redis/connection.ts'
import type { Finding } from './finding.ts'

export async function redisFindings(
  { redisUrl }: Pick<Configuration, 'redisUrl'>,
  words: Catalogue['doctor']
): Promise<readonly Finding[]> {
  if (redisUrl === null) return []
  const { subjects, redisGood, redisAway, redisRemedy } = words
  const { host } = new URL(redisUrl)
  const subject = subjects.redis
  try {
    const redis = await openRedis(redisUrl)
    redis.disconnect()
    return [{ severity: 'good', subject, text: redisGood(host), remedy: null }]
  } catch (error) {
    const { cause } = error as Error
    const text = redisAway(host, cause instanceof Error ? cause.message : String(error))
    return [{ severity: 'fault', subject, text, remedy: redisRemedy }]
  }
}
