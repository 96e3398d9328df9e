/** The points of a client are counted once, however many processes share the store and however often one starts. */
import { describe, expect, it } from 'vitest'
import { dayMs } from '../../../src/common/time.ts'
import { createPointAllowance } from '../../../src/forecasts/point-allowance.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { engines } from './engines.ts'
import { hour, noon, storeForEach } from './opened.ts'

type PointAllowance = ReturnType<typeof createPointAllowance>

const limit = 25
const untilMidnight = (15 * hour) / 1000
const today = noon - 9 * hour

/** The allowance of a process of its own. */
function allowanceOn({ openedPoints }: Store, now = noon): PointAllowance {
  const report = (event: string): void => expect.unreachable(event)
  return createPointAllowance({ limitOf: async () => limit, store: openedPoints, clock: () => now, report })
}

const takeAll = ({ take }: PointAllowance, times: number) =>
  Promise.all(Array.from({ length: times }, () => take('192.0.2.7')))

describe.each(engines())('on $name', (engine) => {
  const fresh = storeForEach(engine, noon)
  const rows = () => fresh.store.database.queries.selectFrom('allowances').selectAll().execute()
  const reopen = () => openStore({ ...fresh.opened, now: noon })

  it('three processes that are asked at once grant the limit together, and no more', async () => {
    // SQLite has one process that serves.
    const others = engine.name === 'SQLite' ? [] : [await reopen(), await reopen()]
    const allowances = [fresh.store, ...others].map((store) => allowanceOn(store))
    const verdicts = (await Promise.all(allowances.map((one) => takeAll(one, 20)))).flat()
    expect(verdicts.filter((wait) => wait === null)).toHaveLength(Math.min(limit, verdicts.length))
    await takeAll(allowanceOn(fresh.store), limit)
    for (const one of allowances) expect(await takeAll(one, 1)).toEqual([untilMidnight])
    expect((await rows()).map(({ used }) => used)).toEqual([limit])
    for (const other of others) await other.close()
  })

  it('what several points cost is granted whole or not at all, and may be given back to another process', async () => {
    const [one, other] = [allowanceOn(fresh.store), allowanceOn(fresh.store)]
    expect(await one.take('x', 15)).toBeNull()
    expect(await other.take('x', 15)).toBe(untilMidnight)
    expect(await other.take('x', 10)).toBeNull()
    await one.giveBack('x', 15)
    expect(await other.take('x', 15)).toBeNull()
    expect(await one.take('x')).toBe(untilMidnight)
  })

  it('never counts below nothing', async () => {
    const { openedPoints } = fresh.store
    const of = { client: 'hashed', dayStart: today }
    await openedPoints.add(of, -3)
    await openedPoints.add(of, 2)
    await openedPoints.add(of, -3)
    expect((await rows()).map(({ used }) => used)).toEqual([0])
    expect(await openedPoints.take(of, limit, limit)).toBe(limit)
  })

  it('a restart forgets nothing, and the next day begins anew', async () => {
    await takeAll(allowanceOn(fresh.store), limit - 1)
    await fresh.store.close()
    fresh.store = await reopen()
    expect(await takeAll(allowanceOn(fresh.store), 2)).toEqual([null, untilMidnight])
    expect(await takeAll(allowanceOn(fresh.store, noon + 15 * hour), 1)).toEqual([null])
  })

  it('what is stored names no client', async () => {
    await takeAll(allowanceOn(fresh.store), 1)
    expect((await rows()).map(({ key }) => key)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  })

  it('days that are over are deleted, and days to come that a clock that was ahead has left', async () => {
    for (const days of [-1, 0, 1, 365]) await takeAll(allowanceOn(fresh.store, noon + days * dayMs), limit)
    await fresh.store.maintenance.forget({ endedBefore: 0, now: noon })
    expect((await rows()).map(({ window_start: at }) => at)).toEqual([today])
    // The day whose points were spent while the clock was ahead.
    expect(await takeAll(allowanceOn(fresh.store, noon + dayMs), 1)).toEqual([null])
  })
})
