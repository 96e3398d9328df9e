/** Subscriptions of clients with thermometers of their own have scoring profiles of their own. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, openFresh, run, scored, stored } from './opened.ts'

describe.each(engines())('own scoring profiles on $name', (engine) => {
  let store: Store
  beforeAll(() => engine.start())
  beforeEach(async () => {
    if (store !== undefined) await store.close()
    store = await openFresh(engine)
  })
  afterAll(async () => {
    await store.close()
    await engine.stop()
  })

  /** Which profile each living subscription has: `crop owner`, by client. */
  async function profilesOf(): Promise<Readonly<Record<string, string>>> {
    const rows = await store.database.queries
      .selectFrom('subscriptions as s')
      .innerJoin('curves as c', 'c.seq', 's.curve_seq')
      .select(['s.client', 's.label', 'c.crop', 'c.owner', 'c.location'])
      .execute()
    return Object.fromEntries(
      rows.map((row) => [row.label ?? row.client, `${row.location} ${row.crop} ${row.owner}`.trim()])
    )
  }
  const judge = (owners: readonly string[], only: string | null = null) =>
    store.subscriptions.judgeByOwners('malatya', owners, only)

  it('are given to them and to no others, and taken back', async () => {
    for (const client of ['a', 'b']) await stored(store, { client })
    await stored(store, { client: 'a', location: 'ankara', label: 'elsewhere' })
    const common = { a: 'malatya generic', b: 'malatya generic', elsewhere: 'ankara generic' }
    expect(await judge(['c'])).toBe(false)
    expect(await profilesOf()).toEqual(common)
    expect([await judge(['a', 'c']), await judge(['a', 'c'])]).toEqual([true, false])
    expect(await profilesOf()).toEqual({ ...common, a: 'malatya generic a' })
    expect((await store.subscriptions.profiles(['malatya'])).map(({ owner }) => owner)).toEqual([null, 'a'])
    expect(await judge(['b'])).toBe(true)
    expect(await profilesOf()).toEqual({ ...common, b: 'malatya generic b' })
    expect([await judge([]), await judge([])]).toEqual([true, false])
    expect(await profilesOf()).toEqual(common)
  })

  it('are given to one alone where only that one is evaluated', async () => {
    const first = await stored(store, { client: 'a', label: 'first' })
    await stored(store, { client: 'a', label: 'second' })
    expect(await judge(['a'], first.id)).toBe(true)
    expect(await profilesOf()).toEqual({ first: 'malatya generic a', second: 'malatya generic' })
    expect(await judge(['a'])).toBe(true)
    expect((await profilesOf())['second']).toBe('malatya generic a')
  })

  it('stay theirs with another crop and an old stage, and take along what is raised', async () => {
    const one = await stored(store, { client: 'a', crop: 'apple', stage: 'pink', stageGivenAt: noon })
    const [profile] = await store.subscriptions.profiles(['malatya'])
    if (profile === undefined) throw new Error('no profile')
    await store.episodes.evaluate([run(profile, 'r', [scored()])], noon, null)
    expect(await store.episodes.openCount(noon)).toBe(1)
    await judge(['a'])
    // Of an own profile that may have raised nights the next run clears them.
    const [own] = await store.subscriptions.profiles(['malatya'])
    if (own === undefined) throw new Error('no profile')
    expect(own).toMatchObject({ crop: 'apple', owner: 'a' })
    for (const [name, at] of [
      ['s', noon],
      ['t', noon + 2 * hour]
    ] as const) {
      const warm = { ...run(own, name, [scored({ score: 0 })]), confirmedAt: at, dayTime: at }
      await store.episodes.evaluate([warm], at, null)
    }
    expect(await store.episodes.openCount(noon + 2 * hour)).toBe(0)
    await store.maintenance.ageStages(noon + hour)
    await store.subscriptions.change(one.id, () => ({ exposure: 'canopy' }))
    expect(await store.subscriptions.profiles(['malatya'])).toMatchObject([
      { crop: 'apple', stage: 'pink', exposure: 'canopy', stageIsOld: true, owner: 'a' }
    ])
    await store.subscriptions.change(one.id, () => ({ crop: 'generic', stage: null, stageGivenAt: null }))
    expect(await profilesOf()).toEqual({ a: 'malatya generic a' })
  })

  it('begin anew what had begun to clear: their first run is no second forecast', async () => {
    await stored(store, { client: 'a' })
    await stored(store, { client: 'b' })
    const evaluated = async (name: string, at: number, score: number): Promise<number> => {
      for (const profile of await store.subscriptions.profiles(['malatya'])) {
        const next = { ...run(profile, name, [scored({ score })]), confirmedAt: at, dayTime: at }
        await store.episodes.evaluate([next], at, null)
      }
      return store.episodes.openCount(at)
    }
    expect(await evaluated('cold', noon, 90)).toBe(2)
    expect(await evaluated('odd', noon + hour, 0)).toBe(2)
    await judge(['a'])
    // The same run in another profile, and nothing new for the other subscription either.
    expect(await evaluated('odd', noon + 3 * hour, 0)).toBe(2)
    // Confirms what began to clear before for the other one, and for this one what began two hours ago.
    expect(await evaluated('warm', noon + 5 * hour, 0)).toBe(0)
  })

  it('of a field are forgotten with its last subscription, also the one that it has left', async () => {
    const field = '38.355,38.310'
    await stored(store, { client: 'a', location: field })
    expect(await store.subscriptions.judgeByOwners(field, ['a'], null)).toBe(true)
    const { queries } = store.database
    await queries.updateTable('subscriptions').set({ ended_at: noon }).execute()
    await store.maintenance.forget({ endedBefore: noon, now: noon + hour })
    const rows = await queries.selectFrom('curves').select('location').execute()
    expect(rows.map(({ location }) => location.split(',')[0])).toEqual(['forgotten', 'forgotten'])
  })
})
