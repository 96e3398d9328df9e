/** Allowances: limits of a window of time, and when the next one begins. */
import { secondMs } from '../common/time.ts'

/** Seconds until the window ends, for `Retry-After`: from 1 to the whole window. */
export function windowEndsInSeconds({ windowMs, now }: Pick<AllowanceUse, 'windowMs' | 'now'>): number {
  return Math.ceil((windowMs - (now % windowMs)) / secondMs)
}

/** Uses of a limit, shared by all processes on the store. */
export interface Allowances {
  /** Takes one from the window that contains `now`; false where all `limit` are used. */
  readonly take: (use: AllowanceUse) => Promise<boolean>
  /** Adds to the uses since `now`, the beginning of a span; returns how many there are. */
  readonly add: (use: Pick<AllowanceUse, 'scope' | 'key' | 'now'>, count: number) => Promise<number>
  /** Returns one that was taken and not needed. */
  readonly giveBack: (use: AllowanceUse) => Promise<void>
}

/**
 * One use of a limit of `limit` in each window of `windowMs` [ms]; windows begin at multiples of it since the
 * epoch.
 */
export interface AllowanceUse {
  readonly scope: string
  readonly key: string
  readonly limit: number
  readonly windowMs: number
  /** [ms since epoch] */
  readonly now: number
}
