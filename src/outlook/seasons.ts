/** The temperatures of a season at a point, for the stage of a crop: memory, disk, then a source that has them, once a day. */
import { LRUCache } from 'lru-cache'
import { type Point, pointKey } from '../forecast/point.ts'
import { localDayAt, type SeasonHours, type SeasonSpan, seasonAround } from '../frost/season.ts'
import type { Source } from '../sources/source.ts'
import { askSeason, recallSeason, type Seasonal, type SeasonLack } from './ask-season.ts'
import type { Asker } from './asker.ts'
import { createFlights, type Flights, retryMs } from './flights.ts'
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

interface Rooms {
  readonly parts: OutlookParts
  /** Who has seasons and may be asked, best first: in the demo nobody but the demo. */
  readonly askable: () => readonly Seasonal[]
  readonly memory: LRUCache<string, KeptSeason>
  readonly flights: Flights<SeasonLack | null>
}

/** About 20 kB each; the one not renewed for longest goes first. */
const mostSeasons = 500

export function createSeasons(parts: OutlookParts, isDemo: () => boolean): Seasons {
  const rooms: Rooms = {
    parts,
    askable: () => (isDemo() && parts.demo !== null ? [parts.demo] : parts.sources).filter(isSeasonal),
    memory: new LRUCache({ max: mostSeasons }),
    flights: createFlights<SeasonLack | null>((error) => {
      parts.report('season_failed', { message: String(error) })
      return { because: 'no_answer', askAgainAt: parts.clock() + retryMs }
    })
  }
  return {
    instantOf: (point, nowAt) => instantOf(rooms, point, nowAt),
    isDue: (point) => isDue(rooms, point),
    refresh: (point, asker) => refresh(rooms, point, asker),
    known(point) {
      const found = remembered(rooms, point)
      return found === null ? null : { hours: found.season, source: found.source.season.name }
    }
  }
}

function isSeasonal(source: Source): source is Seasonal {
  return source.season !== undefined
}

/** What is in memory, with its source; null where nothing is, or it is of a source that is not asked now. */
function remembered(
  { memory, askable }: Rooms,
  point: Point
): { readonly season: KeptSeason; readonly source: Seasonal } | null {
  const season = memory.peek(pointKey(point))
  const source = askable().find(({ credit }) => credit.id === season?.sourceId)
  return season === undefined || source === undefined ? null : { season, source }
}

function instantOf({ askable }: Rooms, point: Point, nowAt: number): number {
  return askable()[0]?.season.instantOf?.(point, nowAt) ?? nowAt
}

/** The season a question asked now is about, and its latest UTC day; null between two seasons. */
function wantedAt(rooms: Rooms, point: Point): { readonly span: SeasonSpan; readonly toDay: number } | null {
  const at = instantOf(rooms, point, rooms.parts.clock())
  const span = seasonAround(point.lat, localDayAt(point.timezone, at / 1000))
  return span === null ? null : { span, toDay: Math.floor(at / 86_400_000) }
}

function isDue(rooms: Rooms, point: Point): boolean {
  const wanted = wantedAt(rooms, point)
  return wanted !== null && remembered(rooms, point)?.season.toDay !== wanted.toDay
}

async function refresh(rooms: Rooms, point: Point, asker: Asker): Promise<SeasonLack | null> {
  if (!isDue(rooms, point)) return null
  const isOthers = rooms.flights.isUnderWay(point)
  const lack = await rooms.flights.fly(point, () => renew(rooms, point, asker))
  return isOthers && mayFareBetter(lack, asker) ? refresh(rooms, point, asker) : lack
}

/** What was refused to another may be allowed to this one. */
function mayFareBetter(others: SeasonLack | null, asker: Asker): boolean {
  return (
    others?.because === 'client_share_spent' || (others?.because === 'budget_spent' && asker.kind === 'watch')
  )
}

async function renew(rooms: Rooms, point: Point, asker: Asker): Promise<SeasonLack | null> {
  const { parts, askable, memory } = rooms
  const key = pointKey(point)
  const wanted = wantedAt(rooms, point)
  if (wanted === null) return null
  let lack: SeasonLack | null = null
  for (const source of askable()) {
    const earlier = remembered(rooms, point)?.season ?? (await recallSeason(parts, source, key))
    const asked =
      earlier?.toDay === wanted.toDay
        ? earlier
        : await askSeason(parts, source, { point, ...wanted, earlier, asker })
    if (!('because' in asked)) {
      memory.set(key, asked)
      return null
    }
    lack ??= asked
    // Yesterday's sum is better than none, and the disk need not be asked for it again.
    if (earlier !== null) memory.set(key, earlier)
  }
  return lack
}
