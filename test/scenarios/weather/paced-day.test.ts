/**
 * A day of the public service's free budget with more watched places than it carries hourly: real forecasts, real
 * store, a clock of its own.
 */

import { expect, it } from 'vitest'
import { readDataGap } from '../../../src/alerts/decisions.ts'
import { watchPlaces } from '../../../src/alerts/watching/watched-places.ts'
import { hourMs } from '../../../src/common/time.ts'
import { createBudget } from '../../../src/forecasts/budget.ts'
import { createForecastCache } from '../../../src/forecasts/forecast-cache.ts'
import { nightWindows } from '../../../src/frost/night-window.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import type { Source } from '../../../src/sources/source.ts'
import { isUnavailable } from '../../../src/store/store-error.ts'
import type { Place } from '../../../src/weather/point.ts'
import { newSubscription, openDoors } from '../../contracts/store/opened.ts'
import { openBareStage } from './bare-forecasts.ts'
import {
  confirmedByPoint,
  cost,
  dailyBudget,
  firstAt,
  keyOf,
  learning,
  mapUnits,
  publicService,
  turkishPlaces
} from './public-service.ts'
import { alertsOver } from './watched-alerts.ts'

const stepMs = 4 * 60_000

it.each([300, 700])(
  '%i watched places: no gap before a night, and the operator is told in the morning',
  async (count) => {
    const bare = await openBareStage()
    try {
      const { clock, store } = bare
      clock.move(firstAt - clock.read())
      let modelsAsked = 0
      const source: Source = {
        ...publicService(clock.read, bare),
        // Each refresh of each place asks for them again, if it may.
        models: {
          ...{ first: 'best_match', names: ['another'], costUnits: 1 },
          fetch: async () => {
            modelsAsked++
            return { startHour: 0, models: new Map() }
          }
        }
      }
      const gazetteer = await openGazetteer()
      const places = await turkishPlaces(count)
      expect(places).toHaveLength(count)
      for (const { slug } of places)
        await store.subscriptions.insert(newSubscription({ location: slug, createdAt: firstAt }), openDoors)
      const budget = createBudget(store.budgets, clock.read)
      // Far less than all of them need: what is due does not depend on what is in memory.
      const cache = createForecastCache(2_000_000)
      const forecasts = bare.forecasts({ sources: [source], budget, cache })
      const reported: (readonly [event: string, hour: number, details: Readonly<Record<string, unknown>>])[] =
        []
      const watched = watchPlaces({
        alerts: await alertsOver(bare),
        weather: { forecasts, cache, gazetteer, budget, sources: [source], learning },
        clock: clock.read,
        isUnavailable,
        report: (event, details) => reported.push([event, (clock.read() - firstAt) / hourMs, details])
      })

      let gaps = 0
      const young = new Set<string>()
      for (; clock.read() < firstAt + 28.5 * hourMs; clock.move(stepMs)) {
        await watched.refresh(new AbortController().signal, async () => true)
        if (Math.round((clock.read() - firstAt) / stepMs) % 5 !== 0) continue
        const confirmations = await confirmedByPoint(bare)
        for (const place of places) {
          const confirmedAt = confirmations.get(keyOf(place)) ?? null
          const coldestAt = coldestHour(place, clock.read())
          const night = { p10Tenths: null, coldestAt, seen: true }
          if (clock.read() > firstAt + 2 * hourMs && readDataGap(night, confirmedAt, clock.read()) !== 'none')
            gaps++
          const isColdest =
            Math.abs(coldestAt - clock.read()) <= 10 * 60_000 && clock.read() > firstAt + 20 * hourMs
          if (isColdest && coldestAt - (confirmedAt ?? 0) <= 4 * hourMs) young.add(place.slug)
        }
      }
      // One look a place and night is what the arithmetic must carry for this.
      const carried = Math.floor((dailyBudget - mapUnits) / cost)
      expect(gaps).toBe(0)
      expect(young.size).toBe(Math.min(count, carried))
      // The visitors’ half is theirs, and the places want all the rest: nothing is left for models, whichever places
      // there are.
      expect(modelsAsked).toBe(0)
      const spent = await store.budgets.spent('open-meteo', '2026-04-10')
      expect(spent).toBeLessThanOrEqual(dailyBudget)
      expect(reported.filter(([event]) => event === 'budget_spent')).toEqual([])
      const warnings = reported.filter(([event]) => event === 'budget_stretched')
      expect(watched.pace()).toMatchObject({ watched: count, missing: 0, withoutData: 0 })
      if (count === 300) expect(warnings).toEqual([])
      else
        expect(warnings).toEqual([
          ['budget_stretched', 5, expect.objectContaining({ watched: count, fully: 200, atLeast: 1607 })]
        ])
    } finally {
      await bare.close()
    }
  }
)

it('asks the next source for what a spent budget does not carry', async () => {
  const bare = await openBareStage()
  try {
    const { clock, store } = bare
    clock.move(firstAt - clock.read())
    const source = publicService(clock.read, bare)
    const free = publicService(clock.read, bare)
    const next: Source = {
      ...free,
      credit: bare.source('met-norway').credit,
      limits: { updatePeriodSeconds: 3600, isPublic: true, dailyBudget: null, costOf: () => 0 }
    }
    const places = await turkishPlaces(30)
    for (const { slug } of places)
      await store.subscriptions.insert(newSubscription({ location: slug, createdAt: firstAt }), openDoors)
    const budget = createBudget(store.budgets, clock.read)
    // Ten refreshes are left of the day.
    await store.budgets.add('open-meteo', '2026-04-10', dailyBudget - mapUnits - 10 * cost)
    const cache = createForecastCache(2_000_000)
    const sources = [source, next]
    const forecasts = bare.forecasts({ sources, budget, cache })
    const watched = watchPlaces({
      alerts: await alertsOver(bare),
      weather: { forecasts, cache, gazetteer: await openGazetteer(), budget, sources, learning },
      clock: clock.read,
      isUnavailable,
      report: () => undefined
    })
    await watched.refresh(new AbortController().signal, async () => true)
    const askedAt = async (id: string): Promise<number> =>
      (await Promise.all(places.map((place) => store.storedForecasts.read(id, keyOf(place))))).filter(
        (row) => row !== null
      ).length
    const [first, second] = [await askedAt('open-meteo'), await askedAt('met-norway')]
    expect(first).toBeLessThanOrEqual(10)
    expect(first + second).toBe(30)
    await watched.refresh(new AbortController().signal, async () => true)
    expect(watched.pace()?.withoutData).toBe(0)
  } finally {
    await bare.close()
  }
})

it('names the places whose feeds go unread until somebody reads them, and asks for them at once then', async () => {
  const bare = await openBareStage()
  try {
    const { clock, store } = bare
    clock.move(firstAt - clock.read())
    const source = publicService(clock.read, bare)
    const [unread, read] = await turkishPlaces(2)
    if (unread === undefined || read === undefined) throw new Error('no places')
    const createdAt = firstAt - 100 * hourMs
    const feed = newSubscription({ location: unread.slug, channel: 'feed', createdAt })
    await store.subscriptions.insert(feed, openDoors)
    for (const channel of ['feed', 'plain'])
      await store.subscriptions.insert(
        newSubscription({ location: read.slug, channel, createdAt }),
        openDoors
      )
    const budget = createBudget(store.budgets, clock.read)
    const cache = createForecastCache(2_000_000)
    const forecasts = bare.forecasts({ sources: [source], budget, cache })
    const watched = watchPlaces({
      alerts: await alertsOver(bare, ['feed']),
      weather: { forecasts, cache, gazetteer: await openGazetteer(), budget, sources: [source], learning },
      clock: clock.read,
      isUnavailable,
      report: () => undefined
    })
    const refresh = () => watched.refresh(new AbortController().signal, async () => true)
    const confirmedAt = async () =>
      (await store.storedForecasts.read('open-meteo', keyOf(unread)))?.confirmedAt ?? null
    await refresh()
    expect(watched.pace()?.unread).toEqual(new Set([unread.slug]))
    const first = await confirmedAt()
    clock.move(7 * hourMs)
    await refresh()
    expect(await confirmedAt()).toBe(first)
    await store.subscriptions.markRead(feed.id, clock.read())
    clock.move(hourMs / 6)
    await refresh()
    expect(watched.pace()?.unread).toEqual(new Set())
    expect(await confirmedAt()).toBe(clock.read())

    // The clock was right before: a day ahead of it, nothing may wait for tomorrow.
    clock.move(-24 * hourMs)
    await refresh()
    expect(await confirmedAt()).toBe(clock.read())
  } finally {
    await bare.close()
  }
})

const nights = new Map<string, readonly number[]>()

function coldestHour(place: Place, now: number): number {
  const hours =
    nights.get(place.slug) ??
    nightWindows(place, firstAt / hourMs, firstAt / hourMs + 60).map(
      ({ lastDarkHour }) => (lastDarkHour ?? 0) * hourMs
    )
  nights.set(place.slug, hours)
  return hours.find((at) => at > now - 10 * 60_000) ?? now
}
