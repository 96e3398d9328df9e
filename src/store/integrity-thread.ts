/** The thread in which a SQLite file is read through from end to end, by a connection of its own that cannot write. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isCorrupt } from './fault.ts'

/** More are not needed to know that a backup is. */
const mostFindings = 3

function findings(path: string): readonly string[] {
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

parentPort?.postMessage(findings(String(workerData)))
