/** How open event streams notice a message that another process has sent. */
import type { Report } from '../forecasts/ports.ts'
import type { SentMessages } from '../redis/sent-messages.ts'
import type { AlertsModule } from './alerts.ts'

export interface StreamWakes {
  /** Calls the listener with the id of a subscription as soon as it is known that it was sent a message. */
  readonly whenSent: (listener: (subscriptionId: string) => void) => void
  /** How often the delivery log is looked at for what was not noticed [ms]. */
  readonly lookEveryMs: number
}

/** Proxies wait at least a minute for a sign of life [ms]. */
export const keepAliveEveryMs = 10_000
/** Where processes share nothing but PostgreSQL [ms]. */
const pollEveryMs = 1000

export interface StreamWakesDeps {
  readonly alerts: Pick<AlertsModule, 'whenSent'>
  /** Null without Redis. */
  readonly sentMessages: SentMessages | null
  readonly engine: 'sqlite' | 'postgresql'
  readonly report: Report
  /** False: a worker, which has no streams. */
  readonly serves: boolean
}

export async function openStreamWakes(deps: StreamWakesDeps): Promise<StreamWakes> {
  const { alerts, sentMessages, engine, serves } = deps
  const listeners = new Set<(subscriptionId: string) => void>()
  const wake = (ids: readonly string[]): void => {
    for (const listener of listeners) for (const id of ids) listener(id)
  }
  alerts.whenSent(wake)
  if (sentMessages !== null) alerts.whenSent(sentMessages.publish)
  const isWoken = sentMessages !== null && serves && (await isSubscribed(deps, sentMessages, wake))
  return {
    whenSent: (listener) => void listeners.add(listener),
    lookEveryMs: engine === 'postgresql' && !isWoken ? pollEveryMs : keepAliveEveryMs
  }
}

/** A user of Redis may be allowed keys, for the quotas, and no channels: that must not stop the start. */
async function isSubscribed(
  { report }: StreamWakesDeps,
  sentMessages: SentMessages,
  wake: (ids: readonly string[]) => void
): Promise<boolean> {
  try {
    await sentMessages.subscribe(wake)
    return true
  } catch (error) {
    report('streams_not_woken', { message: error instanceof Error ? error.message : String(error) })
    return false
  }
}
