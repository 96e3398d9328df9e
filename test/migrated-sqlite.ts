/**
 * SQLite databases without rows that this version has migrated: copies of one, each at half the cost of migrating its
 * own.
 */
import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../src/store/open.ts'
import { sqlitePath } from '../src/store/sqlite-path.ts'
import { runFolder } from './run-folder.ts'

let template: Promise<string> | null = null

/** Puts one into an empty data folder. */
export async function placeMigrated(dataDir: string): Promise<void> {
  template ??= migrateOnce()
  copyFileSync(await template, sqlitePath(dataDir))
}

/** The folder of the run is removed at its end. */
async function migrateOnce(): Promise<string> {
  const dataDir = mkdtempSync(join(runFolder(), 'ayaz-template-'))
  const store = await openStore({ url: null, dataDir, now: 0 })
  await store.close()
  return sqlitePath(dataDir)
}
