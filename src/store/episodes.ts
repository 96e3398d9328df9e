/** The queries of episodes, put together. */
import { sql } from 'kysely'
import type { EpisodeStore } from '../alerts/store-ports.ts'
import type { Database } from './database.ts'
import { type EvaluationRules, evaluateRuns } from './evaluation.ts'
import { goBlind, passNights, remindAtDusk, unseenCurves } from './sights.ts'

/** Episodes on an opened database, compared by these rules. */
export function episodeStore(database: Database, rules: EvaluationRules): EpisodeStore {
  return {
    evaluate: (runs, now, onlySubscription) => evaluateRuns(database, rules, runs, now, onlySubscription),
    remindAtDusk: (now, quietSince) => remindAtDusk(database, now, quietSince),
    pass: (now) => passNights(database, now),
    unseen: (since, now) => unseenCurves(database, since, now),
    goBlind: (curves, now) => goBlind(database, curves, now),
    openCount: async () => {
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from episodes where state = 'raised'`.execute(database.queries)
      return rows[0]?.count ?? 0
    }
  }
}
