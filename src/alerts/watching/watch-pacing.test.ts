import { expect, it } from 'vitest'
import { readSettings } from '../../config/environment.ts'
import { ensembleAccount } from '../../forecasts/budget-accounts.ts'
import { watchedCost } from '../../forecasts/ensemble.ts'
import { createOpenMeteo } from '../../sources/open-meteo/open-meteo.ts'
import { sourceEnvironments } from '../../sources/registry.ts'
import type { Source } from '../../sources/source.ts'
import { type Place, pointOf } from '../../weather/point.ts'
import { createPlaceRecords, lacksOf, tallyOf } from './place-records.ts'
import { budgetReach, createWatchPacing } from './watch-pacing.ts'

const place: Place = {
  ...{ slug: 'malatya', name: 'Malatya', country: 'TR', region: null, population: 0, kind: 'province' },
  ...{ lat: 38.35, lon: 38.317, timezone: 'Europe/Istanbul', elevation: 963 }
}

/** The budget carries all: nothing is asked about networks. */
const alerts = {
  channels: new Map(),
  subscriptions: { watchers: () => Promise.reject(new Error('not asked')) }
}

function openMeteo(environment: Readonly<Record<string, string>> = {}): Source {
  const { settings } = readSettings(sourceEnvironments['open-meteo'], environment)
  return createOpenMeteo(
    settings,
    () => Promise.reject(new Error('nothing is sent here')),
    () => 0
  )
}

function reachWith(source: Source, isWanted: boolean) {
  const wantsEnsemble = () => isWanted
  return budgetReach({
    sources: [source],
    gazetteer: { provinces: () => Array.from({ length: 81 }, () => place) },
    forecasts: { watchedCost: (...asked) => watchedCost({ wantsEnsemble }, ...asked) }
  })
}

it('counts the ensemble of every refresh, and of the map, where the same budget pays for it', () => {
  expect(reachWith(openMeteo(), false)).toMatchObject({ fully: 200, atLeast: 1607 })
  // Five times 1.943 for each refresh, and 324 of them for the map.
  expect(reachWith(openMeteo(), true)).toMatchObject({ fully: 29, atLeast: 235 })
  const own = openMeteo({ OPEN_METEO_ENSEMBLE_URL: 'https://members.example.org' })
  expect(reachWith(own, true)).toMatchObject({ fully: 200, atLeast: 1607 })
})

it('gives a public ensemble server beside a forecast server of one’s own its own limits', () => {
  const own = openMeteo({ OPEN_METEO_URL: 'https://weather.example.org' })
  expect(own.limits.dailyBudget).toBeNull()
  expect(ensembleAccount(own)).toMatchObject({
    credit: { id: 'open-meteo ensemble' },
    limits: { isPublic: true, dailyBudget: 10_000, perHour: 5_000, perMinute: 600 }
  })
  const both = ensembleAccount(openMeteo())
  expect(both).toMatchObject({ credit: { id: 'open-meteo' }, limits: { dailyBudget: 10_000 } })
})

it('keeps from visitors what the coming night and the map still need of the day', async () => {
  const now = Date.parse('2026-04-11T20:00:00Z')
  const source = openMeteo()
  const reserved: number[] = []
  const pacing = createWatchPacing({
    clock: () => now,
    report: () => undefined,
    alerts,
    weather: {
      sources: [source],
      gazetteer: { provinces: () => Array.from({ length: 81 }, () => place) },
      forecasts: {
        watchedCost: () => 2,
        isDemo: () => false,
        latest: async () => null,
        refreshWatched: async () => undefined
      },
      budget: {
        spending: async () => ({ spentToday: 5000, dailyBudget: 10_000 }),
        watchedNow: () => Number.POSITIVE_INFINITY,
        reserve: async (_source, units, wanted) => void reserved.push(units, wanted?.models ?? 0)
      }
    }
  })
  // The night is coldest at two: of its three looks only that of half past ten is to come today.
  const coldestAt = now + 6 * 3_600_000
  await pacing.choose(
    Array.from({ length: 100 }, (_, index) => ({
      place,
      watched: { location: place.slug, isRead: true, isRisky: index < 30, isEstimated: false, coldestAt },
      record: { run: 'a', confirmedAt: now - 60_000, askAgainAt: now }
    }))
  )
  // A hundred looks, and a sixth of what the map uses in a day, at two each. In four hours models are asked for twice
  // where frost is possible.
  expect(reserved).toEqual([(100 + (81 * 4) / 6) * 2, 30 * 2 * (source.models?.costUnits ?? 0)])
  expect(reserved[1]).toBeGreaterThan(0)
})

it('asks first for what is overdue longest where no budget is to be kept', async () => {
  const now = Date.parse('2026-04-11T20:00:00Z')
  const source = openMeteo({ OPEN_METEO_URL: 'https://weather.example.org' })
  const pacing = createWatchPacing({
    clock: () => now,
    report: () => undefined,
    alerts,
    weather: {
      sources: [source],
      gazetteer: { provinces: () => [place] },
      forecasts: {
        watchedCost: () => 2,
        isDemo: () => false,
        latest: async () => null,
        refreshWatched: async () => undefined
      },
      budget: {
        spending: async () => ({ spentToday: 0, dailyBudget: null }),
        watchedNow: () => Number.POSITIVE_INFINITY,
        reserve: async () => undefined
      }
    }
  })
  const coldestAt = now + 6 * 3_600_000
  const { due } = await pacing.choose(
    [3, 90, 1, 40, -5].map((minutes) => ({
      place,
      watched: { location: place.slug, isRead: true, isRisky: true, isEstimated: false, coldestAt },
      record: { run: 'a', confirmedAt: now - 60_000, askAgainAt: now - minutes * 60_000 }
    }))
  )
  expect(due.map(({ record }) => (now - record.askAgainAt) / 60_000)).toEqual([90, 40, 3, 1])
})

it('fields with own members beside each other are a cell each, and one season', async () => {
  const watched = { location: place.slug, isRead: true, isRisky: true, isEstimated: true, coldestAt: null }
  const record = { run: 'a', confirmedAt: 0, askAgainAt: 0, pastCell: 'the same' }
  const candidates = ['here', 'there'].map((cell) => ({ place, watched, record: { ...record, cell } }))
  expect(await tallyOf(candidates)).toMatchObject({ watched: 2, cells: 2, riskyCells: 2, seasons: 1 })
})

it('a place whose answer lacks hours of the coming night has an unknown night', async () => {
  const now = Date.parse('2026-04-11T20:00:00Z')
  const hour = now / 3_600_000
  const night = { fromHour: hour, overHour: hour + 12, lacks: ['temperature'], confirmedAt: null }
  const grid = { lat: null, lon: null, elevation: null }
  const meta = {
    point: pointOf(place),
    grid,
    run: 'a',
    confirmedAt: now,
    askAgainAt: now + 1,
    lackingNights: [night]
  }
  const cache = { get: () => meta as never }
  const records = createPlaceRecords({ cache, forecasts: { latest: async () => null } as never }, () => now)
  await records.watch(new Map([[place.slug, place]]))
  const watched = { location: place.slug, isRead: true, isRisky: true, isEstimated: true, coldestAt: null }
  const candidates = [{ place, watched, record: records.of(place.slug) }]
  expect(await lacksOf(candidates, () => false, now)).toMatchObject({ nightsUnknown: 1 })
  // Others come first: it is nothing to report.
  const left = { nightsUnknown: 0, withoutData: 0, oldestConfirmedAt: null }
  expect(await lacksOf(candidates, () => true, now)).toMatchObject(left)
})

it('a place that is new lacks no data for the half hour that a first round may take', async () => {
  const begun = Date.parse('2026-04-11T20:00:00Z')
  const missing = { cache: { get: () => null }, forecasts: { latest: async () => null } as never }
  const records = createPlaceRecords(missing, () => begun)
  await records.watch(new Map([[place.slug, place]]))
  const watched = { location: place.slug, isRead: true, isRisky: true, isEstimated: true, coldestAt: null }
  const candidates = [{ place, watched, record: records.of(place.slug) }]
  const withoutData = async (minutes: number) =>
    (await lacksOf(candidates, () => false, begun + minutes * 60_000)).withoutData
  expect([await withoutData(0), await withoutData(29), await withoutData(30)]).toEqual([0, 0, 1])
  // A clock that was set back says nothing of how long it has waited.
  expect(await withoutData(-1)).toBe(1)
})

it.each([
  ['stays beside an older one', 0, 'newer'],
  ['from a clock that was ahead does not', 1, 'older']
])('what was confirmed last %s', async (_, aheadMs, run) => {
  const now = Date.parse('2026-04-11T20:00:00Z')
  const grid = { lat: null, lon: null, elevation: null }
  const meta = (name: string, confirmedAt: number) =>
    ({ point: pointOf(place), grid, run: name, confirmedAt, askAgainAt: now }) as never
  let held = meta('newer', now + aheadMs)
  const records = createPlaceRecords(
    { cache: { get: () => held }, forecasts: { latest: async () => held } as never },
    () => now
  )
  await records.watch(new Map([[place.slug, place]]))
  held = meta('older', now - 60_000)
  expect(records.of(place.slug).run).toBe(run)
})
