import { dayMs } from '../common/time.ts'
import { sinceDate } from './around.ts'
import type { RecordStore } from './record-ports.ts'

/** Raw readings; the nights that follow from them stay. */
const readingsStoredMs = 30 * dayMs

/** Two winters and springs, should the law of all that own ones depart from become another one. */
const eveningsStoredDays = 730

export async function forgetOld(store: RecordStore, now: number): Promise<void> {
  await store.forgetBefore(sinceDate(now), now)
  await store.forgetReadings(now - readingsStoredMs)
  await store.forgetAirportReports(now - readingsStoredMs)
  await store.forgetEveningStates(Math.floor(now / dayMs) - eveningsStoredDays)
  // Last: where a month cannot be prepared, its nights have a partition of their own.
  await store.prepareMonths(new Date(now).toISOString().slice(0, 10))
}
