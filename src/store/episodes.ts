/** The queries of episodes. */
import { alertRules } from '../alerts/rules.ts'
import type { EpisodeStore } from '../alerts/store-ports.ts'
import { acknowledge } from './acknowledgements.ts'
import { loseData, unseenProfiles } from './data-gaps.ts'
import type { Database } from './database.ts'
import { escalate } from './escalations.ts'
import { evaluateRuns } from './evaluation.ts'
import { openCount, remindAtDusk, unansweredCount } from './open-episodes.ts'
import { type RunReader, runReader } from './runs.ts'

/** Episodes on an opened database. */
export function episodeStore(database: Database, readRuns: RunReader = runReader()): EpisodeStore {
  return {
    evaluate: (runs, now, onlySubscription) => evaluateRuns(database, runs, now, onlySubscription),
    remindAtDusk: (now, quietSince) => remindAtDusk(database, now, quietSince),
    unseen: (since, now) => unseenProfiles(database, since, now),
    loseData: (profiles, now) =>
      loseData(database, profiles, { now, confirmedBefore: now - alertRules.dataGapGraceMs }),
    acknowledge: (given) => acknowledge(database, given),
    escalate: (now, advancing) => escalate(database, readRuns, now, advancing),
    openCount: (now) => openCount(database, now),
    unansweredCount: (now) => unansweredCount(database, now)
  }
}
