/** How far a copy of the database is, and what was copied. */
import type { CopyProgress, RowCounts } from '../store/copy-tables.ts'
import { createProgress } from './observe/progress.ts'
import { columns } from './store-command.ts'

/** A bar on a terminal. */
export function copyProgress(): CopyProgress {
  const progress = createProgress(process.stderr, Date.now)
  return (copied, all, table) => {
    if (copied < all) progress.show(copied / all, `${table} ${copied}/${all}`)
    else progress.clear()
  }
}

/** The rows of each table, and one sentence. */
export function reportRows(
  counts: RowCounts,
  { isJson, said }: { readonly isJson: boolean; readonly said: string }
): void {
  if (isJson) console.log(JSON.stringify({ rows: counts }))
  else console.log(`${columns(Object.entries(counts))}\n${said}`)
}
