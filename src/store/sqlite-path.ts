import { join } from 'node:path'

/** In a data folder; `:memory:` is returned unchanged. A file without the driver: `integrity.ts` loads no kysely. */
export function sqlitePath(dataDir: string): string {
  return dataDir === ':memory:' ? dataDir : join(dataDir, 'ayaz.sqlite')
}
