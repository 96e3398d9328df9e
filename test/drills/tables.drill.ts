/** 200 answers as tables: every number is that of the same answer in JSON. */
import { expect, it } from 'vitest'
import { startApp } from '../app.ts'
import { openClient } from '../contracts/http/client.ts'
import { compareAll, drawnQuestions } from '../contracts/tables/read-tables.ts'
import { printFigures } from './figures.ts'

it('tables have the numbers of JSON', async () => {
  const environment = { SOURCES: 'demo', TIERS: 'free=60000/60' }
  const app = await startApp({ environment, clock: () => Date.parse('2026-04-11T17:30:00Z') })
  const client = await openClient(app.origin)
  try {
    const { rules, pandas } = await compareAll(client, drawnQuestions(200, 37))
    const wrong = [...rules.wrong, ...pandas.wrong]
    printFigures('tables', { numbers: rules.numbers, by_pandas: pandas.numbers, wrong: wrong.length })
    expect(wrong).toEqual([])
    expect(rules.numbers).toBeGreaterThan(100_000)
  } finally {
    await client.close()
    await app.close()
  }
})
