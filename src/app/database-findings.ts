import { resolve } from 'node:path'
import type { Registry } from 'prom-client'
import { dayMs, secondMs } from '../common/time.ts'
import { provisionalDays } from '../forecasts/fetch-season.ts'
import type { ForecastStore } from '../forecasts/ports.ts'
import { sharedCell } from '../forecasts/shared-cells.ts'
import { fromStored } from '../forecasts/stored-rows.ts'
import { autoStage } from '../frost/scoring-profile.ts'
import { gauge } from '../http/metrics.ts'
import type { Catalogue } from '../language/en/registry.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { Source } from '../sources/source.ts'
import { checkMigrations, type Store } from '../store/open.ts'
import { readFieldLocation } from '../weather/field.ts'
import { ownPoint, type Point } from '../weather/point.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from './findings.ts'
import type { DatabaseUse, Weather } from './weather.ts'

/* Points in one cell of a source's grid share what is fetched for it. */

interface CostOfCells {
  readonly cells: number
  readonly calls: number
}

interface CostOfPoints {
  readonly cells: number
  /** A day's requests for the stages that are estimated; null where there is none, or the source has no seasons. */
  readonly seasons: CostOfCells | null
  /** The past weeks, once; null where the source has no earlier runs. */
  readonly past: CostOfCells | null
}

/** A point for which the source has not answered yet counts as its own cell. */
async function costOfPoints(
  storedForecasts: Pick<ForecastStore, 'read'>,
  { credit, season, earlierRuns }: Pick<Source, 'credit' | 'season' | 'earlierRuns'>,
  { points, estimated, now }: { points: readonly Point[]; estimated: ReadonlySet<string>; now: number }
): Promise<CostOfPoints> {
  const cells = new Set<string>()
  // Counts grid cells: seasons and past weeks have no ensemble.
  const gridCells = new Set<string>()
  const seasons = new Map<string, Point>()
  for (const point of points) {
    const row = await storedForecasts.read(credit.id, point.key)
    const meta = row === null ? null : fromStored(row, point)
    cells.add((meta === null ? null : sharedCell(meta)) ?? point.key)
    const gridCell = (meta === null ? null : sharedCell({ ...meta, ensemble: null })) ?? point.key
    gridCells.add(gridCell)
    if (estimated.has(point.key)) seasons.set(gridCell, point)
  }
  const toDay = Math.floor(now / dayMs)
  const ofDays = (point: Point) => ({ point, fromDay: toDay - provisionalDays, toDay })
  return {
    cells: cells.size,
    seasons:
      season === undefined || seasons.size === 0
        ? null
        : costOf([...seasons.values()].map((point) => season.costOf(ofDays(point)))),
    past: earlierRuns === undefined ? null : costOf([...gridCells].map(() => earlierRuns.costUnits))
  }
}

function costOf(costs: readonly number[]): CostOfCells {
  return { cells: costs.length, calls: Math.ceil(costs.reduce((sum, cost) => sum + cost, 0)) }
}

interface DatabaseState {
  readonly use: DatabaseUse
  /** Null where it has the schema of this version. */
  readonly finding: Finding | null
}

/** Changes nothing. @throws {StoreError} `unreachable` or `newer_version` */
export async function databaseState(
  { databaseUrl: url, dataDir }: Configuration,
  words: Catalogue['doctor']
): Promise<DatabaseState> {
  const { from, to, missing } = await checkMigrations({ url, dataDir })
  if (missing.length === 0) return { use: 'existing', finding: null }
  const subject = words.subjects.database
  if (from > 0) {
    const [text, remedy] = [words.olderSchema(from, to), words.olderSchemaRemedy]
    return { use: 'none', finding: { severity: 'fault', subject, text, remedy } }
  }
  const text = url === null ? words.noDatabase(resolve(dataDir)) : words.noTables
  return { use: 'none', finding: { severity: 'note', subject, text, remedy: words.noDatabaseRemedy } }
}

export async function keyFindings(
  { tiers }: Pick<Configuration, 'tiers'>,
  { apiKeys }: Pick<Store, 'apiKeys'>,
  lang: Language
): Promise<readonly Finding[]> {
  const words = wordsIn(lang).doctor
  const known = new Set(tiers.map(({ name }) => name))
  const lost = (await apiKeys.list()).filter(({ tier, revokedAt }) => revokedAt === null && !known.has(tier))
  return [...Map.groupBy(lost, ({ tier }) => tier)].map(([tier, keys]) => ({
    severity: 'fault',
    subject: words.subjects.keys,
    text: words.tierUnknown(tier, keys.length),
    remedy: words.tierUnknownRemedy
  }))
}

/** Empty without a field or a source. */
export async function fieldsFinding(
  { store, sources }: Pick<Weather, 'store' | 'sources'>,
  lang: Language,
  now: number
): Promise<readonly Finding[]> {
  const [source] = sources
  const watched = await store.subscriptions.watchedPlaces()
  const pointsOf = (location: string) => [readFieldLocation(location) ?? []].flat().map(ownPoint)
  const points = watched.flatMap(pointsOf)
  if (source === undefined || points.length === 0) return []
  const profiles = await store.subscriptions.profiles(null)
  const estimated = new Set(
    profiles.flatMap(({ stage, location }) =>
      stage === autoStage ? pointsOf(location).map(({ key }) => key) : []
    )
  )
  const asked = { points, estimated, now }
  const { cells, seasons, past } = await costOfPoints(store.storedForecasts, source, asked)
  const count = points.filter(({ key }) => estimated.has(key)).length
  const words = wordsIn(lang).doctor
  const texts = [
    words.fields(points.length, source.credit.id, cells),
    ...(seasons === null ? [] : [words.fieldSeasons(count, seasons.cells, seasons.calls)]),
    ...(past === null ? [] : [words.fieldPast(past.cells, past.calls)])
  ]
  return [{ severity: 'good', subject: words.subjects.watchedPlaces, text: texts.join('; '), remedy: null }]
}

type AnyStore = Pick<Store, 'engine' | 'database'>

/** How early or late retries and reminders may come (docs/alerts.md); NTP keeps a clock far closer. */
const maxMs = 5000

/** Whether this machine's clock [ms since epoch] agrees with the database's; empty for SQLite. */
export async function databaseClock(
  store: AnyStore,
  clock: () => number,
  lang: Language = 'en'
): Promise<readonly Finding[]> {
  if (store.engine === 'sqlite') return []
  const aheadMs = await aheadOfDatabaseMs(store, clock)
  const words = wordsIn(lang).doctor
  const subject = words.subjects.clock
  const seconds = (Math.abs(aheadMs) / secondMs).toFixed(1)
  if (Math.abs(aheadMs) <= maxMs)
    return [{ severity: 'good', subject, text: words.clockNear(seconds), remedy: null }]
  return [
    {
      severity: 'fault',
      subject,
      text: aheadMs > 0 ? words.clockAhead(seconds) : words.clockBehind(seconds),
      remedy: words.clockFarRemedy
    }
  ]
}

/** Read at each scrape, to see a clock that runs away; no value for SQLite, or where the database does not answer. */
export function registerDatabaseClock(registry: Registry, store: AnyStore, clock: () => number): void {
  if (store.engine === 'sqlite') return
  const help = "How far this machine's clock is ahead of the database's [s]; negative: behind."
  gauge(registry, 'ayaz_database_clock_difference_seconds', help, async (set) =>
    set({}, (await aheadOfDatabaseMs(store, clock)) / secondMs)
  )
}

/** Negative: behind. The duration of the query is not a difference: only what lies outside it counts. */
async function aheadOfDatabaseMs({ database }: AnyStore, clock: () => number): Promise<number> {
  const askedAt = clock()
  const { now } = await database.queries
    .selectNoFrom(({ fn }) => fn<Date>('clock_timestamp').as('now'))
    .executeTakeFirstOrThrow()
  const answeredAt = clock()
  return Math.max(askedAt - now.getTime(), 0) + Math.min(answeredAt - now.getTime(), 0)
}
