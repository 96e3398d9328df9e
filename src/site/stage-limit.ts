import type { PlaceReport } from '../forecasts/report/place-report.ts'
import { cropAndStageLabel } from '../language/crop-names.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { share, temperature } from './presenting.ts'
import type { StageLimit } from './profile-question.ts'
import type { Visitor } from './visitor.ts'

export function limitLabel({ crop, stage }: StageLimit, lang: Language): string {
  return cropAndStageLabel(crop.id, stage.id, lang)
}

/** `12% chance of −3.5 °C or less`; only the temperature for a night without data. */
export function limitOdds(limit: StageLimit, report: PlaceReport, visitor: Visitor): string {
  const { tonightLimit } = report
  const chance = tonightLimit === null ? null : share(tonightLimit.probability, visitor)
  return wordsIn(visitor.lang).place.limit.odds(temperature(limit.stage.t10C, visitor), chance)
}
