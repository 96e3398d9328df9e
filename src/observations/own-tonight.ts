/** The night in progress, or the next one, as one owner's thermometers have it. */
import { hourMs } from '../common/time.ts'
import type { ForecastSnapshot } from '../forecasts/forecast-snapshot.ts'
import { comingWindows, nightsIn, siteSettings } from '../forecasts/frost-view.ts'
import type { EveningStation } from '../frost/evening-station.ts'
import type { KnownNight } from '../frost/frost-night.ts'
import { nightsNotOver } from '../frost/period.ts'
import type { LearnedPlace } from './learned-place.ts'

/** Null where its forecast has no score. `at` in ms since epoch. */
export function ownTonight(
  snapshot: ForecastSnapshot,
  at: number,
  { learned, evening }: { readonly learned: LearnedPlace | null; readonly evening: readonly EveningStation[] }
): KnownNight | null {
  const settings = { ...siteSettings(snapshot, learned ?? snapshot.learned), evening }
  // The first may be over: only scored it is known when a night ends.
  const nights = nightsIn(snapshot, comingWindows(snapshot, at, 2), at, settings)
  const [night] = nightsNotOver(nights, Math.floor(at / hourMs))
  return night?.state === 'known' ? night : null
}
