/** Seasons from memory, disk, then a source that has them, once a day. */
import { type RecentlyUsed, recentlyUsed } from '../common/recently-used.ts'
import { dayMs, secondMs } from '../common/time.ts'
import { localDayAt, seasonAround } from '../frost/season.ts'
import type { Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { raisedTemperatures } from '../weather/raised.ts'
import type { SeasonHours } from '../weather/series.ts'
import { createSingleFlight, retryMs, type SingleFlight } from './concurrency.ts'
import type { ForecastsDeps } from './deps.ts'
import {
  askSeason,
  isWanted,
  readStoredSeason,
  type Seasonal,
  type SeasonLack,
  type SeasonQuestion,
  type StoredSeason,
  saveSeason,
  type WantedSeason
} from './fetch-season.ts'
import type { Requester } from './point-allowance.ts'
import { type SiteInCell, storedSite } from './shared-cells.ts'

export interface Seasons {
  /** The season in memory, without waiting, or null. */
  readonly known: (point: Point) => { readonly hours: SeasonHours; readonly source: string } | null
  readonly load: (point: Point) => Promise<void>
  /** Whether a source should be asked: nothing is known about the season, or nothing of its latest day. */
  readonly isDue: (point: Point) => boolean
  /**
   * Waits for it where a new day has begun; never throws for a source's fault. Returns what is lacking, null: nothing,
   * or no source has seasons. @param isWatched It shares its cell's season; default: where it is watched
   */
  readonly refresh: (point: Point, requester: Requester, isWatched?: boolean) => Promise<SeasonLack | null>
  /** The instant whose season is meant: `nowAt`, except in the demo [ms since epoch]. */
  readonly instantOf: (point: Point, nowAt: number) => number
}

interface Service {
  readonly deps: ForecastsDeps
  /** Sources with seasons that may be asked, best first: in the demo only the demo source. */
  readonly askable: () => readonly Seasonal[]
  readonly memory: RecentlyUsed<StoredSeason>
  readonly singleFlight: SingleFlight<SeasonLack | null>
  readonly cells: SeasonsOfCells
}

interface Asking {
  readonly requester: Requester
  readonly isWatched: boolean
}

/** Seasons in memory, about 20 kB each; the one refreshed longest ago is dropped first. */
const maxSeasons = 500

function failed(deps: ForecastsDeps, error: unknown): SeasonLack {
  deps.report('season_failed', { message: String(error), err: error })
  return { because: 'no_answer', askAgainAt: deps.clock() + retryMs }
}

export function createSeasons(deps: ForecastsDeps, isDemo: () => boolean): Seasons {
  const service: Service = {
    deps,
    cells: createSeasonsOfCells(deps, maxSeasons),
    askable: () => (isDemo() && deps.demo !== null ? [deps.demo] : deps.sources).filter(isSeasonal),
    memory: recentlyUsed(maxSeasons),
    singleFlight: createSingleFlight<SeasonLack | null>((error) => failed(deps, error))
  }
  return {
    instantOf: (point, nowAt) => instantOf(service, point, nowAt),
    load: (point) => load(service, point),
    isDue: (point) => isDue(service, point),
    refresh: (point, requester, isWatched = requester.kind === 'watch') =>
      refresh(service, point, { requester, isWatched }),
    known(point) {
      const found = remembered(service, point)
      return found === null ? null : { hours: found.season, source: found.source.season.name }
    }
  }
}

async function load({ deps, memory, askable }: Service, { key }: Point): Promise<void> {
  for (const source of memory.has(key) ? [] : askable()) {
    const stored = await readStoredSeason(deps, source, key)
    if (stored !== null) return void memory.set(key, stored)
  }
}

function isSeasonal(source: Source): source is Seasonal {
  return source.season !== undefined
}

/** The season in memory, with its source; null where there is none, or its source is not in use now. */
function remembered(
  { memory, askable }: Service,
  point: Point
): { readonly season: StoredSeason; readonly source: Seasonal } | null {
  const season = memory.peek(point.key)
  const source = askable().find(({ credit }) => credit.id === season?.sourceId)
  return season === undefined || source === undefined ? null : { season, source }
}

function instantOf({ askable }: Service, point: Point, nowAt: number): number {
  return askable()[0]?.season.instantOf?.(point, nowAt) ?? nowAt
}

/** The season of a request made now, and its latest UTC day; null between two seasons. */
function wantedAt(service: Service, point: Point): WantedSeason | null {
  const at = instantOf(service, point, service.deps.clock())
  const span = seasonAround(point.lat, localDayAt(point.timezone, at / secondMs))
  return span === null ? null : { span, toDay: Math.floor(at / dayMs) }
}

function isDue(service: Service, point: Point): boolean {
  const wanted = wantedAt(service, point)
  return wanted !== null && remembered(service, point)?.season.toDay !== wanted.toDay
}

async function refresh(service: Service, point: Point, asking: Asking): Promise<SeasonLack | null> {
  if (!isDue(service, point)) return null
  const isOthers = service.singleFlight.isUnderWay(point)
  const lack = await service.singleFlight.run(point, () => fetchSeason(service, point, asking))
  return isOthers && mayFareBetter(lack, asking.requester) ? refresh(service, point, asking) : lack
}

async function fetchSeason(
  service: Service,
  point: Point,
  { requester, isWatched }: Asking
): Promise<SeasonLack | null> {
  const { deps, askable, memory, cells } = service
  const { key } = point
  const wanted = wantedAt(service, point)
  if (wanted === null) return null
  let lack: SeasonLack | null = null
  for (const source of askable()) {
    const earlier = remembered(service, point)?.season ?? (await readStoredSeason(deps, source, key))
    const question = { point, ...wanted, earlier, requester }
    const ask = () => (isWatched ? cells.ask(source, question) : askSeason(deps, source, question))
    const asked = earlier?.toDay === wanted.toDay ? earlier : await ask()
    if (!('because' in asked)) {
      memory.set(key, asked)
      return null
    }
    lack ??= asked
    // Yesterday's sum is better than none, and it need not be read from disk again.
    if (earlier !== null) memory.set(key, earlier)
  }
  return lack
}

/** A cell's season, asked for once for its watched points, each at its own height. */
interface SeasonsOfCells {
  /** Asks as `askSeason` does, or takes the season of the cell. */
  readonly ask: (source: Seasonal, question: SeasonQuestion) => Promise<StoredSeason | SeasonLack>
}

interface CellSeason extends Pick<SiteInCell, 'heightM'> {
  readonly season: StoredSeason
}

function createSeasonsOfCells(deps: ForecastsDeps, maxCells: number): SeasonsOfCells {
  const cells = recentlyUsed<CellSeason>(maxCells)
  const underWay = createSingleFlight<CellSeason | SeasonLack>((error) => failed(deps, error))

  const ask: SeasonsOfCells['ask'] = async (source, question) => {
    const { point, requester } = question
    const site = await storedSite(deps, source, point)
    if (site === null) return askSeason(deps, source, question)
    const { cell, gridCell, heightM } = site
    const key = `${source.credit.id} ${cell}`
    // The source's grid may have changed since the stored forecast: the season's answer has the cell as it is now.
    const isOfCell = (season: StoredSeason): boolean =>
      season.gridCell === gridCell && isWanted(season, question)
    const known = cells.get(key)
    if (known !== undefined && isOfCell(known.season)) return follow(source, question, known, heightM)
    const isOthers = underWay.isUnderWay({ key })
    const answer = await underWay.run({ key }, async () => {
      const season = await askSeason(deps, source, question)
      if ('because' in season) return season
      cells.set(key, { season, heightM })
      return { season, heightM }
    })
    if ('because' in answer)
      return isOthers && mayFareBetter(answer, requester) ? ask(source, question) : answer
    if (!isOthers) return answer.season
    return isOfCell(answer.season)
      ? follow(source, question, answer, heightM)
      : askSeason(deps, source, question)
  }

  const follow = async (
    source: Seasonal,
    { point }: SeasonQuestion,
    { season, heightM: fromM }: CellSeason,
    heightM: number
  ): Promise<StoredSeason> => {
    const own = { ...season, temperaturesC: raisedTemperatures(season.temperaturesC, heightM - fromM) }
    await saveSeason(deps, source, point.key, own)
    return own
  }
  return { ask }
}

/** Whether a request that was refused for one requester may be allowed for this one. */
function mayFareBetter(others: SeasonLack | null, requester: Requester): boolean {
  return (
    others?.because === 'client_share_spent' ||
    (others?.because === 'budget_spent' && requester.kind === 'watch')
  )
}
