/** What the record deletes once a day. */
import { dayMs } from '../common/time.ts'
import { sinceDate } from './around.ts'
import type { RecordStore } from './record-ports.ts'

/** Raw readings; the nights that follow from them stay. */
const readingsStoredMs = 30 * dayMs

/** Deletes nights and readings that are not used any more, and prepares the months to come. */
export async function forgetOld(store: RecordStore, now: number): Promise<void> {
  await store.forgetBefore(sinceDate(now), now)
  await store.forgetReadings(now - readingsStoredMs)
  await store.forgetAirportReports(now - readingsStoredMs)
  // Last: where a month cannot be prepared, its nights have a partition of their own.
  await store.prepareMonths(new Date(now).toISOString().slice(0, 10))
}
