import { expect, it } from 'vitest'
import type { SeasonLack } from '../../forecasts/fetch-season.ts'
import type { Place } from '../../weather/point.ts'
import type { StoredProfile } from '../store-ports.ts'
import { createWatchedSeasons } from './watched-places.ts'

const hour = 3_600_000
const places = new Map(
  Array.from({ length: 50 }, (_, index) => {
    const position = { lat: 38 + index / 10, lon: 38, elevation: 900 }
    const slug = `place-${index}`
    return [slug, { slug, name: slug, ...position, timezone: 'Europe/Istanbul' } as unknown as Place] as const
  })
)

function open() {
  const state = { now: 0, asked: [] as string[], lack: null as SeasonLack | null, reads: 0 }
  const done = new Set<string>()
  const refresh = createWatchedSeasons({
    clock: () => state.now,
    alerts: {
      subscriptions: {
        profiles: async () => {
          state.reads += 1
          const stages = [...places.keys()].map((location, index) => ({
            location,
            stage: index < 45 ? 'auto' : 'full-bloom'
          }))
          return stages as unknown as readonly StoredProfile[]
        }
      }
    },
    weather: {
      forecasts: {
        seasons: {
          isDue: ({ key }) => !done.has(key),
          refresh: async ({ key }) => {
            state.asked.push(key)
            if (state.lack === null) done.add(key)
            return state.lack
          }
        }
      }
    }
  })
  return { state, refresh: (beyond?: ReadonlySet<string>) => refresh(places, beyond) }
}

it('asks for no more than twenty seasons a round, until those of all estimated stages are there', async () => {
  const { state, refresh } = open()
  expect((await refresh()).length).toBe(20)
  expect((await refresh()).length).toBe(20)
  expect((await refresh()).length).toBe(5)
  expect((await refresh()).length).toBe(0)
  expect(new Set(state.asked).size).toBe(45)
  expect(state.reads).toBe(1)
})

it('leaves those that a source did not answer alone for a while, and goes on with the others', async () => {
  const { state, refresh } = open()
  state.lack = { because: 'no_answer', askAgainAt: hour }
  for (let round = 0; round < 3; round += 1) expect(await refresh()).toEqual([])
  expect(new Set(state.asked).size).toBe(45)
  expect(state.asked.length).toBe(45)
  state.now = hour
  state.lack = null
  expect((await refresh()).length).toBe(20)
})

it('asks for none of places beyond the share of their network', async () => {
  const { state, refresh } = open()
  expect(await refresh(new Set([...places.keys()].slice(3)))).toHaveLength(3)
  expect(state.asked).toHaveLength(3)
  expect(await refresh(new Set())).toHaveLength(20)
})
