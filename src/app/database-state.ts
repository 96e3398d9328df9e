/** Whether the database that the configuration names can be examined, and what `ayaz doctor` says where not. */
import { resolve } from 'node:path'
import type { Catalogue } from '../language/en.ts'
import { checkMigrations } from '../store/open.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from './finding.ts'
import type { DatabaseUse } from './weather.ts'

export interface DatabaseState {
  readonly use: DatabaseUse
  /** Null where it has the schema of this version. */
  readonly finding: Finding | null
}

/**
 * Looks at the schema and changes nothing.
 * @throws {StoreError} `unreachable` or `newer_version`
 */
export async function databaseState(
  { databaseUrl: url, dataDir }: Configuration,
  words: Catalogue['doctor']
): Promise<DatabaseState> {
  const { from, to, missing } = await checkMigrations({ url, dataDir })
  if (missing.length === 0) return { use: 'existing', finding: null }
  const subject = words.subjects.database
  if (from > 0) {
    const [text, remedy] = [words.olderSchema(from, to), words.olderSchemaRemedy]
    return { use: 'none', finding: { severity: 'fault', subject, text, remedy } }
  }
  const text = url === null ? words.noDatabase(resolve(dataDir)) : words.noTables
  return { use: 'none', finding: { severity: 'note', subject, text, remedy: words.noDatabaseRemedy } }
}
