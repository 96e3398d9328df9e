import { expect, it } from 'vitest'
import { liveSeason } from './season.ts'
import { judge } from './verdict.ts'

/** Whole springs are lived through by `npm run drill -- seasons`. */
it('a week of spring: no night is missed, begins a message once it is past, or is taken back', async () => {
  const places = ['malatya', 'sivas']
  const verdict = judge(await liveSeason({ from: '2027-03-08', days: 6, seed: 5, places, stepMinutes: 60 }))
  expect(verdict).toMatchObject({ missed: [], leadsWithPast: [], falseClears: [], empty: [], farAtNight: [] })
  expect(Object.keys(verdict.raisedAt).length).toBeGreaterThan(10)
})
