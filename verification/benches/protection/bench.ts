/** protection: when sprinklers are started by the advice, against what wet bulb and plants did. */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { atLeast, type Bench, type BenchOutcome, type OutcomeTable } from '../../bench.ts'
import { VerificationDataError } from '../../data/data-error.ts'
import { seededRandom } from '../../data/seeded-random.ts'
import { stations } from '../evening/station-cases.ts'
import { criticalC, type ProtectedNight, protectedNights, seriesOf } from './nights.ts'
import { costOf, reachedAt, rules } from './running.ts'

const sites = [
  { site: 'Ankara_LTAC', name: 'Ankara', timezone: 'Europe/Istanbul', elevationM: 953 },
  { site: 'isparta', name: 'Isparta', timezone: 'Europe/Istanbul', elevationM: 1000 },
  { site: 'DeBilt2000', name: 'De Bilt', timezone: 'Europe/Amsterdam', elevationM: 2 }
] as const
const ratios = [0.05, 0.1, 0.2, 0.5]
/** Any; another one moves the figures of the forecasts by less than their last but one digit. */
const seed = 20_260_411

/** The advice at three stations, on perfect data and on forecasts with the method's own errors. */
export const protectionBench: Bench = {
  name: 'protection',
  file: 'isparta_hourly.csv',
  run: async ({ scored }) => {
    const folder = dirname(scored)
    const there = sites.flatMap((site) => {
      const station = stations.find((one) => one.site === site.site)
      return station !== undefined && existsSync(join(folder, station.file)) ? [{ ...site, station }] : []
    })
    if (there.length === 0) {
      throw new VerificationDataError('file_missing', `${basename(scored)} is not in the data folder`)
    }
    return Promise.all(
      there.map(async ({ station, name, timezone, elevationM }) => {
        const series = seriesOf(await station.read(join(folder, station.file)))
        const { lat, lon } = station
        const nights = protectedNights({ lat, lon, timezone, elevationM, series }, seededRandom(seed))
        return outcomeOf(`protection ${name}`, nights)
      })
    )
  }
}

/** Nights that are as cold at noon already need no start. */
export function isStarted(night: ProtectedNight): boolean {
  return (night.measured[0]?.wetBulbC ?? Number.NaN) > criticalC
}

/** The share of the nights that reach the critical temperature whose start is not later. */
export function startedInTime(nights: readonly ProtectedNight[], on: 'perfect' | 'forecast'): number {
  const cold = nights.filter((night) => isStarted(night) && reachedAt(night) !== null)
  const inTime = cold.filter((night) => {
    const { startAt } = night[on].sprinkler
    return startAt !== null && startAt <= (reachedAt(night) ?? 0)
  })
  return inTime.length / cold.length
}

function outcomeOf(bench: string, all: readonly ProtectedNight[]): BenchOutcome {
  const nights = all.filter(isStarted)
  const came = Uint8Array.from(nights, (night) => (night.perfect.coldFrom === null ? 0 : 1))
  const coldest = ({ measured }: ProtectedNight) => Math.min(...measured.map(({ plantC }) => plantC))
  return {
    bench,
    split: `nothing is fitted; ${nights.length} whole nights, errors with the method’s own spread (seeded)`,
    observedC: Float64Array.from(nights, coldest),
    days: Float64Array.from(nights, ({ day }) => day),
    came,
    reference: null,
    methods: [
      {
        method: 'FROST-P protection',
        probability: Float64Array.from(nights, ({ forecast }) => forecast.sprinkler.probability ?? 0),
        crpsC: null,
        pointC: null
      }
    ],
    gates: [],
    comparisons: [],
    checks: [
      { what: 'start in time on perfect data', value: startedInTime(nights, 'perfect'), ...atLeast(1) },
      { what: 'start in time on forecasts', value: startedInTime(nights, 'forecast'), ...atLeast(0.95) }
    ],
    table: costTable(bench, nights),
    notes: [
      `the event is plants at ${criticalC} °C (apple in full bloom); a start is in time before they or the wet bulb are there`,
      `${all.length - nights.length} nights that are as cold at noon already are left out`
    ]
  }
}

function costTable(bench: string, nights: readonly ProtectedNight[]): OutcomeTable {
  return {
    title: `${bench}: hours that sprinklers run a night, share of missed nights, expense`,
    head: ['rule', ...ratios.map((ratio) => `cost/loss ${ratio}`)],
    rows: Object.entries(rules).map(([name, rule]) => [
      name,
      ...ratios.map((ratio) => {
        const { hoursPerNight, missed, expense } = costOf(nights, rule, ratio)
        return `${hoursPerNight.toFixed(2)} h, ${(100 * missed).toFixed(1)} %, ${expense.toFixed(3)}`
      })
    ])
  }
}
