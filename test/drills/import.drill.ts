/** `npm run drill -- import`: a file of 5,000 subscriptions with 200 faulty rows, on each database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../contracts/store/engines.ts'
import { createAlertsHarness } from '../scenarios/alerts/alerts-harness.ts'
import { makeFile } from '../scenarios/alerts/import-file.ts'
import { countOf, importFile, killedAt, outcomes, storedRows } from '../scenarios/alerts/import-harness.ts'
import { printFigures } from './figures.ts'

const [rows, faulty] = [5000, 200]

describe.each(engines())('on $name', (engine) => {
  beforeAll(() => engine.start())
  afterAll(() => engine.stop())

  test('dry run and run agree, 4,800 are stored once, 200 are named', async () => {
    const app = await createAlertsHarness(await engine.migrated())
    const file = makeFile(rows, faulty, 35)
    const began = performance.now()
    const dry = outcomes(await importFile(app, file.text, { isDryRun: true }))
    const dryMs = performance.now() - began
    await expect(importFile(killedAt(app, 24), file.text)).rejects.toThrow('killed')
    const before = await storedRows(app)
    const both = await Promise.all([importFile(app, file.text), importFile(app, file.text)])
    const seconds = (performance.now() - began - dryMs) / 1000
    const stored = await storedRows(app)
    const wrong = dry.filter((said, index) => {
      const pointer = file.faulty.get(index + 1)
      return said !== (pointer === undefined ? `${index + 1} stored` : `${index + 1} refused ${pointer}`)
    })
    const refusedBy = (said: readonly string[]) => said.filter((one) => one.includes(' refused')).join()
    const figures = {
      stored: stored.length,
      doubled: stored.length - new Set(stored).size,
      disagreeing: both.filter((one) => refusedBy(outcomes(one)) !== refusedBy(dry)).length,
      wrong_lines: wrong.length,
      before_the_kill: before.length,
      dry_run_s: Number((dryMs / 1000).toFixed(1)),
      import_s: Number(seconds.toFixed(1))
    }
    printFigures(`import on ${engine.name}`, figures)
    await app.close()
    expect(figures).toMatchObject({
      stored: 4800,
      doubled: 0,
      disagreeing: 0,
      wrong_lines: 0,
      before_the_kill: 2300
    })
    expect(both.reduce((sum, one) => sum + countOf(one, 'stored'), 0)).toBe(2500)
  })
})
