import { beforeEach, expect, it } from 'vitest'
import { type Health, openHealth } from './health.ts'

let now: number
let reported: [string, object][]
let health: Health

beforeEach(() => {
  now = 1_000_000
  reported = []
  health = openHealth({ clock: () => now, report: (event, details) => reported.push([event, details]) })
})

const failing = () => health.checks().flatMap(({ name, isFailing }) => (isFailing ? [name] : []))
const broken = new RangeError('broken')
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function deliverFails(times: number, everyMs: number, error: Error = broken): void {
  for (let time = 0; time < times; time += 1) {
    health.ended('deliver', error)
    now += everyMs
  }
}

it('a delivery that fails each second is failing after ten seconds, and well again at its first success', () => {
  deliverFails(10, 1000)
  expect(failing()).toEqual([])
  deliverFails(1, 0)
  expect([failing(), health.isWorking()]).toEqual([['deliver'], false])
  expect(health.checks().find(({ name }) => name === 'deliver')).toMatchObject({ since: 1_010_000 })
  expect(health.failuresInRow().get('deliver')).toBe(11)
  health.ended('deliver', null)
  expect([failing(), health.isWorking()]).toEqual([[], true])
  expect(reported.map(([event]) => event)).toEqual(['check_failing', 'check_recovered'])
})

it('a watching that fails each minute is failing at its third failure; two with a success between are none', () => {
  const watch = (error: unknown): void => {
    health.ended('watch', error)
    now += 60_000
  }
  for (const error of [broken, broken, null, broken, broken]) watch(error)
  expect(failing()).toEqual([])
  watch(broken)
  expect(failing()).toEqual(['watch'])
})

it('what alerts do not depend on, such as the map, is counted and is no check', () => {
  for (let time = 0; time < 20; time += 1, now += 60_000) health.ended('map', broken)
  expect([failing(), health.failuresInRow().get('map')]).toEqual([[], 20])
})

it('a delivery that cannot reach the database tells so of the database too', () => {
  deliverFails(11, 1000, refused)
  expect(failing()).toEqual(['deliver', 'database'])
  health.ended('deliver', null)
  expect(failing()).toEqual([])
})

it('a statement that finds damage is failing at once, has the file checked, and stays so until a check finds nothing', () => {
  let asked = 0
  health.onCorrupt(() => {
    asked += 1
  })
  for (let time = 0; time < 3; time += 1)
    health.databaseEvents.corrupt(new Error('database disk image is malformed'))
  expect([failing(), asked, health.isCorrupt()]).toEqual([['database'], 1, true])
  health.ended('deliver', null)
  health.checked(['row 3 missing from index one', 'row 4 missing from index one'])
  expect(failing()).toEqual(['database'])
  now += 599_999
  health.checked([])
  expect(failing()).toEqual(['database'])
  now += 1
  health.checked([])
  expect([failing(), health.isCorrupt()]).toEqual([[], false])
  expect(reported[0]).toEqual(['database_corrupt', { message: 'database disk image is malformed' }])
})
