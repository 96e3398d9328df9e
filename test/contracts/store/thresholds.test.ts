/** Ten thousand subscriptions, in scores and in degrees: raised and cleared exactly as the published numbers say. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertNight } from '../../../src/alerts/alert-night.ts'
import { clearBelow } from '../../../src/alerts/decisions.ts'
import { comparedThreshold } from '../../../src/alerts/threshold.ts'
import {
  probabilityAtOrBelow,
  probabilityBand,
  type Threshold,
  thresholdProbability
} from '../../../src/frost/temperature-threshold.ts'
import type { Store } from '../../../src/store/open.ts'
import { toRow } from '../../../src/store/subscription-rows.ts'
import { engines } from './engines.ts'
import { hour, newSubscription, noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

const places = 20
const each = 500
/** When the runs come: the second is too near the first to confirm that a risk is over. */
const instants = [0, 0.5, 2, 3, 4.5, 6].map((hours) => noon + hours * hour)

/** The minimal standard generator of Park and Miller, 0…1: the same numbers at every run. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const random = generator(15)
const tenths = (from: number, to: number): number => Math.round(10 * (from + (to - from) * random())) / 10

function anyNight(): AlertNight {
  if (random() < 0.05) return scored({ score: null, level: 'unknown', distribution: null })
  const score = tenths(0, 100)
  if (random() < 0.8) return scored({ score, distribution: anyMinimum() })
  const because = random() < 0.5 ? 'runs_disagree' : 'thermometer'
  const distribution = { ...anyMinimum(), beside: anyMinimum() }
  return scored({ score, distribution, beside: { because, score: 0, plantTemperatureMinC: 5 } })
}

function anyMinimum(): NonNullable<AlertNight['distribution']> {
  const sigmaC = 0.5 + 3 * random()
  return {
    plantTemperatureMinC: -6 + 12 * random(),
    sigmaC,
    airTemperatureMinC: -4 + 12 * random(),
    sigmaAirC: sigmaC / 2
  }
}

/** For some the border lies exactly at what a night publishes. */
function anyThreshold(nights: readonly AlertNight[]): Threshold {
  const night = nights[Math.floor(random() * nights.length)]
  if (random() < 0.4) return random() < 0.3 ? Math.max(1, night?.score ?? 50) : 1 + Math.floor(99 * random())
  const asked = { temperatureC: tenths(-12, 8), of: random() < 0.5 ? 'air' : 'plant' } as const
  const published = night?.distribution ? probabilityAtOrBelow(asked, night.distribution) : 0.5
  const probability = random() < 0.3 ? published : Math.round(5 + 90 * random()) / 100
  return { ...asked, probability: Math.min(0.95, Math.max(0.05, probability)) }
}

type State = 'none' | 'raised' | 'cleared'

/** What becomes of one subscription, by the published numbers alone. */
function expectedState(threshold: Threshold, nights: readonly AlertNight[]): State {
  const isScore = typeof threshold === 'number'
  const band = isScore
    ? { raised: threshold, clear: clearBelow(threshold) }
    : probabilityBand(threshold.probability)
  let state: State = 'none'
  let clearingAt: number | null = null
  for (const [index, night] of nights.entries()) {
    const now = instants[index] ?? Number.NaN
    const shown = isScore ? night.score : thresholdProbability(threshold, night)
    if (shown === null) continue
    if (state === 'raised') {
      if (shown > band.clear) clearingAt = null
      else if (night.beside?.because === 'runs_disagree') continue
      else if (clearingAt === null) clearingAt = now
      else if (now - clearingAt >= hour) state = 'cleared'
    } else if (shown >= band.raised) {
      state = 'raised'
      clearingAt = null
    }
  }
  return state
}

describe.each(engines())('thresholds on $name', (engine) => {
  let store: Store
  const nightsAt = Array.from({ length: places }, () => instants.map(anyNight))
  const subscriptions = nightsAt.flatMap((nights, place) =>
    Array.from({ length: each }, () => ({ place, threshold: anyThreshold(nights) }))
  )

  beforeAll(async () => {
    await engine.start()
    store = await openFresh(engine)
    for (const place of nightsAt.keys()) await stored(store, { location: `place-${place}`, threshold: 100 })
    const profiles = await store.subscriptions.profiles(null)
    const seqs = new Map(profiles.map(({ location, seq }) => [location, seq]))
    const rows = subscriptions.map(({ place, threshold }, index) => {
      const location = `place-${place}`
      const members = { id: `many_${index}`, location, threshold, ...comparedThreshold(threshold) }
      return toRow(newSubscription(members), seqs.get(location) ?? 0)
    })
    for (let from = 0; from < rows.length; from += 500) {
      await store.database.queries
        .insertInto('subscriptions')
        .values(rows.slice(from, from + 500))
        .execute()
    }
  })

  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  it('raises and clears each exactly as the published score or probability says', async () => {
    const profiles = await store.subscriptions.profiles(null)
    for (const [index, now] of instants.entries()) {
      const runs = profiles.map((profile) => {
        const night = nightsAt[Number(profile.location.slice('place-'.length))]?.[index]
        return { ...run(profile, `run-${index}`, night === undefined ? [] : [night]), confirmedAt: now }
      })
      await store.episodes.evaluate(runs, now, null)
    }
    const found = await store.database.queries
      .selectFrom('subscriptions as s')
      .leftJoin('episodes as e', 'e.subscription_seq', 's.seq')
      .select(['s.id', 'e.state'])
      .execute()
    const states = new Map(found.map(({ id, state }) => [id, state ?? 'none']))
    const expected = subscriptions.map(({ place, threshold }) =>
      expectedState(threshold, nightsAt[place] ?? [])
    )
    const wrong = subscriptions.flatMap(({ threshold }, index) =>
      states.get(`many_${index}`) === expected[index] ? [] : [{ threshold, expected: expected[index] }]
    )
    expect(wrong).toEqual([])
    const counts = Map.groupBy(expected, (state) => state)
    for (const state of ['none', 'raised', 'cleared'] as const)
      expect(counts.get(state)?.length).toBeGreaterThan(500)
  })

  it('queues one message for each that was raised, and for no other', async () => {
    const rows = await store.database.queries
      .selectFrom('messages as m')
      .innerJoin('subscriptions as s', 's.seq', 'm.subscription_seq')
      .select('s.id')
      .where('s.id', 'like', 'many_%')
      .execute()
    const raised = subscriptions.flatMap(({ place, threshold }, index) =>
      expectedState(threshold, nightsAt[place] ?? []) === 'none' ? [] : [`many_${index}`]
    )
    expect(rows.map(({ id }) => id).toSorted()).toEqual(raised.toSorted())
  })

  it('is read as it was given, and changes between score and degrees', async () => {
    const degrees = { temperatureC: -2.2, of: 'air', probability: 0.3 } as const
    const { id } = await stored(store, { location: 'malatya', client: 'other', threshold: degrees })
    expect((await store.subscriptions.byId(id))?.threshold).toEqual(degrees)
    for (const threshold of [60, degrees]) {
      const change = { threshold: { threshold, ...comparedThreshold(threshold) } }
      expect((await store.subscriptions.change(id, () => change))?.threshold).toEqual(threshold)
      expect((await store.subscriptions.byId(id))?.threshold).toEqual(threshold)
    }
  })

  it('gives a night of an earlier version its distribution at the next evaluation', async () => {
    const degrees = { temperatureC: 0, of: 'plant', probability: 0.5 } as const
    const { seq } = await stored(store, { location: 'adana', client: 'other', threshold: degrees })
    const profile = await onlyProfile(store, 'adana')
    const distribution = { plantTemperatureMinC: -3, sigmaC: 1, airTemperatureMinC: 0, sigmaAirC: 1 }
    const states = async () =>
      store.database.queries
        .selectFrom('episodes')
        .select('state')
        .where('subscription_seq', '=', seq)
        .execute()
    await store.episodes.evaluate([run(profile, 'same', [scored()])], noon, null)
    expect(await states()).toEqual([])
    await store.episodes.evaluate([run(profile, 'same', [scored({ distribution })])], noon, null)
    expect(await states()).toEqual([{ state: 'raised' }])
  })

  it('leaves a night as it was first scored when it comes into reach of the watch', async () => {
    const profile = await onlyProfile(store)
    const first = { plantTemperatureMinC: -3, sigmaC: 1, airTemperatureMinC: 0, sigmaAirC: 1 }
    const later = { ...first, plantTemperatureMinC: 4 }
    const night = { coldestAt: noon + 90 * hour, overAt: noon + 92 * hour }
    await store.episodes.evaluate(
      [run(profile, 'far', [scored({ ...night, distribution: first })])],
      noon,
      null
    )
    const nearAt = noon + 60 * hour
    const again = run(profile, 'far', [scored({ ...night, distribution: later })])
    await store.episodes.evaluate([{ ...again, confirmedAt: nearAt, dayTime: nearAt }], nearAt, null)
    const nights = await store.database.queries
      .selectFrom('nights')
      .innerJoin('runs', 'runs.seq', 'nights.run_seq')
      .select(['watched', 'plant_mean'])
      .where('run_id', '=', 'far')
      .execute()
    expect(nights).toEqual([{ watched: 1, plant_mean: -3 }])
  })
})
