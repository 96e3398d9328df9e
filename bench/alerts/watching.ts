/** Rounds of watching every named place: how long the service's thread computes without a turn for others, in its own CPU time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Alerts } from '../../src/alerts/alerts.ts'
import { alertRules } from '../../src/alerts/rules.ts'
import { watchedForecasts } from '../../src/alerts/watching/watched-forecasts.ts'
import { watchPlaces } from '../../src/alerts/watching/watched-places.ts'
import { createBudget, createPointAllowance } from '../../src/forecasts/budget.ts'
import { createForecastCache, type ForecastCache } from '../../src/forecasts/forecast-cache.ts'
import { createForecasts } from '../../src/forecasts/forecasts.ts'
import { createGates } from '../../src/forecasts/gate.ts'
import { packSeries } from '../../src/forecasts/packed-series.ts'
import { createSourceCircuits } from '../../src/forecasts/source-circuits.ts'
import { openGazetteer } from '../../src/places/gazetteer.ts'
import { readPlaceTable } from '../../src/places/place-table.ts'
import { createDemo } from '../../src/sources/demo/demo.ts'
import type { Source } from '../../src/sources/source.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { type Place, pointOf } from '../../src/weather/point.ts'
import { hourMs, minuteMs } from '../../src/weather/time.ts'
import { noFields } from '../../test/no-fields.ts'
import type { Gate } from '../http/bench.ts'
import { benchNow } from './crowd.ts'

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

/** A round that evaluates every place, and one in which nothing is new, each with and without a budget. */
export async function benchWatching(): Promise<readonly Gate[]> {
  const table = await readPlaceTable()
  const places = Array.from({ length: table.count }, (_, row) => table.place(row))
  const gates: Gate[] = []
  for (const stage of stages) gates.push(...(await measureRounds(places, stage)))
  return gates
}

async function measureRounds(places: readonly Place[], stage: Stage): Promise<readonly Gate[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ayaz-bench-'))
  const store = await openStore({ url: null, dataDir, rules: alertRules, now: benchNow })
  const gates: Gate[] = []
  let now = benchNow
  try {
    await subscribeAll(store, places)
    const refresh = await watching(store, { ...stage, clock: () => now, cache: await fill(places) })
    for (const round of ['everything new', 'nothing new']) {
      const { longestMs, totalMs } = await busy(refresh)
      const what = `${places.length} watched places, ${stage.name}, ${round}`
      console.log(`${what}: ${totalMs.toFixed(0)} ms of CPU, at most ${longestMs.toFixed(1)} ms in one turn`)
      gates.push({ name: `${what}: longest turn [ms of own CPU]`, value: longestMs, most: 50 })
      now += minuteMs
    }
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return gates
}

/** CPU of this thread between two turns of the event loop while work goes on. */
async function busy(
  work: () => Promise<void>
): Promise<{ readonly longestMs: number; readonly totalMs: number }> {
  let [isOver, longest, total] = [false, 0, 0]
  const done = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const before = process.threadCpuUsage()
    await turn()
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    total += user + system
  }
  await done
  return { longestMs: longest / 1000, totalMs: total / 1000 }
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

async function watching(
  store: Store,
  {
    clock,
    cache,
    dailyBudget,
    isScored
  }: Stage & { readonly clock: () => number; readonly cache: ForecastCache }
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
    allowance: createPointAllowance(null, clock)
  })
  const gazetteer = await openGazetteer()
  const alerts: Pick<
    Alerts,
    'subscriptions' | 'episodes' | 'maintenance' | 'forecasts' | 'places' | 'channels' | 'now'
  > = {
    ...{ subscriptions: store.subscriptions, episodes: store.episodes, maintenance: store.maintenance },
    forecasts: isScored
      ? watchedForecasts({ forecasts, clock })
      : { stored: async () => null, owners: async () => [], tonight: () => null },
    places: { find: gazetteer.find, suggest: () => [], homonyms: () => [], ...noFields },
    channels: new Map(),
    now: clock
  }
  const watched = watchPlaces({
    alerts: alerts as Alerts,
    weather: {
      ...{ forecasts, cache, gazetteer, budget, sources: [source] },
      learning: { version: () => 0, ownState: () => '' }
    },
    clock,
    report: () => undefined
  })
  return () => watched.refresh(new AbortController().signal, async () => true)
}
