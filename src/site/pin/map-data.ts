/**
 * What the map of fields draws: coast and borders as paths, and names with their positions, the most important first.
 */
import type { Place } from '../../weather/point.ts'
import { mapPosition } from './map-projection.ts'
import drawn from './turkey-borders.json' with { type: 'json' }

/** The borders of `npm run outline` and the names of our own table, as JSON of about 35 kB compressed. */
export function mapData(places: readonly Place[]): string {
  const ranked = places.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || other.population - one.population
  )
  return JSON.stringify({
    ...drawn,
    names: ranked.map(({ name }) => name),
    slugs: ranked.map(({ slug }) => slug),
    // Three numbers a name: position, and the zoom from which it is shown.
    at: ranked.flatMap((place) => [...mapPosition(place.lat, place.lon), rankOf(place)])
  })
}

function rankOf({ kind }: Place): 0 | 1 {
  return kind === 'province' ? 0 : 1
}
