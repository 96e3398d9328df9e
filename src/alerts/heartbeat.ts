/** A sign of life for a watchdog outside: it stops when alerts stop getting out. */
import type { Alerts } from './alerts.ts'

/** A due row waiting longer means that alerts do not get out. */
const lateMs = 10 * 60_000

/** Whether everything that was due has been attempted within ten minutes; only then the watchdog is told. */
export async function isHealthy(house: Pick<Alerts, 'outbox' | 'now'>): Promise<boolean> {
  const { oldestDueAt } = await house.outbox.waiting()
  return oldestDueAt === null || oldestDueAt > house.now() - lateMs
}

/**
 * Pings the watchdog if all is well.
 * @param ping one GET of HEARTBEAT_URL; its failure is the watchdog's to notice
 */
export async function beat(
  house: Pick<Alerts, 'outbox' | 'now'>,
  ping: () => Promise<unknown>
): Promise<'told' | 'late' | 'unreachable'> {
  if (!(await isHealthy(house))) return 'late'
  try {
    await ping()
    return 'told'
  } catch {
    return 'unreachable'
  }
}
