import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Store } from '../../../src/store/open.ts'
import { runReader } from '../../../src/store/runs.ts'
import { sqliteEngine } from './engines.ts'
import { noon, onlyProfile, openFresh, run, scored, stored } from './opened.ts'

const engine = sqliteEngine()
let store: Store

beforeAll(async () => {
  await engine.start()
  store = await openFresh(engine)
})

afterAll(async () => {
  await store.close()
  await engine.stop()
})

it('more runs than its cache holds keep their nights', async () => {
  await stored(store)
  const profile = await onlyProfile(store)
  for (const runId of ['first', 'second', 'third']) {
    await store.episodes.evaluate([run(profile, runId, [scored()])], noon, null)
  }
  const { queries } = store.database
  const seqs = (await queries.selectFrom('runs').select('seq').execute()).map(({ seq }) => seq)
  expect(seqs.length).toBeGreaterThan(1)
  const read = runReader(1)
  await read(store.database, seqs.slice(0, 1))
  for (let round = 0; round < 3; round += 1) {
    const runs = await read(store.database, seqs)
    expect(seqs.map((seq) => runs.get(seq)?.nights.length)).toEqual(seqs.map(() => 1))
  }
})
