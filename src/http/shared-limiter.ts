/**
 * A limiter whose counts all processes share. Requests that come while an answer is awaited are asked for together,
 * so that the engine gets one question at a time, however many requests there are.
 */
import { hash } from 'node:crypto'
import { recentlyUsed } from '../common/recently-used.ts'
import { secondMs } from '../common/time.ts'
import { createGrantedOfLate } from './granted-of-late.ts'
import type { Limiter, LocalLimiter, Tier, Verdict } from './limiter.ts'
import { createQuotaEngine, type QuotaEngineDeps } from './quota-engine.ts'
import type { QuotaGrant, QuotaRequest } from './quota-ports.ts'

export interface SharedLimiterDeps extends QuotaEngineDeps {
  /** Counts here alone while the engine is away. */
  readonly local: LocalLimiter
}

export interface SharedLimiter extends Limiter {
  /** Whether requests are counted with those of the other processes. */
  readonly isShared: () => boolean
  /**
   * Tells the other processes of this one, and learns how many there are; call it at the start and every
   * `announceEveryMs`, because the share of a process that no request has reached yet depends on it too. Never rejects.
   */
  readonly announce: () => Promise<void>
  /** The processes that were there when the engine last answered. */
  readonly processes: () => number
}

interface Waiting {
  /** Tier and client. */
  readonly key: string
  readonly request: QuotaRequest & { wanted: number }
  readonly answers: ((verdict: Verdict) => void)[]
  readonly tier: Tier
  readonly client: string
}

const mostRefused = 100_000
/** Clients of one question. */
const mostAsked = 1000

/** A limiter over an engine. Where the engine fails, each process grants its share of the quota. */
export function createSharedLimiter(deps: SharedLimiterDeps): SharedLimiter {
  const { local, clock } = deps
  const engine = createQuotaEngine(deps)
  const waiting = new Map<string, Waiting>()
  let isAsking = false
  // Clients without quota left, until the first of their requests leaves the window: asking again says the same.
  const refused = recentlyUsed<number>(mostRefused)
  const grantedOfLate = createGrantedOfLate(mostRefused)

  const share = (client: string, tier: Tier, nowAt: number): Verdict => {
    const windowMs = tier.windowSeconds * secondMs
    const { count, before } = grantedOfLate.of(`${tier.name} ${client}`, windowMs, nowAt)
    const quota = engine.shareOf(tier.quota)
    const left = quota - count - before
    if (left > 0) return local.take(client, { ...tier, quota: left }, nowAt)
    // What was granted in this window counts in the next one, too.
    const freeAt = (Math.floor(nowAt / windowMs) + (count < Math.max(1, quota) ? 1 : 2)) * windowMs
    return verdictOf(tier, { granted: 0, freeAt }, tier.quota, nowAt)
  }

  const askAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, mostAsked)
      for (const { key } of batch) waiting.delete(key)
      const nowAt = clock()
      const requests = batch.map(({ request }) => request)
      try {
        const grants = await engine.take(requests, nowAt)
        for (const [index, grant] of grants.entries()) {
          const one = batch[index]
          if (one !== undefined) answer(one, grant, nowAt)
        }
      } catch {
        // Who came meanwhile does not wait for the next answer that will not come.
        for (const one of [...batch, ...waiting.values()]) {
          for (const settle of one.answers) settle(share(one.client, one.tier, clock()))
        }
        waiting.clear()
      }
    }
    // In the turn in which nothing is left to ask: who comes next begins anew.
    isAsking = false
  }

  const answer = ({ key, request, answers }: Waiting, grant: QuotaGrant, nowAt: number): void => {
    if (grant.granted < request.wanted) refused.set(key, grant.freeAt)
    grantedOfLate.add(key, request.windowMs, grant.granted, nowAt)
    const before = grant.used - grant.granted
    for (const [index, settle] of answers.entries()) {
      settle(
        verdictOf(request, { ...grant, granted: index < grant.granted ? 1 : 0 }, before + index + 1, nowAt)
      )
    }
  }

  const ask = (client: string, tier: Tier): Promise<Verdict> => {
    const key = `${tier.name} ${client}`
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    const known = waiting.get(key)
    if (known === undefined) {
      // What is stored names no client.
      const hashed = hash('sha256', key)
      const request = { key: hashed, quota: tier.quota, windowMs: tier.windowSeconds * secondMs, wanted: 1 }
      waiting.set(key, { key, request, answers: [resolve], tier, client })
    } else {
      known.request.wanted += 1
      known.answers.push(resolve)
    }
    if (!isAsking) {
      isAsking = true
      // What came in the same turn is asked for together.
      setImmediate(() => void askAll())
    }
    return promise
  }

  return {
    clients: local.clients,
    isShared: () => !engine.isAway(),
    announce: engine.announce,
    processes: engine.processes,
    take(client, tier, nowAt) {
      if (engine.isAway()) {
        engine.tryAgain(nowAt)
        return share(client, tier, nowAt)
      }
      const freeAt = refused.get(`${tier.name} ${client}`)
      if (freeAt === undefined || nowAt >= freeAt || freeAt > nowAt + 2 * tier.windowSeconds * secondMs) {
        return ask(client, tier)
      }
      return verdictOf(tier, { granted: 0, freeAt }, tier.quota, nowAt)
    }
  }
}

function verdictOf(
  { quota }: Pick<Tier, 'quota'>,
  { granted, freeAt }: Pick<QuotaGrant, 'granted' | 'freeAt'>,
  used: number,
  nowAt: number
): Verdict {
  return {
    allowed: granted > 0,
    remaining: Math.max(0, quota - used),
    resetSeconds: Math.max(0, Math.ceil((freeAt - nowAt) / secondMs))
  }
}
