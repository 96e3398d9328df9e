/** Points in one cell of a source's grid share what is fetched for it. */
import { dayMs } from '../common/time.ts'
import type { Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { provisionalDays } from './fetch-season.ts'
import type { ForecastStore } from './ports.ts'
import { sharedCell } from './shared-cells.ts'
import { fromStored } from './stored-rows.ts'

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

interface PointsAsked {
  readonly points: readonly Point[]
  readonly estimated: ReadonlySet<string>
  readonly now: number
}

/** One that the source has not answered for yet counts as its own cell. */
export async function costOfPoints(
  storedForecasts: Pick<ForecastStore, 'read'>,
  { credit, season, earlierRuns }: Pick<Source, 'credit' | 'season' | 'earlierRuns'>,
  { points, estimated, now }: PointsAsked
): Promise<CostOfPoints> {
  const cells = new Set<string>()
  // By grid cell: seasons and past weeks have no ensemble.
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
