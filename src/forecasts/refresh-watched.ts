/** Due forecasts of watched places, together where the first source allows it, else one by one. */
import { lazy } from '../common/lazy.ts'
import { secondMs } from '../common/time.ts'
import {
  type FetchedForecast,
  type ForecastRequest,
  type NotModified,
  type Source,
  SourceError
} from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { reportRefused } from './budget.ts'
import {
  askChain,
  asSourceError,
  type ChainQuestion,
  horizonDays,
  queueMs,
  reportFailed,
  sourceMs,
  withHoursAhead
} from './chain.ts'
import { limitConcurrency, retryMs, type SingleFlight } from './concurrency.ts'
import type { createDemoMode } from './demo-mode.ts'
import type { ForecastsDeps } from './deps.ts'
import { currentFor, load } from './forecast-result.ts'
import { currentModels } from './models.ts'
import { withPlausibleRun } from './plausible/held-run.ts'
import { type RefreshResult, refresh, type SharedAnswer, save, type WatchedTerms } from './refresh.ts'
import { type CellGroup, type DuePoint, followed, groupsByCell, sharedCell } from './shared-cells.ts'
import type { SnapshotMeta } from './snapshot.ts'

const storedAtATime = 8

/**
 * Asks the first source for many watched places at once. Returns the answered ones by key, each with a promise of its
 * own outcome that resolves once stored; all others are for the chain, as if requested singly.
 */
async function refreshBatch(
  deps: ForecastsDeps,
  due: readonly DuePoint[],
  terms: Pick<WatchedTerms, 'periodSeconds' | 'deciding'>
): Promise<ReadonlyMap<string, Promise<void>>> {
  const [source] = deps.sources
  if (source === undefined || !isBatched(source)) return new Map()
  const { id } = source.credit
  const circuits = deps.circuits.by('watched')
  const pass = await deps.gates.of(id, 'watched').enter(deps.abortAfter(queueMs))
  if (pass === null) return new Map()
  try {
    const free = due.filter(({ point }) => circuits.pausedUntil(id, point.key) === null)
    if (free.length < 2) return new Map()
    circuits.started(id)
    return await askTogether(deps, source, { ...terms, free })
  } finally {
    pass()
  }
}

interface BatchTerms extends Pick<WatchedTerms, 'periodSeconds' | 'deciding'> {
  readonly free: readonly DuePoint[]
}

async function askTogether(
  deps: ForecastsDeps,
  source: Batched,
  { free, periodSeconds, deciding = new Set() }: BatchTerms
): Promise<ReadonlyMap<string, Promise<void>>> {
  const { id } = source.credit
  // Members are each point's own.
  const groups: readonly CellGroup[] = deps.wantsEnsemble(source, true)
    ? free.map((first) => ({ first, followers: [] }))
    : await groupsByCell(source, free)
  // Unconditional: one request cannot ask about twenty earlier answers.
  const wanted: readonly ForecastRequest[] = groups.map(({ first: { point } }) => ({
    point,
    days: horizonDays,
    previous: null
  }))
  const each = Math.max(...wanted.map(source.limits.costOf))
  const granted = await deps.budget.takeMany(source, each, wanted.length)
  const requests = wanted.slice(0, granted)
  if (granted < wanted.length)
    reportRefused(deps, { source, units: each, watched: true, points: wanted.length - granted })
  if (requests.length === 0) {
    deps.circuits.by('watched').notAsked(id)
    return new Map()
  }
  const outcomes = await source
    .fetchForecasts(requests, deps.abortAfter(sourceMs))
    .catch((error: unknown) => {
      const failure = asSourceError(error)
      return requests.map(() => failure)
    })
  const asked = await Promise.all(
    groups.slice(0, granted).map(async ({ first, followers }, index) => ({
      ...first,
      followers,
      outcome: await usableOutcome(deps, { ...first, source }, outcomes[index] ?? noAnswer)
    }))
  )
  reportFailures(deps, id, asked)
  const answered = asked
    .filter((one): one is Answered & Pick<CellGroup, 'followers'> => !(one.outcome instanceof SourceError))
    .flatMap((one) => withFollowers(deps, { source, deciding }, one))
  for (const { point } of answered) deps.circuits.by('watched').succeeded(id, point.key)
  // Each may ask for its ensemble as well: one after the other, twenty would wait for each other's time to pass.
  const inTurn = limitConcurrency(storedAtATime)
  return new Map(
    answered.map(({ point, rows, outcome, shared }) => {
      const terms = { watched: true, decides: deciding.has(point.key), periodSeconds: periodSeconds ?? 0 }
      const saving = inTurn(async () => {
        const storedFrom = async (sourceId: string) => (await rows.of(sourceId))?.meta ?? null
        // Where it lacks a coming night, the sources after the first are asked for the place alone.
        const judged: ChainQuestion['judged'] = (asked, fetched) =>
          withPlausibleRun(deps, { source: asked, rows }, fetched)
        const best = await askChain(deps, { point, watched: true, storedFrom, judged, answered: outcome })
        if (best.kind === 'none') return
        const isOwn = best.source === source && shared !== undefined
        await save(deps, { ...terms, ...best, point, rows, ...(isOwn && { shared }) })
      })
      // Callers that wait for the place get the error; without a caller it must not end the process.
      saving.catch(() => undefined)
      return [point.key, saving]
    })
  )
}

/** Points whose cell has changed are left to the chain. The models are asked for once. */
function withFollowers(
  deps: ForecastsDeps,
  { source, deciding }: { source: Source; deciding: ReadonlySet<string> },
  { followers, ...first }: Answered & Pick<CellGroup, 'followers'>
): readonly Answered[] {
  const { outcome, point, rows } = first
  if (outcome.kind === 'not_modified' || followers.length === 0) return [first]
  const models = lazy(async () => {
    const earlier = (await rows.of(source.credit.id))?.meta.models ?? null
    const decides = [first, ...followers].some((one) => deciding.has(one.point.key))
    return currentModels(deps, { source, point, watched: true, decides, earlier })
  })
  return [
    { ...first, shared: { models, riseM: 0 } },
    ...followers.flatMap((one) => {
      const own = followed(outcome, one)
      if (own === null) return []
      return [{ ...one, outcome: own, shared: { models, riseM: own.grid.raisedM ?? 0 } }]
    })
  ]
}

async function usableOutcome<Outcome extends FetchedForecast | NotModified>(
  deps: ForecastsDeps,
  asked: DuePoint & { readonly source: Source },
  outcome: Outcome | SourceError
): Promise<Outcome | SourceError> {
  try {
    if (outcome instanceof SourceError) return outcome
    return await withPlausibleRun(deps, asked, withHoursAhead(outcome, deps.clock()))
  } catch (error) {
    return asSourceError(error)
  }
}

type Batched = Source & Required<Pick<Source, 'fetchForecasts'>>

function isBatched(source: Source): source is Batched {
  return source.fetchForecasts !== undefined
}

interface Answered extends DuePoint {
  readonly outcome: FetchedForecast | NotModified
  readonly shared?: SharedAnswer
}

const noAnswer = new SourceError('unusable', 'no answer for this point')

/**
 * A failed request is one failure of the source for all its places. That a point is not covered does not say which:
 * each is then asked alone, or one place would block the others for ever.
 */
function reportFailures(
  deps: ForecastsDeps,
  id: string,
  asked: readonly { readonly point: Point; readonly outcome: FetchedForecast | NotModified | SourceError }[]
): void {
  const failures = new Map<SourceError, string[]>()
  for (const { point, outcome } of asked) {
    if (!(outcome instanceof SourceError)) continue
    failures.set(outcome, [...(failures.get(outcome) ?? []), point.key])
  }
  for (const [error, keys] of failures) {
    const isOfOne = error.kind === 'not_covered' && keys.length > 1
    if (!isOfOne) deps.circuits.by('watched').failed(id, keys, error)
    reportFailed(deps, error, { source: id, points: keys.length })
  }
}

const singlesAtATime = 8
/** How many are read from disk at a time: fewer than the least memory has room for. */
const lookedUpAtATime = 8

export function createRefreshWatched(
  deps: ForecastsDeps,
  demo: ReturnType<typeof createDemoMode>,
  singleFlight: SingleFlight<RefreshResult>
) {
  const oneByOne = limitConcurrency(singlesAtATime)
  const inTurn = limitConcurrency(lookedUpAtATime)
  return async (
    points: readonly Point[],
    stopping?: AbortSignal,
    terms: WatchedTerms = {}
  ): Promise<void> => {
    if (demo.isOn()) await Promise.all(points.map(demo.showAt))
    if (demo.isOn()) return
    const looked = await Promise.all(points.map((point) => inTurn(() => lookUp(deps, point, terms))))
    const due = looked.flatMap(({ point, rows, isDue }) => (isDue && rows !== null ? [{ point, rows }] : []))
    const companions = await companionsOf(deps, looked)
    const batched = terms.skipsFirst ? [] : due.filter(({ point }) => !singleFlight.isUnderWay(point))
    const together = refreshBatch(deps, [...batched, ...companions], terms)
    const alone = async ({ point, rows }: DuePoint): Promise<RefreshResult> =>
      stopping?.aborted
        ? { retryAt: deps.clock() + retryMs }
        : refresh(deps, point, { ...terms, watched: true, rows })
    const ask = async (one: DuePoint): Promise<RefreshResult> => {
      const saving = (await together).get(one.point.key)
      if (saving === undefined) return oneByOne(() => alone(one))
      await saving
      return { retryAt: deps.clock() }
    }
    const takeAlong = async ({ point }: DuePoint): Promise<void> => (await together).get(point.key)
    const ended = async ({ point }: DuePoint, request: Promise<unknown>): Promise<void> => {
      await request
      terms.ended?.(point)
    }
    await Promise.all([
      ...due.map((one) =>
        ended(
          one,
          singleFlight.run(one.point, () => ask(one))
        )
      ),
      ...companions.map((one) => ended(one, takeAlong(one)))
    ])
  }
}

/** A point goes along with its cell when its own turn is nearer than this part of the period. */
const soonShare = 0.5

interface LookedUp {
  readonly point: Point
  readonly rows: DuePoint['rows'] | null
  readonly meta: SnapshotMeta | null
  readonly isDue: boolean
}

/** Reads stored forecasts, as another process may have renewed them. Judges at once: memory may lack room for all. */
async function lookUp(
  deps: ForecastsDeps,
  point: Point,
  { ended }: Pick<WatchedTerms, 'ended'>
): Promise<LookedUp> {
  const isDue = (): boolean => currentFor(deps, point.key, { kind: 'watch' }) === null
  if (!isDue()) return { point, rows: null, meta: deps.cache.get(point.key), isDue: false }
  const rows = await load(deps, point)
  const looked = { point, rows, meta: deps.cache.get(point.key), isDue: isDue() }
  if (!looked.isDue) ended?.(point)
  return looked
}

/** Places due soon in a cell that is requested now: they cost nothing, and are due together from then on. */
async function companionsOf(deps: ForecastsDeps, looked: readonly LookedUp[]): Promise<readonly DuePoint[]> {
  const asked = new Set<string>()
  for (const { meta, isDue } of looked) {
    const cell = isDue && meta !== null ? sharedCell(meta) : null
    if (cell !== null) asked.add(cell)
  }
  const found = looked.filter(({ meta, isDue }) => {
    if (isDue || meta === null || !asked.has(sharedCell(meta) ?? '')) return false
    return meta.askAgainAt <= deps.clock() + meta.updatePeriodSeconds * secondMs * soonShare
  })
  return Promise.all(
    found.map(async ({ point, rows }) => ({ point, rows: rows ?? (await load(deps, point)) }))
  )
}
