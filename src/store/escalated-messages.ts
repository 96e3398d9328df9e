import { type Selectable, sql } from 'kysely'
import type { EscalatedNight, StoredRun } from '../alerts/outbox-ports.ts'
import type { CurvesTable, EpisodesTable, StepsTable, SubscriptionsTable } from './alert-tables.ts'
import { type Database, oneOf } from './database.ts'
import { openEpisode } from './episode-rows.ts'
import { toProfile } from './scoring-profiles.ts'
import { thresholdOf } from './subscription-rows.ts'

type Row = Pick<StepsTable, 'message_seq' | 'step'> &
  Selectable<EpisodesTable> &
  Omit<Selectable<CurvesTable>, 'seq'> &
  Pick<SubscriptionsTable, 'label' | 'threshold' | 'threshold_temperature' | 'threshold_probability'> & {
    readonly seq: number
    readonly subscription_state: string
    readonly threshold_of: string
    readonly contact_thread: string | null
  }

interface EscalatedNights {
  readonly runs: readonly number[]
  /** The soonest first; absent: another kind. */
  readonly of: (
    messageSeq: number,
    runs: ReadonlyMap<number, StoredRun>
  ) => readonly EscalatedNight[] | undefined
}

const none: EscalatedNights = { runs: [], of: () => undefined }

/** Asks nothing where no message is of an escalation. */
export async function escalatedNights(
  inside: Database,
  messages: readonly { readonly seq: number; readonly prompt: string }[]
): Promise<EscalatedNights> {
  const seqs = messages.filter(({ prompt }) => prompt === 'escalate').map(({ seq }) => seq)
  if (seqs.length === 0) return none
  const { rows } = await sql<Row>`select t.message_seq, t.step, e.*, c.location, c.crop, c.stage, c.exposure,
      c.stage_old, c.owner, c.current_run_seq, s.seq, s.state as subscription_state, s.label, s.threshold,
      s.threshold_of, s.threshold_temperature, s.threshold_probability,
      (select p.thread from steps p where p.subscription_seq = t.subscription_seq and p.night_date = t.night_date
        and p.step = abs(t.step) and p.thread is not null order by p.made_at limit 1) as contact_thread
    from steps t
      join subscriptions s on s.seq = t.subscription_seq
      join curves c on c.seq = s.curve_seq
      join episodes e on e.subscription_seq = t.subscription_seq and e.night_date = t.night_date
    where ${oneOf(inside, 't.message_seq', seqs)} order by e.over_at, s.seq`.execute(inside.queries)
  const byMessage = Map.groupBy(rows, (row) => row.message_seq ?? 0)
  const runs = rows.flatMap((row) => [row.current_run_seq, row.told_run_seq, row.seen_run_seq])
  return {
    runs: runs.filter((seq) => seq !== null),
    of: (messageSeq, read) => byMessage.get(messageSeq)?.map((row) => escalatedNight(row, read))
  }
}

function escalatedNight(row: Row, runs: ReadonlyMap<number, StoredRun>): EscalatedNight {
  const { location, crop, stage, exposure, stageIsOld } = toProfile(row)
  const { seq, label, current_run_seq: current } = row
  return {
    subscription: { seq, location, crop, stage, exposure, label, threshold: thresholdOf(row) },
    isActive: row.subscription_state === 'active',
    isTakenBack: row.step < 0,
    stageIsOld,
    episode: openEpisode(row, runs),
    run: current === null ? null : (runs.get(current) ?? null),
    thread: row.contact_thread
  }
}
