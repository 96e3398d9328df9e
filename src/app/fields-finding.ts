/** What watched fields cost upstream, for `ayaz doctor`: numbers only, because nobody may read where they are. */
import { costOfPoints } from '../forecasts/cost-of-points.ts'
import { autoStage } from '../frost/scoring-profile.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { readFieldLocation } from '../weather/field.ts'
import { ownPoint } from '../weather/point.ts'
import type { Finding } from './finding.ts'
import type { Weather } from './weather.ts'

/** Empty without a field or a source. */
export async function fieldsFinding(
  { store, sources }: Pick<Weather, 'store' | 'sources'>,
  lang: Language,
  now: number
): Promise<readonly Finding[]> {
  const [source] = sources
  const watched = await store.subscriptions.watchedPlaces()
  const pointsOf = (location: string) => [readFieldLocation(location) ?? []].flat().map(ownPoint)
  const points = watched.flatMap(pointsOf)
  if (source === undefined || points.length === 0) return []
  const profiles = await store.subscriptions.profiles(null)
  const estimated = new Set(
    profiles.flatMap(({ stage, location }) =>
      stage === autoStage ? pointsOf(location).map(({ key }) => key) : []
    )
  )
  const asked = { points, estimated, now }
  const { cells, seasons, past } = await costOfPoints(store.storedForecasts, source, asked)
  const count = points.filter(({ key }) => estimated.has(key)).length
  const words = wordsIn(lang).doctor
  const texts = [
    words.fields(points.length, source.credit.id, cells),
    ...(seasons === null ? [] : [words.fieldSeasons(count, seasons.cells, seasons.calls)]),
    ...(past === null ? [] : [words.fieldPast(past.cells, past.calls)])
  ]
  return [{ severity: 'good', subject: words.subjects.watchedPlaces, text: texts.join('; '), remedy: null }]
}
