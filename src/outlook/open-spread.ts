/** The members' spread as it was kept, ready for the method. */
import type { EnsembleSpread } from '../frost/spread.ts'
import type { KeptSpread } from './snapshot.ts'

/** The spread that was kept, as the method takes it. */
export function openSpread(kept: KeptSpread | null): EnsembleSpread | null {
  if (kept === null) return null
  return {
    startHour: kept.startHour,
    hours: kept.hundredthsC.length,
    standardDeviationC: Float64Array.from(kept.hundredthsC, (value) =>
      value < 0 ? Number.NaN : value / 100
    ),
    members: Uint16Array.from(kept.hundredthsC, (value) => (value < 0 ? 0 : kept.members))
  }
}
