import type { FrostLevel } from '../frost/frost-night.ts'

export const frostLevels = [
  'none',
  'low',
  'moderate',
  'high',
  'severe',
  'unknown'
] as const satisfies readonly FrostLevel[]
