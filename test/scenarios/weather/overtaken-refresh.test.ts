/** A visitor's request that was under way while the watch stored newer models does not undo that. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/common/time.ts'
import type { Source } from '../../../src/sources/source.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { pointOf } from '../../../src/weather/point.ts'
import { engines } from '../../contracts/store/engines.ts'
import { modelErrorsC } from '../../upstream/open-meteo.ts'
import { type BareStage, bareForecasts, openBareStage } from './bare-forecasts.ts'

const point = pointOf({ lat: 38.35, lon: 38.31, timezone: 'Europe/Istanbul', elevation: 950 })
const visitor = { kind: 'client', key: 'visitor' } as const

describe.each(engines())('on $name', (engine) => {
  let bare: BareStage
  let store: Store
  beforeAll(() => engine.start())
  beforeEach(async () => {
    bare = await openBareStage()
    store = await openStore({ ...(await engine.migrated()), now: bare.clock.read() })
  })
  afterEach(async () => {
    for (const name of Object.keys(modelErrorsC)) delete modelErrorsC[name]
    await store.close()
    await bare.close()
  })
  afterAll(() => engine.stop())

  /** Open-Meteo with two models beside it, whose next answer is held back until it is let go. */
  function heldSource() {
    const source = bare.source('open-meteo', { OPEN_METEO_MODELS: 'ecmwf_ifs025,gfs_seamless' })
    let held: Promise<void> | null = null
    const asked = Promise.withResolvers<void>()
    const fetchForecast: Source['fetchForecast'] = async (...request) => {
      const answer = await source.fetchForecast(...request)
      const wait = held
      held = null
      if (wait !== null) asked.resolve()
      await wait
      return answer
    }
    const hold = (): (() => void) => {
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      return gate.resolve
    }
    return { source: { ...source, fetchForecast }, asked: asked.promise, hold }
  }

  it.each([
    ['of the same process', false],
    ['of another process', true]
  ])('a request %s', async (_, isOther) => {
    const { source, asked, hold } = heldSource()
    const open = () => bareForecasts({ clock: bare.clock, store, sources: [source] })
    const watching = open()
    const visited = isOther ? open() : watching
    await watching.refreshWatched([point])
    const before = await watching.peek(point)
    await visited.peek(point)
    bare.clock.move(3.2 * hourMs)
    modelErrorsC['gfs_seamless'] = { alwaysC: 0, aheadC: 5 }
    const letGo = hold()
    const request = visited.get(point, visitor)
    await asked
    await watching.refreshWatched([point])
    const newest = await watching.peek(point)
    expect(newest?.models?.fetchedAt).toBe(bare.clock.read())
    expect(newest?.run).not.toBe(before?.run)
    letGo()
    await request
    expect((await visited.peek(point))?.run).toBe(newest?.run)
    expect((await open().peek(point))?.run).toBe(newest?.run)
    expect((await watching.peek(point))?.run).toBe(newest?.run)
  })
})
