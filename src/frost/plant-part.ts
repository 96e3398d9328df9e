/** What of a crop the cold kills in a stage: its curve is the share of them. */
import type { ScoringProfile } from './scoring-profile.ts'

export type PlantPart = 'buds' | 'fruits' | 'shoots'

const fruitStages = [
  'post-bloom',
  'in-the-shuck',
  'jacket-split',
  'petal-fall-to-small-nut',
  'green-fruit',
  'ripe-fruit'
]
const shootStages = [
  'first-leaf',
  'second-leaf',
  'third-leaf',
  'fourth-leaf',
  'new-shoots-and-leaves',
  'leaf-out-and-pistillate-bloom'
]

/** Buds, which flowers count as, unless the stage is one of fruits or of green shoots; null without a stage. */
export function plantPartOf({ stage }: Pick<ScoringProfile, 'stage'>): PlantPart | null {
  if (stage === null) return null
  if (fruitStages.includes(stage)) return 'fruits'
  return shootStages.includes(stage) ? 'shoots' : 'buds'
}
