/** What the house does by itself beside alerts: probes silent sources, renews the map, learns, and forgets. */
import type { HousedRecord } from './record.ts'
import { type Pause, type Round, startRounds } from './rounds.ts'
import { mapEveryMs, renewMap } from './site.ts'
import type { Weather, WeatherNeeds } from './weather.ts'

export interface UpkeepNeeds extends Pick<WeatherNeeds, 'clock' | 'report'> {
  readonly weather: Weather
  readonly record: HousedRecord
  readonly pause: Pause
  readonly renewsMap: boolean
}

const probeEveryMs = 30_000
const pruneEveryMs = 3_600_000
/** What other processes or an import brought is learned from within this time. */
const refreshEveryMs = 300_000
const forgetEveryMs = 86_400_000
/** Kept forecasts nobody has asked for are forgotten after this time. */
const keptForMs = 7 * 86_400_000

/** Starts the rounds; `stop` resolves when what was under way has ended. */
export function startUpkeep(needs: UpkeepNeeds): ReturnType<typeof startRounds> {
  const { weather, record, clock, report } = needs
  const { keptForecasts } = weather.store
  const map: Round = { everyMs: mapEveryMs, work: (stopping) => renewMap(weather, clock, stopping) }
  // The made map is taken away with the demo; the real one must not wait for its next turn.
  const afterDemo = needs.renewsMap ? map.work : async () => undefined
  return startRounds(
    [
      { everyMs: probeEveryMs, work: (stopping) => probe(weather, () => afterDemo(stopping)) },
      ...(needs.renewsMap ? [map] : []),
      { everyMs: refreshEveryMs, work: () => record.refresh() },
      { everyMs: pruneEveryMs, work: () => keptForecasts.prune(clock() - keptForMs) },
      { everyMs: forgetEveryMs, work: () => record.forget() }
    ],
    report,
    needs.pause
  )
}

/** While no source has ever answered, asks them again. */
async function probe({ outlook, gazetteer }: Weather, afterDemo: () => Promise<unknown>): Promise<void> {
  const [place] = gazetteer.provinces()
  if (place === undefined || !outlook.isDemo()) return
  if (!(await outlook.probe(place))) await afterDemo()
}
