/** The same nights again and again, from the first hour after sunset to three hours before sunrise. */
import { hourMs } from '../../../src/common/time.ts'
import { atMost, type BenchOutcome, goal, observedRows } from '../../bench.ts'
import { meanOf } from '../../data/sequence.ts'
import { gaussianOf } from '../../gaussian.ts'
import { gaussianMethod } from '../../method.ts'
import type { EveningCase } from './evening-case.ts'
import { type ScoredSite, updateOf } from './scored-site.ts'
import { eveningNames } from './sunset-outcome.ts'

const hours = [1, 2, 3, 4, 6, 8, 10, 12]
const hoursBeforeSunrise = 3

/** Null without a series of readings. */
export function hourlyOutcome(bench: string, { hourly, world }: ScoredSite): BenchOutcome | null {
  const nights = [...Map.groupBy(hourly, ({ day }) => day).values()].map((cases) =>
    updatesOf(cases, (one) => updateOf(one, world))
  )
  const scored = nights.filter((night) => night.first)
  if (scored.length === 0) return null
  const observedC = Float64Array.from(scored, ({ minimumC }) => minimumC)
  const methods = hours.map((hour, index) => {
    const forecast = gaussianOf(scored.length, (row) => scored[row]?.byHour[index] ?? nothing)
    return gaussianMethod(nameOf(hour), forecast, observedC)
  })
  const atSunsetC = meanOf(methods[0]?.crpsC ?? [])
  return {
    bench,
    split: `the law of the other stations, scored on ${scored.length} whole nights`,
    ...observedRows(
      observedC,
      Float64Array.from(scored, ({ day }) => day)
    ),
    reference: null,
    methods,
    gates: [goal(nameOf(hours.at(-1) ?? 0), 'crpsC', atMost(Number((atSunsetC / 2).toFixed(3))))],
    comparisons: hours.slice(1).map((hour, index) => ({
      learned: nameOf(hour),
      usual: nameOf(hours[index] ?? hour),
      blockDays: 3,
      duty: 'must'
    })),
    notes: [
      'without a forecast; a night that is three hours from its sunrise stays as it was then',
      `${nights.length - scored.length} nights without a credible reading in their first hour are left out`
    ]
  }
}

const nothing = { meanC: Number.NaN, sigmaC: Number.NaN }

function nameOf(hour: number): string {
  return `${eveningNames.world}, ${hour} h after sunset`
}

/** A night's distribution at each hour: the newest one until then, and until three hours before sunrise. */
function updatesOf(cases: readonly EveningCase[], update: (one: EveningCase) => ReturnType<typeof updateOf>) {
  const known = cases.flatMap((one) => {
    const found = update(one)
    const time = one.readings.at(-1)?.at ?? one.sunset
    if (found === null || time > one.sunrise - hoursBeforeSunrise * hourMs) return []
    const hour = (time - one.sunset) / hourMs
    return [{ hour, meanC: found.meanC, sigmaC: Math.sqrt(found.varianceC2) }]
  })
  return {
    day: cases[0]?.day ?? Number.NaN,
    minimumC: cases[0]?.minimumC ?? Number.NaN,
    first: known.some(({ hour }) => hour <= 1),
    byHour: hours.map((limit) => known.findLast(({ hour }) => hour <= limit) ?? nothing)
  }
}
