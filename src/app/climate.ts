/** First and last frosts at a point: the archive's minima, their correction, and what was computed today. */
import { LRUCache } from 'lru-cache'
import {
  type ArchiveAnswer,
  type ArchiveReason,
  type Archives,
  createArchives
} from '../forecasts/archive/archives.ts'
import type { FrostDatesAnswer, FrostDatesAt } from '../forecasts/archive/frost-dates-answer.ts'
import { servedArchiveLaw } from '../frost/climate/archive-law.ts'
import { type FrostQuestion, frostClimate } from '../frost/climate/frost-dates.ts'
import { isNamedPoint } from '../places/point.ts'
import { createDemo } from '../sources/demo/demo.ts'
import type { Point } from '../weather/point.ts'
import { dayMs, minuteMs } from '../weather/time.ts'
import type { Weather, WeatherDeps } from './weather.ts'

export interface Climate {
  readonly frostDatesAt: FrostDatesAt
  readonly fetchDue: Archives['fetchDue']
}

/** A computed answer has about 4 kB. */
const mostAnswers = 500

export function openClimate(
  weather: Weather,
  { clock, report }: Pick<WeatherDeps, 'clock' | 'report'>
): Climate {
  const { sources, forecasts, store, budget, cache, gazetteer } = weather
  const archives = createArchives({
    ...{ sources, budget, clock, report },
    demo: createDemo(clock),
    isDemo: forecasts.isDemo,
    store: store.archive,
    abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds)
  })
  const answers = new LRUCache<string, Answered>({ max: mostAnswers })
  const reasonFor = async (point: Point): Promise<ArchiveReason | null> => {
    if (await store.record.isMeasuredOrWatched({ ...point, pointKey: point.key })) return 'watched'
    return isNamedPoint(point.key, point, gazetteer) ? 'named' : null
  }
  return {
    fetchDue: archives.fetchDue,
    async frostDatesAt(point, thresholdC) {
      // Of a bare point the height is that of the forecast's terrain.
      const elevation = point.elevation ?? cache.get(point.key)?.grid.elevation ?? null
      const now = clock()
      const key = [point.key, elevation, thresholdC, forecasts.isDemo()].join(' ')
      const known = answers.get(key)
      if (known !== undefined && now >= known.from && now < known.until) return known.answer
      const found = await archives.minimaAt(point, elevation, () => reasonFor(point))
      const answer = answerOf(found, { lat: point.lat, thresholdC, law: servedArchiveLaw })
      const forMs = answer.kind === 'known' ? dayMs : minuteMs
      answers.set(key, { answer, from: now, until: now + forMs })
      return answer
    }
  }
}

interface Answered {
  readonly answer: FrostDatesAnswer
  /** How long it may be given again [ms since epoch]; not before, after a clock was set back. */
  readonly from: number
  readonly until: number
}

function answerOf(found: ArchiveAnswer, question: FrostQuestion): FrostDatesAnswer {
  if (found.kind === 'lacking') return found
  const { minima, ...origin } = found
  const climate = frostClimate(minima, question)
  return climate === null
    ? { kind: 'lacking', reason: 'no_archive', yearsFetched: 0 }
    : { ...origin, kind: 'known', climate, law: question.law }
}
