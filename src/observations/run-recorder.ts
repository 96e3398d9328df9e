import { BoundedMap } from '../common/bounded-map.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import type { Clock, Report } from '../forecasts/ports.ts'
import { frostMethodText } from '../frost/published.ts'
import { analysedNights, issuedNights, recordedPoint } from './issued-run.ts'
import type { LearnedPlace } from './learned-place.ts'
import type { IssuedNightStore, RecordedPoint } from './ports.ts'

export interface RecorderDeps {
  readonly store: IssuedNightStore
  readonly clock: Clock
  readonly report: Report
  /** The point under which the nights of a point are recorded; null: not recorded, as for a point asked for once. */
  readonly recordedAs: (point: RecordedPoint) => Promise<RecordedPoint | null>
  /** What answers of this point use for all clients. */
  readonly learned: (snapshot: ForecastSnapshot) => LearnedPlace | null
}

/** Runs that wait to be written; beyond, the oldest is dropped: the next run of its point replaces it. */
const maxWaiting = 200
const maxRemembered = 50_000

export function createRunRecorder(deps: RecorderDeps) {
  const lastRun = new BoundedMap<string, string>(maxRemembered)
  const waiting = new BoundedMap<string, ForecastSnapshot>(maxWaiting)
  const written = createWritten()
  let work: Promise<void> | null = null

  const drain = async (): Promise<void> => {
    for (const [key, snapshot] of waiting) {
      waiting.delete(key)
      try {
        await write(deps, snapshot, written)
      } catch (error) {
        lastRun.delete(key)
        // Without the point: it may be a subscriber's field.
        deps.report('run_not_recorded', { message: String(error), err: error })
      }
    }
    work = null
  }
  return {
    /** Records a run if it is new; returns at once. Safe to call with the snapshot of every answer. */
    record(snapshot: ForecastSnapshot): void {
      const { key } = snapshot.point
      const run = `${snapshot.source.id} ${snapshot.run}`
      if (lastRun.get(key) === run) return
      lastRun.set(key, run)
      waiting.set(key, snapshot)
      // Runs after the caller, who has an answer to send.
      work ??= Promise.resolve().then(drain)
    },
    /** Resolves when everything recorded so far was written (or reported as lost). */
    settled: async (): Promise<void> => {
      while (work !== null) await work
    }
  }
}

async function write(deps: RecorderDeps, snapshot: ForecastSnapshot, written: Written): Promise<void> {
  const point = await deps.recordedAs(recordedPoint(snapshot))
  if (point === null) return
  const { synthetic } = snapshot
  const at = deps.clock()
  const key = `${point.pointKey} ${synthetic}`
  const issued = issuedNights(snapshot, at, deps.learned(snapshot)).filter((night) =>
    written.isNew(key, `${night.date} ${night.leadDay}`, '')
  )
  const issuance = { at, method: frostMethodText }
  await deps.store.saveIssued({ point, synthetic, nights: issued, issuance })
  const analysed = analysedNights(snapshot, at).filter((night) =>
    written.isNew(key, night.date, `${night.airMinimumC.toFixed(2)} ${night.plantMinimumC.toFixed(2)}`)
  )
  await deps.store.saveAnalysed({ point, synthetic, nights: analysed })
  written.note(key, [
    ...issued.map((night) => [`${night.date} ${night.leadDay}`, ''] as const),
    ...analysed.map(
      (night) => [night.date, `${night.airMinimumC.toFixed(2)} ${night.plantMinimumC.toFixed(2)}`] as const
    )
  ])
}

/** What is known to be written already, so that an hourly run without news writes nothing. */
interface Written {
  readonly isNew: (pointKey: string, night: string, value: string) => boolean
  readonly note: (pointKey: string, nights: readonly (readonly [string, string])[]) => void
}

const maxPoints = 5000
const maxNights = 600

function createWritten(): Written {
  const points = new BoundedMap<string, BoundedMap<string, string>>(maxPoints)
  return {
    isNew: (key, night, value) => points.get(key)?.get(night) !== value,
    note(key, nights) {
      if (nights.length === 0) return
      const known = points.get(key) ?? new BoundedMap<string, string>(maxNights)
      for (const [night, value] of nights) known.set(night, value)
      points.set(key, known)
    }
  }
}
