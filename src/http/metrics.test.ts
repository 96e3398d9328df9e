import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createForecastCache } from '../forecasts/forecast-cache.ts'
import { closedBy } from './connection-limits.ts'
import { createMetrics } from './metrics.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const circuits = { stateOf: () => ({ failures: 0, lastAnswerAt: null }) } as never

it('lets go of an app that has closed, whose last scrape it was', async () => {
  const scrape = async (): Promise<WeakRef<object>> => {
    const cache = createForecastCache(1_000_000)
    expect(await createMetrics({ sources: [], circuits, cache }).text()).toContain('ayaz_cached_points 0')
    return new WeakRef(cache)
  }
  const cache = await scrape()
  // What a WeakRef has shown lives until the turn has ended.
  await expect
    .poll(async () => {
      collect()
      await wait(10)
      return cache.deref() === undefined
    })
    .toBe(true)
})

it('has each metric of the process once, and those of the app after them', async () => {
  const metrics = createMetrics({ sources: [], circuits, cache: createForecastCache(1_000_000) })
  metrics.countRequest('getForecast', 200, 0.01)
  const text = await metrics.text()
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  expect(names).toEqual([...new Set(names)])
  expect(names).toEqual(
    expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_gc_duration_seconds', 'ayaz_cached_points'])
  )
  expect(text).not.toMatch(/\n\n\n/)
})

it('counts each closed connection under the limit that closed it, and no other', async () => {
  for (const reason of closedBy) {
    const metrics = createMetrics({ sources: [], circuits, cache: createForecastCache(1_000_000) })
    metrics.countClosed(reason)
    const counted = [
      ...(await metrics.text()).matchAll(/^ayaz_http_connections_closed_total\{reason="(\w+)"\} (\d)$/gm)
    ].map(([, label, count]) => [label, Number(count)])
    expect(counted).toEqual(closedBy.map((one) => [one, one === reason ? 1 : 0]))
  }
})
