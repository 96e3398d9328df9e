import type { Alerts } from '../alerts/alerts.ts'
import { receiverOf } from '../alerts/dispatch/deps.ts'
import type { Recording } from '../alerts/outbox-ports.ts'
import { minuteMs } from '../common/time.ts'
import type { Report } from '../forecasts/ports.ts'

interface Counting extends Pick<Alerts, 'channels'> {
  readonly clock: () => number
  readonly report: Report
  readonly countDelivery: ((channel: string, outcome: Recording['outcome']['kind']) => void) | undefined
  readonly sent: (ids: readonly string[]) => void
}

/** When a refusal of a channel was logged last [ms since epoch]. */
type LastRefused = Map<string, number>

export function countedOutbox(outbox: Alerts['outbox'], counting: Counting): Alerts['outbox'] {
  const refused: LastRefused = new Map()
  return {
    ...outbox,
    async record(recordings, worker, now) {
      await outbox.record(recordings, worker, now)
      const sent: string[] = []
      for (const { claimed, outcome } of recordings) {
        const { channel, id } = claimed.due.subscription
        counting.countDelivery?.(channel, outcome.kind)
        reportRefusal({ claimed, outcome }, counting, refused)
        if (outcome.kind === 'sent' && counting.channels.get(channel)?.fetchedAs === 'events') sent.push(id)
      }
      if (sent.length > 0) counting.sent(sent)
    }
  }
}

/**
 * Logs each refusal of the operator's own server (mail, ntfy, bot, broker); of subscribers' servers and gone receivers
 * one line a minute and channel.
 */
function reportRefusal(
  { claimed, outcome }: Recording,
  { channels, clock, report }: Counting,
  refused: LastRefused
): void {
  if (outcome.kind !== 'rejected' && (outcome.kind !== 'retry' || outcome.untried === true)) return
  const { channel } = claimed.due.subscription
  const { reason } = outcome
  if (outcome.kind === 'retry' && receiverOf({ channels }, claimed).isShared) {
    report('delivery_delayed', { channel, reason })
    return
  }
  const [now, last] = [clock(), refused.get(channel) ?? Number.NEGATIVE_INFINITY]
  if (now >= last && now - last < minuteMs) return
  refused.set(channel, now)
  report('delivery_refused', { channel, reason })
}
