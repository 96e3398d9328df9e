import { reportedError } from '../common/reported-error.ts'
import { dayMs } from '../common/time.ts'
import type { SeasonSpan } from '../frost/season.ts'
import { type SeasonCapability, type Source, SourceError } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import type { SeasonHours } from '../weather/series.ts'
import { reportRefused } from './budget.ts'
import { seasonId } from './budget-accounts.ts'
import { busyRetryMs, queueMs, sourceMs } from './chain.ts'
import type { ForecastsDeps } from './deps.ts'
import type { RequesterKind } from './gate.ts'
import type { Requester } from './point-allowance.ts'
import type { StoredForecast } from './ports.ts'
import { cellOf } from './shared-cells.ts'

export interface Seasonal extends Source {
  readonly season: SeasonCapability
}

export interface SeasonLack {
  readonly because: 'no_answer' | 'client_share_spent' | 'budget_spent'
  /** When it may be requested again [ms since epoch]; now, where another client may. */
  readonly askAgainAt: number
}

export interface WantedSeason {
  readonly span: SeasonSpan
  readonly toDay: number
}

export interface SeasonQuestion extends WantedSeason {
  readonly point: Point
  readonly earlier: StoredSeason | null
  readonly requester: Requester
}

/** Days requested again, because the archive fills in the last ones later. */
export const provisionalDays = 7

export async function askSeason(
  deps: ForecastsDeps,
  source: Seasonal,
  question: SeasonQuestion
): Promise<StoredSeason | SeasonLack> {
  const { point, requester } = question
  const { key } = point
  const id = seasonId(source)
  const requesterKind = requesterKindOf(requester)
  const paused = deps.circuits.by(requesterKind).pausedUntil(id, key)
  if (paused !== null) return { because: 'no_answer', askAgainAt: paused }
  const pass = await deps.gates.of(id, requesterKind).enter(deps.abortAfter(queueMs))
  if (pass === null) return { because: 'no_answer', askAgainAt: deps.clock() + busyRetryMs }
  try {
    return await askInTurn(deps, source, question)
  } finally {
    pass()
  }
}

function requesterKindOf({ kind }: Requester): RequesterKind {
  return kind === 'watch' ? 'watched' : 'visitor'
}

async function askInTurn(
  deps: ForecastsDeps,
  source: Seasonal,
  question: SeasonQuestion
): Promise<StoredSeason | SeasonLack> {
  const { point, toDay, requester } = question
  const { key } = point
  const id = seasonId(source)
  const circuits = deps.circuits.by(requesterKindOf(requester))
  // Checked again: the circuit may have opened while this waited for its turn.
  const paused = circuits.pausedUntil(id, key)
  if (paused !== null) return { because: 'no_answer', askAgainAt: paused }
  const { earlier, fromDay } = daysToAsk(question)
  const request = { point, fromDay, toDay }
  const refused = await spend(deps, source, source.season.costOf(request), requester)
  if (refused !== null) return refused
  try {
    const fetched = await source.season.fetch(request, deps.abortAfter(sourceMs))
    circuits.succeeded(id, key)
    const gridCell = cellOf(fetched.grid)
    // Days of two grids do not make a season: the whole of it is asked for.
    if (earlier !== null && earlier.gridCell !== null && earlier.gridCell !== gridCell)
      return await askInTurn(deps, source, { ...question, earlier: null })
    const { startHour, temperaturesC } = mergeSeasons(earlier, fetched)
    const season = { sourceId: source.credit.id, toDay, gridCell, startHour, temperaturesC }
    await saveSeason(deps, source, key, season)
    return season
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    circuits.failed(id, [key], error)
    const { kind, message } = error
    deps.report('source_failed', { source: source.credit.id, kind, message: `season: ${message}` })
    return { because: 'no_answer', askAgainAt: circuits.pausedUntil(id, key) ?? deps.clock() }
  }
}

/** A season on disk; null where there is none, or the database is away. */
export async function readStoredSeason(
  deps: ForecastsDeps,
  source: Seasonal,
  key: string
): Promise<StoredSeason | null> {
  if (source.synthetic) return null
  try {
    return readSeason(await deps.store.read(seasonId(source), key), source.credit.id)
  } catch (error) {
    deps.report('store_failed', reportedError(error))
    return null
  }
}

/** Takes the cost from the client's points, then from the budget; returns the obstacle, or null. */
async function spend(
  deps: ForecastsDeps,
  source: Seasonal,
  units: number,
  requester: Requester
): Promise<SeasonLack | null> {
  const client = requester.kind === 'client' ? requester.key : null
  const points = Math.ceil(units)
  if (client !== null && (await deps.allowance.take(client, points)) !== null)
    return { because: 'client_share_spent', askAgainAt: deps.clock() }
  // Only now: a client that may not ask must not use up the trial of a half-open circuit.
  deps.circuits.by(requesterKindOf(requester)).started(seasonId(source))
  const watched = requester.kind === 'watch'
  if (await deps.budget.takeForSeason(source, units, watched)) return null
  deps.circuits.by(requesterKindOf(requester)).notAsked(seasonId(source))
  if (client !== null) await deps.allowance.giveBack(client, points)
  const freeAt = reportRefused(deps, { source, units, watched })
  return freeAt === null
    ? { because: 'budget_spent', askAgainAt: (Math.floor(deps.clock() / dayMs) + 1) * dayMs }
    : { because: 'no_answer', askAgainAt: freeAt }
}

function daysToAsk({ span, earlier: known }: SeasonQuestion) {
  const firstDay = firstDayOf(span)
  const earlier = known !== null && known.startHour === firstDay * 24 ? known : null
  if (earlier === null) return { earlier, fromDay: firstDay }
  const fromDay = Math.max(firstDay, Math.min(firstLackingDay(earlier), earlier.toDay - provisionalDays + 1))
  return { earlier, fromDay }
}

/** East of Greenwich the first local day begins on the day before in UTC. */
function firstDayOf({ startDay }: SeasonSpan): number {
  return startDay - 1
}

export function isWanted({ startHour, toDay }: StoredSeason, wanted: WantedSeason): boolean {
  return toDay === wanted.toDay && startHour === firstDayOf(wanted.span) * 24
}

/** Missing hours are requested again, or one bad answer would leave the sum unknown until summer. */
function firstLackingDay({ startHour, temperaturesC, toDay }: StoredSeason): number {
  const index = temperaturesC.findIndex(Number.isNaN)
  return index < 0 ? toDay : Math.floor((startHour + index) / 24)
}

/** Stores a season; synthetic ones are not stored. */
export async function saveSeason(
  deps: ForecastsDeps,
  source: Seasonal,
  key: string,
  season: StoredSeason
): Promise<void> {
  if (source.synthetic) return
  try {
    await deps.store.write({
      sourceId: seasonId(source),
      pointKey: key,
      confirmedAt: deps.clock(),
      ...packSeason(season)
    })
  } catch (error) {
    deps.report('forecast_not_kept', { source: season.sourceId, message: String(error), err: error })
  }
}

export interface StoredSeason extends SeasonHours {
  readonly sourceId: string
  /** The last UTC day that was requested, in days since 1970-01-01. */
  readonly toDay: number
  /** Where forecasts for the point came from then, as `cellOf` gives it; null where that is not known. */
  readonly gridCell: string | null
}

const missing = -32_768

export function packSeason({
  startHour,
  toDay,
  gridCell,
  temperaturesC
}: StoredSeason): Pick<StoredForecast, 'meta' | 'body'> {
  const body = new Uint8Array(temperaturesC.length * 2)
  const view = new DataView(body.buffer)
  temperaturesC.forEach((value, index) => {
    view.setInt16(index * 2, Number.isNaN(value) ? missing : Math.round(value * 100), true)
  })
  return { meta: JSON.stringify({ startHour, toDay, gridCell }), body }
}

/** A season from disk; null where there is none or another version wrote it. */
export function readSeason(
  row: Pick<StoredForecast, 'meta' | 'body'> | null,
  sourceId: string
): StoredSeason | null {
  const meta = row === null ? null : readMeta(row.meta)
  if (row === null || meta === null || row.body.byteLength % 2 !== 0) return null
  const view = new DataView(row.body.buffer, row.body.byteOffset, row.body.byteLength)
  const temperaturesC = Float32Array.from({ length: row.body.byteLength / 2 }, (_, index) => {
    const value = view.getInt16(index * 2, true)
    return value === missing ? Number.NaN : value / 100
  })
  return { ...meta, sourceId, temperaturesC }
}

function readMeta(text: string): Pick<StoredSeason, 'startHour' | 'toDay' | 'gridCell'> | null {
  try {
    const meta = JSON.parse(text) as Partial<Record<'startHour' | 'toDay' | 'gridCell', unknown>> | null
    const { startHour, toDay, gridCell } = meta ?? {}
    if (!Number.isInteger(startHour) || !Number.isInteger(toDay)) return null
    return {
      startHour: startHour as number,
      toDay: toDay as number,
      // Earlier versions did not store the cell.
      gridCell: typeof gridCell === 'string' ? gridCell : null
    }
  } catch {
    return null
  }
}

/** The earlier hours, overwritten by the new ones; a new hour that is missing overwrites nothing. */
export function mergeSeasons(earlier: SeasonHours | null, fresh: SeasonHours): SeasonHours {
  if (earlier === null || fresh.startHour > earlier.startHour + earlier.temperaturesC.length) return fresh
  const startHour = Math.min(earlier.startHour, fresh.startHour)
  const endHour = fresh.startHour + fresh.temperaturesC.length
  const temperaturesC = new Float32Array(endHour - startHour).fill(Number.NaN)
  for (const part of [earlier, fresh]) {
    part.temperaturesC.forEach((value, index) => {
      if (!Number.isNaN(value)) temperaturesC[part.startHour + index - startHour] = value
    })
  }
  return { startHour, temperaturesC }
}
