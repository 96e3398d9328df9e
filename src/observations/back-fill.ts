/** Past weeks for watched places, once: what their source forecast for each night, and its latest word on it. */
import { dayMs, hourMs } from '../common/time.ts'
import type { EarlierAnswer } from '../forecasts/earlier-runs.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import type { Clock, Report } from '../forecasts/ports.ts'
import type { SnapshotMeta } from '../forecasts/snapshot.ts'
import type { KnownNight, NightWindow } from '../frost/frost-night.ts'
import { frostNights } from '../frost/frost-nights.ts'
import { nightWindows } from '../frost/night-window.ts'
import { genericSettings } from '../frost/settings.ts'
import { withoutAbsurdHours } from '../weather/absurd-hours.ts'
import { type Point, recordKey } from '../weather/point.ts'
import { column, emptySeries, type HourlySeries } from '../weather/series.ts'
import { analysedNight, isKnown, issuedNight, recordedAt } from './issued-run.ts'
import type { IssuedNight, IssuedNightStore } from './ports.ts'

interface BackFillDeps {
  readonly forecasts: Pick<Forecasts, 'earlierRuns'>
  readonly store: Pick<IssuedNightStore, 'saveIssued' | 'saveAnalysed' | 'analysed' | 'hasPastWeeks'>
  readonly clock: Clock
  readonly report: Report
}

type BackFillOutcome =
  | { readonly kind: 'done'; readonly nights: number; readonly forecasts: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'later'; readonly because: 'budget' | 'no_answer'; readonly askAgainAt: number }

interface BackFillProgress {
  readonly done: number
  readonly places: number
}

interface BackFill {
  /** A few of the places that have no such record yet; ends early where the budget of the day does. */
  readonly round: (points: readonly Point[], signal: AbortSignal) => Promise<void>
  /** After the last round; null before the first. */
  readonly progress: () => BackFillProgress | null
}

/** Per round, which comes once a minute: alerts do not wait for the past. */
const maxPerRound = 5
/** Places looked up: after a restart it is not known which of them have a record. */
const maxLookedUp = 50
/** A record that began earlier than this has past weeks already [days]. */
const pastWeeksDays = 45

/** The date, `2026-04-11`, before which a record of past weeks begins. */
export function backFillCutoff(now: number): string {
  return new Date(now - pastWeeksDays * dayMs).toISOString().slice(0, 10)
}

/** Stores past forecasts of a point; nights issued by this service stay as they are. */
export async function backFillPoint(
  { forecasts, store, clock }: Omit<BackFillDeps, 'report'>,
  point: Point
): Promise<BackFillOutcome> {
  const answer = await forecasts.earlierRuns(point)
  if (answer.kind !== 'runs') return answer
  const { runs, source } = answer
  const past = { point, source: source.credit, runs, at: clock() }
  const { issued, analysed } = backFilledNights(past)
  const recorded = recordedAt(point, point.elevation ?? runs.grid.elevation)
  const first = analysed[0]?.date ?? ''
  const known = new Set((await store.analysed(recorded.pointKey, false, first)).map(({ date }) => date))
  // What was stored as it came has the night's sky and wind.
  const missing = analysed.filter(({ date }) => !known.has(date))
  await store.saveAnalysed({ point: recorded, synthetic: false, nights: missing })
  await store.saveIssued({ point: recorded, synthetic: false, nights: issued, issuance: null })
  return { kind: 'done', nights: analysed.length, forecasts: issued.length }
}

export function createBackFill(deps: BackFillDeps): BackFill {
  const { clock, report } = deps
  const done = new Set<string>()
  const notBefore = new Map<string, number>()
  let pausedUntil = 0
  let progress: BackFillProgress | null = null
  let [reported, reportedAt] = [-1, Number.NEGATIVE_INFINITY]

  /** The next points without past weeks; only as many are looked up as a round fetches. */
  const lacking = async (points: readonly Point[]): Promise<readonly Point[]> => {
    const found: Point[] = []
    let lookedUp = 0
    for (const point of points) {
      const { key } = point
      if (found.length === maxPerRound || lookedUp === maxLookedUp) break
      if (done.has(key) || (notBefore.get(key) ?? 0) > clock()) continue
      lookedUp += 1
      if (await deps.store.hasPastWeeks(recordKey(point), backFillCutoff(clock()))) done.add(key)
      else found.push(point)
    }
    return found
  }
  const forgetEnded = (points: readonly Point[]): void => {
    const keys = new Set(points.map(({ key }) => key))
    for (const key of done) if (!keys.has(key)) done.delete(key)
    for (const key of notBefore.keys()) if (!keys.has(key)) notBefore.delete(key)
  }
  const fill = async (point: Point): Promise<void> => {
    // Should it throw, the others go on with the next round, and this one is not paid for again today.
    notBefore.set(point.key, clock() + dayMs)
    const outcome = await backFillPoint(deps, point)
    notBefore.delete(point.key)
    if (outcome.kind === 'none') pausedUntil = Number.POSITIVE_INFINITY
    else if (outcome.kind === 'done') done.add(point.key)
    else if (outcome.because === 'budget') pausedUntil = outcome.askAgainAt
    else notBefore.set(point.key, outcome.askAgainAt)
  }
  return {
    progress: () => progress,
    async round(points, signal) {
      const due = clock() < pausedUntil ? [] : await lacking(points)
      for (const point of due) {
        if (signal.aborted) return
        await fill(point)
        if (clock() < pausedUntil) break
      }
      forgetEnded(points)
      progress = { done: points.filter(({ key }) => done.has(key)).length, places: points.length }
      const { done: count, places } = progress
      const [isNews, isWhole, now] = [count !== reported, count === places, clock()]
      // A day and a half of rounds, one a minute: a line an hour, and one at the end.
      if (places === 0 || !isNews || (!isWhole && now - reportedAt < hourMs)) return
      ;[reported, reportedAt] = [count, now]
      report('backfill_progress', { ...progress })
    }
  }
}

/** Nights of the past as a source forecast them at each lead, in the record's form; never issued by this service. */
type EarlierRuns = Extract<EarlierAnswer, { kind: 'runs' }>['runs']

interface PastRuns {
  readonly point: Point
  readonly source: SnapshotMeta['source']
  readonly runs: EarlierRuns
  /** Now [ms since epoch]. */
  readonly at: number
}

const hoursPerDay = 24

/**
 * Whole nights that are over, by forecasts of one, two … days before and the latest run. Only the air is forecast:
 * plants have the usual sky and wind, and verification and learning take the air alone.
 */
function backFilledNights({ point, source, runs, at }: PastRuns) {
  const windows = nightWindows(point, runs.startHour, runs.startHour + runs.hours).filter(
    ({ lastHour }) => lastHour * hourMs < at
  )
  const [latest, ...earlier] = runs.temperaturesC.map((temperaturesC) => seriesOf(runs, temperaturesC))
  return {
    issued: earlier.flatMap((series, index) =>
      issuedAhead(point, { source, series, windows, lead: index + 1 })
    ),
    analysed: knownNights(point, latest, windows).map((night) => analysedNight(night, source, at))
  }
}

function seriesOf({ startHour, hours }: EarlierRuns, temperaturesC: Float32Array): HourlySeries {
  const series = emptySeries(startHour, hours)
  column(series, 'temperature').set(temperaturesC)
  return withoutAbsurdHours(series).series
}

interface AheadOf extends Pick<PastRuns, 'source'> {
  readonly series: HourlySeries
  readonly windows: readonly NightWindow[]
  /** [days] */
  readonly lead: number
}

function issuedAhead(point: Point, { source, series, windows, lead }: AheadOf): readonly IssuedNight[] {
  return windows.flatMap((window) => {
    const [plain] = knownNights(point, series, [window])
    if (plain === undefined) return []
    // Each hour is of the run that is `lead` days older.
    const issuedAt = (plain.coldestHour - lead * hoursPerDay) * hourMs
    const [night] = knownNights(point, series, [window], issuedAt)
    if (night === undefined) return []
    const issued = issuedNight(night, { source, issuedAt, spread: null }, 0)
    return [{ ...issued, isBackFilled: true, leadDay: lead, leadDays: lead, exposed: null }]
  })
}

function knownNights(
  point: Point,
  series: HourlySeries | undefined,
  windows: readonly NightWindow[],
  issuedAt = 0
): readonly KnownNight[] {
  if (series === undefined) return []
  const settings = { ...genericSettings, latitude: point.lat, elevationM: point.elevation }
  const nowHour = Number.NEGATIVE_INFINITY
  return frostNights({ series, windows, issuedAt, nowHour, settings })
    .filter(isKnown)
    .filter((night) => !night.partial)
}
