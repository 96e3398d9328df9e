import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { endLeft, runVariable } from './run-folder.ts'

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it.skipIf(process.platform !== 'linux')(
  'what a run has left is ended, and nothing of another run',
  async () => {
    // Without a parent, as when the worker that started it has ended.
    const orphan = (folder: string): number => {
      const env = { PATH: process.env['PATH'], [runVariable]: folder }
      return Number(
        execFileSync('sh', ['-c', 'sleep 600 >/dev/null 2>&1 & echo $!'], { env, encoding: 'utf8' })
      )
    }
    const [left, others] = [orphan('/run-of-this-test'), orphan('/run-of-this-test-2')]
    try {
      expect(endLeft('/run-of-this-test')).toEqual(['sleep 600'])
      await expect.poll(() => isRunning(left)).toBe(false)
      expect(isRunning(others)).toBe(true)
    } finally {
      expect(endLeft('/run-of-this-test-2')).toEqual(['sleep 600'])
    }
  }
)
