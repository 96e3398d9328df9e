/** The temperatures of a season at a point, for the stage of a crop: memory, disk, then a source that has them, once a day. */
import { type Point, pointKey } from '../forecast/point.ts'
import { localDayAt, type SeasonHours, type SeasonSpan, seasonAround } from '../frost/season.ts'
import type { Source } from '../sources/source.ts'
import { askSeason, recallSeason, type Seasonal, type SeasonLack } from './ask-season.ts'
import type { Asker } from './asker.ts'
import type { KeptSeason } from './kept-season.ts'
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
  /**
   * Has the season asked for where a new day has begun, and waits for it; never throws for a source's fault.
   * Answers what it lacks where it is due and was not renewed; null = nothing, or no source has seasons.
   */
  readonly refresh: (point: Point, asker: Asker) => Promise<SeasonLack | null>
  /** The instant whose season is told for a question asked at `nowAt`: another only in the demo. Both in ms since epoch. */
  readonly instantOf: (point: Point, nowAt: number) => number
}

/** About 20 kB each. */
const mostSeasons = 500
/** After a fault of our own somebody may ask again. */
const retryMs = 30_000

export function createSeasons(parts: OutlookParts, isDemo: () => boolean): Seasons {
  const seasons = new Map<string, KeptSeason>()
  const flights = new Map<string, Promise<SeasonLack | null>>()
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

  const remember = (key: string, kept: KeptSeason): void => {
    seasons.delete(key)
    seasons.set(key, kept)
    if (seasons.size > mostSeasons) seasons.delete(seasons.keys().next().value ?? key)
  }
  const renew = async (point: Point, asker: Asker): Promise<SeasonLack | null> => {
    const key = pointKey(point)
    const wanted = wantedAt(point)
    if (wanted === null) return null
    let lack: SeasonLack | null = null
    for (const source of askable()) {
      const earlier = usableAt(point) ?? (await recallSeason(parts, source, key))
      const asked =
        earlier?.toDay === wanted.toDay
          ? earlier
          : await askSeason(parts, source, { point, ...wanted, earlier, asker })
      if (!('because' in asked)) {
        remember(key, asked)
        return null
      }
      lack ??= asked
      // Yesterday's sum is better than none, and the disk need not be asked for it again.
      if (earlier !== null) remember(key, earlier)
    }
    return lack
  }
  const refresh = async (point: Point, asker: Asker): Promise<SeasonLack | null> => {
    if (!isDue(point)) return null
    const key = pointKey(point)
    const underWay = flights.get(key)
    if (underWay !== undefined) {
      const lack = await underWay
      // What was refused to another may be allowed to this one.
      const isOthers = lack?.because === 'client_share_spent'
      return isOthers || (lack?.because === 'budget_spent' && asker.kind === 'watch')
        ? refresh(point, asker)
        : lack
    }
    const flight = renew(point, asker)
      .catch((error: unknown): SeasonLack => {
        parts.report('season_failed', { message: String(error) })
        return { because: 'no_answer', askAgainAt: parts.clock() + retryMs }
      })
      .finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  return {
    instantOf,
    isDue,
    refresh,
    known(point) {
      const kept = usableAt(point)
      const source = askable().find(({ credit }) => credit.id === kept?.sourceId)
      return kept === null || source === undefined ? null : { hours: kept, source: source.season.name }
    }
  }
}

function isSeasonal(source: Source): source is Seasonal {
  return source.season !== undefined
}
