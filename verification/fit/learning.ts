/**
 * How readily a place's nights are believed: of a few odds the ones with the smallest mean CRPS over all leads, among
 * those with which fewer than a tenth of the cities become worse at each lead. Learning walks forward, so that every
 * night is forecast from earlier ones.
 */
import {
  type LearnedSite,
  learnedShiftC,
  newestKnownAt,
  type PastNight
} from '../../src/frost/fading-site.ts'
import { gaussianCrps } from '../../src/frost/gaussian.ts'
import type { FrostLaws } from '../../src/frost/laws.ts'
import { givenOf, learnedRecord } from '../../src/frost/learned-site.ts'
import { leftToSource, noSourceLaw, siteAtSource } from '../../src/frost/source-law.ts'
import { defaultForecast, type NwsLaws } from '../benches/nws/default-forecast.ts'
import { leadHours, type NwsForecasts } from '../benches/nws/forecasts.ts'
import { type CityNights, cityNights, type SourceLawOn } from '../benches/nws/own-record.ts'
import { sourceRecord } from '../benches/nws/source-record.ts'
import { meanOf } from '../data/sequence.ts'

const candidates: readonly FrostLaws['learning'][] = [0, -0.5, -1].flatMap((logOdds) =>
  [0.25, 0.5, 1].map((perGain) => ({ logOdds, perGain }))
)
const toleratedShare = 0.1

/** @param laws The default's, fitted on the same cities. */
export function fitLearning(
  us: NwsForecasts,
  laws: NwsLaws,
  isCity: (city: number) => boolean = () => true
): FrostLaws['learning'] {
  const { observedC } = us
  const byLead = leadHours.map((lead) => {
    const forecast = defaultForecast(us, lead, () => laws)
    const cities = cityNights({ observedC, forecast, lawOf: () => laws.airSpread })
    const fitted = cities.filter(({ place }) => isCity(place))
    const sourceOn = sourceRecord(fitted, lead / 24)
    return fitted.map((city) => gainsOf(city, sourceOn))
  })
  const tried = candidates.map((law, index) => {
    const leads = byLead.map((cities) => cities.map((gains) => gains[index] ?? 0))
    const harm = Math.max(...leads.map((cities) => meanOf(cities.map((growth) => (growth > 0 ? 1 : 0)))))
    return { law, growthC: meanOf(leads.flat()), harm }
  })
  const harmless = tried.filter(({ harm }) => harm < toleratedShare)
  const [best] =
    harmless.length > 0
      ? harmless.toSorted((one, other) => one.growthC - other.growthC)
      : tried.toSorted((one, other) => one.harm - other.harm)
  return best?.law ?? { logOdds: 0, perGain: 0 }
}

/**
 * By how much each candidate makes the mean CRPS of a city grow, in units of σ of one day's lead and of each night's
 * factor.
 */
function gainsOf({ known, nightOf, usualVarianceC2 }: CityNights, sourceOn: SourceLawOn): readonly number[] {
  const nights = known.map(nightOf)
  const record = learnedRecord(nights, usualVarianceC2)
  const usualSigmaC = Math.sqrt(usualVarianceC2)
  const knownAt = nights.map((_, index) => newestKnownAt(nights, index))
  const sources = nights.map(({ day }) => sourceOn(day))
  // The same whatever the odds.
  const left = sources.map((source, index) => {
    const held = record.learned[knownAt[index] ?? -1]?.ownSay?.held
    return held === undefined ? undefined : leftToSource(held, source)
  })
  const errorOf = (site: LearnedSite | undefined, night: PastNight, index: number) => {
    const { biasC, contrasts } = siteAtSource(site, sources[index] ?? noSourceLaw, left[index])
    const served = { biasC, siteVarianceC2: 0, ...(contrasts === null ? {} : { contrasts }) }
    return (night.residualC - learnedShiftC(served, night)) * night.errorScale
  }
  const usual = nights.map((night, index) => gaussianCrps(0, usualSigmaC, errorOf(undefined, night, index)))
  return candidates.map((law) => {
    const given = givenOf(record, law)
    const growths = nights.map((night, index) => {
      const site = given[knownAt[index] ?? -1]
      if (site === undefined) return 0
      const learnedC = gaussianCrps(0, Math.sqrt(site.siteVarianceC2), errorOf(site, night, index))
      return (learnedC - (usual[index] ?? 0)) / night.errorScale
    })
    return meanOf(growths)
  })
}
