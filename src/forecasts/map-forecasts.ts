import { hourMs } from '../common/time.ts'
import type { Point } from '../weather/point.ts'
import type { Forecasts } from './forecasts.ts'

/** How often they are refreshed: 81 places four times a day. */
export const mapEveryMs = 6 * hourMs
/** Points in one request where the source takes many: about 1 MB of answer. */
const mapBatch = 20

export async function refreshMap(
  forecasts: Pick<Forecasts, 'peek' | 'refreshWatched'>,
  points: readonly Point[],
  { clock, stopping }: { readonly clock: () => number; readonly stopping: AbortSignal }
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

/** What other processes have stored since. */
export async function loadMap(forecasts: Pick<Forecasts, 'latest'>, points: readonly Point[]): Promise<void> {
  for (const point of points) await forecasts.latest(point)
}
