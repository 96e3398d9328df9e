/** Where the files of SQLite are. */
import { join } from 'node:path'

/** The database in a data folder; `:memory:` is returned unchanged. */
export function sqlitePath(dataDir: string): string {
  return dataDir === ':memory:' ? dataDir : join(dataDir, 'ayaz.sqlite')
}
