/** The folder of one run of the tests, for what its files share: servers that were started in it end with the run. */
import { chmodSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const variable = 'AYAZ_TEST_RUN'

/** The folder of this run; outside a run of Vitest the machine's own for temporary files. */
export function runFolder(): string {
  return process.env[variable] ?? tmpdir()
}

/** Called by Vitest before the first file (`globalSetup`). What it gives back is called after the last one. */
export function setup(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ayaz-run-'))
  // PostgreSQL runs as a user of its own where the tests run as root.
  chmodSync(folder, 0o755)
  process.env[variable] = folder
  return async () => {
    for (const file of globSync(join(folder, '*/db/postmaster.pid'))) endServer(file)
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
}

/** A worker is stopped too fast to end its server itself. */
function endServer(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
  } catch {
    // It has just ended.
  }
}
