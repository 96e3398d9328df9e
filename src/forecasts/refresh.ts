import { hourMs, minuteMs, secondMs } from '../common/time.ts'
import type { FetchedForecast, NotModified, Source } from '../sources/source.ts'
import { withoutAbsurdHours } from '../weather/absurd-hours.ts'
import type { Point } from '../weather/point.ts'
import { askChain, type ChainQuestion } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import { earlierRuns } from './earlier-runs.ts'
import { fetchSpread } from './ensemble.ts'
import { confirmedHours, isNightLost, runWith, withLostHours } from './lost-hours.ts'
import { blendedSeries, currentModels, raisedModels, supportOf } from './models.ts'
import { hashBytes, packSeries, unpackSeries } from './packed-series.ts'
import type { Overruling } from './plausible/finding.ts'
import { withPlausibleRun } from './plausible/held-run.ts'
import { settledStanding } from './plausible/settled.ts'
import type { SnapshotMeta, StoredModels } from './snapshot.ts'
import { type StoredRow, type StoredRows, store } from './stored-rows.ts'

/** The longest `Expires` that counts: data unconfirmed for six hours are a data gap. */
const longestExpiresMs = 3 * hourMs

/** An issue time that is further ahead than this is not believed [ms]. */
const clocksApartMs = 5 * minuteMs

export interface RefreshResult {
  /** When it may be tried again, where no source answered [ms since epoch]. */
  readonly retryAt: number
  /** Outcome without a request. */
  readonly refusal?: {
    readonly client: string
    readonly retryAfterSeconds: number
  }
}

export interface WatchedTerms {
  /** How often, where that is less often than their source renews its forecast [s]: until then they are fresh. */
  readonly periodSeconds?: number
  /** Only sources after the first are asked, because its budget is for other places. */
  readonly skipsFirst?: boolean
  /** Keys of the points where frost is possible tonight: their models come first. */
  readonly deciding?: ReadonlySet<string>
  /** After its request, or once another process's result is read; its forecast is in memory, perhaps not for long. */
  readonly ended?: (point: Point) => void
}

/** Asks the chain for a point; what was stored stays where no source answers. Never throws for a source's fault. */
export async function refresh(
  deps: ForecastsDeps,
  point: Point,
  { watched, skipsFirst, deciding, periodSeconds = 0, rows }: Pick<Fetched, 'watched' | 'rows'> & WatchedTerms
): Promise<RefreshResult> {
  // A 304 may confirm only what is on disk as written now: its series is there.
  const storedFrom = async (sourceId: string): Promise<SnapshotMeta | null> =>
    (await rows.of(sourceId))?.meta ?? null
  const judged: ChainQuestion['judged'] = (source, fetched) =>
    withPlausibleRun(deps, { source, rows }, fetched)
  const answer = await askChain(deps, { point, watched, skipsFirst, storedFrom, judged })
  if (answer.kind === 'none') {
    rest(deps, point, { retryAt: answer.retryAt, watched })
    return { retryAt: answer.retryAt }
  }
  const { source, fetched, isFallback } = answer
  const decides = deciding?.has(point.key) ?? false
  await save(deps, { point, source, fetched, watched, decides, isFallback, periodSeconds, rows })
  return { retryAt: deps.clock() }
}

/** Stored data hold after a failure until the next try; what visitors wait for concerns only them. */
function rest(
  deps: ForecastsDeps,
  { key }: Point,
  { retryAt, watched }: { retryAt: number; watched: boolean }
): void {
  const meta = deps.cache.get(key)
  if (meta === null) return
  const until = Math.max(retryAt, deps.clock() + 1000)
  const changed = watched ? { askAgainAt: until } : { visitorsWaitUntil: until }
  deps.cache.amend(key, { ...meta, ...changed })
}

interface Fetched {
  readonly point: Point
  readonly source: Source
  readonly fetched: FetchedForecast | NotModified
  readonly watched: boolean
  readonly decides?: boolean
  readonly isFallback: boolean
  /** How often the point is requested [s], where that is less often than the source updates its forecast. */
  readonly periodSeconds?: number
  readonly rows: StoredRows
  readonly shared?: SharedAnswer
}

export interface SharedAnswer {
  readonly models: () => Promise<StoredModels | null>
  /** How far this point is above it [m]. */
  readonly riseM: number
}

export async function save(
  deps: ForecastsDeps,
  { point, source, fetched, watched, decides = false, isFallback, periodSeconds = 0, rows, shared }: Fetched
): Promise<void> {
  const row = await rows.of(source.credit.id)
  const at = deps.clock()
  const updatePeriodSeconds = Math.max(source.limits.updatePeriodSeconds, periodSeconds)
  for (const message of warningsOf(fetched)) {
    deps.report('source_warning', { source: source.credit.id, message })
  }
  const earlier = row === null ? null : { ...row.meta, series: unpackSeries(row.body) }
  if (fetched.kind === 'not_modified') {
    if (row === null || earlier === null) return
    // What is current again was not replaced by what was set aside.
    const { setAside: _, ...current } = row.meta
    const { series, ...lack } = confirmedHours(earlier, at)
    const packed = series === earlier.series ? row.body : packSeries(series)
    const confirmed = {
      isFallback,
      confirmedAt: at,
      updatePeriodSeconds,
      askAgainAt: askAgainAt(deps, source, fetched)
    }
    await store(deps, { meta: { ...current, ...lack, ...confirmed }, packed, over: row })
    return
  }
  const models =
    shared === undefined
      ? await currentModels(deps, { source, point, watched, decides, earlier: row?.meta.models ?? null })
      : raisedModels(await shared.models(), shared.riseM)
  const { variables, hours } = fetched.leftOut ?? { variables: [], hours: [] }
  const { series: own, setAside } = withoutAbsurdHours(fetched.series, supportOf(fetched.series, models))
  const series = blendedSeries(own, models, Math.floor(at / hourMs) + 1)
  const shown = deps.cache.open(point.key)
  const { series: merged, ...lack } = withLostHours(series, { point, earlier, shown, now: at })
  if (shown !== null && isNightLost(lack, shown, at)) {
    deps.report('answer_not_shown', { source: source.credit.id, message: 'It lacks the coming night.' })
    rest(deps, point, { retryAt: askAgainAt(deps, source, fetched), watched: true })
    return
  }
  // The source's own hours alone name the run: hours merged from earlier answers do not make a new run.
  const whole = packSeries(series)
  const packed = merged === series ? whole : packSeries(merged)
  const run = runWith(hashBytes(whole), lack.carried)
  const same = row?.meta.run === run ? row.meta : null
  const statedAt =
    fetched.issuedAt !== null && fetched.issuedAt <= at + clocksApartMs ? fetched.issuedAt : null
  const issuedAt = statedAt ?? same?.issuedAt ?? at
  // What the blend of models changes is not a change of mind: runs with it are not compared with runs without it.
  const isSameBlend = (row?.meta.models ?? null) === null ? models === null : models !== null
  const before =
    isSameBlend && row !== null && earlier !== null ? { meta: row.meta, series: earlier.series } : null
  const { grid } = fetched
  const held = { point, own: fetched.series, series, isSameBlend, row, now: at }
  const settled = await settledStanding(deps, held, { source, grid, rows, watched, same })
  const { check, beside = null, contradicted = null, overruledBy } = settled
  if (overruledBy !== undefined && row !== null) {
    await keepEarlier(deps, row, {
      source,
      at,
      by: overruledBy,
      askAgainAt: askAgainAt(deps, source, fetched)
    })
    return
  }
  // Of two runs that disagree one may be wrong by far: neither moves what is said from then on.
  const isBreak = check === 'disagrees' || settled.isDecided === true || row?.meta.check === 'disagrees'
  const meta: SnapshotMeta = {
    source: source.credit,
    synthetic: source.synthetic,
    run,
    issuedAt,
    confirmedAt: at,
    askAgainAt: askAgainAt(deps, source, fetched),
    updatePeriodSeconds,
    isFallback,
    validators: fetched.validators,
    grid: fetched.grid,
    model: fetched.model,
    ensemble: same?.ensemble ?? (await fetchSpread(deps, source, point, watched)),
    ...(models !== null && { models }),
    ...(hours.length + setAside.length > 0 && { hoursSetAside: [...hours, ...setAside] }),
    ...(variables.length > 0 && { variablesLeftOut: variables }),
    ...lack,
    ...(check !== undefined && { check }),
    ...(beside !== null && { beside }),
    ...(contradicted !== null && { contradicted }),
    earlierRuns: same === null ? earlierRuns(isBreak ? null : before, issuedAt) : (same.earlierRuns ?? []),
    point
  }
  const isStored = await store(deps, { meta, packed, over: row })
  if (isStored && same === null && !meta.synthetic) deps.onRun(meta)
}

async function keepEarlier(deps: ForecastsDeps, row: StoredRow, { source, at, by, askAgainAt }: Overruled) {
  const message = `the run is overruled and set aside: ${by}`
  deps.report('source_failed', { source: source.credit.id, kind: 'unusable', message })
  const setAside = { at: row.meta.setAside?.at ?? at, shape: by }
  await store(deps, { meta: { ...row.meta, setAside, askAgainAt }, packed: row.body, over: row })
}

interface Overruled extends Pick<SnapshotMeta, 'askAgainAt'> {
  readonly source: Source
  readonly at: number
  readonly by: Overruling
}

function warningsOf(fetched: FetchedForecast | NotModified): readonly string[] {
  if (fetched.kind === 'not_modified') return []
  const { warning, leftOut } = fetched
  const named = [...(leftOut?.variables ?? []), ...((leftOut?.hours.length ?? 0) > 0 ? ['temperature'] : [])]
  return [
    ...(warning === undefined ? [] : [warning]),
    ...(named.length === 0 ? [] : [`Values that cannot be count as missing: ${named.join(', ')}.`])
  ]
}

/** When the source says, within `longestExpiresMs`; else after a period, with a tenth of jitter. */
function askAgainAt(deps: ForecastsDeps, source: Source, fetched: FetchedForecast | NotModified): number {
  const periodMs = source.limits.updatePeriodSeconds * secondMs
  const jitter = deps.random() * 0.1 * periodMs
  const wanted = deps.clock() + periodMs * 0.9 + jitter
  return fetched.expiresAt === null
    ? wanted
    : Math.min(
        Math.max(fetched.expiresAt + jitter * 0.2, deps.clock() + minuteMs),
        deps.clock() + longestExpiresMs
      )
}
