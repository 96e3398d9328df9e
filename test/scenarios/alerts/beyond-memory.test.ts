/**
 * Many more places are watched than fit into memory: which of them is due, and whether anything is new, is known
 * without their forecasts.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { alertPlaces } from '../../../src/alerts/alert-places.ts'
import { watchedForecasts } from '../../../src/alerts/watching/watched-forecasts.ts'
import { watchPlaces } from '../../../src/alerts/watching/watched-places.ts'
import { minuteMs } from '../../../src/common/time.ts'
import { createBudget } from '../../../src/forecasts/budget.ts'
import { createForecastCache } from '../../../src/forecasts/forecast-cache.ts'
import { openGazetteer } from '../../../src/places/gazetteer.ts'
import { readPlaceTable } from '../../../src/places/place-table.ts'
import { isUnavailable } from '../../../src/store/store-error.ts'
import { fieldLocation } from '../../../src/weather/field.ts'
import { pointKey, pointOf } from '../../../src/weather/point.ts'
import { stored } from '../../contracts/store/opened.ts'
import { type BareStage, bareForecasts, openBareStage } from '../weather/bare-forecasts.ts'
import { alertsOver } from '../weather/watched-alerts.ts'

let bare: BareStage
beforeEach(async () => {
  bare = await openBareStage()
})
afterEach(() => bare.close())

const watchedPlaces = 200
/** `SERIES_MB=1`: 45 of them. */
const memoryBytes = 1_000_000

/** All over the table. */
async function spreadPlaces(): Promise<readonly string[]> {
  const table = await readPlaceTable()
  return Array.from({ length: watchedPlaces }, (_, index) => table.place(index * 100).slug)
}

/** Twenty by ten, 500 m apart: one request is for all of them. */
async function fieldsOfOneCell(): Promise<readonly string[]> {
  return Array.from({ length: watchedPlaces }, (_, index) => {
    const lat = Number((38.32 + (index % 20) * 0.005).toFixed(3))
    const lon = Number((38.2 + Math.floor(index / 20) * 0.006).toFixed(3))
    const [at, elevation] = [{ lat, lon }, 900 + index]
    return fieldLocation(pointOf({ ...at, timezone: 'Europe/Istanbul', elevation }, pointKey(at, elevation)))
  })
}

async function subscribeAt(locations: readonly string[]): Promise<void> {
  for (const location of locations) await stored(bare.store, { location, createdAt: bare.clock.read() })
}

/** The rounds of a process with little memory, and what each reads, asks the source for and evaluates. */
async function openRounds() {
  const seen = { reads: 0, evaluated: [] as string[], requests: bare.upstream.count() }
  const { storedForecasts } = bare.store
  const read: typeof storedForecasts.read = (...of) => {
    seen.reads += 1
    return storedForecasts.read(...of)
  }
  const gazetteer = await openGazetteer()
  const cache = createForecastCache(memoryBytes)
  const budget = createBudget(bare.store.budgets, bare.clock.read)
  const sources = [bare.source('open-meteo')]
  const forecasts = bareForecasts({
    ...{ clock: bare.clock, sources, budget, cache },
    store: { ...bare.store, storedForecasts: { ...storedForecasts, read } }
  })
  const watched = watchPlaces({
    alerts: {
      ...(await alertsOver(bare)),
      forecasts: watchedForecasts({ forecasts, clock: bare.clock.read }),
      places: alertPlaces(gazetteer)
    },
    weather: {
      ...{ forecasts, cache, gazetteer, budget, sources },
      learning: { version: () => 0, ownState: () => '' }
    },
    clock: bare.clock.read,
    isUnavailable,
    report: (event, details) => expect.unreachable(`${event} ${JSON.stringify(details)}`),
    evaluated: (slugs) => void seen.evaluated.push(...slugs)
  })
  return async () => {
    Object.assign(seen, { reads: 0, evaluated: [], requests: bare.upstream.count() })
    await watched.refresh(new AbortController().signal, async () => true)
    expect(cache.size()).toBeLessThan(watchedPlaces / 4)
    const { reads, evaluated, requests } = seen
    return { reads, evaluated: evaluated.toSorted(), requests: bare.upstream.count() - requests }
  }
}

const nothing = { reads: 0, evaluated: [], requests: 0 }

describe.each([
  ['all over the world', spreadPlaces, 10],
  ['in one cell of the grid', fieldsOfOneCell, 1]
] as const)('200 places %s, of which 45 fit into memory', (_, make, requests) => {
  it('are read for what is due alone: rounds between read nothing', async () => {
    const locations = (await make()).toSorted()
    await subscribeAt(locations)
    const round = await openRounds()
    expect((await round()).evaluated).toEqual(locations)
    for (let minute = 0; minute < 2; minute += 1) {
      bare.clock.move(minuteMs)
      expect(await round()).toEqual(nothing)
    }
    // With the hour another night may be near enough to be watched.
    bare.clock.move(40 * minuteMs)
    expect(await round()).toEqual({ reads: watchedPlaces, evaluated: locations, requests: 0 })
    bare.clock.move(20 * minuteMs)
    const refreshed = await round()
    expect(refreshed.evaluated).toEqual(locations)
    expect(refreshed.reads).toBeLessThanOrEqual(2 * watchedPlaces)
    expect(refreshed.requests).toBeLessThanOrEqual(requests + 1)
    for (let minute = 0; minute < 2; minute += 1) {
      bare.clock.move(minuteMs)
      expect(await round()).toEqual(nothing)
    }
  })

  it('are read once where another process has refreshed them, and not asked for again', async () => {
    const locations = (await make()).toSorted()
    await subscribeAt(locations)
    const [one, other] = [await openRounds(), await openRounds()]
    await one()
    expect(await other()).toMatchObject({ evaluated: locations, requests: 0 })
    bare.clock.move(70 * minuteMs)
    await one()
    const taken = await other()
    expect(taken).toMatchObject({ evaluated: locations, requests: 0 })
    expect(taken.reads).toBeLessThanOrEqual(2 * watchedPlaces)
    bare.clock.move(minuteMs)
    expect(await other()).toEqual(nothing)
  })
})
