/** Points of a grid cell share a forecast but for height: one is asked, others follow. docs/decisions/0002. */
import type { FetchedForecast, GridCell, Source } from '../sources/source.ts'
import { isOwn, type Point } from '../weather/point.ts'
import { raised } from '../weather/raised.ts'
import type { ForecastsDeps } from './deps.ts'
import type { SnapshotMeta } from './snapshot.ts'
import { type StoredRows, storedRows } from './stored-rows.ts'

export interface DuePoint {
  readonly point: Point
  readonly rows: StoredRows
}

/** Where in a source's grid a point lies, as the source's last answer says. */
export interface SiteInCell {
  readonly cell: string
  /** As `cellOf` gives it: the grid alone, whatever the model. */
  readonly gridCell: string
  readonly heightM: number
}

/** A point whose last answer from the source came from the same cell as that of the requested one. */
interface Follower extends DuePoint, Pick<SiteInCell, 'cell' | 'heightM'> {}

export interface CellGroup {
  readonly first: DuePoint
  readonly followers: readonly Follower[]
}

export async function groupsByCell(
  { credit }: Pick<Source, 'credit'>,
  due: readonly DuePoint[]
): Promise<readonly CellGroup[]> {
  const groups: { readonly first: DuePoint; readonly followers: Follower[] }[] = []
  const byCell = new Map<string, Follower[]>()
  for (const one of due) {
    const meta = (await one.rows.of(credit.id))?.meta ?? null
    const site = meta === null ? null : siteInCell(one.point, meta)
    const followers = site === null ? undefined : byCell.get(site.cell)
    if (followers !== undefined && site !== null) followers.push({ ...one, ...site })
    else {
      const group = { first: one, followers: [] as Follower[] }
      groups.push(group)
      if (site !== null) byCell.set(site.cell, group.followers)
    }
  }
  return groups
}

function siteInCell(point: Point, meta: Parameters<typeof sharedCell>[0]): SiteInCell | null {
  const [cell, gridCell] = [sharedCell(meta), cellOf(meta.grid)]
  const heightM = point.elevation ?? meta.grid.elevation
  return cell === null || gridCell === null || heightM === null ? null : { cell, gridCell, heightM }
}

/** The cell in the stored forecast, for past hours, which have no members. Null where the forecast does not say. */
export async function storedSite(
  deps: Pick<ForecastsDeps, 'store' | 'report'>,
  { credit }: Pick<Source, 'credit'>,
  point: Point
): Promise<SiteInCell | null> {
  const meta = (await storedRows(deps, point).of(credit.id))?.meta ?? null
  return meta === null ? null : siteInCell(point, { ...meta, ensemble: null })
}

/**
 * Null where the source does not tell, or members are the point's own. Watched fields share theirs only with each
 * other: nothing shown to others may follow from them.
 */
export function sharedCell({
  grid,
  model,
  ensemble,
  point
}: Pick<SnapshotMeta, 'grid' | 'model' | 'ensemble' | 'point'>): string | null {
  const gridCell = cellOf(grid)
  const kind = isOwn(point) ? 'fields ' : ''
  return gridCell === null || ensemble !== null ? null : `${kind}${model} ${gridCell}`
}

/** A cell of a source's grid as text; null where the source does not say. */
export function cellOf({ lat, lon }: Pick<GridCell, 'lat' | 'lon'>): string | null {
  return lat === null || lon === null ? null : `${lat},${lon}`
}

/** The forecast at another point's height; null where it came from another cell than the last one. */
export function followed(
  answer: FetchedForecast,
  { point, cell, heightM }: Follower
): FetchedForecast | null {
  const fromM = answer.grid.elevation
  if (fromM === null || sharedCell({ ...answer, point, ensemble: null }) !== cell) return null
  const raisedM = heightM - fromM
  return {
    ...answer,
    series: raised(answer.series, raisedM),
    grid: { ...answer.grid, elevation: heightM, raisedM }
  }
}
