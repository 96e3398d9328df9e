/**
 * What the bulletins have in common at the cities that may teach, day by day: a forecast uses what was known when it
 * was issued.
 */
import { daysUntilKnown } from '../../../src/frost/fading-site.ts'
import {
  noSourceLaw,
  type SourceEvidence,
  type SourceLaw,
  sourceLaw,
  withSourceNight
} from '../../../src/frost/source-law.ts'
import { defaultForecast, type NwsLaws } from './default-forecast.ts'
import type { LeadHours, NwsForecasts } from './forecasts.ts'
import { type CityNights, cityNights, type SourceLawOn } from './own-record.ts'

/** @param isTeacher Whose nights may be learned from. */
export function sourceRecordOf(
  data: NwsForecasts,
  { lead, laws, isTeacher, daysUntilLearned }: Teaching
): SourceLawOn {
  const forecast = defaultForecast(data, lead, () => laws)
  const { observedC } = data
  const cities = cityNights({ observedC, forecast, lawOf: () => laws.airSpread })
  return sourceRecord(
    cities.filter(({ place }) => isTeacher(place)),
    lead / 24,
    daysUntilLearned
  )
}

/** The service learns at noon UTC, when a night in America goes on: at the noon of the next day. */
const daysInAmerica = 1

interface Teaching {
  readonly lead: LeadHours
  readonly laws: NwsLaws
  readonly isTeacher: (city: number) => boolean
  readonly daysUntilLearned?: number
}

/** @param cities Those that teach, of one lead. */
export function sourceRecord(
  cities: readonly CityNights[],
  leadDays: number,
  daysUntilLearned = daysInAmerica
): SourceLawOn {
  const last = Math.max(...cities.flatMap(({ known }) => known.at(-1) ?? -1))
  const evidence = new Map<number, SourceEvidence>()
  const newest = cities.map(() => 0)
  const after: SourceLaw[] = []
  for (let day = 0; day <= last; day++) {
    for (const [index, { place, known, nightOf }] of cities.entries()) {
      const next = newest[index] ?? 0
      if (known[next] !== day) continue
      newest[index] = next + 1
      evidence.set(place, withSourceNight(evidence.get(place), nightOf(day)))
    }
    after.push(sourceLaw(evidence.values(), cities[0]?.usualVarianceC2))
  }
  return (day) => after[Math.min(day - daysUntilKnown(leadDays) - daysUntilLearned, last)] ?? noSourceLaw
}
