/** What watched fields cost upstream, for `ayaz doctor`: numbers only, because nobody may read where they are. */
import { sharedCell } from '../forecasts/shared-cells.ts'
import { fromStored } from '../forecasts/stored-meta.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { readFieldLocation } from '../weather/field.ts'
import type { Finding } from './finding.ts'
import type { Weather } from './weather.ts'

/** Empty without a field or a source. */
export async function fieldsFinding(
  { store, sources }: Pick<Weather, 'store' | 'sources'>,
  lang: Language
): Promise<readonly Finding[]> {
  const [source] = sources
  const watched = await store.subscriptions.watchedPlaces()
  const points = watched.flatMap((location) => readFieldLocation(location) ?? [])
  if (source === undefined || points.length === 0) return []
  const { id } = source.credit
  const cells = new Set<string>()
  for (const point of points) {
    const row = await store.storedForecasts.read(id, point.key)
    const meta = row === null ? null : fromStored(row, point)
    cells.add((meta === null ? null : sharedCell(meta)) ?? point.key)
  }
  const words = wordsIn(lang).doctor
  const text = words.fields(points.length, id, cells.size)
  return [{ severity: 'good', subject: words.subjects.watchedPlaces, text, remedy: null }]
}
