/**
 * The holders of API keys, cached for a minute, so that a request needs no query and keys work while the
 * database is unavailable.
 */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { hourMs, minuteMs } from '../weather/time.ts'
import type { ApiKeyHolder } from './operation.ts'

export interface KeyLookUps {
  /** The holder as looked up within the last minute; null where that is unknown, or the key was unknown. */
  readonly known: (key: string, nowAt: number) => ApiKeyHolder | null
  /**
   * Queries the store; null for an unknown key. While the store fails, the holder known within the last hour
   * is used.
   * @throws what the store threw, where nothing is cached.
   */
  readonly find: (key: string, nowAt: number) => Promise<ApiKeyHolder | null>
}

/** A revoked key works for so long at most. */
const freshMs = minuteMs
/** Without the database a revoked key works for so long at most. */
const lastResortMs = hourMs
/** While the store fails it is asked again after this time. */
const retryMs = 10_000
const mostKeys = 10_000

interface Remembered {
  readonly holder: ApiKeyHolder
  readonly confirmedAt: number
  /** Not looked up again before. */
  readonly until: number
}

/** @param byHash the active key of a SHA-256 in hex */
export function createKeyLookUps(byHash: (hash: string) => Promise<ApiKeyHolder | null>): KeyLookUps {
  const remembered = new LRUCache<string, Remembered>({ max: mostKeys })
  const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')
  return {
    known(key, nowAt) {
      const entry = remembered.get(hashOf(key))
      const isFresh = entry !== undefined && entry.confirmedAt <= nowAt && nowAt < entry.until
      return isFresh ? entry.holder : null
    },
    async find(key, nowAt) {
      const hash = hashOf(key)
      try {
        const holder = await byHash(hash)
        if (holder === null) remembered.delete(hash)
        else remembered.set(hash, { holder, confirmedAt: nowAt, until: nowAt + freshMs })
        return holder
      } catch (error) {
        const entry = remembered.get(hash)
        if (entry === undefined || nowAt - entry.confirmedAt > lastResortMs) throw error
        remembered.set(hash, { ...entry, until: nowAt + retryMs })
        return entry.holder
      }
    }
  }
}
