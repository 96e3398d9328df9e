/** Airports and thermometers with a record: nights stored daily, laws learned on weekly; docs/science.md §6. */

import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { codeExtension } from '../../common/code-extension.ts'
import { portionsOf } from '../../common/portions-of.ts'
import { dayMs, hourMs } from '../../common/time.ts'
import { takeTurn } from '../../common/turns.ts'
import { type EveningLaw, servedEveningLaw } from '../../frost/evening/evening-law.ts'
import type { EveningReading } from '../../frost/evening/evening-reading.ts'
import {
  afterNight,
  type EveningsLearned,
  firstDayOf,
  givenEveningLaw,
  weekOf
} from '../../frost/evening/own-law.ts'
import type { LatLon } from '../../weather/point.ts'
import { endedNights, readingsLateMs } from '../reading-nights.ts'
import type { EveningLawStore, StoredEveningLaw } from '../reading-ports.ts'
import { nightOfEvenings, type RefitJob, readNight, type refit, writtenNight } from './night-of-evenings.ts'

export interface EveningSource {
  /** A sensor's number or an airport's code. */
  readonly station: string
  readonly position: LatLon
  /** What it measured, by time; `isWhole`: in whole degrees. */
  readonly readings: (
    from: number,
    until: number
  ) => Promise<{
    readonly readings: readonly EveningReading[]
    readonly halfResolutionC: number
    readonly likelyC: (readC: number) => number
  }>
}

/** Readings are stored this long [ms]. */
const readingsStoredMs = 30 * dayMs
const beforeSunsetMs = 7 * hourMs
/** What an older night was off by says nothing about the coming one [nights]. */
const maxNightsAgo = 3
/** Thermometers that are learned from together, which bounds the memory that it takes. */
const maxAtOnce = 200

export function createEveningLaws(store: EveningLawStore, world: EveningLaw = servedEveningLaw) {
  const worldId = idOf(world)
  let laws: ReadonlyMap<string, EveningLaw> = new Map()
  return {
    /** What a thermometer's evenings get beyond the law of all; null: nothing. The same object for a day. */
    lawOf: (station: string) => laws.get(station) ?? null,
    /** Stores the nights that are over, and learns from those of earlier weeks. @param noon [ms since epoch] */
    async learn(sources: readonly EveningSource[], noon: number): Promise<void> {
      const today = Math.floor(noon / dayMs)
      const week = weekOf(today)
      const given = new Map<string, EveningLaw>()
      for (const some of portionsOf(sources, maxAtOnce)) {
        for (const source of some) await storeNights(store, source, noon)
        for (const { station, learned } of await learnedUntil(store, some, { world, worldId, week })) {
          const its = JSON.parse(learned) as EveningsLearned
          const { law } = givenEveningLaw(its, world, firstDayOf(week))
          const newest = (await store.eveningStates(station, today - maxNightsAgo, today + 1)).at(-1)
          given.set(station, newest === undefined ? law : afterNight(law, its, readNight(newest)))
        }
        await takeTurn()
      }
      laws = given
    }
  }
}

/** Identifies the general law from which laws depart: what was learned for another one is not continued. */
export function idOf({ elements, fall }: EveningLaw): string {
  return createHash('sha256').update(JSON.stringify({ elements, fall })).digest('hex').slice(0, 16)
}

async function storeNights(store: EveningLawStore, source: EveningSource, noon: number): Promise<void> {
  const { station, position } = source
  const newest = (await store.newestEveningState(station)) ?? Number.NEGATIVE_INFINITY
  const until = noon - readingsLateMs
  const from = Math.max((newest + 1) * dayMs, noon - readingsStoredMs + dayMs)
  if (from >= until) return
  const windows = endedNights({ ...position, timezone: 'UTC' }, { from, until }, until)
  const first = windows[0]?.sunsetAt ?? null
  if (first === null) return
  const { readings, ...how } = await source.readings(first - beforeSunsetMs, noon)
  if (readings.length === 0) return
  const nights = windows.flatMap((window) => nightOfEvenings(readings, window, how) ?? [])
  await store.saveEveningStates(
    station,
    nights
      .filter(({ day }) => day > newest)
      .map((night) => ({ day: night.day, evenings: writtenNight(night) }))
  )
}

interface Until {
  readonly world: EveningLaw
  readonly worldId: string
  /** Nights of this week are not yet learned from. */
  readonly week: number
}

async function learnedUntil(
  store: EveningLawStore,
  sources: readonly EveningSource[],
  { world, worldId, week }: Until
): Promise<readonly StoredEveningLaw[]> {
  const stored = await store.eveningLaws(sources.map(({ station }) => station))
  const known = new Map(
    stored.filter((one) => one.world === worldId).map((one) => [one.station, one.learned])
  )
  const due: RefitJob['stations'][number][] = []
  for (const { station } of sources) {
    const before = known.get(station) ?? null
    const last = before === null ? 0 : (JSON.parse(before) as EveningsLearned).day
    if (weekOf(last) >= week - 1) continue
    const nights = await store.eveningStates(station, last, firstDayOf(week))
    if (nights.length > 0) due.push({ station, before, nights })
  }
  if (due.length === 0) return stored.filter((one) => one.world === worldId)
  const news = (await refitted({ world, stations: due })).map((one) => ({ ...one, world: worldId }))
  await store.saveEveningLaws(news)
  for (const { station, learned } of news) known.set(station, learned)
  return [...known].map(([station, learned]) => ({ station, world: worldId, learned }))
}

async function refitted(job: RefitJob): Promise<ReturnType<typeof refit>> {
  const thread = new Worker(new URL(`./refit-thread${codeExtension}`, import.meta.url), { workerData: job })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The thread that learns evenings was stopped.')))
  })
}
