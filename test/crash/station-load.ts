/** Stations that send readings while their service is killed: what was acknowledged is there, once. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'vitest'
import { minuteMs } from '../../src/common/time.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import type { FreshDatabase } from '../contracts/store/engines.ts'
import { type Served, serve } from './served.ts'

export interface StationLoad {
  readonly stations: number
  /** Of each. */
  readonly uploads: number
  /** How often it is killed; the kills are spread over the uploads. */
  readonly kills: number
  readonly clients: number
}

/** Temperatures of one upload. */
export const fieldsOfUpload = 10
/** A key has at most 200 intakes. */
const stationsPerKey = 200
const keyOf = (seed: number): string => `a-key-of-stations-${Math.floor(seed / stationsPerKey)}`

export interface Station {
  readonly secret: string
  readonly seed: number
}

/** Runs it; returns what was acknowledged, and what of it is lost or stored twice. */
export async function loadStations(
  data: FreshDatabase,
  environment: Readonly<Record<string, string>>,
  load: StationLoad
) {
  const startAt = Math.floor(Date.now() / minuteMs) * minuteMs
  await addKeys(data, load.stations, startAt)
  let served = await serve(environment)
  const stations = await makeStations(served, load.stations)
  const waiting = Array.from({ length: load.uploads }, (_, upload) =>
    stations.map((station) => ({ station, at: startAt - upload * minuteMs }))
  ).flat()
  const all = waiting.length
  const acknowledged: typeof waiting = []
  for (let life = 1; life <= load.kills + 1; life++) {
    const until = life > load.kills ? Number.POSITIVE_INFINITY : Math.round((all * life) / (load.kills + 1))
    if (life > 1) served = await serve(environment)
    const ended = once(served.child, 'exit')
    const work = async (): Promise<void> => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const status = await send(served, one.station, one.at).catch(() => null)
        if (status !== 200) {
          // As a station does: again, although it may be stored.
          waiting.push(one)
          if (status === null) return
          continue
        }
        acknowledged.push(one)
        // Every tenth is sent twice.
        if (acknowledged.length % 10 === 0) await send(served, one.station, one.at).catch(() => null)
        if (acknowledged.length >= until) served.child.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: load.clients }, work))
    if (waiting.length > 0 || life <= load.kills) await ended
  }
  const ended = once(served.child, 'exit')
  served.child.kill('SIGKILL')
  await ended
  const stored = await withStore(data, storedReadings)
  let [lost, wrong] = [0, 0]
  for (const { station, at } of acknowledged) {
    for (let field = 1; field <= fieldsOfUpload; field++) {
      const value = stored.get(`s${station.seed}-${field} ${at}`)
      if (value === undefined) lost += 1
      else if (value !== shownAt(station, at, field)) wrong += 1
    }
  }
  const readings = acknowledged.length * fieldsOfUpload
  return { readings, stored: stored.size, lost, wrong, doubled: stored.size - readings }
}

/** The keys by which stations are made, before the service runs. */
export async function addKeys(data: FreshDatabase, stations: number, createdAt: number): Promise<void> {
  const keys = new Set(Array.from({ length: stations }, (_, index) => keyOf(index + 1)))
  await withStore(data, async ({ apiKeys }) => {
    for (const key of keys) {
      const hash = createHash('sha256').update(key).digest('hex')
      await apiKeys.add({ id: key, hash, tier: 'free', label: '', operator: false, createdAt })
    }
  })
}

/** @param placeOf Where the thermometers of a station hang. */
export async function makeStations(
  { origin }: Pick<Served, 'origin'>,
  count: number,
  placeOf: (seed: number) => object = () => ({ location: 'malatya' })
): Promise<readonly Station[]> {
  const call = async (seed: number, method: string, path: string, body: object) => {
    const headers = { 'x-api-key': keyOf(seed), 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { intake: { id: string }; secret: string }
  }
  const stations: Station[] = []
  for (let seed = 1; seed <= count; seed++) {
    const { intake, secret } = await call(seed, 'POST', '/intakes', {})
    // Heard once, and not mapped yet: nothing of it is stored.
    await expect.poll(() => send({ origin }, { secret, seed }, Date.now())).toBe(200)
    const channels = Array.from({ length: fieldsOfUpload }, (_, index) => ({
      device: 'd',
      field: `TempC_${index + 1}`,
      sensor: { ...placeOf(seed), kind: 'air_2m', station: `s${seed}-${index + 1}` }
    }))
    await call(seed, 'PATCH', `/intakes/${intake.id}`, { channels })
    stations.push({ secret, seed })
  }
  return stations
}

function shownAt({ seed }: Station, at: number, field: number): number {
  return (((seed * 7 + field * 13 + (at / minuteMs) * 3) % 400) - 100) / 10
}

export async function send(
  { origin }: Pick<Served, 'origin'>,
  station: Station,
  at: number
): Promise<number> {
  const decoded = Array.from({ length: fieldsOfUpload }, (_, index) => {
    return [`TempC_${index + 1}`, shownAt(station, at, index + 1)] as const
  })
  const uplink_message = {
    decoded_payload: Object.fromEntries(decoded),
    received_at: new Date(at).toISOString()
  }
  const body = JSON.stringify({ end_device_ids: { device_id: 'd' }, uplink_message })
  const answer = await fetch(`${origin}/ingest/lorawan/${station.secret}`, { method: 'POST', body })
  await answer.arrayBuffer()
  return answer.status
}

async function withStore<Result>(
  data: FreshDatabase,
  work: (store: Store) => Promise<Result>
): Promise<Result> {
  const store = await openStore({ ...data, now: Date.now() })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** By station and instant, in °C. */
async function storedReadings({ record }: Store): Promise<ReadonlyMap<string, number>> {
  const stored = new Map<string, number>()
  for (const { seq, station } of await record.sensors(null, 1_000_000))
    for (const { measuredAt, temperatureC } of await record.readings(seq, 0, 1e14))
      stored.set(`${station} ${measuredAt}`, Math.round(temperatureC * 10) / 10)
  return stored
}
