/** When the window of an allowance ends and the next one begins. */
import { secondMs } from '../common/time.ts'
import type { AllowanceUse } from './store-ports.ts'

/** Seconds until the window ends, for `Retry-After`: from 1 to the whole window. */
export function windowEndsInSeconds({ windowMs, now }: Pick<AllowanceUse, 'windowMs' | 'now'>): number {
  return Math.ceil((windowMs - (now % windowMs)) / secondMs)
}
