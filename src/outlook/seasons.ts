/** The temperatures of a season at a point, for the stage of a crop: memory, disk, then a source that has them, once a day. */
import { type Point, pointKey } from '../forecast/point.ts'
import { localDayAt, type SeasonHours, type SeasonSpan, seasonAround } from '../frost/season.ts'
import type { SeasonCapability, Source } from '../sources/source.ts'
import { SourceError } from '../sources/source.ts'
import { sourceMs } from './chain.ts'
import { type KeptSeason, mergeSeasons, packSeason, readSeason } from './kept-season.ts'
import type { OutlookParts } from './parts.ts'

/** A season as it is known, and whose it is. */
export interface KnownSeason {
  readonly hours: SeasonHours
  /** What the temperatures are, for people. */
  readonly source: string
}

export interface Seasons {
  /** What is in memory, without waiting; null where nothing is. */
  readonly known: (point: Point) => KnownSeason | null
  /** Whether somebody should be asked: nothing is known of the season, or nothing of its latest day. */
  readonly isDue: (point: Point) => boolean
  /** Has the season asked for where a new day has begun, and waits for it; never throws for a source's fault. */
  readonly refresh: (point: Point, watched: boolean) => Promise<void>
  /** The instant whose season is told for a question asked at `nowAt`: another only in the demo. Both in ms since epoch. */
  readonly instantOf: (point: Point, nowAt: number) => number
}

interface Seasonal extends Source {
  readonly season: SeasonCapability
}

/** The archive fills in the last days later: so many of them are asked for again. */
const provisionalDays = 7
/** About 20 kB each. */
const mostSeasons = 500

export function createSeasons(parts: OutlookParts, isDemo: () => boolean): Seasons {
  const seasons = new Map<string, KeptSeason>()
  const flights = new Map<string, Promise<void>>()
  const askable = (): readonly Seasonal[] =>
    (isDemo() && parts.demo !== null ? [parts.demo] : parts.sources).filter(isSeasonal)

  const usableAt = (point: Point): KeptSeason | null => {
    const kept = seasons.get(pointKey(point))
    return kept !== undefined && askable().some(({ credit }) => credit.id === kept.sourceId) ? kept : null
  }
  const instantOf = (point: Point, nowAt: number): number =>
    askable()[0]?.season.instantOf?.(point, nowAt) ?? nowAt

  /** The season a question asked now is about, and its latest UTC day; null between two seasons. */
  const wantedAt = (point: Point): { readonly span: SeasonSpan; readonly toDay: number } | null => {
    const at = instantOf(point, parts.clock())
    const span = seasonAround(point.lat, localDayAt(point.timezone, at / 1000))
    return span === null ? null : { span, toDay: Math.floor(at / 86_400_000) }
  }
  const isDue = (point: Point): boolean => {
    const wanted = wantedAt(point)
    return wanted !== null && usableAt(point)?.toDay !== wanted.toDay
  }

  const renew = async (point: Point, watched: boolean): Promise<void> => {
    const key = pointKey(point)
    const wanted = wantedAt(point)
    if (wanted === null) return
    const { span, toDay } = wanted
    for (const source of askable()) {
      const earlier = usableAt(point) ?? (await recall(parts, source, key))
      const kept =
        earlier?.toDay === toDay
          ? earlier
          : await ask(parts, source, { point, span, toDay, earlier, watched })
      if (kept === null) continue
      seasons.delete(key)
      seasons.set(key, kept)
      if (seasons.size > mostSeasons) seasons.delete(seasons.keys().next().value ?? key)
      return
    }
  }

  return {
    instantOf,
    isDue,
    known(point) {
      const kept = usableAt(point)
      const source = askable().find(({ credit }) => credit.id === kept?.sourceId)
      return kept === null || source === undefined ? null : { hours: kept, source: source.season.name }
    },
    async refresh(point, watched) {
      const key = pointKey(point)
      if (!isDue(point)) return
      const flight =
        flights.get(key) ??
        renew(point, watched)
          .catch((error: unknown) => parts.report('season_failed', { message: String(error) }))
          .finally(() => flights.delete(key))
      flights.set(key, flight)
      await flight
    }
  }
}

function isSeasonal(source: Source): source is Seasonal {
  return source.season !== undefined
}

interface Asking {
  readonly point: Point
  readonly span: SeasonSpan
  readonly toDay: number
  readonly earlier: KeptSeason | null
  readonly watched: boolean
}

/** Asks one source for the days that are not known for good; null where it may not be asked or gives nothing. */
async function ask(parts: OutlookParts, source: Seasonal, asking: Asking): Promise<KeptSeason | null> {
  const { point, span, toDay, watched } = asking
  const key = pointKey(point)
  const id = `${source.credit.id} season`
  if (parts.attempts.pausedUntil(id, key) !== null) return null
  parts.attempts.begun(id)
  // A place east of Greenwich begins its first day on the day before in UTC.
  const firstDay = span.startDay - 1
  const earlier =
    asking.earlier !== null && asking.earlier.startHour === firstDay * 24 ? asking.earlier : null
  const fromDay =
    earlier === null
      ? firstDay
      : Math.max(firstDay, Math.min(firstLackingDay(earlier), provisionalFrom(earlier)))
  const request = { point, fromDay, toDay }
  if (!(await parts.budget.take(source, source.season.costOf(request), watched))) {
    parts.report('budget_spent', { source: source.credit.id, watched })
    return null
  }
  try {
    const fetched = await source.season.fetch(request, parts.abortAfter(sourceMs))
    parts.attempts.succeeded(id, key)
    const kept = { sourceId: source.credit.id, toDay, ...mergeSeasons(earlier, fetched) }
    if (!source.synthetic) await keep(parts, key, kept)
    return kept
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    parts.attempts.failed(id, [key], error)
    parts.report('source_failed', {
      source: source.credit.id,
      kind: error.kind,
      message: `season: ${error.message}`
    })
    return null
  }
}

function provisionalFrom({ toDay }: KeptSeason): number {
  return toDay - provisionalDays + 1
}

/** Hours that were missing once are asked for again, else one bad answer would leave the sum unknown until summer. */
function firstLackingDay({ startHour, temperaturesC, toDay }: KeptSeason): number {
  const index = temperaturesC.findIndex(Number.isNaN)
  return index < 0 ? toDay : Math.floor((startHour + index) / 24)
}

async function recall(parts: OutlookParts, source: Seasonal, key: string): Promise<KeptSeason | null> {
  if (source.synthetic) return null
  return readSeason(await parts.store.read(`${source.credit.id} season`, key), source.credit.id)
}

async function keep(parts: OutlookParts, key: string, kept: KeptSeason): Promise<void> {
  try {
    await parts.store.write({
      sourceId: `${kept.sourceId} season`,
      pointKey: key,
      confirmedAt: parts.clock(),
      ...packSeason(kept)
    })
  } catch (error) {
    parts.report('forecast_not_kept', { source: kept.sourceId, message: String(error) })
  }
}
