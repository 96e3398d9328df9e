/** Background work other than alerts. One process at a time changes data of a database. */
import { randomBytes } from 'node:crypto'
import { dayMs, hourMs, minuteMs, secondMs } from '../common/time.ts'
import type { FrostDates } from '../forecasts/archive/frost-dates.ts'
import type { Forecasts } from '../forecasts/forecasts.ts'
import { type AirportReports, airportsEveryMs } from '../observations/airport-fetches.ts'
import { integrityFindings } from '../store/integrity.ts'
import { type Point, pointOf } from '../weather/point.ts'
import type { AlertsModule } from './alerts.ts'
import type { Health } from './health.ts'
import { type HeldLease, holdLease } from './held-lease.ts'
import type { ObservationsModule } from './observations.ts'
import { type Pause, type Repeating, type RepeatingWork, repeat } from './repeating.ts'
import type { Weather, WeatherDeps } from './weather.ts'

/** How often they are refreshed: 81 places four times a day. */
const mapEveryMs = 6 * hourMs
/** Points in one request where the source takes many: about 1 MB of answer. */
const mapBatch = 20

async function refreshMap(
  forecasts: Pick<Forecasts, 'peek' | 'refreshWatched'>,
  points: readonly Point[],
  { clock, stopping }: { clock: () => number; stopping: AbortSignal }
): Promise<void> {
  for (let from = 0; from < points.length && !stopping.aborted; from += mapBatch) {
    const some = points.slice(from, from + mapBatch)
    const snapshots = await Promise.all(some.map((point) => forecasts.peek(point)))
    const isOld = (index: number): boolean => {
      const ageMs = clock() - (snapshots[index]?.confirmedAt ?? 0)
      // Less than 0: the clock has been set back since.
      return ageMs < 0 || ageMs >= mapEveryMs / 2
    }
    await forecasts.refreshWatched(
      some.filter((_, index) => isOld(index)),
      stopping
    )
  }
}

/** Loads forecasts that other processes have stored since. */
async function loadMap(forecasts: Pick<Forecasts, 'latest'>, points: readonly Point[]): Promise<void> {
  for (const point of points) await forecasts.latest(point)
}

interface MaintenanceDeps extends Pick<WeatherDeps, 'clock' | 'report'> {
  readonly weather: Weather
  readonly health: Health
  /** The folder of SQLite; null for PostgreSQL, which checks its pages as it reads them. */
  readonly sqliteIn: string | null
  readonly record: ObservationsModule
  readonly climate: Pick<FrostDates, 'fetchDue'>
  readonly alerts: Pick<AlertsModule, 'maintain'>
  readonly airports: AirportReports
  readonly pause: Pause
  readonly refreshesMap: boolean
  /** False: other processes change data. */
  readonly works: boolean
  /** Disk for the forecasts of points [10⁶ bytes]. */
  readonly storedMegabytes: number
}

const probeEveryMs = 30_000
const pruneEveryMs = hourMs
const expireEveryMs = hourMs
/** What other processes or an import brought is learned from within this time. */
const refreshEveryMs = 5 * minuteMs
/** A reading reaches tonight's numbers within this time, whichever process it came to. */
const newsEveryMs = 2 * secondMs
/** How often it is seen whether a year of an archive is due. */
const archiveEveryMs = minuteMs
const forgetEveryMs = dayMs
const integrityEveryMs = dayMs
/** Stored forecasts that were not requested for this long are deleted. */
const storedForMs = 7 * dayMs
/** A stored forecast has 16 kB, with its index. */
const pointsPerMegabyte = 62
/** How long maintenance waits after its process died. */
const leaseMs = minuteMs

/** Starts the rounds; `stop` resolves when running work has ended. */
export function startMaintenance(deps: MaintenanceDeps): Pick<Repeating, 'stop'> {
  const { weather, record, climate, alerts, clock, report, pause, health } = deps
  const start = (name: string, everyMs: number, work: RepeatingWork['work']): Repeating =>
    repeat({ name, pauseMs: () => everyMs, work, report, pause, ended: health.ended })
  const lease = maintenanceLease(deps, () => {
    for (const one of [...map, ...leased]) one.wake()
  })
  const map = deps.refreshesMap
    ? [start('map', mapEveryMs, (stopping) => drawMap(deps, lease, stopping))]
    : []
  const startLeased = (
    name: string,
    everyMs: number,
    work: (stopping: AbortSignal) => Promise<unknown>
  ): Repeating =>
    start(name, everyMs, async (stopping) => void ((await lease.hold()) && (await work(stopping))))
  const leased = [
    startLeased('prune', pruneEveryMs, () =>
      weather.store.storedForecasts.prune(clock() - storedForMs, deps.storedMegabytes * pointsPerMegabyte)
    ),
    startLeased('forget', forgetEveryMs, record.forget),
    startLeased('archive', archiveEveryMs, climate.fetchDue),
    startLeased('upkeep', expireEveryMs, alerts.maintain)
  ]
  const rounds = [
    ...map,
    ...leased,
    start('probe', probeEveryMs, () =>
      probe(weather, () => {
        // The synthetic map ends with the demo; the real one must not wait for its next turn.
        for (const one of map) one.wake()
      })
    ),
    start('refresh', refreshEveryMs, () => takeOver(deps)),
    start('readings', newsEveryMs, record.followNews),
    ...airportRound(deps, start),
    ...integrityRound(deps, start)
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((one) => one.stop()))
      await lease.stop()
    }
  }
}

async function takeOver({ weather, record, refreshesMap }: MaintenanceDeps): Promise<void> {
  await record.refresh()
  if (refreshesMap && weather.store.engine === 'postgresql')
    await loadMap(weather.forecasts, mapPoints(weather))
}

/** A process on SQLite is the only one. */
function maintenanceLease(
  { weather, works, clock, report, pause, health }: MaintenanceDeps,
  onTaken: () => void
): Pick<HeldLease, 'hold' | 'stop'> {
  const { engine, leases } = weather.store
  if (engine === 'sqlite' || !works) return { hold: async () => works, stop: async () => undefined }
  const holder = randomBytes(9).toString('base64url')
  const usual = { leases, clock, report, pause, ended: health.ended }
  return holdLease({ ...usual, name: 'maintenance', holder, leaseMs, onTaken })
}

/** Synthetic weather is in no database, so each process makes its own. */
async function drawMap(
  { weather, clock }: MaintenanceDeps,
  lease: Pick<HeldLease, 'hold'>,
  stopping: AbortSignal
): Promise<void> {
  const isSynthetic = weather.forecasts.isDemo() || weather.sources.every(({ synthetic }) => synthetic)
  if (isSynthetic || (await lease.hold()))
    await refreshMap(weather.forecasts, mapPoints(weather), { clock, stopping })
}

function mapPoints({ gazetteer }: Weather): readonly Point[] {
  return gazetteer.provinces().map((place) => pointOf(place))
}

type StartRound = (name: string, everyMs: number, work: RepeatingWork['work']) => Repeating

/** What airports report is learned from at once; other processes find it at their next refresh. */
function airportRound({ works, airports, record }: MaintenanceDeps, start: StartRound): readonly Repeating[] {
  if (!works) return []
  const work = async (stopping: AbortSignal): Promise<void> => {
    if (await airports.fetch(stopping)) await record.refresh()
  }
  return [start('airports', airportsEveryMs, work)]
}

/** Checks the whole file at the start, daily, and whenever a statement found it damaged. */
function integrityRound({ sqliteIn, health }: MaintenanceDeps, start: StartRound): readonly Repeating[] {
  if (sqliteIn === null) return []
  const round = start('integrity', integrityEveryMs, async (stopping) => {
    health.checked(await integrityFindings(sqliteIn, stopping))
  })
  health.onCorrupt(round.wake)
  return [round]
}

async function probe({ forecasts, gazetteer }: Weather, afterDemo: () => void): Promise<void> {
  const [place] = gazetteer.provinces()
  if (place === undefined || !forecasts.isDemo()) return
  if (!(await forecasts.probe(pointOf(place)))) afterDemo()
}
