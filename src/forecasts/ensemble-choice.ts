/** Which sources are asked for ensemble members. */
import type { Source } from '../sources/source.ts'

/** What an operator may say of it. */
export type EnsembleSetting = 'auto' | 'yes' | 'no'

/**
 * At a public server, ensemble members would cost most of the budget, so by default only a private one is
 * asked for them.
 */
export function ensembleChoice(setting: EnsembleSetting): (source: Source, watched: boolean) => boolean {
  if (setting === 'no') return () => false
  if (setting === 'yes') return (_source, watched) => watched
  return (source, watched) => watched && source.ensembleLimits?.isPublic === false
}
