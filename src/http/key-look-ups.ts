/** The holders of API keys, cached for a minute, so that keys work while the database is unavailable. */
import { hash } from 'node:crypto'
import { recentlyUsed } from '../common/recently-used.ts'
import { hourMs, minuteMs } from '../common/time.ts'
import type { ApiKeyHolder } from './operation.ts'

/** Longest life of a revoked key; a key is confirmed again after half of it. */
const freshMs = minuteMs
/** Longest life of a revoked key without the database. */
const lastResortMs = hourMs
/** While the store fails it is asked again after this time. */
const retryMs = 10_000
const maxKeys = 10_000

interface Remembered {
  readonly holder: ApiKeyHolder
  readonly confirmedAt: number
  /** From then on a use looks it up again in the background. */
  readonly refreshAt: number
  /** From then on a use waits for a look-up. */
  readonly until: number
}

/** @param byHash the active key of a SHA-256 in hex */
export function createKeyLookUps(byHash: (hash: string) => Promise<ApiKeyHolder | null>) {
  const remembered = recentlyUsed<Remembered>(maxKeys)
  const underWay = new Map<string, Promise<ApiKeyHolder | null>>()

  const lookUp = async (hash: string, nowAt: number): Promise<ApiKeyHolder | null> => {
    try {
      const holder = await byHash(hash)
      if (holder === null) remembered.delete(hash)
      else {
        const [refreshAt, until] = [nowAt + freshMs / 2, nowAt + freshMs]
        remembered.set(hash, { holder, confirmedAt: nowAt, refreshAt, until })
      }
      return holder
    } catch (error) {
      const entry = remembered.get(hash)
      if (entry === undefined || nowAt - entry.confirmedAt > lastResortMs) throw error
      remembered.set(hash, { ...entry, refreshAt: nowAt + retryMs, until: nowAt + freshMs })
      return entry.holder
    }
  }
  const lookUpOnce = (hash: string, nowAt: number): Promise<ApiKeyHolder | null> => {
    const begun = underWay.get(hash) ?? lookUp(hash, nowAt).finally(() => underWay.delete(hash))
    underWay.set(hash, begun)
    return begun
  }

  return {
    /**
     * The holder, if confirmed in the last minute, or hour while the store fails; confirmed anew after half of that.
     */
    known(key: string, nowAt: number): ApiKeyHolder | null {
      const hash = hashOf(key)
      const entry = remembered.get(hash)
      const isFresh = entry !== undefined && entry.confirmedAt <= nowAt && nowAt < entry.until
      if (!isFresh) return null
      // The first use that waits for it gets its failure.
      if (nowAt >= entry.refreshAt) lookUpOnce(hash, nowAt).catch(() => undefined)
      return entry.holder
    },
    /** Whether the key was found within the last hour: looking it up again is not a guess. */
    wasFound(key: string, nowAt: number): boolean {
      const entry = remembered.get(hashOf(key))
      return entry !== undefined && Math.abs(nowAt - entry.confirmedAt) <= lastResortMs
    },
    /**
     * Looks a key up, by one query for all callers; null: unknown. @throws the store's error, where nothing is cached
     */
    find: (key: string, nowAt: number) => lookUpOnce(hashOf(key), nowAt)
  }
}

function hashOf(key: string): string {
  return hash('sha256', key, 'hex')
}
