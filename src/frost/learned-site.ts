/**
 * What a place's forecasts are given of what its nights taught: the more, the better that has served there (an
 * exponentially weighted mixture of two forecasters; docs/science.md [26]), with a range as wide as lately held four
 * minima of five.
 */
import {
  type LearnedSite,
  learnedAfterEach,
  learnedShiftC,
  newestKnownAt,
  type PastNight
} from './fading-site.ts'
import { gaussianCrps } from './gaussian.ts'
import { type LearningLaw, servedLaws } from './laws.ts'
import { widthAfter } from './range-width.ts'
import { defaultAirVarianceC2 } from './spread.ts'

/** What a place's nights teach, oldest first; null without one. */
export function learnedSite(nights: readonly PastNight[]): LearnedSite | null {
  return givenAfterEach(nights).at(-1) ?? null
}

/**
 * What forecasts were given after each of a place's nights, the last of which is what they are given now.
 * @param nights Oldest first. `usualVarianceC2`: as of `learnedAfterEach`.
 */
export function givenAfterEach(
  nights: readonly PastNight[],
  usualVarianceC2 = defaultAirVarianceC2(1),
  law: LearningLaw = servedLaws.learning
): readonly LearnedSite[] {
  return givenOf(nights, learnedAfterEach(nights, usualVarianceC2), { usualVarianceC2, law })
}

/** The same from what was learned after each night (`learnedAfterEach`). */
export function givenOf(
  nights: readonly PastNight[],
  learned: readonly LearnedSite[],
  { usualVarianceC2, law }: { readonly usualVarianceC2: number; readonly law: LearningLaw }
): readonly LearnedSite[] {
  const given: LearnedSite[] = []
  const errorOf = (night: PastNight, site: LearnedSite | undefined) => ({
    errorC: (night.residualC - learnedShiftC(site, night)) * night.errorScale,
    sigmaC: Math.sqrt(site?.siteVarianceC2 ?? usualVarianceC2)
  })
  let logOdds = law.logOdds
  let logWidth = 0
  for (const [index, night] of nights.entries()) {
    const known = newestKnownAt(nights, index)
    if (night.weight !== 0) {
      const gainC = crpsOf(errorOf(night, undefined)) - crpsOf(errorOf(night, learned[known]))
      logOdds += (law.perGain * gainC) / Math.sqrt(usualVarianceC2)
      logWidth = widthAfter(logWidth, errorOf(night, given[known]))
    }
    const site = learned[index]
    if (site !== undefined)
      given.push(mixed(site, usualVarianceC2, { share: 1 / (1 + Math.exp(-logOdds)), logWidth }))
  }
  return given
}

function crpsOf({ errorC, sigmaC }: { readonly errorC: number; readonly sigmaC: number }): number {
  return gaussianCrps(0, sigmaC, errorC)
}

/** A share of what was learned, and the rest the default: of the bias, of the slopes, and of ln σ. */
function mixed(
  { biasC, siteVarianceC2, contrasts }: LearnedSite,
  usualVarianceC2: number,
  { share, logWidth }: { readonly share: number; readonly logWidth: number }
): LearnedSite {
  const variance = usualVarianceC2 * (siteVarianceC2 / usualVarianceC2) ** share * Math.exp(2 * logWidth)
  const site = { biasC: share * biasC, siteVarianceC2: variance }
  if (contrasts === undefined) return site
  const [previous, next, recent] = contrasts.slopes
  return { ...site, contrasts: { ...contrasts, slopes: [share * previous, share * next, share * recent] } }
}
