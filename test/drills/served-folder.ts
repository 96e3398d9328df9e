/** A service of synthetic weather on a folder of its own, for one drill. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endServedFrom } from '../crash/served.ts'

/**
 * Gives the environment of services whose data folder lives as long as `work`. Those that it leaves running are ended.
 */
export async function withFolder<Result>(
  work: (environment: Readonly<Record<string, string>>, dataDir: string) => Promise<Result>
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-drill-'))
  const settings = { SOURCES: 'demo', TIERS: 'free=1000000/60', LOG_LEVEL: 'error', DRAIN_SECONDS: '2' }
  try {
    return await work({ ...settings, DATA_DIR: dataDir }, dataDir)
  } finally {
    await endServedFrom(dataDir)
    await rm(dataDir, { recursive: true, force: true })
  }
}
