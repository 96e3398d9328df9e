import type { OpenEpisode, StoredRun } from '../alerts/outbox-ports.ts'
import type { EpisodesTable } from './alert-tables.ts'

export type OpenRow = Pick<
  EpisodesTable,
  | ('subscription_seq' | 'night_date' | 'state' | 'over_at')
  | ('told_at' | 'told_run_seq' | 'told_state' | 'thread' | 'seen_at' | 'seen_run_seq')
>

export function openEpisode(
  row: OpenRow,
  runs: ReadonlyMap<number, StoredRun>,
  isAwake = false
): OpenEpisode {
  const nightIn = (seq: number | null) =>
    seq === null ? null : (runs.get(seq)?.nights.find((night) => night.date === row.night_date) ?? null)
  return {
    date: row.night_date,
    state: row.state as OpenEpisode['state'],
    overAt: row.over_at,
    notifiedAt: row.told_at,
    notifiedState: row.told_state as OpenEpisode['notifiedState'],
    notified: nightIn(row.told_run_seq),
    ...(isAwake && { isAwake }),
    ...(row.seen_at !== null && { seen: nightIn(row.seen_run_seq), seenAt: row.seen_at })
  }
}
