import { join } from 'node:path'

/** The file in a data folder, or `:memory:` unchanged. A module without the driver: `integrity.ts` loads no kysely. */
export function sqlitePath(dataDir: string): string {
  return dataDir === ':memory:' ? dataDir : join(dataDir, 'ayaz.sqlite')
}
