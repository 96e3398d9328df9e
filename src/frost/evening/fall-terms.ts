/** What the fall to the minimum and its spread are linear in; docs/science.md §6. */
import { saturationVapourPressureKpa } from '../../weather/moist-air.ts'
import { fullEquilibriumOffsetC } from '../radiation.ts'
import type { EveningState } from './evening-reading.ts'

/** The minimum may come up to an hour after sunrise. */
const hoursAfterSunrise = 1
/** Where the fall no longer grows with an element [°C]. */
const caps = { deficitC: 8, fallOfTwoHoursC: 2.5, fallOfFiveHoursC: 6 }

/** How many terms of `fallTerms` hold for every place; those of the season that follow are a place's own. */
export const worldTerms = 20

/** The terms of the fall, all near 1: they grow with the root of the time left, as a radiating surface cools, or with the time itself. */
export function fallTerms(state: EveningState): readonly number[] {
  const { temperatureC, deficitC, windSpeedMps, cloudFraction, fallOfTwoHoursC, fallOfFiveHoursC } = state
  const hours = state.hoursToSunrise + hoursAfterSunrise
  const offsetC = fullEquilibriumOffsetC({
    temperatureC,
    vapourPressureKpa: saturationVapourPressureKpa(temperatureC - deficitC),
    windSpeedMps,
    cloudCoverFraction: cloudFraction
  })
  const linear = [
    1,
    temperatureC / 10,
    deficitC / 5,
    Math.sqrt(windSpeedMps),
    cloudFraction,
    fallOfTwoHoursC,
    fallOfFiveHoursC / 3,
    state.nightHours / 10
  ]
  const bent = [
    offsetC / 3,
    Math.min(deficitC, caps.deficitC) / 3,
    Math.min(fallOfTwoHoursC, caps.fallOfTwoHoursC),
    Math.min(fallOfFiveHoursC, caps.fallOfFiveHoursC) / 3
  ]
  const season = [Math.sin(state.season), Math.cos(state.season)]
  const root = Math.sqrt(hours) / 3
  return [
    ...[...linear, ...bent].map((term) => term * root),
    ...linear.map((term) => (term * hours) / 10),
    ...season.map((term) => term * root)
  ]
}

/** The terms of ln σ. The second makes σ fall towards sunrise. */
export function spreadTerms(state: EveningState): readonly number[] {
  const { hoursToSunrise, windSpeedMps, cloudFraction, deficitC } = state
  return [
    1,
    Math.log(hoursToSunrise + hoursAfterSunrise),
    Math.sqrt(windSpeedMps),
    cloudFraction,
    deficitC / 10
  ]
}
