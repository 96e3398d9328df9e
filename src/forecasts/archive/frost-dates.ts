import { recentlyUsed } from '../../common/recently-used.ts'
import { dayMs, hourMs, minuteMs } from '../../common/time.ts'
import { type ArchiveLaw, servedArchiveLaw } from '../../frost/climate/archive-law.ts'
import { type FrostClimate, type FrostQuestion, frostClimate } from '../../frost/climate/frost-dates.ts'
import type { Point } from '../../weather/point.ts'
import type { ArchiveAnswer, createArchives } from './archives.ts'

type Archives = ReturnType<typeof createArchives>

export interface FrostDates {
  /** @param thresholdC The greatest minimum that is a frost [°C]. @param elevation [m]; null: the archive's terrain. */
  readonly frostDatesAt: (
    point: Point,
    thresholdC: number,
    elevation: number | null
  ) => Promise<FrostDatesAnswer>
  readonly fetchDue: Archives['fetchDue']
}

interface FrostDatesDeps {
  readonly archives: Archives
  /** Whether a point is that of a named place, whose years are fetched when someone asks for them. */
  readonly isNamed: (point: Point) => boolean
  readonly isDemo: () => boolean
  readonly watched: () => Promise<readonly Point[]>
  readonly clock: () => number
}

/** Computed answers in memory, about 4 kB each. */
const maxAnswers = 500
const watchedEveryMs = hourMs

export function createFrostDates(deps: FrostDatesDeps): FrostDates {
  const { archives, clock } = deps
  const answers = recentlyUsed<Answered>(maxAnswers)
  let readAt = Number.NEGATIVE_INFINITY
  return {
    async fetchDue(stopping) {
      const now = clock()
      // A clock that was ahead does not stop it.
      if (now - readAt >= watchedEveryMs || now < readAt) {
        await archives.watch(await deps.watched())
        readAt = now
      }
      await archives.fetchDue(stopping)
    },
    async frostDatesAt(point, thresholdC, elevation) {
      const now = clock()
      const key = [point.key, elevation, thresholdC, deps.isDemo()].join(' ')
      const known = answers.get(key)
      if (known !== undefined && now >= known.from && now < known.until) return known.answer
      const found = await archives.minimaAt({ point, elevation, isNamed: deps.isNamed(point) })
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

export type FrostDatesAnswer =
  | ({
      readonly kind: 'known'
      readonly climate: FrostClimate
      readonly law: ArchiveLaw
    } & Omit<Extract<ArchiveAnswer, { readonly kind: 'minima' }>, 'kind' | 'minima'>)
  | Extract<ArchiveAnswer, { readonly kind: 'lacking' }>
