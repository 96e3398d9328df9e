/** One station of the evening bench: which of its evenings are scored, and with which laws. */
import { dayMs } from '../../../src/common/time.ts'
import { type EveningLaw, servedEveningLaw } from '../../../src/frost/evening/evening-law.ts'
import { measuredState } from '../../../src/frost/evening/evening-reading.ts'
import { type EveningUpdate, eveningUpdate } from '../../../src/frost/evening/evening-update.ts'
import {
  afterNight,
  type EveningsLearned,
  firstDayOf,
  givenEveningLaw,
  learnedEvenings,
  type NightOfEvenings,
  weekOf
} from '../../../src/frost/evening/own-law.ts'
import type { Distribution } from '../../../src/frost/gaussian.ts'
import { fitEvenings } from '../../fit/evening.ts'
import { splitOf } from '../../split.ts'
import type { EveningCase } from './evening-case.ts'
import type { Evenings } from './read-cases.ts'

export interface ScoredSite {
  /** The law of the other stations, and what the service gives this one on an evening, from the evenings before it. */
  readonly world: EveningLaw
  readonly ownAt: (one: EveningCase) => EveningLaw
  /** Evenings two hours after sunset: those that come before all that is scored, and those that are scored. */
  readonly earlier: readonly EveningCase[]
  readonly scored: readonly EveningCase[]
  /** All evenings of the scored folder, which no law of the world has seen. */
  readonly atSunset: readonly EveningCase[]
  readonly hourly: readonly EveningCase[]
  readonly splitInWords: string
}

/**
 * @param fitting The evenings of the folder to fit on; null: the earlier ones, and the other stations, of the scored
 *   one.
 */
export function scoredSite(site: string, scored: Evenings, fitting: Evenings | null): ScoredSite {
  const from = fitting ?? scored
  const isOther = (one: EveningCase) => one.site !== site
  const isHere = (one: EveningCase) => one.site === site
  const fitted = fitEvenings([...from.atSunset, ...from.hourly].filter(isOther))
  const world = { ...servedEveningLaw, ...fitted }
  const here = (fitting?.atSunset ?? []).filter(isHere)
  const atSunset = scored.atSunset.filter(isHere)
  const all = [...here, ...atSunset]
  const days = Float64Array.from(all, ({ day }) => day)
  const split = splitOf({ days, knownDays: days.map((day) => day + 1), scoredFrom: here.length })
  const earlier = split.fitting.flatMap((row) => all[row] ?? [])
  const scoredHere = split.scored.flatMap((row) => all[row] ?? [])
  return {
    world,
    ownAt: ownLaws([...earlier, ...scoredHere], world),
    earlier,
    scored: scoredHere,
    atSunset,
    hourly: scored.hourly.filter(isHere),
    splitInWords: split.words
  }
}

/** What a forecast says that says nothing. */
const noForecast = { meanC: 0, varianceC2: 1e4 }

/** The service's own update at a case; null where it refuses the readings. */
export function updateOf(
  one: EveningCase,
  law: EveningLaw,
  forecast: Distribution = noForecast
): EveningUpdate | null {
  const now = one.readings.at(-1)?.at ?? one.sunset
  const place = { distanceKm: 0, heightDifferenceM: 0, forecastAt: () => null }
  return eveningUpdate({ ...one, ...place, now, forecast, law })
}

/** Learned week by week as the service does. */
function ownLaws(cases: readonly EveningCase[], world: EveningLaw): (one: EveningCase) => EveningLaw {
  const laws = new Map<EveningCase, EveningLaw>()
  let learned: EveningsLearned | null = null
  let last: NightOfEvenings | null = null
  const weeks = Map.groupBy(cases, ({ sunrise }) => weekOf(Math.floor(sunrise / dayMs)))
  for (const week of [...weeks.keys()].sort((one, other) => one - other)) {
    const nights = (weeks.get(week) ?? []).toSorted((one, other) => one.day - other.day)
    const { law } = givenEveningLaw(learned, world, firstDayOf(week))
    for (const one of nights) {
      laws.set(one, learned === null || last === null ? law : afterNight(law, learned, last))
      last = nightOf(one)[0] ?? last
    }
    learned = learnedEvenings(learned, nights.flatMap(nightOf), world)
  }
  return (one) => laws.get(one) ?? world
}

function nightOf({ readings, sunset, sunrise, ...one }: EveningCase): readonly NightOfEvenings[] {
  const state = measuredState(readings, { sunset, sunrise }, null)
  if (state === null) return []
  const evenings = [{ state, minimumC: one.laterMinimumC }]
  return [{ day: Math.floor(sunrise / dayMs), halfResolutionC: one.halfResolutionC, evenings }]
}
