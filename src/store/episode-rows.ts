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
  const episode: OpenEpisode = {
    date: row.night_date,
    state: row.state as OpenEpisode['state'],
    overAt: row.over_at,
    notifiedAt: row.told_at,
    notifiedState: row.told_state as OpenEpisode['notifiedState'],
    notified: nightIn(runs, row.told_run_seq, row.night_date)
  }
  if (!isAwake && row.seen_at === null) return episode
  return {
    ...episode,
    ...(isAwake && { isAwake }),
    ...(row.seen_at !== null && {
      seen: nightIn(runs, row.seen_run_seq, row.night_date),
      seenAt: row.seen_at,
      ...((row.seen_run_seq ?? 0) > (row.told_run_seq ?? 0) && { isSeenAhead: true })
    })
  }
}

function nightIn(
  runs: ReadonlyMap<number, StoredRun>,
  run: number | null,
  on: string
): OpenEpisode['notified'] {
  return run === null ? null : (runs.get(run)?.nights.find(({ date }) => date === on) ?? null)
}
