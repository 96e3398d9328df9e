/** What watched fields cost upstream, for `ayaz doctor`: numbers only, because nobody may read where they are. */
import { dayMs } from '../common/time.ts'
import { provisionalDays } from '../forecasts/fetch-season.ts'
import { sharedCell } from '../forecasts/shared-cells.ts'
import { fromStored } from '../forecasts/stored-meta.ts'
import { autoStage } from '../frost/scoring-profile.ts'
import { type Language, wordsIn } from '../language/language.ts'
import { readFieldLocation } from '../weather/field.ts'
import type { Point } from '../weather/point.ts'
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
  const fields = watched.filter((location) => readFieldLocation(location) !== null)
  if (source === undefined || fields.length === 0) return []
  const { credit, season, earlierRuns } = source
  const profiles = await store.subscriptions.profiles(null)
  const estimated = new Set(
    profiles.flatMap(({ stage, location }) => (stage === autoStage ? [location] : []))
  )
  const cells = new Set<string>()
  const pastCells = new Set<string>()
  const seasons = new Map<string, Point>()
  for (const location of fields) {
    const point = readFieldLocation(location)
    if (point === null) continue
    const row = await store.storedForecasts.read(credit.id, point.key)
    const meta = row === null ? null : fromStored(row, point)
    cells.add((meta === null ? null : sharedCell(meta)) ?? point.key)
    const pastCell = (meta === null ? null : sharedCell({ ...meta, ensemble: null })) ?? point.key
    pastCells.add(pastCell)
    if (estimated.has(location)) seasons.set(pastCell, point)
  }
  const words = wordsIn(lang).doctor
  const texts = [words.fields(fields.length, credit.id, cells.size)]
  if (season !== undefined && seasons.size > 0) {
    const toDay = Math.floor(now / dayMs)
    const costs = [...seasons.values()].map((point) =>
      season.costOf({ point, fromDay: toDay - provisionalDays, toDay })
    )
    const count = fields.filter((location) => estimated.has(location)).length
    texts.push(words.fieldSeasons(count, seasons.size, callsOf(costs)))
  }
  if (earlierRuns !== undefined)
    texts.push(words.fieldPast(pastCells.size, callsOf([...pastCells].map(() => earlierRuns.costUnits))))
  return [{ severity: 'good', subject: words.subjects.watchedPlaces, text: texts.join('; '), remedy: null }]
}

function callsOf(costs: readonly number[]): number {
  return Math.ceil(costs.reduce((sum, cost) => sum + cost, 0))
}
