/**
 * Hourly work that concerns every subscription changes at most a thousand rows in one statement, so that nobody waits
 * for all.
 */
import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Maintenance } from '../../../src/alerts/store-ports.ts'
import { maintenance } from '../../../src/store/maintenance.ts'
import { engines } from './engines.ts'
import { hour, noon, storedMany, storeForEach } from './opened.ts'

const many = 2500
const later = noon + 40 * 24 * hour

describe.each(engines())('in portions on $name', (engine) => {
  const fresh = storeForEach(engine, noon)

  /** How many rows each statement of some work changed. */
  async function changed(work: (hourly: Maintenance) => Promise<unknown>): Promise<readonly number[]> {
    const { queries, dialect } = fresh.store.database
    const counts: number[] = []
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        counts.push(Number(result.numAffectedRows ?? 0))
        return result
      }
    }
    await work(maintenance({ queries: queries.withPlugin(plugin), dialect }))
    return counts
  }

  async function subscriptions() {
    return fresh.store.database.queries.selectFrom('subscriptions').selectAll().execute()
  }

  it('everybody hears after a long silence', async () => {
    await storedMany(fresh.store, many)
    const counts = await changed(async (hourly) => {
      expect(await hourly.queueStillWatching(noon, later)).toBe(many)
      expect(await hourly.queueStillWatching(noon, later)).toBe(0)
    })
    expect(Math.max(...counts)).toBe(1000)
  })

  it('unread and unconfirmed subscriptions expire, and then their destinations are forgotten', async () => {
    await storedMany(fresh.store, many)
    const { queries } = fresh.store.database
    await queries
      .updateTable('subscriptions')
      .set({ state: 'pending_confirmation', confirm_until: later })
      .where('seq', '<=', 1200)
      .execute()
    const ended = await changed(async (hourly) => {
      const input = { now: later, unreadSince: noon, readChannels: ['plain'] }
      expect(await hourly.expire(input)).toBe(many)
    })
    expect(Math.max(...ended)).toBe(1000)
    const reasons = (await subscriptions()).map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'unconfirmed')).toHaveLength(1200)
    expect(reasons.filter((reason) => reason === 'unread')).toHaveLength(1300)
    const forgotten = await changed((hourly) => hourly.forget({ endedBefore: later, now: later }))
    expect(Math.max(...forgotten)).toBe(1000)
    expect((await subscriptions()).filter(({ destination }) => destination !== null)).toEqual([])
  })

  it('where fields lie is forgotten', async () => {
    await storedMany(fresh.store, many)
    const { queries } = fresh.store.database
    await queries
      .updateTable('subscriptions')
      .set({ location: '38.355,38.310,980 Europe/Istanbul', destination: null, ended_at: noon })
      .execute()
    await queries.updateTable('curves').set({ location: '38.355,38.310,980 Europe/Istanbul' }).execute()
    const counts = await changed((hourly) => hourly.forget({ endedBefore: noon, now: noon }))
    expect(Math.max(...counts)).toBe(1000)
    const curves = await queries.selectFrom('curves').select('location').execute()
    const left = [...(await subscriptions()), ...curves].filter(({ location }) => /\d\.\d/.test(location))
    expect(left).toEqual([])
  })
})
