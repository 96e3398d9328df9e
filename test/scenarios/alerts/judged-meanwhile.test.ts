/** A place is evaluated as soon as its own forecast is stored: others that take longer do not hold it. */

import { expect, it } from 'vitest'
import type { Alerts } from '../../../src/alerts/alerts.ts'
import { watchPlaces } from '../../../src/alerts/watching/watched-places.ts'
import { hourMs } from '../../../src/common/time.ts'
import { createBudget } from '../../../src/forecasts/budget.ts'
import { createForecastCache } from '../../../src/forecasts/forecast-cache.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import type { Source } from '../../../src/sources/source.ts'
import { isUnavailable } from '../../../src/store/store-error.ts'
import { newSubscription, openDoors } from '../../contracts/store/opened.ts'
import { type BareStage, openBareStage } from '../weather/bare-forecasts.ts'

import { alertsOver } from '../weather/watched-alerts.ts'

/** One that is asked for places one by one and does not answer for one of them until it is let go. */
function slowFor(bare: BareStage, lat: number) {
  const { fetchForecasts: _, ...source } = bare.source('open-meteo')
  const gate = Promise.withResolvers<void>()
  const state = { isHeld: true }
  const fetchForecast: Source['fetchForecast'] = async (request, signal) => {
    const answer = await source.fetchForecast(request, signal)
    if (state.isHeld && request.point.lat === lat) await gate.promise
    return answer
  }
  const letGo = () => {
    state.isHeld = false
    gate.resolve()
  }
  return { source: { ...source, fetchForecast }, letGo }
}

async function watching(bare: BareStage, source: Source, overAll?: Alerts) {
  const gazetteer = await openGazetteer()
  const evaluated: string[] = []
  const reported: unknown[] = []
  const ended: [string, unknown][] = []
  const cache = createForecastCache(2_000_000)
  const budget = createBudget(bare.store.budgets, bare.clock.read)
  const sources = [source]
  const forecasts = bare.forecasts({ sources, budget, cache })
  const learning = { version: () => 0, ownState: () => '' }
  const watched = watchPlaces({
    alerts: overAll ?? (await alertsOver(bare)),
    weather: { forecasts, cache, gazetteer, budget, sources, learning },
    clock: bare.clock.read,
    isUnavailable,
    report: (event, details) => void reported.push([event, details]),
    evaluated: (locations) => void evaluated.push(...locations),
    ended: (work, failure) => void ended.push([work, failure])
  })
  return {
    evaluated,
    reported,
    ended,
    refresh: () => watched.refresh(new AbortController().signal, async () => true)
  }
}

it('also by a process that takes over from one that ended in between', async () => {
  const bare = await openBareStage()
  try {
    const gazetteer = await openGazetteer()
    for (const location of ['malatya', 'ankara']) {
      const subscription = newSubscription({ location, createdAt: bare.clock.read() })
      await bare.store.subscriptions.insert(subscription, openDoors)
    }
    const { source, letGo } = slowFor(bare, gazetteer.bySlug('ankara')?.lat ?? 0)
    const one = await watching(bare, source)
    const round = one.refresh()
    await expect.poll(() => one.evaluated).toEqual(['malatya'])
    // It ends here: the other one finds what is stored, and waits for what is not.
    const other = await watching(bare, source)
    const otherRound = other.refresh()
    await expect.poll(() => other.evaluated).toEqual(['malatya'])
    letGo()
    await Promise.all([round, otherRound])
    expect([one.evaluated, other.evaluated]).toEqual(Array(2).fill(['malatya', 'ankara']))
    bare.clock.move(2 * hourMs)
    await other.refresh()
    expect(other.evaluated.slice(2).toSorted()).toEqual(['ankara', 'malatya'])
  } finally {
    await bare.close()
  }
})

it('a place that cannot be evaluated holds no other back from its refresh', async () => {
  const bare = await openBareStage()
  try {
    const watch = (location: string) =>
      bare.store.subscriptions.insert(newSubscription({ location, createdAt: bare.clock.read() }), openDoors)
    const alerts = await alertsOver(bare)
    const stored: Alerts['forecasts']['stored'] = async ({ slug }) => {
      if (slug === 'ankara') throw new Error('no column of that name')
      return null
    }
    const forecasts = { ...alerts.forecasts, stored }
    const one = await watching(bare, bare.source('open-meteo'), { ...alerts, forecasts })
    await watch('ankara')
    await expect(one.refresh()).rejects.toThrow('no column')
    await watch('malatya')
    await expect(one.refresh()).rejects.toThrow('no column')
    expect(one.evaluated).toEqual(['malatya'])
  } finally {
    await bare.close()
  }
})

it('a place that cannot be evaluated is reported, and ends neither the round nor the batches after its own', async () => {
  const bare = await openBareStage()
  try {
    const gazetteer = await openGazetteer()
    const all = gazetteer.provinces().map(({ slug }) => slug)
    for (const location of all)
      await bare.store.subscriptions.insert(
        newSubscription({ location, createdAt: bare.clock.read() }),
        openDoors
      )
    const alerts = await alertsOver(bare)
    const fault = new Error('no column of that name')
    const stored: Alerts['forecasts']['stored'] = async ({ slug }) => {
      if (slug === 'adana') throw fault
      return null
    }
    const forecasts = { ...alerts.forecasts, stored }
    const one = await watching(bare, bare.source('open-meteo'), { ...alerts, forecasts })
    await one.refresh()
    expect(one.evaluated.toSorted()).toEqual(all.filter((slug) => slug !== 'adana').toSorted())
    expect(one.ended).toEqual([['places', fault]])
    expect(one.reported).toContainEqual([
      'places_not_evaluated',
      { places: 1, named: ['adana'], message: fault.message, err: fault }
    ])
  } finally {
    await bare.close()
  }
})

it('three neighbours that cannot be evaluated hold no other back that has nothing to refresh', async () => {
  const bare = await openBareStage()
  try {
    const failing = new Set(['ankara', 'bursa', 'corum', 'izmir', 'malatya'])
    for (const location of failing)
      await bare.store.subscriptions.insert(
        newSubscription({ location, createdAt: bare.clock.read() }),
        openDoors
      )
    const alerts = await alertsOver(bare)
    const stored: Alerts['forecasts']['stored'] = async ({ slug }) => {
      if (failing.has(slug)) throw new Error('its row cannot be read')
      return null
    }
    const forecasts = { ...alerts.forecasts, stored }
    const one = await watching(bare, bare.source('open-meteo'), { ...alerts, forecasts })
    await expect(one.refresh()).rejects.toThrow('its row')
    failing.delete('izmir')
    failing.delete('malatya')
    await expect(one.refresh()).rejects.toThrow('its row')
    expect(one.evaluated.toSorted()).toEqual(['izmir', 'malatya'])
  } finally {
    await bare.close()
  }
})
