/** Whose record an answer is of, or why there is none. */
import { nearAt, notUsed } from '../../forecasts/report/notices.ts'
import type { Language } from '../../language/language.ts'
import { noticeMessage, whoseRecord } from '../../language/notices.ts'
import type { RecordAt } from '../../observations/around.ts'
import type { Site } from '../../observations/night-record.ts'
import type { Located } from '../weather/locator.ts'
import type { NightsBody } from './nights.schema.ts'

interface Asked {
  readonly located: Located
  readonly site: Site
  readonly lang: Language
}

/** @param isShown Whether the point of the record may be named; default: it may */
export function presentRecord(
  { point, otherHeight }: RecordAt,
  { located, site, lang }: Asked,
  isShown = true
): Pick<NightsBody, 'record' | 'record_missing' | 'record_note'> {
  const from = { lat: site.lat, lon: site.lon, nearest: located.nearest, elevationM: site.elevation }
  if (point === null) {
    if (otherHeight === null) return { record: null, record_missing: 'none_near', record_note: null }
    const { code, parameters } = notUsed(from, nearAt(from, otherHeight), otherHeight)
    return {
      record: null,
      record_missing: 'other_height',
      record_note: noticeMessage(code, parameters, lang)
    }
  }
  const isOwn = point.lat === site.lat && point.lon === site.lon
  return {
    record: isShown ? { lat: point.lat, lon: point.lon, elevation: point.elevation } : null,
    record_missing: null,
    record_note: isOwn
      ? null
      : whoseRecord(isShown ? nearAt(from, point) : { name: null, distanceKm: 0 }, lang)
  }
}
