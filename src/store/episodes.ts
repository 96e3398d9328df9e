/** The queries of episodes. */
import type { EpisodeStore } from '../alerts/store-ports.ts'
import { loseData, unseenProfiles } from './data-gaps.ts'
import type { Database } from './database.ts'
import { type EvaluationRules, evaluateRuns } from './evaluation.ts'
import { openCount, remindAtDusk } from './open-episodes.ts'

/** Episodes on an opened database, compared by these rules. */
export function episodeStore(database: Database, rules: EvaluationRules): EpisodeStore {
  return {
    evaluate: (runs, now, onlySubscription) => evaluateRuns(database, rules, runs, now, onlySubscription),
    remindAtDusk: (now, quietSince) => remindAtDusk(database, now, quietSince),
    unseen: (since, now) => unseenProfiles(database, since, now),
    loseData: (profiles, now) =>
      loseData(database, profiles, { now, confirmedBefore: now - rules.dataGapGraceMs }),
    openCount: (now) => openCount(database, now)
  }
}
