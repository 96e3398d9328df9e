/** What the fall to the minimum and its spread are linear in; docs/science.md §6. */
import { saturationVapourPressureKpa } from '../../weather/moist-air.ts'
import { fullEquilibriumOffsetC } from '../radiation.ts'
import type { EveningState } from './evening-reading.ts'

/** The minimum may come up to an hour after sunrise. */
const hoursAfterSunrise = 1
/** Where the fall no longer grows with an element [°C]. */
const caps = { deficitC: 8, fallOfTwoHoursC: 2.5, fallOfFiveHoursC: 6 }
/** Beyond what was seen temperatures no longer count in products [°C]. */
const seenTemperaturesC = { coldest: -20, warmest: 32 }

/** How many terms of `fallTerms` hold for every place; those of the season that follow are a place's own. */
export const worldTerms = 29

/**
 * The terms of the fall, all near 1: they grow with the root of the time left, as a radiating surface cools, or with
 * the time itself.
 */
export function fallTerms(state: EveningState): readonly number[] {
  const { temperatureC, deficitC, windSpeedMps, cloudFraction, fallOfTwoHoursC, fallOfFiveHoursC } = state
  const hours = state.hoursToSunrise + hoursAfterSunrise
  const loss = radiativeLoss(state)
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
    loss,
    Math.min(deficitC, caps.deficitC) / 3,
    Math.min(fallOfTwoHoursC, caps.fallOfTwoHoursC),
    cappedFallOfFive(state)
  ]
  const season = [Math.sin(state.season), Math.cos(state.season)]
  const root = Math.sqrt(hours) / 3
  return [
    ...[...linear, ...bent, ...products(state, loss)].map((term) => term * root),
    ...[...linear, loss * loss].map((term) => (term * hours) / 10),
    ...season.map((term) => term * root)
  ]
}

/** Chosen among all squares and products of the other terms; docs/decisions/0013. */
function products(state: EveningState, loss: number): readonly number[] {
  const { coldest, warmest } = seenTemperaturesC
  const warmth = Math.min(Math.max(state.temperatureC, coldest), warmest) / 10
  const { fallOfTwoHoursC: ofTwo } = state
  const ofFive = cappedFallOfFive(state)
  return [
    (warmth * state.deficitC) / 5,
    warmth * warmth,
    warmth * loss,
    (ofTwo * state.nightHours) / 10,
    (ofTwo * state.fallOfFiveHoursC) / 3,
    ofTwo * state.cloudFraction,
    ofFive * ofFive,
    ofFive * loss
  ]
}

function cappedFallOfFive({ fallOfFiveHoursC }: EveningState): number {
  return Math.min(fallOfFiveHoursC, caps.fallOfFiveHoursC) / 3
}

/** What a perfect radiator under this sky would be colder than the air [3 °C]. */
function radiativeLoss({ temperatureC, deficitC, windSpeedMps, cloudFraction }: EveningState): number {
  const vapourPressureKpa = saturationVapourPressureKpa(temperatureC - deficitC)
  const air = { temperatureC, vapourPressureKpa, windSpeedMps, cloudCoverFraction: cloudFraction }
  return fullEquilibriumOffsetC(air) / 3
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
