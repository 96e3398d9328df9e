/** One night, scored. */
import type { Coverage } from './coverage.ts'
import { contributionsOf, publishedContributions } from './explanation.ts'
import { exposureFactors } from './exposure.ts'
import type { FrostColumns } from './frost-columns.ts'
import { appearanceOf, frostTypeAt } from './frost-kind.ts'
import type { KnownNight, MissingInput, NightWindow } from './frost-night.ts'
import { z90 } from './gaussian.ts'
import { airAtMinimum, confidenceOf, darkMeans } from './night-facts.ts'
import { missingInputs } from './night-inputs.ts'
import { expectedHoursBelow, frostHoursOf, type MinimumDistribution, probabilities } from './night-odds.ts'
import { type OffsetLaw, type PlantNight, plantNight } from './plant-temperature.ts'
import { levelOf, mgmClassOf, roundToTenth } from './published.ts'
import type { FrostSettings } from './settings.ts'
import { type SeverityCurve, scoreOf, scoreSpreadC } from './severity.ts'
import { leadDays, sigmaAirC, sigmaOffsetC } from './spread.ts'

/** Scores one night that is well enough covered. */
export function scoreNight(
  columns: FrostColumns,
  window: NightWindow,
  coverage: Coverage,
  request: { readonly issuedAt: number; readonly settings: FrostSettings }
): KnownNight {
  const { settings } = request
  const exposureFactor = exposureFactors[settings.exposure]
  const plant = plantNight(columns, window, {
    biasC: settings.biasC,
    exposureFactor,
    offsetLaw: offsetLawOf(settings)
  })
  const inputsMissing = missingInputs(columns, window)
  const lead = leadDays(plant.coldestHour, request.issuedAt)
  const stepHours = columns.stepHours[plant.coldestHour - columns.startHour] ?? 1
  const sigmaAir = sigmaAirC({
    leadDays: lead,
    coldestHour: plant.coldestHour,
    ensemble: settings.ensemble ?? null,
    siteVarianceC2: settings.siteVarianceC2 ?? null,
    stepHours
  })
  const sigmaC = Math.hypot(sigmaAir, sigmaOffsetOf(plant, exposureFactor, inputsMissing))
  const distribution = {
    plantTemperatureMinC: plant.plantTemperatureMinC,
    sigmaC,
    airTemperatureMinC: plant.airTemperatureMinC,
    sigmaAirC: sigmaAir
  }
  return {
    state: 'known',
    window,
    hours: coverage.hours,
    hoursAvailable: coverage.hoursAvailable,
    partial: coverage.partial,
    ...distribution,
    coldestHour: plant.coldestHour,
    leadDays: lead,
    radiativeOffsetC: plant.offsetC,
    fullOffsetMeanC: plant.fullOffsetMeanC,
    inputsMissing,
    stepHours,
    plantTemperatureC: plant.plantTemperatureC,
    ...scoreFacts(plant.plantTemperatureC, distribution, settings.curve, exposureFactor),
    ...oddsFacts(plant.plantTemperatureC, distribution, settings.curve, window.firstHour),
    ...airFacts(columns, window, plant, settings.elevationM ?? null)
  }
}

function scoreFacts(
  plantTemperatureC: Float64Array,
  distribution: MinimumDistribution,
  curve: SeverityCurve,
  exposureFactor: number
) {
  const spreadC = scoreSpreadC(curve, distribution.sigmaAirC, exposureFactor)
  const hourScore = new Float64Array(plantTemperatureC.length)
  for (let position = 0; position < hourScore.length; position++) {
    hourScore[position] = scoreOf(curve, plantTemperatureC[position] ?? Number.NaN, spreadC)
  }
  const score = scoreOf(curve, distribution.plantTemperatureMinC, spreadC)
  const { airTemperatureMinC, plantTemperatureMinC } = distribution
  const parts = contributionsOf({ curve, score, airTemperatureMinC, plantTemperatureMinC })
  return {
    score,
    level: levelOf(roundToTenth(score)),
    contributions: publishedContributions(parts, score),
    expectedDamagePercent: curve.kind === 'crop' ? score : null,
    hourScore
  }
}

function oddsFacts(
  plantTemperatureC: Float64Array,
  distribution: MinimumDistribution,
  curve: SeverityCurve,
  windowFirstHour: number
) {
  const { plantTemperatureMinC, sigmaC } = distribution
  const zero = expectedHoursBelow(plantTemperatureC, 0, sigmaC)
  const t10 = curve.t10C === 0 ? zero : expectedHoursBelow(plantTemperatureC, curve.t10C, sigmaC)
  return {
    plantTemperatureP10C: plantTemperatureMinC - z90 * sigmaC,
    plantTemperatureP90C: plantTemperatureMinC + z90 * sigmaC,
    probability: probabilities(distribution, curve),
    expectedHoursBelow: { zero, t10 },
    frostHours: frostHoursOf(plantTemperatureC, curve.t10C, windowFirstHour),
    confidence: confidenceOf(sigmaC)
  }
}

function airFacts(columns: FrostColumns, window: NightWindow, plant: PlantNight, elevationM: number | null) {
  const air = airAtMinimum(columns, plant.coldestHour, elevationM)
  const means = darkMeans(columns, window)
  return {
    frostType: frostTypeAt(columns, plant.coldestHour),
    appearance: appearanceOf(plant.plantTemperatureMinC, air.assumedDewPointC),
    mgmClass: mgmClassOf(roundToTenth(plant.airTemperatureMinC)),
    wetBulbTemperatureAtMinC: air.wetBulbC,
    dewPointAtMinC: air.dewPointC,
    windSpeedMeanMps: means.windSpeedMps,
    cloudCoverMeanFraction: means.cloudCoverFraction,
    snowCover: means.snowCover
  }
}

function offsetLawOf(settings: FrostSettings): OffsetLaw {
  const { kappa, offset } = settings
  if (kappa === 0 || offset === undefined || offset === null) return { constantC: 0, kappa }
  return { constantC: offset.constantC, kappa: offset.slope }
}

function sigmaOffsetOf(plant: PlantNight, exposureFactor: number, missing: readonly MissingInput[]): number {
  return sigmaOffsetC({
    exposureFactor,
    offsetC: plant.offsetC,
    cloudDefaulted: missing.includes('cloud_cover'),
    windDefaulted: missing.includes('wind_speed')
  })
}
