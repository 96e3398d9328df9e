/**
 * 200,000 generated requests over all operations and 5,000 as raw bytes: what is answered, and how long the thread
 * computes at a time.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openClient } from '../contracts/http/client.ts'
import { sendRaw } from '../contracts/http/generated/raw-run.ts'
import { requestsFor } from '../contracts/http/generated/requests.ts'
import { type Book, neverGranted, sendAll } from '../contracts/http/generated/run.ts'
import { addKeys, makeThings, receiverSettings, startReceiver } from '../contracts/http/generated/things.ts'
import { serve, unitStart } from '../crash/served.ts'
import { printFigures } from './figures.ts'
import { withFolder } from './served-folder.ts'

const requests = 200_000
const rawRequests = 5000
/** Generated and sent at a time; `longest_ms` includes the start. */
const portion = 10_000
const seed = Number(process.env['SEED'] ?? 20_260_411)
/** Demo data make previews only, and those have nothing to prove, to sign or to send again: generated.test.ts does. */
const notOnDemoData = ['verifySubscription', 'rotateSecret', 'redeliver']
const monitor = fileURLToPath(new URL('./busy-thread.ts', import.meta.url))

it('generated requests: no answer that is not documented, and no long stall of the service', () =>
  withFolder(async (settings, dataDir) => {
    await addKeys({ url: null, dataDir }, Date.now())
    const receiver = await startReceiver()
    const busyFile = join(dataDir, 'busy.json')
    const tiers = { TIERS: 'free=1000000/60,tiny=3/60', POINTS_PER_DAY: '0', DRAIN_SECONDS: '0' }
    const [file, ...argv] = unitStart
    const start = [file, '--import', monitor, ...argv] as const
    const { child, origin } = await serve(
      { ...settings, ...tiers, ...receiverSettings(receiver), BUSY_FILE: busyFile },
      start
    )
    const client = await openClient(origin)
    const things = await makeThings(client, receiver, Date.now())
    await receiver.close()
    const faults: string[] = []
    const books: Book[] = []
    const failed = new Map<string, number>()
    for (let sent = 0; sent < requests; sent += portion) {
      const generated = requestsFor(client.contract.operations, things)
      const book = await sendAll(client, fc.sample(generated, { numRuns: portion, seed: seed + sent }))
      books.push(book)
      faults.push(...book.faults)
      for (const [answer, count] of book.seen)
        if (/ 5\d\d$/.test(answer)) failed.set(answer, (failed.get(answer) ?? 0) + count)
    }
    faults.push(...(await sendRaw(origin, client.contract, { count: rawRequests, seed })))
    await client.close()
    child.kill('SIGINT')
    await once(child, 'exit')
    const busy = JSON.parse(readFileSync(busyFile, 'utf8')) as { p999_ms: number; longest_ms: number }
    printFigures('requests', {
      requests,
      rawRequests,
      undocumented: faults.length,
      ...Object.fromEntries(failed),
      ...busy
    })
    expect(faults.slice(0, 20)).toEqual([])
    expect(neverGranted(client.contract, books)).toEqual(notOnDemoData)
    expect([...failed.keys()].filter((answer) => !answer.endsWith(' 503'))).toEqual([])
    expect(busy.p999_ms).toBeLessThanOrEqual(50)
  }))
