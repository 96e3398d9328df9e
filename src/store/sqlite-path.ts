/** Where the files of SQLite lie. */
import { join } from 'node:path'

/** The database in a data folder; `:memory:` stays what it is. */
export function sqlitePath(dataDir: string): string {
  return dataDir === ':memory:' ? dataDir : join(dataDir, 'ayaz.sqlite')
}
