/**
 * What ten thousand idle connections, each with one answer, cost in memory, and what everybody else notices of them.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, request } from 'undici'
import type { Gate } from '../gate.ts'
import { median } from './median.ts'

const crowd = 10_000
const atOnce = 200
/** Each has as many as one address may have, and no more. */
const addresses = 50
const samples = 300
const paths = ['/healthz', '/api/v1/weather?location=malatya']

/** Opens and holds them from 127.0.1.1 to 127.0.1.50, and compares what 127.0.0.2 waits before and meanwhile. */
export async function benchConnections(): Promise<readonly Gate[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ayaz-connections-'))
  const { child, origin } = await serve(dataDir)
  const sockets: Socket[] = []
  try {
    // The first round only warms the service and this process up.
    await waits(origin)
    const quiet = await waits(origin)
    const before = residentKb(child)
    for (let left = crowd; left > 0; left -= atOnce) await Promise.all(many(origin, sockets))
    const meanwhile = residentKb(child)
    const crowded = await waits(origin)
    const held = sockets.filter((socket) => !socket.destroyed).length
    const kbEach = (meanwhile - before) / crowd
    console.log(`${crowd} connections opened from ${addresses} addresses, ${held} of them stay`)
    console.log(
      `resident: ${before} kB before, ${meanwhile} kB meanwhile: ${kbEach.toFixed(1)} kB a connection`
    )
    return [
      { name: `connections missing of ${crowd}`, value: crowd - held, most: 0 },
      { name: 'kB of memory for an idle connection', value: kbEach, most: 20 },
      ...paths.map((path, index) => {
        const [alone = 0, beside = 0] = [quiet[index], crowded[index]]
        console.log(`${path}: ${alone.toFixed(2)} ms before, ${beside.toFixed(2)} ms meanwhile (median)`)
        return {
          name: `${path} beside ${crowd} connections, against before`,
          value: beside / alone,
          most: 2
        }
      })
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Linux alone tells it so. */
function residentKb({ pid }: ChildProcess): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb)
}

async function serve(dataDir: string): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const settings = { SOURCES: 'demo', TIERS: 'free=1000000/60', LOG_LEVEL: 'error', DATA_DIR: dataDir }
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  let reported = ''
  for await (const chunk of child.stdout) {
    reported += String(chunk)
    const [, origin] = /listening on (http:\S+?)\)/.exec(reported) ?? []
    if (origin !== undefined) return { child, origin }
  }
  throw new Error(`it never listened: ${reported}`)
}

/** The median wait for each path [ms], over a new connection each time. */
async function waits(origin: string): Promise<readonly number[]> {
  const all: number[] = []
  for (const path of paths) {
    const times: number[] = []
    for (let sample = 0; sample < samples; sample++) {
      const client = new Client(origin, { localAddress: '127.0.0.2' })
      const startedAt = performance.now()
      const { statusCode, body } = await request(origin + path, { dispatcher: client })
      await body.dump()
      times.push(performance.now() - startedAt)
      await client.close()
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
    }
    all.push(median(times))
  }
  return all
}

function many(origin: string, sockets: Socket[]): readonly Promise<unknown>[] {
  const { port } = new URL(origin)
  return Array.from({ length: atOnce }, (_, index) => {
    const localAddress = `127.0.1.${1 + (index % addresses)}`
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
    return Promise.race([once(socket, 'data'), once(socket, 'close')]).then(() => socket.resume())
  })
}
