/** What SQLite finds in a whole file. */
import { DatabaseSync } from 'node:sqlite'
import { isCorrupt } from './store-error.ts'

/** A few findings are enough to show that a backup is needed. */
const mostFindings = 3

/**
 * Reads every page, on a connection that cannot write; empty where the file is intact.
 * @throws where the file cannot be read
 */
export function findingsIn(path: string): readonly string[] {
  const file = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    const rows = file.prepare(`pragma integrity_check(${mostFindings})`).all()
    const texts = rows.map((row) => String(row['integrity_check']))
    return texts.length === 1 && texts[0] === 'ok' ? [] : texts
  } catch (error) {
    if (isCorrupt(error)) return [error instanceof Error ? error.message : String(error)]
    throw error
  } finally {
    file.close()
  }
}
