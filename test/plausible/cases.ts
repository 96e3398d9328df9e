/** Answers with faults, and pairs of honest runs, through the service: what became of each. */
import { hourMs } from '../../src/common/time.ts'
import { answerOf, jsonOf } from './answers.ts'
import { type FaultName, faultNames, faults } from './faults.ts'
import { honestAirport } from './honest-airport.ts'
import { generator, honestWeather } from './honest-weather.ts'
import { codesOf, nightsOf, openTrial, wrongLevels } from './trial.ts'

export const outcomes = [
  ...(['set aside', 'disagree', 'contradicted', 'unchecked', 'hours set aside'] as const),
  ...(['refused', 'passed', 'wrong'] as const)
] as const
export type Outcome = (typeof outcomes)[number]

const gaps = [1, 3, 6, 12]

/** What a place has: two honest runs before, the newer one `gap` hours ago; an airport; or both. */
const means = ['runs', 'airport', 'runs and airport'] as const

async function withEarlierRuns(seed: number, has: (typeof means)[number] = 'runs') {
  const weather = honestWeather(seed)
  const { place, now } = weather
  const gap = gaps[seed % gaps.length] ?? 1
  const trial = openTrial(place, has === 'runs' ? {} : { stations: honestAirport(weather, seed) })
  const reported = (before: number) => answerOf(weather.run(before), { place, now: now - before })
  const [before, first] = [reported(gap), reported(gap + 6)]
  if (has !== 'airport') {
    await trial.ask(now - gap - 6, jsonOf(first))
    await trial.ask(now - gap, jsonOf(before))
  }
  const airport = has === 'runs' ? [] : honestAirport(weather, seed)(now * hourMs)
  return { weather, trial, honest: reported(0), airport, earlier: [before, first] }
}

/** What becomes of an answer with a fault, or with two. */
export async function faultyOutcome(
  seed: number
): Promise<{ readonly name: string; readonly outcome: Outcome }> {
  const has = means[seed % 5] ?? 'runs'
  const { weather, trial, honest, airport, earlier } = await withEarlierRuns(seed, has)
  const random = generator(seed + 99)
  const other = honestWeather(seed + 1_000_000)
  const there = other.run(0)
  const moved = { place: weather.place, now: weather.now }
  const elsewhere = answerOf((hour, lead) => there(hour - weather.now + other.now, lead), moved).columns
  const [first, second] = [0, 37].map((by) => faultNames[(seed + by * seed) % faultNames.length] as FaultName)
  const names = seed % 4 === 3 && second !== undefined ? [first, second] : [first]
  let answer = honest
  for (const name of names)
    if (name !== undefined) answer = { ...answer, columns: faults[name]({ answer, random, elsewhere }) }
  const report = await trial.ask(weather.now, jsonOf(answer))
  const name = has === 'airport' ? 'an airport alone' : names.length > 1 ? 'two faults' : (first ?? '')
  if (report === null) return { name, outcome: 'refused' }
  const codes = codesOf(report)
  if (codes.includes('run_set_aside')) return { name, outcome: 'set aside' }
  if (codes.includes('runs_disagree')) return { name, outcome: 'disagree' }
  if (codes.includes('run_contradicted')) return { name, outcome: 'contradicted' }
  if (report.data.check === 'unchecked') return { name, outcome: 'unchecked' }
  if (codes.includes('hours_set_aside') || codes.includes('values_left_out'))
    return { name, outcome: 'hours set aside' }
  const runs = [honest, ...earlier.map((run) => ({ ...run, now: weather.now }))]
  const wrong = wrongLevels(
    report,
    runs.map((run) => nightsOf(run, airport))
  )
  return { name, outcome: wrong.length > 0 ? 'wrong' : 'passed' }
}

/** What becomes of an honest run after another one. */
export async function honestOutcome(
  seed: number
): Promise<{ readonly name: string; readonly outcome: Outcome }> {
  const { weather, trial, honest } = await withEarlierRuns(seed, means[seed % 5])
  const report = await trial.ask(weather.now, jsonOf(honest))
  const codes = report === null ? [] : codesOf(report)
  const isSetAside = codes.includes('run_set_aside') || codes.includes('hours_set_aside')
  const isOdd = codes.includes('run_contradicted') ? 'contradicted' : 'passed'
  const outcome = isSetAside ? 'set aside' : codes.includes('runs_disagree') ? 'disagree' : isOdd
  return { name: weather.spell, outcome: report === null ? 'refused' : outcome }
}

/** How often each kind had each outcome. */
export function countOutcomes(): {
  readonly add: (one: { readonly name: string; readonly outcome: Outcome }) => void
  readonly of: (outcome: Outcome) => number
  readonly table: () => string
} {
  const counts = new Map<string, Map<Outcome, number>>()
  return {
    add({ name, outcome }) {
      const row = counts.get(name) ?? new Map<Outcome, number>()
      counts.set(name, row.set(outcome, (row.get(outcome) ?? 0) + 1))
    },
    of: (outcome) => [...counts.values()].reduce((sum, row) => sum + (row.get(outcome) ?? 0), 0),
    table: () =>
      [...counts]
        .map(
          ([name, row]) =>
            `${name}: ${outcomes.flatMap((one) => (row.has(one) ? [`${row.get(one)} ${one}`] : [])).join(', ')}`
        )
        .join('\n')
  }
}
