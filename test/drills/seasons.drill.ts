/** Two springs through a whole app and every channel, under a clock, with every fault. */
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openGazetteer } from '../../src/places/gazetteer.ts'
import { type LivedSeason, liveSeason } from '../seasons/season.ts'
import { judge, type Verdict } from '../seasons/verdict.ts'
import { printFigures } from './figures.ts'

/** DRILL_DAYS, DRILL_PLACES: shorter springs while this file is worked on. */
const days = Number(process.env['DRILL_DAYS'] ?? 61)
const places = Number(process.env['DRILL_PLACES'] ?? 50)
/** DRILL_FILE: where all that was sent is written, with `1` or `2` at its end. */
const file = process.env['DRILL_FILE']
const abroad = [
  'berlin',
  'vienna',
  'prague',
  'budapest',
  'bucharest',
  'sofia',
  'athens',
  'bordeaux',
  'madrid',
  'bologna'
]

it.each([
  { from: '2027-03-08', seed: 11 },
  { from: '2028-03-08', seed: 22 }
])(
  'the spring from $from: no night is missed, past or taken back, and few wake anyone',
  async ({ from, seed }) => {
    const began = Date.now()
    const gazetteer = await openGazetteer()
    const found = abroad.flatMap((name) => gazetteer.find(name)?.slug ?? [])
    const inland = gazetteer.provinces().map(({ slug }) => slug)
    const chosen = [...inland.slice(0, places - Math.min(found.length, Math.floor(places / 5))), ...found]
    const season = await liveSeason({ from, days, seed, places: chosen.slice(0, places), stepMinutes: 20 })
    const verdict = judge(season)
    printFigures('seasons', { from, ...verdict.figures, seconds: Math.round((Date.now() - began) / 1000) })
    write(verdict, season, seed)
    const { missed, leadsWithPast, falseClears, empty, farAtNight, reminderWithGap, figures } = verdict
    expect({ missed, leadsWithPast, falseClears, empty, farAtNight, reminderWithGap }).toEqual({
      missed: [],
      leadsWithPast: [],
      falseClears: [],
      empty: [],
      farAtNight: [],
      reminderWithGap: []
    })
    expect(figures['ntfy_highest_percent']).toBeLessThanOrEqual(25)
    // Fewer places are colder ones.
    if (days === 61 && places === 50)
      expect(Number.parseInt(String(figures['score60_each_median_most']), 10)).toBeLessThanOrEqual(30)
  }
)

function write(verdict: Verdict, { received }: LivedSeason, seed: number): void {
  if (file !== undefined) writeFileSync(`${file}${seed}`, JSON.stringify({ ...verdict, received }, null, 1))
}
