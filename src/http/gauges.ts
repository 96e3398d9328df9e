/** Metrics of sources and of watched places: budget, pace, queue, circuit breaker, age of data. */
import { Counter, type Registry } from 'prom-client'
import type { Alerts } from '../alerts/alerts.ts'
import { waitingSince } from '../alerts/heartbeat.ts'
import type { GatewayState } from '../alerts/message-ports.ts'
import { minuteMs, secondMs } from '../common/time.ts'
import type { Budget } from '../forecasts/budget.ts'
import { requestIds } from '../forecasts/budget-accounts.ts'
import { type createGates, requesters } from '../forecasts/gate.ts'
import type { SourceCircuits } from '../forecasts/source-circuits.ts'
import { gauge } from './metrics.ts'

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
  gauge(registry, 'ayaz_open_episodes', 'Nights for which an alert is in force.', async (set) =>
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

interface UpstreamMetricsDeps {
  readonly sources: readonly Parameters<Budget['spending']>[0][]
  readonly circuits: Pick<SourceCircuits, 'circuitOf'>
  readonly gates: ReturnType<typeof createGates>
  readonly budget: Pick<Budget, 'spending'>
  /** How many places the first source's budget pays for; null where it has none. */
  readonly reach: { readonly fully: number; readonly atLeast: number } | null
  /** The pace of watched places in the last round; instants and durations in ms; null before the first. */
  readonly pace: () => {
    readonly watched: number
    readonly fields: number
    readonly cells: number
    readonly seasons: number
    readonly periodMs: number | null
    readonly missing: number
    readonly beyond: ReadonlySet<string>
    readonly oldestConfirmedAt: number | null
    readonly withoutData: number
    readonly nightsUnknown: number
    readonly doubts: Readonly<Record<string, number>>
  } | null
}

const circuitValues = { closed: 0, half_open: 1, open: 2 } as const

export function registerAirportMetrics(
  registry: Registry,
  state: () => { readonly airports: number; readonly lastAnswerAt: number | null }
): void {
  gauge(registry, 'ayaz_airports', 'Airports near watched places whose reports are fetched.', (set) =>
    set({}, state().airports)
  )
  const lastAnswer = 'When the reports of airports last came.'
  gauge(registry, 'ayaz_airports_last_answer_timestamp_seconds', lastAnswer, (set) => {
    const { lastAnswerAt } = state()
    if (lastAnswerAt !== null) set({}, lastAnswerAt / secondMs)
  })
}

export function registerUpstreamMetrics(registry: Registry, deps: UpstreamMetricsDeps): void {
  registerSources(registry, deps)
  registerPace(registry, deps)
}

function registerSources(
  registry: Registry,
  { sources, circuits, gates, budget }: UpstreamMetricsDeps
): void {
  const asked = sources
    .flatMap(requestIds)
    .flatMap((source) => requesters.map((requester) => ({ source, requester })))
  const budgeted = sources.filter(({ limits }) => limits.dailyBudget !== null)
  gauge(
    registry,
    'ayaz_upstream_budget_used',
    'Calls used of the daily budget (UTC) of each source.',
    async (set) => {
      for (const source of budgeted)
        set({ source: source.credit.id }, (await budget.spending(source)).spentToday)
    }
  )
  gauge(registry, 'ayaz_upstream_budget_limit', 'Calls that each source allows a day.', (set) => {
    for (const { credit, limits } of budgeted) set({ source: credit.id }, limits.dailyBudget ?? 0)
  })
  gauge(registry, 'ayaz_source_queue', 'Requests that wait for their turn at a source.', (set) => {
    for (const one of asked) set(one, gates.of(one.source, one.requester).waiting())
  })
  gauge(
    registry,
    'ayaz_source_circuit',
    'Circuit breaker of a source: 0 closed, 1 half-open, 2 open.',
    (set) => {
      for (const one of asked) set(one, circuitValues[circuits.circuitOf(one.source, one.requester)])
    }
  )
}

function registerPace(registry: Registry, { reach, pace }: UpstreamMetricsDeps): void {
  const report = (
    name: string,
    help: string,
    read: (state: NonNullable<ReturnType<typeof pace>>) => number
  ): void =>
    gauge(registry, name, help, (set) => {
      const state = pace()
      if (state !== null) set({}, read(state))
    })
  report('ayaz_watched_places', 'Places with an active subscription.', ({ watched }) => watched)
  report('ayaz_watched_fields', 'Watched places that are fields.', ({ fields }) => fields)
  report(
    'ayaz_watched_cells',
    'Points that a refresh of all watched places costs: those of one cell of the grid share a request.',
    ({ cells }) => cells
  )
  report(
    'ayaz_watched_seasons',
    'Seasons that are asked for each day: places with an estimated stage in one cell of the grid share one.',
    ({ seasons }) => seasons
  )
  report(
    'ayaz_watched_period_seconds',
    'How often watched places are refreshed before their night now; +Inf = only the looks before the coldest hour.',
    ({ periodMs }) => (periodMs === null ? Number.POSITIVE_INFINITY : periodMs / secondMs)
  )
  report(
    'ayaz_watched_missing_refreshes',
    "Refreshes before a night that today's budget does not allow.",
    ({ missing }) => missing
  )
  report(
    'ayaz_watched_places_beyond_share',
    'Watched places beyond what their network gets of a budget that is too small for all; they come last.',
    ({ beyond }) => beyond.size
  )
  gauge(
    registry,
    'ayaz_watched_oldest_confirmation_timestamp_seconds',
    'When the oldest forecast of a watched place was confirmed; without a value where none is known.',
    (set) => {
      const at = pace()?.oldestConfirmedAt ?? null
      if (at !== null) set({}, at / secondMs)
    }
  )
  report(
    'ayaz_watched_places_without_data',
    'Watched places of which nothing may be shown.',
    (state) => state.withoutData
  )
  report(
    'ayaz_watched_nights_unknown',
    'Watched places whose coming night has no score: the latest answer lacks it, and none is stored.',
    ({ nightsUnknown }) => nightsUnknown
  )
  gauge(
    registry,
    'ayaz_watched_runs_doubted',
    'Watched places whose newest run was set aside, or whose last two runs disagree.',
    (set) => {
      for (const [state, places] of Object.entries(pace()?.doubts ?? {})) set({ state }, places)
    }
  )
  if (reach === null) return
  gauge(
    registry,
    'ayaz_watched_places_carried',
    "Places that the first source's daily budget allows: at its own period, and with three refreshes a night.",
    (set) => {
      set({ state: 'own_period' }, reach.fully)
      set({ state: 'slowest' }, reach.atLeast)
    }
  )
}
