/** A thousand thermometers read once a minute for an hour, beside readers: memory stays flat, no one waits longer. */
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type Served, serve } from '../crash/served.ts'
import { addKeys, fieldsOfUpload, makeStations, type Station, send } from '../crash/station-load.ts'
import { startUpstream } from '../upstream/upstream.ts'
import { printFigures } from './figures.ts'
import { cpuMicroseconds, residentMebibytes } from './process-usage.ts'
import { withFolder } from './served-folder.ts'

/** A shorter look while this file is worked on: `DRILL_MINUTES=4 STATIONS=20`. */
const minutes = Number(process.env['DRILL_MINUTES'] ?? 60)
const stations = Number(process.env['STATIONS'] ?? 100)
const minuteMs = 60_000
const askEveryMs = 50

/** What else the machine does hits the idle service as much. */
it('an hour of a reading a minute: memory stays flat, and an answer takes as long as from an idle service', () =>
  withFolder((environment, dataDir) =>
    withFolder(async (idleEnvironment) => {
      const upstream = await startUpstream()
      try {
        await addKeys({ url: null, dataDir }, stations, Date.now())
        const common = { ...upstream.environment, SOURCES: 'open-meteo' }
        const served = await serve({ ...environment, ...common })
        const idle = await serve({ ...idleEnvironment, ...common })
        const made = await makeStations(served, stations, placeOf)
        const samples: (Asked & { readonly idle: Asked; readonly mib: number })[] = []
        for (let minute = 0; minute < minutes; minute++) {
          const [answers, idleAnswers] = await Promise.all([
            asked(served, minuteMs),
            asked(idle, minuteMs),
            upload(served, made)
          ])
          samples.push({ ...answers, idle: idleAnswers, mib: residentMebibytes(served.child.pid) })
        }
        await Promise.all([served, idle].map(stop))
        const busyMicroseconds = samples.reduce((sum, one) => sum + one.cpu - one.idle.cpu, 0)
        const readings = stations * fieldsOfUpload * minutes
        const mib = samples.map((one) => one.mib)
        const figures = {
          readings,
          microseconds_of_cpu_each: Math.round(busyMicroseconds / readings),
          idle_p99_ms: Math.round(percentile99(samples.flatMap((one) => one.idle.tookMs))),
          p99_ms: Math.round(percentile99(samples.flatMap(({ tookMs }) => tookMs))),
          p99_later_ms: Math.round(
            medianOf(samples.map((one) => percentile99(one.tookMs) - percentile99(one.idle.tookMs)))
          ),
          early_mib: medianOf(mib.slice(mib.length / 4, mib.length / 2)),
          late_mib: medianOf(mib.slice(-mib.length / 4))
        }
        printFigures('steady-readings', figures)
        expect(figures.p99_later_ms).toBeLessThanOrEqual(10)
        expect(figures.p99_ms - figures.idle_p99_ms).toBeLessThanOrEqual(10)
        expect(figures.late_mib).toBeLessThanOrEqual(figures.early_mib * 1.05)
      } finally {
        await upstream.close()
      }
    })
  ))

async function stop({ child }: Served): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Far from each other: most fields have one thermometer, these ten. */
function placeOf(seed: number): object {
  return { lat: 37 + 0.03 * (seed % 100), lon: 31 + 0.5 * Math.floor(seed / 100), elevation: 900 }
}

/** All stations, one after the other within the minute. */
async function upload(served: { readonly origin: string }, made: readonly Station[]): Promise<void> {
  const began = performance.now()
  const at = Math.floor(Date.now() / minuteMs) * minuteMs
  const answers = made.map(async (station, index) => {
    await setTimeout(Math.max(0, began + ((index + 0.5) / made.length) * minuteMs - performance.now()))
    return send(served, station, at)
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
}

interface Asked {
  readonly tookMs: readonly number[]
  /** Of the service meanwhile [µs]. */
  readonly cpu: number
}

/** Twenty readers a second of one place. */
async function asked({ origin, child: { pid } }: Served, forMs: number): Promise<Asked> {
  const [before, began] = [cpuMicroseconds(pid), performance.now()]
  const tookMs: number[] = []
  while (performance.now() - began < forMs) {
    const from = performance.now()
    const answer = await fetch(`${origin}/api/v1/weather/frost-risk?location=malatya`)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    tookMs.push(performance.now() - from)
    await setTimeout(Math.max(0, askEveryMs - (performance.now() - from)))
  }
  return { tookMs, cpu: cpuMicroseconds(pid) - before }
}

function percentile99(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(0.99 * values.length)] ?? 0
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}
