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

/** What is there all season or all year, and no stage. */
const lastingParts = ['wood', 'leaf', 'seedling', 'foliage']
const wholePlants = [...lastingParts, 'jointing', 'boot', 'heading', 'flowering', 'milk']

/** Whether it is the same from the day on which it was seen: no stage that a plant leaves. */
export function isLasting(stage: string): boolean {
  return lastingParts.includes(stage)
}

/**
 * Buds, which flowers count as, unless the stage is one of fruits or of green shoots; null without a stage, and where
 * it is the plant as such.
 */
export function plantPartOf({ stage }: Pick<ScoringProfile, 'stage'>): PlantPart | null {
  if (stage === null || wholePlants.includes(stage)) return null
  if (fruitStages.includes(stage)) return 'fruits'
  return shootStages.includes(stage) ? 'shoots' : 'buds'
}
