/** What the forecasts need of the observations; opened before them. */
import type { Clock, Report } from '../forecasts/ports.ts'
import { recordedPoint } from './issued-run.ts'
import { createKnowledge, type Knowledge } from './knowledge.ts'
import type { IssuedNightStore, RecordedPoint } from './ports.ts'
import { createRunRecorder, type RunRecorder } from './run-recorder.ts'

export interface Learning {
  /** Empty until the night record fills it. */
  readonly knowledge: Knowledge
  readonly recorder: RunRecorder
}

interface LearningDeps {
  readonly store: IssuedNightStore
  /** Whether the nights of a point are recorded. */
  readonly isRecorded: (point: RecordedPoint) => Promise<boolean>
  readonly clock: Clock
  readonly report: Report
}

export function openLearning(deps: LearningDeps): Learning {
  const knowledge = createKnowledge()
  const learned = (snapshot: Parameters<typeof recordedPoint>[0]) =>
    knowledge.find(recordedPoint(snapshot), null)
  return { knowledge, recorder: createRunRecorder({ ...deps, learned }) }
}
