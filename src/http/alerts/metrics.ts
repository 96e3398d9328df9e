import type { Registry } from 'prom-client'
import { Counter } from 'prom-client'
import type { Alerts } from '../../alerts/alerts.ts'
import { waitingSince } from '../../alerts/heartbeat.ts'
import type { GatewayState } from '../../alerts/message-ports.ts'
import { minuteMs, secondMs } from '../../common/time.ts'
import { gauge } from '../metrics.ts'

interface AlertMetricsDeps {
  readonly alerts: Pick<Alerts, 'subscriptions' | 'episodes' | 'outbox' | 'channels' | 'now'>
  /** When places were last evaluated [ms since epoch]; null before the first time. */
  readonly lastEvaluationAt: () => number | null
  readonly lookUps: () => { readonly underWay: number; readonly refused: number; readonly timedOut: number }
}

export function deliveryCounter(registry: Registry): (channel: string, outcome: string) => void {
  const attempts = new Counter({
    name: 'ayaz_delivery_attempts_total',
    help: 'Attempts to deliver a message, by channel and outcome.',
    labelNames: ['channel', 'outcome'],
    registers: [registry]
  })
  return (channel, outcome) => attempts.inc({ channel, outcome })
}

export function registerAlertMetrics(
  registry: Registry,
  { alerts, lastEvaluationAt, lookUps }: AlertMetricsDeps
): void {
  registerLookUps(registry, lookUps)
  gauge(registry, 'ayaz_subscriptions', 'Subscriptions by state and channel.', async (set) => {
    for (const { state, channel, count } of await alerts.subscriptions.countByState()) {
      set({ state, channel }, count)
    }
  })
  gauge(registry, 'ayaz_open_episodes', 'Nights for which an alert stands.', async (set) =>
    set({}, await alerts.episodes.openCount(alerts.now()))
  )
  gauge(registry, 'ayaz_nights_unanswered', 'Nights of tonight that no one has answered.', async (set) =>
    set({}, await alerts.episodes.unansweredCount(alerts.now()))
  )
  const late = 'Messages of escalations that have not left a minute after they were due, by why.'
  gauge(registry, 'ayaz_steps_late', late, async (set) => {
    const { refused, notBegun } = await alerts.episodes.lateSteps(alerts.now() - minuteMs)
    set({ reason: 'refused' }, refused)
    set({ reason: 'not_begun' }, notBegun)
  })
  registerGateways(registry, alerts.channels)
  gauge(registry, 'ayaz_outbox_messages', 'Messages that wait to be sent.', async (set) =>
    set({}, (await alerts.outbox.waiting()).count)
  )
  const age = 'How long the oldest message has waited that is due, or failed at a server of the operator.'
  gauge(registry, 'ayaz_outbox_age_seconds', age, async (set) => {
    const since = await waitingSince(alerts)
    set({}, since === null ? 0 : Math.max(0, (alerts.now() - since) / secondMs))
  })
  gauge(
    registry,
    'ayaz_last_evaluation_timestamp_seconds',
    'When places were last judged [s since epoch], 0 = never.',
    (set) => set({}, (lastEvaluationAt() ?? 0) / secondMs)
  )
}

function registerGateways(registry: Registry, channels: Alerts['channels']): void {
  const gateways = [...channels.values()].flatMap(({ id, gatewayState: state }) =>
    state === undefined ? [] : [{ id, state }]
  )
  const each = (name: string, help: string, of: (state: GatewayState) => number): void =>
    gauge(registry, name, help, async (set) => {
      for (const { id, state } of gateways) set({ channel: id }, of(await state()))
    })
  each(
    'ayaz_gateway_failures_in_row',
    'Messages in a row that a gateway did not take.',
    (of) => of.failuresInRow
  )
  each('ayaz_gateway_month_used', 'Messages that a gateway was given this month.', ({ used }) => used)
  each('ayaz_gateway_month_limit', 'How many it may be given.', ({ monthly }) => monthly)
}

function registerLookUps(registry: Registry, lookUps: AlertMetricsDeps['lookUps']): void {
  gauge(
    registry,
    'ayaz_name_lookups_under_way',
    'Names of subscribers’ servers that are being looked up.',
    (set) => set({}, lookUps().underWay)
  )
  new Counter({
    name: 'ayaz_name_lookups_failed_total',
    help:
      'Look-ups of subscribers’ servers that were not begun, because too many were under way, or had no answer ' +
      'in time.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      const { refused, timedOut } = lookUps()
      this.reset()
      this.inc({ reason: 'too_many' }, refused)
      this.inc({ reason: 'timeout' }, timedOut)
    }
  })
}
