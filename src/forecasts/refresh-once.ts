/** One refresh of a point across all processes that share the store. */
import { reportedError } from '../common/reported-error.ts'
import type { Point } from '../weather/point.ts'
import type { ForecastsDeps } from './deps.ts'
import { currentFor } from './forecast-result.ts'
import { load } from './load.ts'
import { type RefreshResult, refresh } from './refresh.ts'
import type { Requester } from './requester.ts'
import { sharePauses, takeOverPauses } from './shared-pauses.ts'
import type { StoredRows } from './stored-rows.ts'

/** Longer than a chain of sources takes: only a process that ended leaves a lease behind. */
const leaseMs = 30_000
const lookEveryMs = 200
/** By then a second process would have refreshed it as well, or no source answers. */
const giveUpMs = 2 * leaseMs

export interface DueRequest {
  readonly point: Point
  readonly requester: Requester
  /** What was read of the store already. */
  readonly rows: StoredRows
}

/**
 * Refreshes a point, or waits for the process that is refreshing it and takes what that one stored, or its pause after
 * a failure. Where leases cannot be taken because the database is away, each process asks for itself.
 */
export async function refreshOnce(
  deps: ForecastsDeps,
  { point, requester, rows }: DueRequest
): Promise<RefreshResult> {
  const watched = requester.kind === 'watch'
  if (deps.leases === null) return refresh(deps, point, { watched, rows })
  const giveUpAt = deps.clock() + giveUpMs
  for (;;) {
    const release = await takeLease(deps, point)
    const isOurs = release !== null || deps.clock() >= giveUpAt
    try {
      // Another process may have stored a newer forecast since this one looked.
      const stored = await load(deps, point)
      if (currentFor(deps, point.key, requester) !== null) return { retryAt: deps.clock() }
      if (isOurs) {
        const shared = await takeOverPauses(deps, point)
        const result = await refresh(deps, point, { watched, rows: stored })
        await sharePauses(deps, point, shared)
        return result
      }
    } finally {
      await release?.()
    }
    await deps.leases.pause(lookEveryMs)
  }
}

/** How to release it; null while another process has it. */
async function takeLease(
  { leases, report }: ForecastsDeps,
  point: Point
): Promise<(() => Promise<void>) | null> {
  const failed = (error: unknown): void => {
    report('store_failed', reportedError(error))
  }
  try {
    const release = await leases?.take(point.key, leaseMs)
    return release == null ? null : () => release().catch(failed)
  } catch (error) {
    failed(error)
    return async () => undefined
  }
}
