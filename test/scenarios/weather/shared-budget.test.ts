/**
 * One network makes the service watch ten times as many points as the budget carries: growers are refreshed as if it
 * was not there. Real forecasts, real store, a set clock.
 */
import { expect, it } from 'vitest'
import { alertPlaces } from '../../../src/alerts/alert-places.ts'
import { watchPlaces } from '../../../src/alerts/watching/watched-places.ts'
import { hourMs } from '../../../src/common/time.ts'
import { createBudget } from '../../../src/forecasts/budget.ts'
import { createForecastCache } from '../../../src/forecasts/forecast-cache.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { isUnavailable } from '../../../src/store/store-error.ts'
import { newSubscription, openDoors } from '../../contracts/store/opened.ts'
import { type BareStage, openBareStage } from './bare-forecasts.ts'
import {
  confirmedByPoint,
  firstAt,
  keyOf,
  learning,
  mapUnits,
  publicService,
  turkishPlaces
} from './public-service.ts'
import { alertsOver } from './watched-alerts.ts'

const stepMs = hourMs / 4
const growers = 80
const placesOfGrowers = 40
/** A quarter of the public service's, beside the map: about fifty places at an hourly pace. */
const dailyBudget = mapUnits + 2350
/** Ten times as many. */
const points = 500

const networkOf = (name: string) => ({ near: `near ${name}`, wide: `wide ${name}` })

async function subscribeGrowers({ store }: BareStage): Promise<readonly string[]> {
  const places = await turkishPlaces(placesOfGrowers)
  for (let grower = 0; grower < growers; grower++) {
    const location = places[grower % placesOfGrowers]?.slug ?? ''
    // Every tenth is stored as before networks were: with a client alone.
    const networks = grower % 10 === 0 ? null : networkOf(`${grower}`)
    const client = `grower ${grower}`
    const one = newSubscription({ location, client, networks, createdAt: firstAt })
    await store.subscriptions.insert(one, openDoors)
  }
  return places.map(keyOf)
}

async function subscribeOthers({ store, clock }: BareStage, members: (index: number) => object) {
  for (let index = 0; index < points; index++) {
    const [lat, lon] = [36.5 + (index % 50) * 0.1, 27 + Math.floor(index / 50) * 0.4]
    const location = `${lat.toFixed(3)},${lon.toFixed(3)} Europe/Istanbul`
    const one = newSubscription({ location, createdAt: clock.read(), ...members(index) })
    await store.subscriptions.insert(one, { ...openDoors, clientLimit: null })
  }
}

/** When each grower's place had been confirmed at each step of a day and a half, and the last pace. */
async function course(join: ((bare: BareStage) => Promise<void>) | null) {
  const bare = await openBareStage()
  try {
    const { clock, store } = bare
    clock.move(firstAt - clock.read())
    const usual = publicService(clock.read, bare)
    const source = { ...usual, limits: { ...usual.limits, dailyBudget } }
    const gazetteer = await openGazetteer()
    const keys = await subscribeGrowers(bare)
    const budget = createBudget(store.budgets, clock.read)
    const cache = createForecastCache(2_000_000)
    const forecasts = bare.forecasts({ sources: [source], budget, cache })
    const reported: string[] = []
    const watched = watchPlaces({
      alerts: { ...(await alertsOver(bare, ['feed'])), places: alertPlaces(gazetteer) },
      weather: { forecasts, cache, gazetteer, budget, sources: [source], learning },
      clock: clock.read,
      isUnavailable,
      report: (event) => reported.push(event)
    })
    const confirmed: (readonly number[])[] = []
    for (; clock.read() < firstAt + 27 * hourMs; clock.move(stepMs)) {
      if (clock.read() === firstAt + 9 * hourMs) await join?.(bare)
      await watched.refresh(new AbortController().signal, async () => true)
      const rows = await confirmedByPoint(bare)
      confirmed.push(keys.map((key) => rows.get(key) ?? 0))
    }
    return { confirmed, reported, pace: watched.pace() }
  } finally {
    await bare.close()
  }
}

/** A fifth are feeds of other networks, which nobody ever fetches. */
const membersOf = (index: number) =>
  index % 5 === 0
    ? { channel: 'feed', client: `${index}`, networks: networkOf(`other ${index % 60}`) }
    : { client: `hostile ${index % 100}`, networks: networkOf('hostile') }

it('one network, and many that confirm nothing, delay no grower’s refresh, and the operator sees it', async () => {
  const alone = await course(null)
  expect(alone.pace).toMatchObject({ watched: placesOfGrowers, missing: 0 })
  expect(alone.reported).not.toContain('budget_stretched')
  const beside = await course((bare) => subscribeOthers(bare, membersOf))
  let longestDelay = 0
  for (const [step, before] of alone.confirmed.entries())
    for (const [place, at] of before.entries())
      longestDelay = Math.max(longestDelay, at - (beside.confirmed[step]?.[place] ?? 0))
  expect(longestDelay).toBeLessThanOrEqual(stepMs)
  expect(beside.pace).toMatchObject({ watched: placesOfGrowers + points, withoutData: 0 })
  expect(beside.pace?.beyond.size).toBeGreaterThan(points - 50)
  expect(beside.pace?.missing).toBeGreaterThan(0)
  expect(beside.reported).toContain('budget_stretched')
})
