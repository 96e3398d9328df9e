/** One station of the evening bench: which of its evenings are scored, and with which laws. */
import { type EveningLaw, servedEveningLaw } from '../../../src/frost/evening/evening-law.ts'
import { type EveningUpdate, eveningUpdate } from '../../../src/frost/evening/evening-update.ts'
import { measuredState } from '../../../src/frost/evening/measured-state.ts'
import type { Distribution } from '../../../src/frost/evening/normal-distribution.ts'
import { ownEveningLaw } from '../../../src/frost/evening/own-law.ts'
import { fitEvenings } from '../../fit/evening.ts'
import { splitOf } from '../../split.ts'
import type { EveningCase } from './evening-case.ts'
import type { Evenings } from './read-cases.ts'

export interface ScoredSite {
  /** The law of the other stations, and with what the earlier evenings of this one add. */
  readonly world: EveningLaw
  readonly own: EveningLaw
  /** Evenings two hours after sunset: those that the own law is fitted on, and those that are scored with it. */
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
  const lastDay = fitting === null ? Math.max(...earlier.map(({ day }) => day)) : Number.POSITIVE_INFINITY
  const hours = from.hourly.filter((one) => isHere(one) && one.day <= lastDay)
  return {
    world,
    own: ownEveningLaw(pastEvenings([...earlier, ...hours]), world),
    earlier,
    scored: split.scored.flatMap((row) => all[row] ?? []),
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

function pastEvenings(cases: readonly EveningCase[]) {
  return cases.flatMap(({ readings, sunset, sunrise, laterMinimumC, weight }) => {
    const state = measuredState(readings, { sunset, sunrise }, null)
    return state === null ? [] : [{ state, minimumC: laterMinimumC, weight }]
  })
}
