/** What is known of tonight for a stage without a score: how likely the plants reach the temperature of its first damage. */
import type { PlaceReport } from '../forecasts/report/place-report.ts'
import { nightProtection } from '../forecasts/report/protection.ts'
import { frostHoursOf } from '../frost/night-odds.ts'
import type { Protection } from '../frost/protection/protection.ts'
import { probabilityAtOrBelow } from '../frost/temperature-threshold.ts'
import { cropAndStageLabel } from '../language/crop-names.ts'
import { type Language, wordsIn } from '../language/language.ts'
import type { StageLimit } from './curve-question.ts'
import { share, temperature } from './presenting.ts'
import type { Visitor } from './visitor.ts'

/** 0…1; null of a night without data. */
export function limitProbability(
  { stage }: StageLimit,
  { tonight }: Pick<PlaceReport, 'tonight'>
): number | null {
  if (tonight?.state !== 'known') return null
  return probabilityAtOrBelow({ temperatureC: stage.t10C, of: 'plant' }, tonight)
}

/** What can be done tonight against the stage's own temperature; null of a night without data. */
export function limitProtection({ stage }: StageLimit, report: PlaceReport): Protection | null {
  const { at, hours, place, tonight } = report
  if (tonight?.state !== 'known') return null
  const { t10C: criticalC } = stage
  const night = {
    ...tonight,
    frostHours: frostHoursOf(tonight.plantTemperatureC, criticalC, tonight.window.firstHour),
    probability: {
      ...tonight.probability,
      t10: probabilityAtOrBelow({ temperatureC: criticalC, of: 'plant' }, tonight)
    }
  }
  return nightProtection(night, hours, { at, criticalC, elevationM: place.elevationM })
}

/** Crop and stage. */
export function limitLabel({ crop, stage }: StageLimit, lang: Language): string {
  return cropAndStageLabel(crop.id, stage.id, lang)
}

/** `12% chance of −3.5 °C or less`; of a night without data the temperature alone. */
export function limitOdds(limit: StageLimit, report: PlaceReport, visitor: Visitor): string {
  const probability = limitProbability(limit, report)
  const chance = probability === null ? null : share(probability, visitor)
  return wordsIn(visitor.lang).place.limit.odds(temperature(limit.stage.t10C, visitor), chance)
}
