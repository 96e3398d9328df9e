/** What the forecasts need of the observations; opened before them. */
import type { Clock, LearnedAt, Report } from '../forecasts/ports.ts'
import { createEvenings, type Evenings } from './evenings.ts'
import { recordedPoint } from './issued-run.ts'
import { createKnowledge, type Knowledge } from './knowledge.ts'
import type { IssuedNightStore, RecordedPoint } from './ports.ts'
import { createRunRecorder, type RunRecorder } from './run-recorder.ts'

export interface Learning {
  /** Empty until the night record fills it. */
  readonly knowledge: Knowledge
  /** The thermometers that follow tonight; empty until the night record fills it. */
  readonly evenings: Evenings
  /** What answers for everybody use at a point: what was learned, with the thermometers near it. */
  readonly shared: LearnedAt
  /** Grows whenever `shared` may give something else for a point: what was computed before is then out of date. */
  readonly version: (point: Pick<RecordedPoint, 'lat'>) => number
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
  const evenings = createEvenings()
  const learned = (snapshot: Parameters<typeof recordedPoint>[0]) =>
    knowledge.find(recordedPoint(snapshot), null)
  return {
    knowledge,
    evenings,
    recorder: createRunRecorder({ ...deps, learned }),
    shared: (point, grid) => {
      const site = recordedPoint({ point, grid })
      return evenings.joined(site, knowledge.find(site, null))
    },
    version: (point) => knowledge.version(point) + evenings.version(point)
  }
}
