/**
 * Ten minutes of steady load, with readers and writers among it that take minutes: memory and descriptors stay flat.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { serve } from '../crash/served.ts'
import { startLoad } from '../crash/steady-load.ts'
import { printFigures } from './figures.ts'
import { openDescriptors, residentMebibytes } from './process-usage.ts'
import { withFolder } from './served-folder.ts'

/** DRILL_MINUTES: a shorter look while this file is worked on. */
const minutes = Number(process.env['DRILL_MINUTES'] ?? 10)
/**
 * Before the first sample, as fast as it answers: caches fill, code is compiled, and the heap gets the size that it
 * then has.
 */
const warmMinutes = minutes * 0.3
const lookEveryMs = 20_000
const slowOnes = 50
const unreadAnswers = 3000

it('ten minutes of steady load beside slow readers and writers: memory and descriptors stay flat', () =>
  withFolder(async (settings) => {
    const { child, origin } = await serve({ ...settings, CONNECTIONS_PER_ADDRESS: '1000' })
    const warming = startLoad(origin, { connections: 8, pauseMs: 0 })
    await setTimeout(warmMinutes * 60_000)
    await warming.stop()
    const load = startLoad(origin, { connections: 8, pauseMs: 20 })
    const slow = Array.from({ length: slowOnes }, (_, index) => slowConnection(origin, isWriter(index)))
    let writers_closed = 0
    for (const [index, socket] of slow.entries())
      if (isWriter(index)) socket.on('close', () => (writers_closed += 1))
    const samples: { readonly mib: number; readonly descriptors: number }[] = []
    for (let passedMs = 0; passedMs < (minutes - warmMinutes) * 60_000; passedMs += lookEveryMs) {
      await setTimeout(lookEveryMs)
      samples.push({ mib: residentMebibytes(child.pid), descriptors: openDescriptors(child.pid) })
    }
    const closed = { writers: writers_closed, readers: await closedUnread(origin) }
    for (const socket of slow) socket.destroy()
    await load.stop()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const half = samples.length / 2
    const median = (of: typeof samples, key: 'mib' | 'descriptors'): number =>
      of.map((one) => one[key]).sort((one, other) => one - other)[Math.floor(of.length / 2)] ?? 0
    const [early, late] = [samples.slice(0, half), samples.slice(half)]
    const figures = {
      answered: load.outcomes()['200'] ?? 0,
      early_mib: median(early, 'mib'),
      late_mib: median(late, 'mib'),
      early_descriptors: median(early, 'descriptors'),
      late_descriptors: median(late, 'descriptors'),
      slow_writers_closed: closed.writers,
      slow_readers_closed: closed.readers
    }
    printFigures('steady', figures)
    for (const { outcomes } of [warming, load]) expect(Object.keys(outcomes())).toEqual(['200'])
    expect(figures.late_mib).toBeLessThanOrEqual(figures.early_mib * 1.05)
    expect(figures.late_descriptors).toBeLessThanOrEqual(figures.early_descriptors)
    expect(closed).toEqual({ writers: slowOnes / 2, readers: slowOnes / 2 })
  }))

function isWriter(index: number): boolean {
  return index % 2 === 0
}

/** A connection whose answers are not read does not notice that it was closed. */
async function closedUnread(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^ayaz_http_connections_closed_total\{reason="unread"\} (\d+)$/m.exec(metrics)?.[1])
}

/**
 * Writes a request a letter each few seconds, or reads nothing of answers that are more than the machine holds ready
 * for it.
 */
function slowConnection(origin: string, writes: boolean): Socket {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const request = 'GET /api/v1/weather?location=malatya HTTP/1.1\r\nHost: a\r\n\r\n'
  socket.on('error', () => undefined)
  if (writes) {
    let at = 0
    const writing = setInterval(() => socket.write(request.charAt(at++ % request.length)), 3000)
    socket.on('close', () => clearInterval(writing))
  } else {
    socket.pause()
    socket.write(request.repeat(unreadAnswers))
  }
  return socket
}
