/** First and last frosts at a point: the archive's minima, their correction, and what was computed today. */
import { recentlyUsed } from '../common/recently-used.ts'
import { dayMs, hourMs, minuteMs } from '../common/time.ts'
import { type ArchiveAnswer, type Archives, createArchives } from '../forecasts/archive/archives.ts'
import type { FrostDatesAnswer, FrostDatesAt } from '../forecasts/archive/frost-dates-answer.ts'
import { servedArchiveLaw } from '../frost/climate/archive-law.ts'
import { type FrostQuestion, frostClimate } from '../frost/climate/frost-dates.ts'
import { isNamedPoint } from '../places/point.ts'
import { createDemo } from '../sources/demo/demo.ts'
import { type Point, pointOf } from '../weather/point.ts'
import { alertPlaces } from './alert-places.ts'
import type { Weather, WeatherDeps } from './weather.ts'

export interface Climate {
  readonly frostDatesAt: FrostDatesAt
  readonly fetchDue: Archives['fetchDue']
}

/** A computed answer has about 4 kB. */
const mostAnswers = 500
/** How often the watched points are read, to have their years fetched too. */
const watchedEveryMs = hourMs

export function openClimate(
  weather: Weather,
  { clock, report }: Pick<WeatherDeps, 'clock' | 'report'>
): Climate {
  const { sources, forecasts, store, budget, gazetteer } = weather
  const archives = createArchives({
    ...{ sources, budget, clock, report },
    demo: createDemo(clock),
    isDemo: forecasts.isDemo,
    store: store.archive,
    abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds)
  })
  const answers = recentlyUsed<Answered>(mostAnswers)
  let readAt = Number.NEGATIVE_INFINITY
  return {
    async fetchDue(stopping) {
      const now = clock()
      // A clock that was ahead does not stop it.
      if (now - readAt >= watchedEveryMs || now < readAt) {
        await archives.watch(await watchedPoints(weather))
        readAt = now
      }
      await archives.fetchDue(stopping)
    },
    async frostDatesAt(point, thresholdC, elevation) {
      const now = clock()
      const key = [point.key, elevation, thresholdC, forecasts.isDemo()].join(' ')
      const known = answers.get(key)
      if (known !== undefined && now >= known.from && now < known.until) return known.answer
      const isNamed = isNamedPoint(point.key, point, gazetteer)
      const found = await archives.minimaAt({ point, elevation, isNamed })
      const answer = answerOf(found, { lat: point.lat, thresholdC, law: servedArchiveLaw })
      const forMs = answer.kind === 'known' ? dayMs : minuteMs
      answers.set(key, { answer, from: now, until: now + forMs })
      return answer
    }
  }
}

/** Where somebody is notified or measures: places, fields and sensors. */
async function watchedPoints({ store, gazetteer }: Weather): Promise<readonly Point[]> {
  const places = alertPlaces(gazetteer)
  const watched = await store.subscriptions.watchedPlaces()
  const measured = await store.record.changedSince(-1)
  return [
    ...watched.flatMap((location) => places.find(location) ?? []).map((place) => pointOf(place)),
    ...measured.map(({ pointKey, ...at }) => pointOf(at, pointKey))
  ]
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
