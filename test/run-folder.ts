/**
 * The folder of one run of the tests, in which its files have all of theirs: what they share, and each temporary
 * folder. Servers that were started in it end with the run.
 */
import { chmodSync, globSync, mkdtempSync, readdirSync, readFileSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In the environment of all that a run starts. */
export const runVariable = 'AYAZ_TEST_RUN'
const memoryFolder = '/dev/shm'
/** A run uses far less at a time. */
const minMemoryBytes = 4e9
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }

/** The folder of this run; outside a run of Vitest the machine's own for temporary files. */
export function runFolder(): string {
  return process.env[runVariable] ?? tmpdir()
}

/** Called by Vitest before the first file (`globalSetup`). What it gives back is called after the last one. */
export async function setup(): Promise<() => Promise<void>> {
  for (const parent of [memoryFolder, tmpdir()]) {
    for (const left of globSync(join(parent, 'ayaz-run-+([0-9])-*'))) {
      // Its servers have ended or do so without their files; their numbers may be those of others by now.
      if (!isRunning(Number(left.split('-').at(-2)))) await rm(left, removal)
    }
  }
  const parent = hasMemoryFolder() ? memoryFolder : tmpdir()
  const folder = mkdtempSync(join(parent, `ayaz-run-${process.pid}-`))
  // As `/tmp` is: PostgreSQL runs as a user of its own where the tests run as root.
  chmodSync(folder, 0o1777)
  process.env[runVariable] = folder
  process.env['TMPDIR'] = folder
  return async () => {
    for (const file of globSync(join(folder, '*/db/postmaster.pid'))) endServer(file)
    endLeft(folder)
    await rm(folder, removal)
  }
}

/**
 * Whether files may be in memory: each commit of SQLite waits for the disk, which is a third of the CPU of tests with
 * many of them, and no test takes the power away. Containers mostly have a small one, in which no program may run.
 */
function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    const mounts = readFileSync('/proc/mounts', 'utf8')
    const mayRun = /^\S+ \/dev\/shm tmpfs rw(?!\S*\bnoexec\b)/m.test(mounts)
    return mayRun && Math.min(bavail * bsize, process.availableMemory() / 2) >= minMemoryBytes
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/**
 * Ends what was started in a run and is still there, such as the service of a test that ran out of time; children of
 * the run itself are its workers. Linux alone tells it.
 * @returns their commands
 */
export function endLeft(folder: string): readonly string[] {
  const mark = `${runVariable}=${folder}`
  const numbers = hasProcesses ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  return numbers.flatMap((pid) => {
    try {
      const [environment = '', command = ''] = ['environ', 'cmdline'].map((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'utf8')
      )
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      if (!environment.split('\0').includes(mark) || Number(parent) === process.pid) return []
      process.kill(Number(pid), 'SIGKILL')
      return [command.replaceAll('\0', ' ').trim()]
    } catch {
      // It has just ended, or is another user's.
      return []
    }
  })
}

const hasProcesses = process.platform === 'linux'

/** A worker is stopped too fast to end its server itself. */
function endServer(pidFile: string): void {
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
  } catch {
    // It has just ended.
  }
}
