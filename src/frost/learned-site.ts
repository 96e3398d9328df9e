/**
 * What forecasts are given of what a place's nights taught: the more, the better it has served there (exponentially
 * weighted mixture of two forecasters; docs/science.md [26]), with a range that lately held four minima of five.
 */
import {
  type LearnedSite,
  learnedAfterEach,
  learnedShiftC,
  newestKnownAt,
  type PastNight
} from './fading-site.ts'
import { gaussianCrps, z90 } from './gaussian.ts'
import { type FrostLaws, servedLaws } from './laws.ts'
import { defaultAirVarianceC2 } from './spread.ts'

/** What a place's nights teach, oldest first; null without one. */
export function learnedSite(nights: readonly PastNight[]): LearnedSite | null {
  return givenAfterEach(nights).at(-1) ?? null
}

/** After each of a place's nights, oldest first. `usualVarianceC2`: as of `learnedAfterEach`. */
export function givenAfterEach(
  nights: readonly PastNight[],
  usualVarianceC2 = defaultAirVarianceC2(1),
  law: FrostLaws['learning'] = servedLaws.learning
): readonly LearnedSite[] {
  return givenOf(learnedRecord(nights, usualVarianceC2), law)
}

interface LearnedRecord {
  readonly nights: readonly PastNight[]
  readonly usualVarianceC2: number
  /** After each night, as of `learnedAfterEach`. */
  readonly learned: readonly LearnedSite[]
  /** How much smaller each night's CRPS would have been with all that was learned when it was forecast [°C]. */
  readonly gainC: readonly number[]
}

export function learnedRecord(nights: readonly PastNight[], usualVarianceC2: number): LearnedRecord {
  const learned = learnedAfterEach(nights, usualVarianceC2)
  const gainC = nights.map((night, index) => {
    const usual = crpsOf(errorOf(night, undefined, usualVarianceC2))
    return usual - crpsOf(errorOf(night, learned[newestKnownAt(nights, index)], usualVarianceC2))
  })
  return { nights, usualVarianceC2, learned, gainC }
}

export function givenOf(record: LearnedRecord, law: FrostLaws['learning']): readonly LearnedSite[] {
  const { nights, learned, gainC, usualVarianceC2 } = record
  const given: LearnedSite[] = []
  const usualC = Math.sqrt(usualVarianceC2)
  let logOdds = law.logOdds
  let logWidth = 0
  for (const [index, night] of nights.entries()) {
    if (night.weight !== 0) {
      logOdds += (law.perGain * (gainC[index] ?? 0)) / usualC
      const known = given[newestKnownAt(nights, index)]
      logWidth = widthAfter(logWidth, errorOf(night, known, usualVarianceC2))
    }
    const site = learned[index]
    if (site !== undefined)
      given.push(mixed(site, usualVarianceC2, { share: 1 / (1 + Math.exp(-logOdds)), logWidth }))
  }
  return given
}

/** A night's error with what was known, and the σ of its forecast [°C], both at one day's lead. */
function errorOf(night: PastNight, site: LearnedSite | undefined, usualVarianceC2: number) {
  return {
    errorC: (night.residualC - learnedShiftC(site, night)) * night.errorScale,
    sigmaC: Math.sqrt(site?.siteVarianceC2 ?? usualVarianceC2)
  }
}

function crpsOf({ errorC, sigmaC }: { errorC: number; sigmaC: number }): number {
  return gaussianCrps(0, sigmaC, errorC)
}

function mixed(
  { biasC, siteVarianceC2, contrasts, ownSay }: LearnedSite,
  usualVarianceC2: number,
  { share, logWidth }: { share: number; logWidth: number }
): LearnedSite {
  const variance = usualVarianceC2 * (siteVarianceC2 / usualVarianceC2) ** share * Math.exp(2 * logWidth)
  const said = ownSay === undefined ? {} : { ownSay: { ...ownSay, share } }
  const site = { biasC: share * biasC, siteVarianceC2: variance, ...said }
  if (contrasts === undefined) return site
  const { slopes, last } = contrasts
  const [previous, next, recent] = slopes
  return {
    ...site,
    contrasts: {
      ...contrasts,
      slopes: [share * previous, share * next, share * recent],
      ...(last && { last: { ...last, errorC: share * last.errorC } })
    }
  }
}

/* How wide a range must be to hold four minima of five: adaptive conformal inference; docs/science.md [27]. */

/** Minima outside p10 to p90 widen ln σ by `gain`·(1 − `usualMisses`), others narrow it by `gain`·`usualMisses`. */
const range = { gain: 0.03, memory: 0.99, usualMisses: 0.2 }

/** @param night `sigmaC`: with which it was forecast, what was added to ln σ then included. */
export function widthAfter(logWidth: number, { errorC, sigmaC }: { errorC: number; sigmaC: number }): number {
  const missed = Math.abs(errorC) > z90 * sigmaC ? 1 : 0
  return range.memory * logWidth + range.gain * (missed - range.usualMisses)
}
