/** Thirty years of daily minima at a point, never deleted, fetched a year at a time after all that is urgent. */
import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import type { DailyMinima } from '../../frost/climate/frost-dates.ts'
import { type ArchiveCapability, type Source, type SourceCredit, SourceError } from '../../sources/source.ts'
import { isOwn, type Point, recordKey } from '../../weather/point.ts'
import type { ArchiveCell, ArchiveQueue, ArchiveSpan, ArchiveStore, ArchiveYear } from '../archive-ports.ts'
import type { Budget } from '../budget.ts'
import { archiveAccount } from '../budget-accounts.ts'
import type { ChainDeps } from '../chain.ts'

/**
 * Fields of one district share cells, whose years are fetched once; watched fields have theirs apart, so that no other
 * answer tells that something in its cell is watched.
 */
export function cellOf(
  source: Pick<Source, 'credit' | 'archive'>,
  point: Pick<Point, 'key' | 'lat' | 'lon' | 'timezone'>
): ArchiveCell {
  const { lat, lon, timezone } = point
  const step = source.archive?.cellDegrees ?? 1
  const middle = (degrees: number): number => Number((Math.round(degrees / step) * step).toFixed(3)) + 0
  const [north, east] = [middle(lat), middle(lon)]
  return {
    source: source.credit.id,
    cell: `${north.toFixed(3)},${east.toFixed(3)}${isOwn(point) ? ' own' : ''}`,
    lat: north,
    lon: east,
    timezone
  }
}

/** The standard atmosphere's change of temperature with height [K/m], as for forecasts. */
const lapseRatePerMetre = -0.0065

/** @param elevation Of the place [m]; null: that of the archive's own terrain. */
export function joinYears(years: readonly ArchiveYear[], elevation: number | null): DailyMinima {
  const starts = years.map(({ year }) => Date.UTC(year, 0, 1) / dayMs)
  const startDay = Math.min(...starts)
  const endDay = Math.max(...years.map(({ minimaC }, index) => (starts[index] ?? 0) + minimaC.length))
  const minimaC = new Float32Array(endDay - startDay).fill(Number.NaN)
  years.forEach((one, index) => {
    const riseM = elevation === null || one.elevation === null ? 0 : elevation - one.elevation
    const from = (starts[index] ?? 0) - startDay
    minimaC.set(
      one.minimaC.map((value) => value + lapseRatePerMetre * riseM),
      from
    )
  })
  return { startDay, minimaC }
}

export type ArchiveAnswer =
  | {
      readonly kind: 'minima'
      readonly minima: DailyMinima
      readonly name: string
      readonly credit: SourceCredit
      readonly synthetic: boolean
      readonly from: number
      readonly to: number
    }
  | {
      readonly kind: 'lacking'
      readonly reason: (typeof archiveLacks)[number]
      readonly yearsFetched: number
    }

/** `not_fetched`: an unnamed point, whether or not its years will be fetched; `no_archive`: no source has any. */
export const archiveLacks = ['being_fetched', 'queue_full', 'not_fetched', 'no_archive'] as const

interface MinimaQuestion {
  readonly point: Point
  readonly elevation: number | null
  readonly isNamed: boolean
}

interface ArchivesDeps extends Pick<ChainDeps, 'sources' | 'clock' | 'abortAfter' | 'report'> {
  /** The demo source, used while the service runs on synthetic weather; null: never. */
  readonly demo: Source | null
  readonly isDemo: () => boolean
  readonly store: ArchiveStore
  readonly budget: Pick<Budget, 'take' | 'spending'>
}

/** A climate is 30 years (WMO-No. 1203). */
export const archiveYears = 30
/** One year in 24 minutes on a free service: two points of 30 years a day. */
const publicEveryMs = dayMs / (2 * archiveYears)
/** An operator's own server is asked for one point a minute. */
const ownARound = archiveYears
/** What is left of the day's budget beyond this share is for forecasts. */
const largestShareSpent = 0.75
/** The first days of a year are not yet all in the archive of the year before. */
const settledDays = 10
/** Named cells that lack years, and as many watched ones, by turns: a free service fetches either in 100 days. */
const maxWaiting = 100
const fetchMs = 20_000

interface Archived extends Source {
  readonly archive: ArchiveCapability
}

/** No request waits for past years: after a failure nothing is asked, and nothing is paid, for an hour. */
const pauseMs = hourMs

export function createArchives(deps: ArchivesDeps) {
  let pausedUntil = 0
  const turns = { isOfWatched: false }
  return {
    /**
     * At the point's height where known [m]. A named point's missing years are fetched from now on; the answer for any
     * other does not depend on whether it is watched.
     */
    minimaAt: (question: MinimaQuestion) => minimaAt(deps, question),
    /** From now on, only the years of these watched points are fetched. */
    watch: (watched: readonly Point[]) => watch(deps, watched),
    /** Call it every minute. Never throws for a source's fault. */
    async fetchDue(stopping: AbortSignal): Promise<void> {
      const now = deps.clock()
      // A clock that was ahead does not stop it.
      if (now < pausedUntil && pausedUntil - now <= pauseMs) return
      if (!(await fetchDue(deps, turns, stopping))) pausedUntil = deps.clock() + pauseMs
    }
  }
}

function archiveOf({ sources, demo, isDemo }: ArchivesDeps): Archived | null {
  const askable = isDemo() && demo !== null ? [demo] : sources
  return askable.find((source): source is Archived => source.archive !== undefined) ?? null
}

function spanAt(now: number): ArchiveSpan {
  const to = new Date(now - settledDays * dayMs).getUTCFullYear() - 1
  return { from: to - archiveYears + 1, to }
}

async function minimaAt(
  deps: ArchivesDeps,
  { point, elevation, isNamed }: MinimaQuestion
): Promise<ArchiveAnswer> {
  const source = archiveOf(deps)
  if (source === null) return { kind: 'lacking', reason: 'no_archive', yearsFetched: 0 }
  const span = spanAt(deps.clock())
  const cell = cellOf(source, point)
  const known = source.synthetic ? [await allYears(source, cell, span)] : await yearsAt(deps, source, point)
  const enough = source.synthetic || known.length >= archiveYears
  if (enough) {
    const [from, to] = source.synthetic ? [span.from, span.to] : yearsOf(known.slice(-archiveYears))
    const minima = joinYears(known.slice(-archiveYears), elevation)
    const { credit, synthetic, archive } = source
    return { kind: 'minima', minima, name: archive.name, credit, synthetic, from, to }
  }
  // The progress of a cell would reveal that something in it is watched.
  if (!isNamed) return { kind: 'lacking', reason: 'not_fetched', yearsFetched: 0 }
  const isQueued = await deps.store.want(cell, queueOf(deps))
  const reason = isQueued ? 'being_fetched' : 'queue_full'
  return { kind: 'lacking', reason, yearsFetched: known.length }
}

/** A watched field takes those of everyone's cell, if complete: they need not be fetched again. */
async function yearsAt(
  { store }: ArchivesDeps,
  source: Archived,
  point: Point
): Promise<readonly ArchiveYear[]> {
  const cell = cellOf(source, point)
  const shared = isOwn(point) ? await store.years(cellOf(source, { ...point, key: recordKey(point) })) : []
  return shared.length >= archiveYears ? shared : store.years(cell)
}

async function watch(deps: ArchivesDeps, watched: readonly Point[]): Promise<void> {
  const source = archiveOf(deps)
  if (source === null || source.synthetic) return
  const lacking: Point[] = []
  for (const point of watched) {
    const isKnown = isOwn(point) && (await yearsAt(deps, source, point)).length >= archiveYears
    if (!isKnown) lacking.push(point)
  }
  const cells = lacking.map((point) => cellOf(source, point))
  await deps.store.watch(source.credit.id, cells, queueOf(deps))
}

function queueOf({ clock }: ArchivesDeps): ArchiveQueue {
  const now = clock()
  return { span: spanAt(now), most: maxWaiting, now }
}

function yearsOf(years: readonly ArchiveYear[]): readonly [number, number] {
  return [years[0]?.year ?? 0, years.at(-1)?.year ?? 0]
}

async function allYears(
  source: Archived,
  cell: ArchiveCell,
  { from, to }: ArchiveSpan
): Promise<ArchiveYear> {
  const request = { ...cell, fromDay: firstDayOf(from), toDay: firstDayOf(to + 1) - 1 }
  const { minimaC, elevation } = await source.archive.fetch(request, new AbortController().signal)
  return { year: from, minimaC, elevation }
}

function firstDayOf(year: number): number {
  return Date.UTC(year, 0, 1) / dayMs
}

async function fetchDue(
  deps: ArchivesDeps,
  turns: { isOfWatched: boolean },
  stopping: AbortSignal
): Promise<boolean> {
  const source = archiveOf(deps)
  if (source === null || source.synthetic) return true
  const { dailyBudget } = source.archive.limits
  for (let count = 0; count < (dailyBudget === null ? ownARound : 1); count++) {
    if (stopping.aborted || !(await isDue(deps, source))) return true
    const cell = await deps.store.next(source.credit.id, spanAt(deps.clock()), turns.isOfWatched)
    if (cell === null) return true
    turns.isOfWatched = !turns.isOfWatched
    const outcome = await fetchYear(deps, source, cell)
    if (outcome !== 'stored') return outcome === 'nothing'
  }
  return true
}

async function isDue({ store, budget, clock }: ArchivesDeps, source: Archived): Promise<boolean> {
  const { dailyBudget } = source.archive.limits
  if (dailyBudget === null) return true
  const lastAt = await store.lastFetchedAt(source.credit.id)
  // A clock that was ahead does not stop it.
  if (lastAt !== null && lastAt <= clock() && clock() - lastAt < publicEveryMs - minuteMs / 2) return false
  return (await budget.spending(archiveAccount(source))).spentToday < largestShareSpent * dailyBudget
}

async function fetchYear(
  deps: ArchivesDeps,
  source: Archived,
  cell: ArchiveCell
): Promise<'stored' | 'nothing' | 'failed'> {
  const { from, to } = spanAt(deps.clock())
  const known = new Set((await deps.store.years(cell)).map(({ year }) => year))
  const year = Array.from({ length: to - from + 1 }, (_, index) => to - index).find((one) => !known.has(one))
  if (year === undefined) return 'nothing'
  const request = { ...cell, fromDay: firstDayOf(year), toDay: firstDayOf(year + 1) - 1 }
  if (!(await deps.budget.take(archiveAccount(source), source.archive.costOf(request), false)))
    return 'nothing'
  try {
    const { startDay, minimaC, elevation } = await source.archive.fetch(request, deps.abortAfter(fetchMs))
    if (startDay !== request.fromDay) throw new SourceError('unusable', 'the archive began on another day')
    await deps.store.save(cell, { year, elevation, minimaC }, deps.clock())
    return 'stored'
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const { kind, message } = error
    deps.report('source_failed', { source: source.credit.id, kind, message: `archive: ${message}` })
    return 'failed'
  }
}
