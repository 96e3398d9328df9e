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
  'new-growth',
  'first-leaf',
  'second-leaf',
  'third-leaf',
  'fourth-leaf',
  'new-shoots-and-leaves',
  'leaf-out-and-pistillate-bloom'
]

/** The wood and the leaves of an evergreen or a fig: they are there all year, and no stage of a season. */
const lastingParts = ['wood', 'leaf']

/**
 * Buds, which flowers count as, unless the stage is one of fruits or of green shoots; null without a stage and for wood
 * and leaves.
 */
export function plantPartOf({ stage }: Pick<ScoringProfile, 'stage'>): PlantPart | null {
  if (stage === null || lastingParts.includes(stage)) return null
  if (fruitStages.includes(stage)) return 'fruits'
  return shootStages.includes(stage) ? 'shoots' : 'buds'
}
