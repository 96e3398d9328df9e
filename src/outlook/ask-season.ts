/** Asks a source for the temperatures of a season, out of what may be spent on it, and keeps what comes. */
import { type Point, pointKey } from '../forecast/point.ts'
import type { SeasonSpan } from '../frost/season.ts'
import type { SeasonCapability, Source } from '../sources/source.ts'
import { SourceError } from '../sources/source.ts'
import type { Asker } from './asker.ts'
import { busyRetryMs, queueMs, sourceMs } from './chain.ts'
import type { Requester } from './gate.ts'
import { type KeptSeason, mergeSeasons, packSeason, readSeason } from './kept-season.ts'
import type { OutlookParts } from './parts.ts'
import { seasonId } from './side-questions.ts'

export interface Seasonal extends Source {
  readonly season: SeasonCapability
}

/** Why a season could not be brought up to date. */
export interface SeasonLack {
  readonly because: 'no_answer' | 'client_share_spent' | 'budget_spent'
  /** When it may be asked for again [ms since epoch]; now, where another client may. */
  readonly askAgainAt: number
}

export interface SeasonQuestion {
  readonly point: Point
  readonly span: SeasonSpan
  readonly toDay: number
  readonly earlier: KeptSeason | null
  readonly asker: Asker
}

/** The archive fills in the last days later: so many of them are asked for again. */
const provisionalDays = 7
const dayMs = 86_400_000

/** Asks one source for the days that are not known for good; a lack where it may not be asked or gives nothing. */
export async function askSeason(
  parts: OutlookParts,
  source: Seasonal,
  question: SeasonQuestion
): Promise<KeptSeason | SeasonLack> {
  const { point, asker } = question
  const key = pointKey(point)
  const id = seasonId(source)
  const requester = requesterOf(asker)
  const paused = parts.attempts.by(requester).pausedUntil(id, key)
  if (paused !== null) return { because: 'no_answer', askAgainAt: paused }
  const pass = await parts.gates.of(id, requester).enter(parts.abortAfter(queueMs))
  if (pass === null) return { because: 'no_answer', askAgainAt: parts.clock() + busyRetryMs }
  try {
    return await askInTurn(parts, source, question)
  } finally {
    pass()
  }
}

function requesterOf({ kind }: Asker): Requester {
  return kind === 'watch' ? 'watched' : 'visitor'
}

async function askInTurn(
  parts: OutlookParts,
  source: Seasonal,
  question: SeasonQuestion
): Promise<KeptSeason | SeasonLack> {
  const { point, toDay, asker } = question
  const key = pointKey(point)
  const id = seasonId(source)
  const attempts = parts.attempts.by(requesterOf(asker))
  // Looked at again: the circuit may have opened while this waited for its turn.
  const paused = attempts.pausedUntil(id, key)
  if (paused !== null) return { because: 'no_answer', askAgainAt: paused }
  const { earlier, fromDay } = daysToAsk(question)
  const request = { point, fromDay, toDay }
  const refused = await spend(parts, source, source.season.costOf(request), asker)
  if (refused !== null) return refused
  try {
    const fetched = await source.season.fetch(request, parts.abortAfter(sourceMs))
    attempts.succeeded(id, key)
    const kept = { sourceId: source.credit.id, toDay, ...mergeSeasons(earlier, fetched) }
    if (!source.synthetic) await keep(parts, source, key, kept)
    return kept
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    attempts.failed(id, [key], error)
    const { kind, message } = error
    parts.report('source_failed', { source: source.credit.id, kind, message: `season: ${message}` })
    return { because: 'no_answer', askAgainAt: attempts.pausedUntil(id, key) ?? parts.clock() }
  }
}

/** What was kept of a season on disk; null where nothing was. */
export async function recallSeason(
  parts: OutlookParts,
  source: Seasonal,
  key: string
): Promise<KeptSeason | null> {
  if (source.synthetic) return null
  return readSeason(await parts.store.read(seasonId(source), key), source.credit.id)
}

/** Takes the cost from the client's points, then from the budget; answers what stands in the way, null = nothing. */
async function spend(
  parts: OutlookParts,
  source: Seasonal,
  units: number,
  asker: Asker
): Promise<SeasonLack | null> {
  const client = asker.kind === 'client' && source.limits.isPublic ? asker.key : null
  const points = Math.ceil(units)
  if (client !== null && parts.allowance.take(client, points) !== null)
    return { because: 'client_share_spent', askAgainAt: parts.clock() }
  // Only now: a client that may not ask shall not take the turn at a closed source from those who may.
  parts.attempts.by(requesterOf(asker)).begun(seasonId(source))
  const watched = asker.kind === 'watch'
  if (await parts.budget.takeForSeason(source, units, watched)) return null
  if (client !== null) parts.allowance.giveBack(client, points)
  parts.report('budget_spent', { source: source.credit.id, watched })
  return { because: 'budget_spent', askAgainAt: (Math.floor(parts.clock() / dayMs) + 1) * dayMs }
}

function daysToAsk({ span, earlier: known }: SeasonQuestion): {
  readonly earlier: KeptSeason | null
  readonly fromDay: number
} {
  // A place east of Greenwich begins its first day on the day before in UTC.
  const firstDay = span.startDay - 1
  const earlier = known !== null && known.startHour === firstDay * 24 ? known : null
  if (earlier === null) return { earlier, fromDay: firstDay }
  const fromDay = Math.max(firstDay, Math.min(firstLackingDay(earlier), provisionalFrom(earlier)))
  return { earlier, fromDay }
}

function provisionalFrom({ toDay }: KeptSeason): number {
  return toDay - provisionalDays + 1
}

/** Hours that were missing once are asked for again, else one bad answer would leave the sum unknown until summer. */
function firstLackingDay({ startHour, temperaturesC, toDay }: KeptSeason): number {
  const index = temperaturesC.findIndex(Number.isNaN)
  return index < 0 ? toDay : Math.floor((startHour + index) / 24)
}

async function keep(parts: OutlookParts, source: Seasonal, key: string, kept: KeptSeason): Promise<void> {
  try {
    await parts.store.write({
      sourceId: seasonId(source),
      pointKey: key,
      confirmedAt: parts.clock(),
      ...packSeason(kept)
    })
  } catch (error) {
    parts.report('forecast_not_kept', { source: kept.sourceId, message: String(error) })
  }
}
