/** 200 answers in every form, about one place and many: every number is that of the same answer in JSON. */
import { expect, it } from 'vitest'
import { startApp } from '../app.ts'
import { compareCalendars } from '../contracts/calendars/compare-calendars.ts'
import { openClient } from '../contracts/http/client.ts'
import { comparePlaces } from '../contracts/tables/read-places.ts'
import { compareAll, drawnQuestions } from '../contracts/tables/read-tables.ts'
import { printFigures } from './figures.ts'

it('every form has the numbers of JSON', async () => {
  const environment = { SOURCES: 'demo', TIERS: 'free=600000/60' }
  const app = await startApp({ environment, clock: () => Date.parse('2026-04-11T17:30:00Z') })
  const client = await openClient(app.origin)
  try {
    const { rules, pandas } = await compareAll(client, drawnQuestions(200, 37))
    const places = await comparePlaces(client, 200, 41)
    const calendars = await compareCalendars(client, 200)
    const wrong = [...rules.wrong, ...pandas.wrong, ...places.wrong, ...calendars.wrong]
    printFigures('tables', {
      numbers: rules.numbers,
      by_pandas: pandas.numbers,
      of_many_places: places.numbers,
      of_calendars: calendars.numbers,
      wrong: wrong.length
    })
    expect(wrong).toEqual([])
    expect(rules.numbers).toBeGreaterThan(100_000)
  } finally {
    await client.close()
    await app.close()
  }
})
