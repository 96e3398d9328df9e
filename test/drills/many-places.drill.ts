/**
 * 1,000 places in one request: what a place costs beside a request for it, what others wait, what an unread answer
 * holds, and that a source which does not answer keeps no one else waiting.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { expect, it } from 'vitest'
import { addKeys, plainKey } from '../contracts/http/generated/things.ts'
import { serve } from '../crash/served.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { printFigures } from './figures.ts'
import { cpuMicroseconds, residentMebibytes } from './process-usage.ts'
import { withFolder } from './served-folder.ts'

const maxShare = { full: 0.9, short: 0.5 }
const maxLaterMs = 10
const count = 1000
/** Each asks single answers that are not made yet: another question about the same forecasts. */
const questions = [5, 6, 7, 8, 9].flatMap((days) =>
  ['units=metric', 'units=imperial', 'lang=tr', 'lang=tr&units=imperial'].map(
    (form) => `days=${days}&${form}`
  )
)
const points = Array.from({ length: count }, (_, index) => ({
  lat: Number((36.6 + (index % 40) * 0.12).toFixed(2)),
  lon: Number((27 + Math.floor(index / 40) * 0.6).toFixed(2))
}))
const headers = { 'x-api-key': plainKey }
type Ask = ReturnType<typeof askingOf>

/** Piece by piece: 10 MB decoded at once would hold this process, in which the waits of others are measured. */
function askingOf(pool: Pool) {
  const read = async (asked: Parameters<Pool['request']>[0]): Promise<string> => {
    const { statusCode, body } = await pool.request(asked)
    let text = ''
    for await (const piece of body.setEncoding('utf8')) text += piece
    if (statusCode !== 200) throw new Error(`${asked.path}: ${statusCode} ${text.slice(0, 200)}`)
    return text
  }
  return {
    one: (path: string) => read({ method: 'GET', path: `/api/v1${path}`, headers }),
    many: (path: string, places: readonly object[] = points) =>
      read({
        method: 'POST',
        path: `/api/v1${path}`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ places })
      })
  }
}

it('a place of many costs less than a request for it, and nobody else waits', () =>
  withFolder(async (settings, dataDir) => {
    await addKeys({ url: null, dataDir }, Date.now())
    const { child, origin } = await serve(settings)
    const pool = new Pool(origin, { connections: 8 })
    const ask = askingOf(pool)
    await ask.many('/weather/places')
    const memoryBefore = residentMebibytes(child.pid)
    for (const path of ['/weather', '/weather/frost-risk']) {
      const shares = await sharesOf(child.pid, ask, path)
      printFigures('many-places', { path, ...shares })
      expect(shares.full).toBeLessThanOrEqual(maxShare.full)
      expect(shares.short).toBeLessThanOrEqual(maxShare.short)
    }
    const later = await laterMs(ask)
    const memoryAfter = residentMebibytes(child.pid)
    const unread_mib = await unreadMebibytes(child.pid, origin)
    const figures = { others_p99_later_ms: later, grown_mib: memoryAfter - memoryBefore, unread_mib }
    printFigures('many-places', figures)
    expect(later).toBeLessThanOrEqual(maxLaterMs)
    expect(figures.grown_mib).toBeLessThanOrEqual(128)
    expect(unread_mib).toBeLessThanOrEqual(48)
    await pool.close()
    child.kill('SIGINT')
    await once(child, 'exit')
  }))

/** CPU of a place beside that of a single request; medians of the ratios of each turn. */
async function sharesOf(pid: number | undefined, ask: Ask, path: string) {
  const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = cpuMicroseconds(pid)
    await work()
    return (cpuMicroseconds(pid) - before) / count
  }
  const turns: { readonly single: number; readonly full: number; readonly short: number }[] = []
  for (const question of questions) {
    const single = await cpuOf(() => singles(ask, `${path}?${question}`))
    const full = await cpuOf(() => ask.many(`${path}/places?${question}`))
    const short = await cpuOf(() => ask.many(`${path}/places?${question}&detail=short`))
    turns.push({ single, full, short })
  }
  // Until code is compiled it is slow.
  const counted = turns.slice(4)
  return {
    single_us: Math.round(median(counted.map((turn) => turn.single))),
    full: median(counted.map((turn) => turn.full / turn.single)),
    short: median(counted.map((turn) => turn.short / turn.single))
  }
}

async function singles(ask: Ask, path: string): Promise<void> {
  const left = points.map(({ lat, lon }) => `${path}&lat=${lat}&lon=${lon}`)
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await ask.one(next)
  }
  await Promise.all([work(), work(), work(), work()])
}

/** How much longer others wait (p99) while one answer about 1,000 places follows the other. */
async function laterMs(ask: Ask): Promise<number> {
  const turns: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const quiet = await p99Ms(ask, setTimeout(3000))
    const work = async () => {
      for (let request = 0; request < 8; request++) await ask.many('/weather/frost-risk/places')
    }
    turns.push((await p99Ms(ask, work())) - quiet)
  }
  return median(turns)
}

/** Of requests for what is in memory, for as long as something lasts. */
async function p99Ms(ask: Ask, lasting: Promise<unknown>): Promise<number> {
  const waits: number[] = []
  let isOver = false
  void lasting.then(() => {
    isOver = true
  })
  while (!isOver) {
    const at = performance.now()
    await ask.one('/weather/current?location=ankara')
    waits.push(performance.now() - at)
    await setTimeout(5)
  }
  await lasting
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN
}

/** Two looks of a process at rest, after which it has given back what it does not hold. */
const restMs = 70_000

/** What ten answers of about 10 MB hold that no one reads. */
async function unreadMebibytes(pid: number | undefined, origin: string): Promise<number> {
  await setTimeout(restMs)
  const before = residentMebibytes(pid)
  const body = JSON.stringify({ places: points })
  const head = [
    'POST /api/v1/weather/frost-risk/places HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    `X-API-Key: ${plainKey}`,
    `Content-Length: ${body.length}`
  ]
  const sockets = Array.from({ length: 10 }, () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.pause()
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    return socket
  })
  await setTimeout(restMs)
  const held = residentMebibytes(pid) - before
  for (const socket of sockets) socket.destroy()
  return held
}

it('a source that does not answer keeps only those waiting who ask for what it has', () =>
  withFolder(async ({ SOURCES: _demo, ...settings }, dataDir) => {
    await addKeys({ url: null, dataDir }, Date.now())
    const upstream = await startUpstream(Date.now)
    const environment = {
      ...settings,
      ...upstream.environment,
      SOURCES: 'open-meteo',
      POINTS_PER_DAY: '5000'
    }
    const { child, origin } = await serve(environment)
    const pool = new Pool(origin, { connections: 8 })
    const ask = askingOf(pool)
    const known = points.slice(0, 200)
    await ask.one('/weather/current?location=ankara')
    await ask.many('/weather/places', known)
    const alone = await timed(() => ask.many('/weather/places', known))
    const quiet = await p99Ms(ask, setTimeout(3000))
    const release = upstream.hold()
    const waiting = ask.many('/weather/places', points.slice(200, 300))
    const later = (await p99Ms(ask, setTimeout(3000))) - quiet
    const beside = await timed(() => ask.many('/weather/places', known))
    release()
    const text = await waiting
    printFigures('many-places', {
      slow_source: 'others_p99_later_ms',
      others_p99_later_ms: later,
      known_alone_ms: alone,
      known_beside_ms: beside
    })
    expect(JSON.parse(text).results).toHaveLength(100)
    expect(later).toBeLessThanOrEqual(maxLaterMs)
    expect(beside).toBeLessThanOrEqual(2 * alone + 50)
    await pool.close()
    child.kill('SIGINT')
    await once(child, 'exit')
    await upstream.close()
  }))

async function timed(work: () => Promise<unknown>): Promise<number> {
  const at = performance.now()
  await work()
  return Math.round(performance.now() - at)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
