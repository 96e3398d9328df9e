/** evening: the night's minimum from what a thermometer measures after sunset. */
import { basename, dirname } from 'node:path'
import { atLeast, atMost, type Bench, type BenchOutcome, type Gate, goal, must } from '../../bench.ts'
import type { BenchFiles } from '../../data/csv-table.ts'
import { VerificationDataError } from '../../data/data-error.ts'
import { type AnalysedPlace, readAnalysis } from './analysed-minima.ts'
import { analysisOutcome, correctedNames } from './analysis-outcome.ts'
import { hourlyOutcome } from './hourly-outcome.ts'
import { readEvenings } from './read-cases.ts'
import { scoredSite } from './scored-site.ts'
import { elsewhereOutcome, eveningNames, sunsetOutcome } from './sunset-outcome.ts'

const { world, own } = eveningNames

interface Site {
  readonly site: string
  readonly name: string
  /** Null: too few nights to score two hours after sunset. */
  readonly gates: readonly Gate[] | null
  readonly analysed: (AnalysedPlace & { readonly gates: readonly Gate[] }) | null
}

const sites: readonly Site[] = [
  {
    site: 'Ankara_LTAC',
    name: 'Ankara',
    gates: [
      must(own, 'crpsC', atMost(1.1)),
      goal(own, 'crpsC', atMost(0.98)),
      goal(own, 'brier', atMost(0.05)),
      must(world, 'crpsC', atMost(1.45)),
      goal(world, 'crpsC', atMost(1.3))
    ],
    analysed: {
      ...{ file: 'era5_minimum_ankara_ltac.csv', latitude: 40.1, heightM: 953 },
      gates: correctedGates({ world: [1.14, 1.1], own: [1.02, 0.96] })
    }
  },
  {
    site: 'isparta',
    name: 'Isparta',
    gates: [
      must(own, 'crpsC', atMost(1.16)),
      goal(own, 'crpsC', atMost(1.06)),
      goal(own, 'brier', atMost(0.04)),
      must(world, 'crpsC', atMost(1.18)),
      goal(world, 'crpsC', atMost(1.12))
    ],
    analysed: {
      ...{ file: 'era5_minimum_isparta.csv', latitude: 37.8, heightM: 1000 },
      gates: correctedGates({ world: [1.07, 1], own: [1.06, 0.98] })
    }
  },
  {
    site: 'szeged',
    name: 'Szeged',
    gates: [
      must(own, 'crpsC', atMost(1.01)),
      must(own, 'brierSkill', atLeast(0.59)),
      goal(own, 'crpsC', atMost(0.93))
    ],
    analysed: null
  },
  { site: 'DeBilt2000', name: 'De Bilt', gates: null, analysed: null }
]

type MustAndGoal = readonly [must: number, goal: number]

function correctedGates(atMostC: {
  readonly world: MustAndGoal
  readonly own: MustAndGoal
}): readonly Gate[] {
  return (['world', 'own'] as const).flatMap((law) => {
    const [most, wanted] = atMostC[law]
    return [
      must(correctedNames[law], 'crpsC', atMost(most)),
      goal(correctedNames[law], 'crpsC', atMost(wanted))
    ]
  })
}

const named = new Set(sites.map(({ site }) => site))

export const eveningBench: Bench = { name: 'evening', file: 'isd_sunset2h_nights.csv', run }

async function run(files: BenchFiles): Promise<readonly BenchOutcome[]> {
  const folder = dirname(files.scored)
  const scored = await readEvenings(folder)
  const fitting = files.fitting === null ? null : await readEvenings(dirname(files.fitting))
  const seen = new Set([...scored.atSunset, ...scored.hourly].map(({ site }) => site))
  const chosen = sites.filter(({ site }) => seen.has(site))
  if (seen.size === 0) {
    throw new VerificationDataError('file_missing', `${basename(files.scored)} is not in the data folder`)
  }
  const outcomes: (BenchOutcome | null)[] = []
  for (const { site, name, gates, analysed } of chosen) {
    const own = scoredSite(site, scored, fitting)
    if (gates !== null && own.scored.length > 0) outcomes.push(sunsetOutcome(`evening ${name}`, own, gates))
    outcomes.push(hourlyOutcome(`evening ${name}, by hour`, own))
    if (analysed === null) continue
    const analysis = await readAnalysis(folder, analysed.file)
    outcomes.push(analysisOutcome(`evening ${name} and ERA5`, own, { ...analysed, analysis }, analysed.gates))
  }
  const others = new Set(scored.atSunset.map(({ site }) => site).filter((site) => !named.has(site)))
  const elsewhere = [...others].map((site) => scoredSite(site, scored, fitting))
  if (elsewhere.length > 0) outcomes.push(elsewhereOutcome(elsewhere))
  return outcomes.filter((outcome) => outcome !== null)
}
