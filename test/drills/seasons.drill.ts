/** Two springs through a whole app and every channel, with all faults. */
import { writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { liveSeason } from '../seasons/season.ts'
import { judge } from '../seasons/verdict.ts'
import { printFigures } from './figures.ts'

const places = ['malatya', 'tokat', 'sivas', 'nigde', 'isparta', 'konya', 'erzincan', 'kayseri']

it('small', async () => {
  const began = Date.now()
  const days = Number(process.env['DRILL_DAYS'] ?? 10)
  const season = await liveSeason({
    from: '2027-03-08',
    days,
    seed: Number(process.env['DRILL_SEED'] ?? 11),
    places: places.slice(0, Number(process.env['DRILL_PLACES'] ?? 4)),
    stepMinutes: 20
  })
  const verdict = judge(season)
  printFigures('seasons', { ...verdict.figures, seconds: (Date.now() - began) / 1000 })
  if (process.env['DRILL_FILE'] !== undefined)
    writeFileSync(process.env['DRILL_FILE'], JSON.stringify({ ...verdict, told: season.told }, null, 1))
})
