/** What the house does by itself beside alerts: probes silent sources, renews the map, learns, and forgets. */
import type { Pause } from './pause.ts'
import type { HousedRecord } from './record.ts'
import { type Repeating, type RepeatingWork, repeat } from './repeating.ts'
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
export function startUpkeep(needs: UpkeepNeeds): Pick<Repeating, 'stop'> {
  const { weather, record, clock, report, pause } = needs
  const { keptForecasts } = weather.store
  const start = (name: string, everyMs: number, work: RepeatingWork['work']): Repeating =>
    repeat({ name, pauseMs: () => everyMs, work, report, pause })
  const map = needs.renewsMap
    ? [start('map', mapEveryMs, (stopping) => renewMap(weather, clock, stopping))]
    : []
  const rounds = [
    ...map,
    start('probe', probeEveryMs, () =>
      probe(weather, () => {
        // The made map is taken away with the demo; the real one must not wait for its next turn.
        for (const one of map) one.nudge()
      })
    ),
    start('refresh', refreshEveryMs, () => record.refresh()),
    start('prune', pruneEveryMs, async () => {
      await keptForecasts.prune(clock() - keptForMs)
    }),
    start('forget', forgetEveryMs, () => record.forget())
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((one) => one.stop()))
    }
  }
}

/** While no source has ever answered, asks them again. */
async function probe({ outlook, gazetteer }: Weather, afterDemo: () => void): Promise<void> {
  const [place] = gazetteer.provinces()
  if (place === undefined || !outlook.isDemo()) return
  if (!(await outlook.probe(place))) afterDemo()
}
