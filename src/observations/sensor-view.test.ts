import { expect, test } from 'vitest'
import { syntheticSensor } from '../../test/made/synthetic-nights.ts'
import { dayMs } from '../common/time.ts'
import { measuredKey, pointOf } from '../weather/point.ts'
import { type SensorViewDeps, sensorView } from './sensor-view.ts'

const now = Date.UTC(2026, 3, 12, 9)

test('what was foretold at an unnamed point is shown since the sensor measures there, not another one', async () => {
  const since: number[] = []
  const points = new Set<string>()
  const [old, its] = [now - 90 * dayMs, now - dayMs].map((firstSeenAt, seq) =>
    syntheticSensor(seq + 1, { firstSeenAt, owner: `key ${seq}` })
  )
  if (old === undefined || its === undefined) throw new Error('no sensors')
  const store = {
    pointsIn: async () => [its.point, { ...its.point, pointKey: measuredKey(its.point.pointKey) }],
    sensorsIn: async () => [old, its],
    isIssuedSince: async () => true,
    issued: async (point: string, _synthetic: boolean, _date: string, from: number) => {
      points.add(point)
      since.push(from)
      return []
    },
    readings: async () => []
  }
  const deps = { store, isNamed: () => false, isSynthetic: () => false, stored: async () => null }
  const judged = async () => ({ record: null, nights: [], believedDates: new Set() })
  await sensorView({ ...deps, judged } as unknown as SensorViewDeps, its, {
    now,
    pointOf: async (at) => pointOf({ ...at, elevation: at.elevation })
  })
  expect(new Set(since)).toEqual(new Set([its.firstSeenAt]))
  // That of a field is its subscriber's.
  expect(points).toEqual(new Set([measuredKey(its.point.pointKey)]))
})
