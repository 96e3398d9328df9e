/** The service itself on a file system without room, or one that it may not write to. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CheckedClient, openClient } from '../contracts/http/client.ts'
import { post } from '../contracts/http-alerts/client.ts'
import { printFigures } from '../drills/figures.ts'
import { machineEnvironment } from '../machine-environment.ts'
import { isRoot, otherUser, startOfOtherUser } from '../other-user.ts'
import { type Served, serve } from './served.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ayaz-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!isRoot)('a full disk', () => {
  let served: Served
  let client: CheckedClient
  beforeEach(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder])
    served = await serve({
      SOURCES: 'demo',
      DATA_DIR: folder,
      TIERS: 'free=1000000/60',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0'
    })
    client = await openClient(served.origin)
  })
  afterEach(async () => {
    await client.close()
    served.child.kill('SIGKILL')
    if (served.child.signalCode === null && served.child.exitCode === null) await once(served.child, 'exit')
    execFileSync('umount', [folder])
  })

  /** Until there is no byte left. */
  function fill(): string {
    const file = join(folder, 'filler')
    for (const size of [1_000_000, 10_000, 100, 1]) {
      const chunk = Buffer.alloc(size)
      for (;;) {
        try {
          writeFileSync(file, chunk, { flag: 'a' })
        } catch {
          break
        }
      }
    }
    return file
  }

  /** Once the pages that SQLite has in its files already are used up. */
  async function untilRefused(): Promise<{ readonly stored: number; readonly answer: unknown }> {
    for (let count = 0; count < 2000; count += 1) {
      const { status, json, headers } = await subscribe(count)
      if (status !== 201) return { stored: count, answer: [status, json, headers['retry-after']] }
    }
    throw new Error('never refused')
  }

  const subscribe = (count: number) =>
    post(client, '/alerts/subscribe', {
      location: 'malatya',
      channel: 'feed',
      threshold: 1 + (count % 100),
      label: 'x'.repeat(80)
    })

  it('refuses what has to be stored, answers all else, and goes on by itself once there is room', async () => {
    expect((await subscribe(0)).status).toBe(201)
    const filler = fill()
    const { stored, answer } = await untilRefused()
    expect(answer).toMatchObject([503, { code: 'storage_unavailable' }, '10'])
    const points = Array.from(
      { length: 200 },
      (_, index) => `/weather/current?lat=${36 + index / 100}&lon=35`
    )
    const statuses = await Promise.all(points.map(async (path) => (await client.ask(path)).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    for (const path of ['/en', '/metrics', '/readyz?for=http'])
      expect([path, (await fetch(served.origin + path)).status]).toEqual([path, 200])
    rmSync(filler)
    const began = performance.now()
    await expect.poll(async () => (await subscribe(0)).status).toBe(201)
    const recovered_ms = Math.round(performance.now() - began)
    printFigures('disk', { stored_once_full: stored, new_points_answered: points.length, recovered_ms })
    served.child.kill('SIGTERM')
    expect(await once(served.child, 'exit')).toEqual([0, null])
  })
})

it('a folder that it may not write to ends the start, with the reason', async () => {
  chmodSync(folder, 0o555)
  // Root may write everywhere.
  const [file, ...argv] = startOfOtherUser()
  const env = { ...machineEnvironment(), SOURCES: 'demo', HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder }
  const child = spawn(file, argv, { env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...otherUser })
  const [[status], said] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect(said).toContain(`DATA_DIR ${folder} cannot be made or written to (EACCES). Set DATA_DIR to a folder`)
  expect(status).toBe(69)
  printFigures('disk', { status_of_start_in_read_only_folder: status })
})
