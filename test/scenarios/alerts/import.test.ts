/** Files of subscriptions: every faulty line is named, every other row stored once, however often it is sent. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSubscription, endSubscription } from '../../../src/alerts/manage.ts'
import type { AlertsHarness } from './alerts-harness.ts'
import { makeFile } from './import-file.ts'
import { cooperative, countOf, importFile, killedAt, outcomes, storedRows } from './import-harness.ts'
import { openTestedAlerts } from './tested-alerts.ts'

let app: AlertsHarness
beforeEach(async () => {
  app = await openTestedAlerts()
})
afterEach(() => app.close())

const rowsOf = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const row = { external_id: '1', location: 'malatya', channel: 'plain', threshold: 60, destination: { to: 1 } }

async function idOf(externalId: string): Promise<string> {
  const [found] = await app.alerts.members.byExternalId(app.alerts.keys.hash(cooperative), [externalId])
  if (found === undefined) throw new Error(`${externalId} is not stored`)
  return found.id
}

describe('a file with faulty rows', () => {
  const file = makeFile(250, 28, 35)
  const good = file.text
    .split('\n')
    .map((_, index) => index + 1)
    .filter((line) => !file.faulty.has(line))

  it('is judged by a dry run as it is stored, and each faulty line is named', async () => {
    const dry = await importFile(app, file.text, { isDryRun: true })
    expect(await storedRows(app)).toEqual([])
    const run = await importFile(app, file.text)
    expect(outcomes(run)).toEqual(outcomes(dry))
    expect(outcomes(run)).toEqual(
      file.text.split('\n').map((_, index) => {
        const pointer = file.faulty.get(index + 1)
        return pointer === undefined ? `${index + 1} stored` : `${index + 1} refused ${pointer}`
      })
    )
    expect(await storedRows(app)).toEqual(good.map((line) => `m-${line}`))
  })

  it('is stored once, also where it is cut off, sent again, or sent twice at once', async () => {
    await expect(importFile(killedAt(app, 3), file.text)).rejects.toThrow('killed')
    expect(await storedRows(app)).toHaveLength(200)
    const both = await Promise.all([importFile(app, file.text), importFile(app, file.text)])
    expect(both.map((one) => countOf(one, 'refused'))).toEqual([28, 28])
    expect(both.reduce((sum, one) => sum + countOf(one, 'stored'), 0)).toBe(22)
    expect(countOf(await importFile(app, file.text), 'unchanged')).toBe(222)
    expect(await storedRows(app)).toEqual(good.map((line) => `m-${line}`))
  })

  it('is refused as a whole where it has more new points, or more rows, than there may be', async () => {
    const refused = { ok: false, code: 'subscription_limit' }
    for (const isDryRun of [true, false]) {
      const newPoints = async () => 1
      expect(await importFile(app, file.text, { isDryRun, newPoints })).toMatchObject(refused)
      expect(await importFile(app, file.text, { isDryRun, isOperator: false })).toMatchObject(refused)
    }
    expect(await storedRows(app)).toEqual([])
    // What is watched already is no new point.
    await app.subscribe({ location: 'berlin' }, 'another')
    const enough = await importFile(app, file.text, { newPoints: async () => 1 })
    expect(enough).toMatchObject({ ok: true, newPoints: 1, newPointsAllowed: 1 })
    const twenty = rowsOf(
      ...Array.from({ length: 20 }, (_, index) => ({
        ...row,
        external_id: `k${index}`,
        destination: { to: index }
      }))
    )
    expect(countOf(await importFile(app, twenty, { client: 'key b', isOperator: false }), 'stored')).toBe(20)
    const one = rowsOf({ ...row, external_id: 'k20', destination: { to: 20 } })
    expect(await importFile(app, one, { client: 'key b', isOperator: false })).toMatchObject(refused)
    expect(countOf(await importFile(app, twenty, { client: 'key b', isOperator: false }), 'unchanged')).toBe(
      20
    )
  })
})

describe('a row', () => {
  it('warns of tonight at once where it is active, and is asked for its proof where it is not', async () => {
    app.goTo('2026-04-10 10:00')
    await app.subscribe({}, 'another')
    await app.run({ '2026-04-11': { score: 70, minimumC: -2.5, frostFromHour: 4 } })
    const mail = { ...row, external_id: '2', channel: 'email', destination: { address: 'a@example.org' } }
    await importFile(app, rowsOf(row, mail))
    await app.deliver()
    expect(app.kinds().toSorted()).toEqual(['confirm', 'raised', 'raised'])
    expect(await app.status(await idOf('2'))).toMatchObject({ state: 'pending_confirmation' })
  })

  it('that says something else changes its subscription; what its reader changed stays until then', async () => {
    await importFile(app, rowsOf(row))
    const id = await idOf('1')
    const asked = { id, token: null, keyClient: cooperative }
    await changeSubscription(app.alerts, asked, { threshold: 30 })
    expect(outcomes(await importFile(app, rowsOf(row)))).toEqual(['1 unchanged'])
    expect(await app.status(id)).toMatchObject({ threshold: 30 })
    const other = { ...row, threshold: 80, crop: 'apricot', stage: 'full-bloom', tag: 'north' }
    for (const isDryRun of [true, false])
      expect(outcomes(await importFile(app, rowsOf(other), { isDryRun }))).toEqual(['1 changed'])
    expect(await app.status(id)).toMatchObject({ threshold: 80, crop: 'apricot', tag: 'north' })
    expect(outcomes(await importFile(app, rowsOf(other)))).toEqual(['1 unchanged'])
    await importFile(app, rowsOf(row))
    expect(await app.status(id)).toMatchObject({ threshold: 60, crop: 'generic', stage: null })
  })

  it('is one subscription for ever: no other place, channel or destination, and none after its end', async () => {
    await importFile(app, rowsOf(row))
    const id = await idOf('1')
    for (const [change, pointer] of [
      [{ location: 'berlin' }, '/location'],
      [{ channel: 'feed' }, '/channel'],
      [{ destination: { to: 2 } }, '/destination']
    ] as const)
      expect(outcomes(await importFile(app, rowsOf({ ...row, ...change })))).toEqual([`1 refused ${pointer}`])
    await endSubscription(app.alerts, { id, token: null, keyClient: cooperative })
    for (const threshold of [60, 80])
      expect(outcomes(await importFile(app, rowsOf({ ...row, threshold })))).toEqual([
        '1 refused /external_id'
      ])
    expect(await app.status(id)).toMatchObject({ state: 'unsubscribed', threshold: 60 })
    // The same id of another key is another row.
    expect(outcomes(await importFile(app, rowsOf(row), { client: 'key b' }))).toEqual(['1 stored'])
  })
})
