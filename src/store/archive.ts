/** The archive's minima, on either engine. */
import { sql } from 'kysely'
import type { ArchiveCell, ArchiveSpan, ArchiveStore, ArchiveYear } from '../forecasts/archive-ports.ts'
import type { Database } from './database.ts'

const missing = -32_768

export function archiveStore(database: Database): ArchiveStore {
  const { queries } = database
  return {
    async years({ source, cell }) {
      const rows = await queries
        .selectFrom('archive_years')
        .select(['year', 'elevation', 'minima'])
        .where('source', '=', source)
        .where('cell', '=', cell)
        .orderBy('year')
        .execute()
      return rows.map(({ year, elevation, minima }) => ({ year, elevation, minimaC: unpack(minima) }))
    },
    want: (cell, queue) => want(database, cell, queue),
    next: (source, span) => next(database, source, span),
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
  { span, most, now, isWatched }: Parameters<ArchiveStore['want']>[1]
): Promise<boolean> {
  const known = await queries
    .selectFrom('archive_cells')
    .select('is_watched')
    .where('source', '=', source)
    .where('cell', '=', cell)
    .executeTakeFirst()
  if (known !== undefined && (known.is_watched === 1 || !isWatched)) return true
  if (known === undefined && !isWatched && (await countLacking(queries, source, span)) >= most) return false
  await queries
    .insertInto('archive_cells')
    .values({ source, cell, lat, lon, timezone, is_watched: isWatched ? 1 : 0, wanted_at: now })
    .onConflict((conflict) =>
      conflict.columns(['source', 'cell']).doUpdateSet({ is_watched: isWatched ? 1 : 0 })
    )
    .execute()
  return true
}

async function countLacking(
  queries: Database['queries'],
  source: string,
  span: ArchiveSpan
): Promise<number> {
  const cells = lackingCells(source, span)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${cells}) lacking`.execute(
    queries
  )
  return Number(rows[0]?.count ?? 0)
}

async function next({ queries }: Database, source: string, span: ArchiveSpan): Promise<ArchiveCell | null> {
  const { rows } = await sql<ArchiveCell>`select source, cell, lat, lon, timezone
    from (${lackingCells(source, span)}) lacking order by is_watched desc, known desc, wanted_at, cell limit 1`.execute(
    queries
  )
  return rows[0] ?? null
}

/** Wanted cells that lack years of the span, with how many they have. */
function lackingCells(source: string, { from, to }: ArchiveSpan) {
  return sql`select c.*, coalesce(y.known, 0) as known from archive_cells c left join
    (select cell, count(*) as known from archive_years
      where source = ${source} and year between ${from} and ${to} group by cell) y on y.cell = c.cell
    where c.source = ${source} and coalesce(y.known, 0) < ${to - from + 1}`
}

async function save(
  { queries }: Database,
  {
    cell,
    year,
    fetchedAt
  }: { readonly cell: ArchiveCell; readonly year: ArchiveYear; readonly fetchedAt: number }
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
