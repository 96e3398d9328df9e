/**
 * Rounds of watching every named place: how long the service's thread computes without a turn for others, in its own
 * CPU time.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Alerts } from '../../src/alerts/alerts.ts'
import { watchedForecasts } from '../../src/alerts/watching/watched-forecasts.ts'
import { watchPlaces } from '../../src/alerts/watching/watched-places.ts'
import { hourMs, minuteMs } from '../../src/common/time.ts'
import { createBudget } from '../../src/forecasts/budget.ts'
import { createForecastCache, type ForecastCache } from '../../src/forecasts/forecast-cache.ts'
import { createForecasts } from '../../src/forecasts/forecasts.ts'
import { createGates } from '../../src/forecasts/gate.ts'
import { packSeries } from '../../src/forecasts/packed-series.ts'
import { createSourceCircuits } from '../../src/forecasts/source-circuits.ts'
import type { TonightStation } from '../../src/observations/evenings.ts'
import { type Learning, openLearning } from '../../src/observations/learning.ts'
import { ownThermometers } from '../../src/observations/own-thermometers.ts'
import { openGazetteer } from '../../src/places/gazetteer.ts'
import { readPlaceTable } from '../../src/places/place-table.ts'
import { createDemo } from '../../src/sources/demo/demo.ts'
import type { Source } from '../../src/sources/source.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { isUnavailable } from '../../src/store/store-error.ts'
import { type Place, pointOf } from '../../src/weather/point.ts'
import { noFields } from '../../test/no-fields.ts'
import type { Gate } from '../gate.ts'
import { benchNow } from './crowd.ts'
import { type Calls, measureTurns, noteCalls } from './turns.ts'

/** Where the watched places' forecasts come from, and whether each has one that is scored. */
interface Stage {
  readonly name: string
  readonly dailyBudget: number | null
  readonly isScored: boolean
}

const stages: readonly Stage[] = [
  { name: 'a server of its own', dailyBudget: null, isScored: true },
  { name: 'a budget for a day', dailyBudget: 1_000_000, isScored: false }
]

/**
 * So many thermometers count for their owners alone, each at a place of its own; and how many readings of the night
 * each has.
 */
const privateThermometers = 5000
const readingsEach = 36

/**
 * A round that evaluates every place, one in which nothing is new, and one after a reading of each private thermometer;
 * with and without a budget.
 */
export async function benchWatching(): Promise<readonly Gate[]> {
  const table = await readPlaceTable()
  const places = Array.from({ length: table.count }, (_, row) => table.place(row))
  const gates: Gate[] = []
  for (const stage of stages) gates.push(...(await measureRounds(places, stage)))
  return gates
}

async function measureRounds(places: readonly Place[], stage: Stage): Promise<readonly Gate[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ayaz-bench-'))
  const opened = await openStore({ url: null, dataDir, now: benchNow })
  const calls = noteCalls()
  const store = {
    ...opened,
    subscriptions: calls.of('subscriptions', opened.subscriptions),
    episodes: calls.of('episodes', opened.episodes)
  }
  const gates: Gate[] = []
  let now = benchNow
  const clock = () => now
  const learning = openLearning({
    store: store.record,
    recordedAs: async () => null,
    clock,
    report: () => undefined
  })
  const thermometers = spread(places)
  const first = thermometers.map((place, index) => thermometerAt(place, index))
  const next = first.map((station) => ({ ...station, readings: [...station.readings, readingAt(now)] }))
  try {
    await subscribeAll(store, places)
    await follow(learning, first)
    const cache = await fill(places)
    const refresh = await watching(store, { ...stage, clock, cache, learning, calls })
    const afterReadings = async (): Promise<void> => {
      await follow(learning, next)
      await refresh()
    }
    const rounds = { 'everything new': refresh, 'nothing new': refresh, 'readings new': afterReadings }
    // What making all this has left is not the service's garbage.
    globalThis.gc?.()
    for (const [round, work] of Object.entries(rounds)) {
      const turns = await measureTurns(work, calls)
      const what = `${places.length} watched places, ${stage.name}, ${round}`
      const ms = (value: number): string => `${value.toFixed(0)} ms`
      console.log(
        `${what}: ${ms(turns.totalMs)} of CPU (${ms(turns.garbageMs)} garbage; all threads ${ms(turns.allThreadsMs)}), at most ${turns.longestMs.toFixed(1)} ms in one turn (${ms(turns.longestGarbageMs)} garbage), after ${turns.longestAfter}`
      )
      gates.push({ name: `${what}: longest turn [ms of own CPU]`, value: turns.longestMs, most: 50 })
      now += minuteMs
    }
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return gates
}

/** Each comes by itself, as readings do. */
async function follow({ ownEvenings }: Learning, stations: readonly TonightStation[]): Promise<void> {
  for (const [index, station] of stations.entries()) {
    ownEvenings.replace([String(index)], new Map([[String(index), station]]))
    if (index % 100 === 0) await nextTurn()
  }
}

/** Places all over the table. */
function spread(places: readonly Place[]): readonly Place[] {
  const step = places.length / privateThermometers
  return Array.from({ length: privateThermometers }, (_, index) => places[Math.floor(index * step)]).filter(
    (place) => place !== undefined
  )
}

function thermometerAt(place: Place, index: number): TonightStation {
  const { key: pointKey, ...position } = pointOf(place)
  return {
    name: `sensor ${index}`,
    owner: `owner-${index}`,
    at: { kind: 'sensor', point: { pointKey, ...position } },
    record: { usualC: 0, sigmaC: 2 },
    halfResolutionC: 0.05,
    readings: Array.from({ length: readingsEach }, (_, reading) =>
      readingAt(benchNow - (readingsEach - reading) * 30 * minuteMs)
    )
  }
}

function readingAt(at: number): TonightStation['readings'][number] {
  const temperatureC = 5 + (at - benchNow) / hourMs / 5
  return { at, temperatureC, dewPointC: null, windSpeedMps: null, cloudCoverFraction: null }
}

async function subscribeAll(store: Store, places: readonly Place[]): Promise<void> {
  const { queries } = store.database
  const slugs = JSON.stringify(places.map(({ slug }) => slug))
  await sql`insert into curves (location, crop, stage, exposure, stage_old)
    select value, 'generic', '', '', 0 from json_each(${slugs})`.execute(queries)
  await sql`insert into subscriptions (id, state, preview, curve_seq, location, channel, threshold, clear_below, threshold_of,
      language, crop, stage, exposure, destination, client, created_at, confirmed_at)
    select 'sub_' || c.seq, 'active', 0, c.seq, c.location, 'receiver', 60, 50, 'score', 'tr', 'generic', '', '', '{}', 'client',
      ${benchNow}, ${benchNow} from curves c`.execute(queries)
}

/** One forecast in the memory of every point, confirmed a moment ago. */
async function fill(places: readonly Place[]): Promise<ForecastCache> {
  const demo = createDemo(() => benchNow)
  const cache = createForecastCache(Number.MAX_SAFE_INTEGER)
  const [first] = places
  if (first === undefined) return cache
  const request = { point: pointOf(first), days: 16, previous: null }
  const fetched = await demo.fetchForecast(request, new AbortController().signal)
  if (fetched.kind === 'not_modified') throw new Error('the demo always has a forecast')
  const { series, validators, grid, model } = fetched
  const packed = packSeries(series)
  for (const place of places) {
    const point = pointOf(place)
    const meta = {
      ...{ source: demo.credit, synthetic: false, isFallback: false, run: 'made', issuedAt: benchNow },
      ...{ confirmedAt: benchNow, askAgainAt: benchNow + hourMs, updatePeriodSeconds: 3600 },
      ...{ validators, grid, model, ensemble: null, point }
    }
    cache.set(point.key, meta, packed)
  }
  return cache
}

interface Watched extends Stage {
  readonly clock: () => number
  readonly cache: ForecastCache
  readonly learning: Learning
  readonly calls: Calls
}

async function watching(
  store: Store,
  { clock, cache, dailyBudget, isScored, learning, calls }: Watched
): Promise<() => Promise<void>> {
  const demo = createDemo(clock)
  const source: Source = {
    ...demo,
    synthetic: false,
    limits: { ...demo.limits, dailyBudget, costOf: () => 1 }
  }
  const budget = createBudget(store.budgets, clock)
  const forecasts = createForecasts({
    ...{
      sources: [source],
      circuits: createSourceCircuits(clock),
      budget,
      gates: createGates(),
      clock,
      cache
    },
    ...{
      random: () => 0.5,
      report: () => undefined,
      abortAfter: AbortSignal.timeout,
      onRun: () => undefined
    },
    ...{ store: store.storedForecasts, leases: null, demo: null, wantsEnsemble: () => false },
    allowance: { take: async () => null, giveBack: async () => undefined }
  })
  const gazetteer = await openGazetteer()
  const alerts: Pick<
    Alerts,
    'subscriptions' | 'episodes' | 'maintenance' | 'forecasts' | 'places' | 'channels' | 'now'
  > = {
    ...{ subscriptions: store.subscriptions, episodes: store.episodes, maintenance: store.maintenance },
    forecasts: isScored
      ? watchedForecasts({ forecasts, clock, own: ownThermometers(learning, (owner) => owner) })
      : { stored: async () => null, owners: async () => [], measured: async () => null, tonight: () => null },
    places: { find: gazetteer.find, suggest: () => [], homonyms: () => [], ...noFields },
    channels: new Map(),
    now: clock
  }
  const watched = watchPlaces({
    alerts: alerts as Alerts,
    weather: {
      ...{ forecasts: calls.of('forecasts', forecasts), cache, gazetteer, sources: [source] },
      budget: calls.of('budget', budget),
      learning
    },
    clock,
    isUnavailable,
    report: () => undefined
  })
  return () => watched.refresh(new AbortController().signal, async () => true)
}
