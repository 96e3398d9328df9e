/** Plants of another exposure in a night scored on open ground, without scoring it again. */

import type { FrostColumns } from './frost-columns.ts'
import type { Exposure, KnownNight } from './frost-night.ts'
import { exposureFactors, plantNight } from './plant-temperature.ts'
import { offsetLawOf, sigmaOffsetOf } from './score-night.ts'
import type { FrostSettings } from './settings.ts'

/** N(μ, σ²) of the minimum of plants [°C], with the night's bias and spread of the air. */
export function exposedMinimum(
  night: KnownNight,
  {
    columns,
    settings,
    exposure
  }: { readonly columns: FrostColumns; readonly settings: FrostSettings; readonly exposure: Exposure }
): { readonly minimumC: number; readonly sigmaC: number } {
  const { inputsMissing, radiativeOffsetC, sigmaC } = night
  const exposureFactor = exposureFactors[exposure]
  const plant = plantNight(columns, night.window, {
    biasC: night.biasC,
    plantBiasC: settings.plantBiasC ?? 0,
    exposureFactor,
    offsetLaw: offsetLawOf(settings)
  })
  const missing = inputsMissing
  const ofGroundC = sigmaOffsetOf({ offsetC: radiativeOffsetC }, { settings, exposure: 'ground', missing })
  const ofPlantC = sigmaOffsetOf(plant, { settings, exposure, missing })
  return {
    minimumC: plant.plantTemperatureMinC,
    sigmaC: Math.sqrt(sigmaC * sigmaC - ofGroundC * ofGroundC + ofPlantC * ofPlantC)
  }
}
