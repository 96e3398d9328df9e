import { expect, it } from 'vitest'
import { pointOf } from '../weather/point.ts'
import { createKnowledge } from './knowledge.ts'
import type { LearnedPlace } from './learned-place.ts'
import type { RecordedPoint } from './ports.ts'

const shared: LearnedPlace = {
  biasC: -1,
  contrasts: null,
  siteVarianceC2: 1,
  plantBiasC: 0,
  plantVarianceC2: null,
  offset: null,
  seasonal: null,
  nights: 21,
  offsetNights: 0,
  seasonalNights: 0
}

const open = { isOpen: true, measuredBy: new Set<string>(), own: new Map() }

function at(lat: number): RecordedPoint {
  const { key, ...position } = pointOf({ lat, lon: 38.3, timezone: 'Europe/Istanbul', elevation: 900 })
  return { pointKey: key, ...position }
}

it('has a new version wherever something new may be found, and no other where nothing was learned', () => {
  const knowledge = createKnowledge()
  // Two in reach of 38.299 on either side of a band's edge, one far away.
  const lats = [38.299, 38.26, 38.34, 38.5]
  const versions = () => lats.map((lat) => knowledge.version(at(lat)))
  const before = versions()
  knowledge.set({ point: at(38.299), shared: null, ...open })
  expect(versions()).toEqual(before)
  knowledge.set({ point: at(38.299), shared, ...open })
  const learned = versions()
  const isFound = lats.map((lat) => knowledge.find(at(lat), null) !== null)
  expect(isFound).toEqual([true, true, true, false])
  expect(lats.map((_, index) => learned[index] !== before[index])).toEqual(isFound)
  knowledge.set({ point: at(38.299), shared: null, ...open })
  expect(
    versions()
      .slice(0, 3)
      .every((version, index) => version !== learned[index])
  ).toBe(true)
  expect(knowledge.find(at(38.26), null)).toBeNull()
})

it('gives what was learned at a field to its subscriber, and to those who measure exactly there', () => {
  const knowledge = createKnowledge()
  const point = at(38.299)
  const own = new Map([['key', shared]])
  knowledge.set({ point, isOpen: false, measuredBy: new Set(['key']), shared, own })
  for (const site of [point, at(38.3)]) expect(knowledge.find(site, null)).toBeNull()
  expect(knowledge.find({ ...point, isOwn: true }, null)).toBe(shared)
  expect(knowledge.find({ ...at(38.3), isOwn: true }, null)).toBeNull()
  expect(knowledge.find(point, 'key')).toBe(shared)
  expect(knowledge.find(point, 'other')).toBeNull()
})
