/**
 * Background work besides alerts: probes sources in demo mode, refreshes the map, learns, and deletes old
 * data.
 */
import { integrityFindings } from '../store/integrity.ts'
import { pointOf } from '../weather/point.ts'
import { dayMs, hourMs } from '../weather/time.ts'
import { type AirportReports, airportsEveryMs } from './airports.ts'
import type { Health } from './health.ts'
import type { ObservationsModule } from './observations.ts'
import type { Pause } from './pause.ts'
import { type Repeating, type RepeatingWork, repeat } from './repeating.ts'
import { mapEveryMs, refreshMap } from './site.ts'
import type { Weather, WeatherDeps } from './weather.ts'

export interface MaintenanceDeps extends Pick<WeatherDeps, 'clock' | 'report'> {
  readonly weather: Weather
  readonly health: Health
  /** The folder of SQLite; null for PostgreSQL, which checks its pages as it reads them. */
  readonly sqliteIn: string | null
  readonly record: ObservationsModule
  readonly airports: AirportReports
  readonly pause: Pause
  readonly refreshesMap: boolean
}

const probeEveryMs = 30_000
const pruneEveryMs = hourMs
/** What other processes or an import brought is learned from within this time. */
const refreshEveryMs = 300_000
const forgetEveryMs = dayMs
const integrityEveryMs = dayMs
/** Kept forecasts nobody has asked for are forgotten after this time. */
const storedForMs = 7 * dayMs

/** Starts the rounds; `stop` resolves when running work has ended. */
export function startMaintenance(deps: MaintenanceDeps): Pick<Repeating, 'stop'> {
  const { weather, record, airports, clock, report, pause, health } = deps
  const { storedForecasts } = weather.store
  const start = (name: string, everyMs: number, work: RepeatingWork['work']): Repeating =>
    repeat({ name, pauseMs: () => everyMs, work, report, pause, ended: health.ended })
  const map = deps.refreshesMap
    ? [start('map', mapEveryMs, (stopping) => refreshMap(weather, clock, stopping))]
    : []
  const rounds = [
    ...map,
    start('probe', probeEveryMs, () =>
      probe(weather, () => {
        // The synthetic map ends with the demo; the real one must not wait for its next turn.
        for (const one of map) one.wake()
      })
    ),
    start('refresh', refreshEveryMs, () => record.refresh()),
    start('airports', airportsEveryMs, async (stopping) => {
      await airports.fetch(stopping)
      await record.refresh()
    }),
    start('prune', pruneEveryMs, async () => {
      await storedForecasts.prune(clock() - storedForMs)
    }),
    start('forget', forgetEveryMs, () => record.forget()),
    ...integrityRound(deps, start)
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((one) => one.stop()))
    }
  }
}

/**
 * Checks the whole file once at the start, then once a day, and whenever a statement has found it damaged.
 */
function integrityRound(
  { sqliteIn, health }: MaintenanceDeps,
  start: (name: string, everyMs: number, work: RepeatingWork['work']) => Repeating
): readonly Repeating[] {
  if (sqliteIn === null) return []
  const round = start('integrity', integrityEveryMs, async (stopping) => {
    health.checked(await integrityFindings(sqliteIn, stopping))
  })
  health.onCorrupt(round.wake)
  return [round]
}

/** While no source has ever answered, asks them again. */
async function probe({ forecasts, gazetteer }: Weather, afterDemo: () => void): Promise<void> {
  const [place] = gazetteer.provinces()
  if (place === undefined || !forecasts.isDemo()) return
  if (!(await forecasts.probe(pointOf(place)))) afterDemo()
}
