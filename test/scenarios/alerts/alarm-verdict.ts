/** What became of each raised night of the drill, and which promise was broken. */
import { sql } from 'kysely'
import type { AlertNight } from '../../../src/alerts/alert-night.ts'
import { isSeen } from '../../../src/alerts/open-nights.ts'
import { alertRules } from '../../../src/alerts/rules.ts'
import { minuteMs } from '../../../src/common/time.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { instant, type SyntheticNight } from './synthetic-nights.ts'

export const zone = 'Europe/Istanbul'
/** Between two rounds. */
export const stepMinutes = 5
const dayMs = 1440 * minuteMs
const { personApartMs } = alertRules

export interface AlarmCounts {
  readonly raised: number
  readonly acknowledged: number
  readonly taken_back: number
  readonly passed_harmless: number
  readonly reported: number
  /** Of these after the harm began, because the night was raised, or became worse, so late. */
  readonly reported_at_once: number
  readonly kills: number
  /** Sent twice under one id, after a kill. */
  readonly repeats: number
  /** Steps that left more than a minute after they were taken, by why. */
  readonly late_refused: number
  readonly late_killed: number
  readonly late_ten_minutes: number
}

interface Answer {
  readonly at: number
  readonly token: string
}

interface Run {
  readonly at: number
  readonly night: SyntheticNight
}

/** What people and their programs do tonight. */
export class AlarmNight {
  readonly answers: Answer[] = []
  readonly receipts: (Answer & { readonly kind: 'delivered' | 'failed' })[] = []
  readonly runs: Run[] = []
  /** Of delivery; one in which a process is killed leaves the rest to the next. */
  readonly rounds: { readonly at: number; readonly wasKilled: boolean }[] = []
  /** Of each subscription by its number: the night as it was answered. */
  readonly answered = new Map<number, { readonly at: number; readonly night: AlertNight }>()
  readonly date: string
  /** The channel is away from then on, for 40 minutes; null: it is not. */
  readonly awayFrom: number | null

  constructor(date: string, awayFrom: number | null) {
    this.date = date
    this.awayFrom = awayFrom
  }
}

/** What the source says, hour by hour. */
export interface Walk {
  readonly score: number
  readonly minimumC: number
  readonly frostFromHour: number
}

export function walked({ score, minimumC, frostFromHour }: Walk, random: () => number): Walk {
  const by = (most: number) => (random() * 2 - 1) * most
  const hours = random() < 0.3 ? Math.floor(random() * 3) - 1 : 0
  return {
    score: Math.min(98, Math.max(31, score + by(15))),
    minimumC: Math.max(-8, minimumC + by(1.8)),
    frostFromHour: Math.min(5, Math.max(2, frostFromHour + hours))
  }
}

export interface Judging {
  readonly app: AlertsHarness
  readonly night: AlarmNight
  readonly counts: { -readonly [Name in keyof AlarmCounts]: AlarmCounts[Name] }
  readonly breaks: (kind: string, what: string) => void
}

/** What is cleared and raised again has to be seen anew. */
export async function forgetCleared({ store }: AlertsHarness, { date, answered }: AlarmNight): Promise<void> {
  const rows = await store.database.queries
    .selectFrom('episodes')
    .select('subscription_seq')
    .where('night_date', '=', date)
    .where('state', '=', 'cleared')
    .execute()
  for (const { subscription_seq: seq } of rows) answered.delete(seq)
}

/** Before the night is over. */
export async function judgeNight(judging: Judging): Promise<void> {
  const { app, night, counts, breaks } = judging
  const now = app.alerts.now()
  const rows = await app.store.database.queries
    .selectFrom('episodes as e')
    .innerJoin('subscriptions as s', 's.seq', 'e.subscription_seq')
    .select(['s.seq', 's.id', 'e.state', 'e.raised_at', 'e.alarm_since', 'e.unanswered_at'])
    .where('e.night_date', '=', night.date)
    .execute()
  const seqs = rows.map(({ seq }) => seq)
  const open = await app.store.members.nights(seqs, now, now + dayMs)
  const steps = await stepsTaken(judging)
  const lastRunAt = Math.max(...night.runs.map(({ at }) => at))
  for (const { seq, id, state, raised_at, alarm_since, unanswered_at: at } of rows) {
    const episode = open.get(seq)?.episode
    const what = `${id}, raised ${clock(raised_at)}, waits ${clock(alarm_since)}`
    counts.raised += 1
    if (state === 'cleared') counts.taken_back += 1
    else if (at !== null) judgeReport(judging, { what, alarm_since, at, steps: steps.get(seq) ?? 1 })
    else if (episode !== undefined && isSeen(episode, now)) counts.acknowledged += 1
    else if (alarm_since !== null) breaks('ended in silence', what)
    else if (Math.max(raised_at, lastRunAt) < coldestAt(night) - 30 * minuteMs) breaks('never waited', what)
    else counts.passed_harmless += 1
  }
}

function coldestAt({ date }: AlarmNight): number {
  return instant(`${date} 05:00`, zone)
}

export function clock(at: number | null | undefined): string {
  return at == null ? 'never' : new Date(at).toISOString().slice(5, 16)
}

interface Report {
  readonly what: string
  readonly alarm_since: number | null
  readonly at: number
  readonly steps: number
}

function judgeReport({ night, counts, breaks }: Judging, { what, alarm_since, at, steps }: Report): void {
  counts.reported += 1
  const known = night.runs.filter((run) => run.at <= at)
  const hour = known.at(-1)?.night.frostFromHour ?? 5
  if (at < instant(`${night.date} 0${hour}:00`, zone)) return
  counts.reported_at_once += 1
  const changedAt = Math.max(alarm_since ?? 0, ...known.map((run) => run.at))
  // Each step, the report and the list take a round; a machine may sleep through one of them.
  const latest = changedAt + (steps + 2) * (stepMinutes + 3) * minuteMs + 25 * minuteMs
  if (at > latest) breaks('reported late', `${what}, at ${clock(at)}`)
}

interface StepRow {
  readonly subscription_seq: number
  readonly made_at: number
  readonly message_id: string | null
  readonly ended_at: number | null
  readonly attempts: number | null
  readonly state: string | null
  readonly follows: string | null
  /** Another message to the same person was refused meanwhile. */
  readonly is_refused: number
}

/** How many steps each has; counts those that left late. */
async function stepsTaken({ app, night, counts, breaks }: Judging): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<StepRow>`
    select t.subscription_seq, t.made_at, m.message_id, m.ended_at, m.attempts, m.state, s.follows,
      case when exists (select 1 from messages o where o.subscription_seq = m.subscription_seq and o.seq <> m.seq
        and o.attempts > 1 and o.last_attempt_at between t.made_at and m.ended_at) then 1 else 0 end as is_refused
    from steps t left join messages m on m.seq = t.message_seq left join subscriptions s on s.seq = m.subscription_seq
    where t.night_date = ${night.date} and t.step > 0`.execute(app.store.database.queries)
  for (const { ended_at, made_at, attempts, message_id, follows, state, is_refused } of rows) {
    const leftAt = ended_at ?? 0
    if (state !== 'sent' || leftAt - made_at <= minuteMs) continue
    const missed = night.rounds.filter(({ at }) => at >= made_at && at < leftAt - minuteMs)
    const areAll = (excused: (round: (typeof missed)[number]) => boolean) =>
      missed.length > 0 && missed.every(excused)
    if (areAll(({ wasKilled }) => wasKilled)) counts.late_killed += 1
    else if ((attempts ?? 0) > 1 || is_refused === 1) counts.late_refused += 1
    else if (areAll((one) => one.wasKilled || (follows !== null && one.at < made_at + personApartMs)))
      counts.late_ten_minutes += 1
    else breaks('a step left late without a reason', `${message_id}, ${clock(made_at)} to ${clock(ended_at)}`)
  }
  const ofEach = Map.groupBy(rows, ({ subscription_seq: seq }) => seq)
  return new Map([...ofEach].map(([seq, own]) => [seq, own.length]))
}
