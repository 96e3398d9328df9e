/**
 * Points in one cell of a source's grid have one forecast but for their height: one of them is requested, the others follow
 * from its answer. docs/decisions/0047.
 */
import type { FetchedForecast, Source } from '../sources/source.ts'
import type { Point } from '../weather/point.ts'
import { raised } from '../weather/raised.ts'
import type { SnapshotMeta } from './snapshot.ts'
import type { StoredRows } from './stored-rows.ts'

/** A point to refresh, with what is on disk for it. */
export interface DuePoint {
  readonly point: Point
  readonly rows: StoredRows
}

/** A point whose last answer from the source came from the same cell as that of the requested one. */
export interface Follower extends DuePoint {
  readonly cell: string
  readonly heightM: number
}

export interface CellGroup {
  readonly first: DuePoint
  readonly followers: readonly Follower[]
}

/** Every point is in one group, as `first` or as a follower; the order of the first ones is that of the points. */
export async function groupsByCell(
  { credit }: Pick<Source, 'credit'>,
  due: readonly DuePoint[]
): Promise<readonly CellGroup[]> {
  const groups: { readonly first: DuePoint; readonly followers: Follower[] }[] = []
  const byCell = new Map<string, Follower[]>()
  for (const one of due) {
    const meta = (await one.rows.of(credit.id))?.meta ?? null
    const cell = meta === null ? null : sharedCell(meta)
    const heightM = one.point.elevation ?? meta?.grid.elevation ?? null
    const followers = cell === null || heightM === null ? undefined : byCell.get(cell)
    if (followers !== undefined && cell !== null && heightM !== null)
      followers.push({ ...one, cell, heightM })
    else {
      const group = { first: one, followers: [] as Follower[] }
      groups.push(group)
      if (cell !== null && heightM !== null) byCell.set(cell, group.followers)
    }
  }
  return groups
}

/** The cell that a forecast came from, as text; null where the source does not tell, or the point has members of its own. */
export function sharedCell({
  grid,
  model,
  ensemble
}: Pick<SnapshotMeta, 'grid' | 'model' | 'ensemble'>): string | null {
  return grid.lat === null || grid.lon === null || ensemble !== null
    ? null
    : `${model} ${grid.lat},${grid.lon}`
}

/** The requested point's answer at the height of another point; null where it came from another cell than the last one. */
export function followed(answer: FetchedForecast, { cell, heightM }: Follower): FetchedForecast | null {
  const fromM = answer.grid.elevation
  if (fromM === null || sharedCell({ ...answer, ensemble: null }) !== cell) return null
  const raisedM = heightM - fromM
  return {
    ...answer,
    series: raised(answer.series, raisedM),
    grid: { ...answer.grid, elevation: heightM, raisedM }
  }
}
