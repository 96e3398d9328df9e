/** The queries of episodes. */
import { alertRules } from '../alerts/rules.ts'
import type { EpisodeStore } from '../alerts/store-ports.ts'
import { acknowledge } from './acknowledgements.ts'
import { loseData, unseenProfiles } from './data-gaps.ts'
import type { Database } from './database.ts'
import { evaluateRuns } from './evaluation.ts'
import { openCount, remindAtDusk } from './open-episodes.ts'

/** Episodes on an opened database. */
export function episodeStore(database: Database): EpisodeStore {
  return {
    evaluate: (runs, now, onlySubscription) => evaluateRuns(database, runs, now, onlySubscription),
    remindAtDusk: (now, quietSince) => remindAtDusk(database, now, quietSince),
    unseen: (since, now) => unseenProfiles(database, since, now),
    loseData: (profiles, now) =>
      loseData(database, profiles, { now, confirmedBefore: now - alertRules.dataGapGraceMs }),
    acknowledge: (given) => acknowledge(database, given),
    openCount: (now) => openCount(database, now)
  }
}
