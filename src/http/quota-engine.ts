/** The engine of shared quotas as one process sees it: whether it answers, and how many processes share it. */
import type { PlaceAmongProcesses, QuotaGrant, QuotaRequest, SharedQuotas } from './quota-ports.ts'

export interface QuotaEngineDeps {
  readonly quotas: SharedQuotas
  /** Names this process among all. */
  readonly process: string
  readonly clock: () => number
  /** The engine is away, with the reason, or (null) back. */
  readonly changed: (reason: string | null) => void
}

export interface QuotaEngine {
  readonly isAway: () => boolean
  /** The processes that were there when the engine last answered. */
  readonly processes: () => number
  /** What this process may grant of a quota by itself: the shares of all are together the quota. */
  readonly shareOf: (quota: number) => number
  /** Announces this process if that is due. Never rejects. */
  readonly announce: () => Promise<void>
  /** The grants in the order of the requests. Rejects where the engine fails or is late; from then on it is away. */
  readonly take: (requests: readonly QuotaRequest[], nowAt: number) => Promise<readonly QuotaGrant[]>
  /** While the engine is away: tries it again where its pause is over. */
  readonly tryAgain: (nowAt: number) => void
}

/** After a failure the engine is left alone for this long. */
const awayMs = 5_000
/** A process that was not announced again for this long is gone. */
const announcedMs = 30_000
export const announceEveryMs = announcedMs / 3
/** So long may the engine take for an answer: once, because while it is away no request waits for it. */
const answerMs = 1_000

export function createQuotaEngine({ quotas, process, clock, changed }: QuotaEngineDeps): QuotaEngine {
  let awayUntil = 0
  let place: PlaceAmongProcesses = { count: 1, before: 0 }
  let announcedAt = Number.NEGATIVE_INFINITY

  const announce = async (nowAt: number): Promise<void> => {
    // Half of it, or a timer that is a millisecond early would announce every second time.
    if (nowAt - announcedAt < announceEveryMs / 2 && nowAt >= announcedAt) return
    place = await quotas.announce(process, nowAt, nowAt - announcedMs)
    announcedAt = nowAt
  }

  const comeBack = async (nowAt: number): Promise<void> => {
    awayUntil = nowAt + awayMs
    announcedAt = Number.NEGATIVE_INFINITY
    try {
      await soon(() => announce(nowAt))
      if (awayUntil > 0) changed(null)
      awayUntil = 0
    } catch {
      // Still away: the next request after the pause tries again.
    }
  }

  return {
    isAway: () => awayUntil > 0,
    processes: () => place.count,
    shareOf: (quota) => Math.floor(quota / place.count) + (place.before < quota % place.count ? 1 : 0),
    async announce() {
      if (awayUntil > 0) return comeBack(clock())
      try {
        await soon(() => announce(clock()))
      } catch {
        // The next question says so.
      }
    },
    async take(requests, nowAt) {
      try {
        return await soon(async () => {
          await announce(nowAt)
          const grants = await quotas.take(requests, nowAt)
          if (grants.length !== requests.length) throw new Error('the engine of quotas left out a client')
          return grants
        })
      } catch (error) {
        awayUntil = clock() + awayMs
        changed(error instanceof Error ? error.message : String(error))
        throw error
      }
    },
    tryAgain(nowAt) {
      // A clock that was set back ends a pause that it had not begun.
      if (awayUntil <= nowAt || awayUntil > nowAt + awayMs) void comeBack(nowAt)
    }
  }
}

/** Rejects where the engine has not answered in time; its late answer is of no use to anyone. */
async function soon<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // What has come while this process was busy is read first.
  const timer = setTimeout(
    () => setImmediate(() => reject(new Error(`no answer within ${answerMs} ms`))),
    answerMs
  )
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
