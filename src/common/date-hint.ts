/** What was probably meant by a date in another form than `2026-04-12`. */

const yearFirst = /^(\d{4})(?:[-./](\d{1,2})[-./](\d{1,2})|(\d{2})(\d{2}))(?:[T ]|$)/
/** Between dots the day comes first everywhere. */
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: |$)/
const eitherFirst = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?: |$)/

/** A hint as a sentence after a blank; empty where the text is not a date, or can be read in two ways. */
export function dateHint(given: unknown): string {
  if (typeof given !== 'string' && typeof given !== 'number') return ''
  const meant = meantDate(String(given))
  return meant === null || meant === given ? '' : ` Did you mean ${meant}?`
}

/** `2026-04-12` of a date in any form; null where it is no date, or is read in two ways. */
export function meantDate(given: string): string | null {
  const text = given.trim().slice(0, 40)
  const [, year, monthApart, dayApart, monthJoined, dayJoined] = yearFirst.exec(text) ?? []
  const [month, day] = [monthApart ?? monthJoined, dayApart ?? dayJoined]
  const [, one, other, last] = dayFirst.exec(text) ?? eitherFirst.exec(text) ?? []
  const isInDoubt = eitherFirst.test(text) && Number(one) <= 12 && Number(other) <= 12 && one !== other
  const isMonthFirst = Number(other) > 12
  return isInDoubt
    ? null
    : isoDate(year ?? last, month ?? (isMonthFirst ? one : other), day ?? (isMonthFirst ? other : one))
}

/** The date; null where it is not a day of the calendar. */
function isoDate(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(date) ? date : null
}
