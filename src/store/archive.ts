import { sql } from 'kysely'
import type {
  ArchiveCell,
  ArchiveQueue,
  ArchiveSpan,
  ArchiveStore,
  ArchiveYear
} from '../forecasts/archive-ports.ts'
import { type Database, transact } from './database.ts'

const missing = -32_768

export function archiveStore(database: Database): ArchiveStore {
  const { queries } = database
  return {
    async years({ source, cell }) {
      const rows = await queries
        .selectFrom('archive_years')
        .select(['year', 'elevation', 'minima'])
        .where((is) => is.and({ source, cell }))
        .orderBy('year')
        .execute()
      return rows.map(({ year, elevation, minima }) => ({ year, elevation, minimaC: unpack(minima) }))
    },
    want: (cell, queue) => want(database, cell, queue),
    watch: (source, cells, queue) => watch(database, source, cells, queue),
    next: (source, span, ofWatched) => next(database, source, span, ofWatched),
    save: (cell, year, fetchedAt) => save(database, { cell, year, fetchedAt }),
    async lastFetchedAt(source) {
      const row = await queries
        .selectFrom('archive_years')
        .select('fetched_at')
        .where('source', '=', source)
        .orderBy('fetched_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.fetched_at ?? null
    }
  }
}

async function want(
  { queries }: Database,
  { source, cell, lat, lon, timezone }: ArchiveCell,
  { span, most, now }: ArchiveQueue
): Promise<boolean> {
  const known = await queries
    .selectFrom('archive_cells')
    .select('cell')
    .where((is) => is.and({ source, cell }))
    .executeTakeFirst()
  if (known !== undefined) return true
  if ((await countLacking(queries, source, span, 0)) >= most) return false
  await queries
    .insertInto('archive_cells')
    .values({ source, cell, lat, lon, timezone, is_watched: 0, wanted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

async function watch(
  database: Database,
  source: string,
  cells: readonly ArchiveCell[],
  { span, most, now }: ArchiveQueue
): Promise<void> {
  await transact(database, async ({ queries }) => {
    const rows = await queries
      .selectFrom('archive_cells')
      .select('cell')
      .where((is) => is.and({ source, is_watched: 1 }))
      .execute()
    const before = new Set(rows.map(({ cell }) => cell))
    const watched = new Map(cells.map((one) => [one.cell, one]))
    // Wanted again when someone looks at a named place in it.
    for (const cell of before)
      if (!watched.has(cell))
        await queries
          .deleteFrom('archive_cells')
          .where((is) => is.and({ source, cell }))
          .execute()
    let free = most - (await countLacking(queries, source, span, 1))
    for (const { cell, lat, lon, timezone } of watched.values()) {
      if (free <= 0) return
      if (before.has(cell)) continue
      await queries
        .insertInto('archive_cells')
        .values({ source, cell, lat, lon, timezone, is_watched: 1, wanted_at: now })
        .onConflict((conflict) => conflict.columns(['source', 'cell']).doUpdateSet({ is_watched: 1 }))
        .execute()
      free -= 1
    }
  })
}

async function countLacking(
  queries: Database['queries'],
  source: string,
  span: ArchiveSpan,
  isWatched: 0 | 1
): Promise<number> {
  const cells = lackingCells(source, span)
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from (${cells}) lacking where is_watched = ${isWatched}`.execute(queries)
  return Number(rows[0]?.count ?? 0)
}

async function next(
  { queries }: Database,
  source: string,
  span: ArchiveSpan,
  ofWatched: boolean
): Promise<ArchiveCell | null> {
  const { rows } = await sql<ArchiveCell>`select source, cell, lat, lon, timezone
    from (${lackingCells(source, span)}) lacking
    order by case when is_watched = ${ofWatched ? 1 : 0} then 0 else 1 end, known desc, wanted_at,
    cell limit 1`.execute(queries)
  return rows[0] ?? null
}

/** Cells that lack years of the span, with how many they have. */
function lackingCells(source: string, { from, to }: ArchiveSpan) {
  return sql`select c.*, coalesce(y.known, 0) as known from archive_cells c left join
    (select cell, count(*) as known from archive_years
      where source = ${source} and year between ${from} and ${to} group by cell) y on y.cell = c.cell
    where c.source = ${source} and coalesce(y.known, 0) < ${to - from + 1}`
}

async function save(
  { queries }: Database,
  { cell, year, fetchedAt }: { cell: ArchiveCell; year: ArchiveYear; fetchedAt: number }
): Promise<void> {
  const stored = { elevation: year.elevation, minima: pack(year.minimaC), fetched_at: fetchedAt }
  await queries
    .insertInto('archive_years')
    .values({ source: cell.source, cell: cell.cell, year: year.year, ...stored })
    .onConflict((conflict) => conflict.columns(['source', 'cell', 'year']).doUpdateSet(stored))
    .execute()
}

/** Hundredths of a degree, two bytes a day. */
function pack(minimaC: Float32Array): Uint8Array {
  const bytes = new Uint8Array(minimaC.length * 2)
  const view = new DataView(bytes.buffer)
  minimaC.forEach((value, day) => {
    view.setInt16(day * 2, Number.isNaN(value) ? missing : Math.round(value * 100), true)
  })
  return bytes
}

function unpack(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: bytes.byteLength / 2 }, (_, day) => {
    const value = view.getInt16(day * 2, true)
    return value === missing ? Number.NaN : value / 100
  })
}
