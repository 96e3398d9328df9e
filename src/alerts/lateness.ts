/** Whether messages get out in time. */
import { minuteMs } from '../common/time.ts'
import type { Alerts } from './alerts.ts'

/** A message that waits longer means that alerts are not sent. */
export const lateMs = 10 * minuteMs

/** Channels whose subscribers name a server of their own, which proves itself by its answer. */
export function answeringChannels(channels: Alerts['channels']): readonly string[] {
  return [...channels.values()].filter(({ confirmation }) => confirmation === 'answer').map(({ id }) => id)
}

/**
 * Since when the oldest message waits that should be out [ms since epoch]: one that is due without an attempt, or one
 * that one of the operator's own servers does not take, however often it is tried. Null where there is none. Servers of
 * subscribers may fail as long as they like.
 */
export async function waitingSince({
  outbox,
  channels
}: Pick<Alerts, 'outbox' | 'channels'>): Promise<number | null> {
  const { oldestDueAt } = await outbox.waiting()
  const retrying = await outbox.retrying(answeringChannels(channels))
  const times = [...retrying.map(({ since }) => since), ...(oldestDueAt === null ? [] : [oldestDueAt])]
  return times.length === 0 ? null : Math.min(...times)
}
