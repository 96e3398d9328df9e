/** A field's record is its subscriber's; that of a named or measured point is for those around it too. */
import { expect, it } from 'vitest'
import { findRecord } from '../../../src/observations/around.ts'
import type { RecordedPoint, Sensor } from '../../../src/observations/ports.ts'
import { measuredKey } from '../../../src/weather/point.ts'

const at = (lat: number, lon: number, elevation: number, pointKey: string): RecordedPoint => ({
  ...{ lat, lon, elevation, pointKey, timezone: 'Europe/Istanbul' }
})
const field = at(38.4, 38.2, 980, '38.400,38.200,980')
const thermometer = at(38.41, 38.2, 990, '38.410,38.200')
const measured = { ...thermometer, pointKey: measuredKey(thermometer.pointKey) }
const own = { ...thermometer, isOwn: true }
const place = at(38.42, 38.2, 1000, '38.420,38.200')

/** Measured since the instant 10. */
function find(points: readonly RecordedPoint[], site: RecordedPoint, issuedAt = 20) {
  const sensors = [{ point: thermometer, firstSeenAt: 10 } as Sensor]
  const isIssuedSince = async (_: string, at: number) => issuedAt >= at
  const store = { pointsIn: async () => points, sensorsIn: async () => sensors, isIssuedSince }
  return findRecord({ store, isNamed: ({ pointKey }) => pointKey === place.pointKey }, site, () => true)
}

it.each([
  ['a field for its subscriber', [field, place], { ...field, isOwn: true }, field],
  ['no field at its very coordinates', [field], field, null],
  ['the place near a field that another one watches', [field, place], field, place],
  ['no field at its coordinates with another height near', [field], at(38.4, 38.2, 1000, 'x'), null],
  ['no field 200 m beside it', [field], at(38.401, 38.201, 980, 'x'), null],
  ['the place beyond a field', [field, place], at(38.401, 38.2, 980, 'x'), place],
  ['a measured point before the place', [field, measured, place], at(38.405, 38.2, 980, 'x'), measured],
  ['no field at its very thermometer', [thermometer, place], thermometer, place],
  ['what anybody is shown at a field with a thermometer', [thermometer, measured], thermometer, measured],
  ['a field for its subscriber before it', [measured, thermometer], own, thermometer]
])('gives %s', async (_, points, site, expected) => {
  expect((await find(points, site)).point).toBe(expected)
})

it('names the place near that another height keeps from a field, and no thermometer', async () => {
  const high = { ...field, elevation: 1500, pointKey: 'x' }
  expect(await find([measured, place], high)).toMatchObject({ point: null, otherHeight: place })
  const nothing = { point: null, otherHeight: null, from: Number.MAX_SAFE_INTEGER }
  expect(await find([measured], high)).toEqual(nothing)
  expect(await find([place], { ...high, lat: 38.6 })).toEqual(nothing)
})

it('begins a measured record with its first measurement', async () => {
  expect(await find([measured, place], thermometer)).toMatchObject({ point: measured, from: 10 })
  expect(await find([measured, place], thermometer, 9)).toMatchObject({ point: place, from: 0 })
  expect(await find([measured, thermometer], own)).toMatchObject({ point: thermometer, from: 0 })
})
