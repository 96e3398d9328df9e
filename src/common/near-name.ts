/** What someone who wrote a name that is unknown may have meant. */
import { countSlips } from './slips.ts'

/** What other services call a parameter, a member or a value, and what it is called here, the likeliest first. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['latitude', ['lat']],
  ['longitude', ['lon']],
  ['long', ['lon']],
  ['lng', ['lon']],
  ['forecast_days', ['days']],
  ['language', ['lang']],
  ['locale', ['lang']],
  ['unit', ['units']],
  ['temperature_unit', ['units']],
  ['altitude', ['elevation']],
  ['height', ['elevation']],
  ['city', ['location', 'q']],
  ['place', ['location', 'q']],
  ['slug', ['location', 'q']],
  ['name', ['location', 'q']],
  ['query', ['q', 'location']],
  ['search', ['q', 'location']],
  ['q', ['location']],
  ['location', ['locations', 'region', 'q']],
  ['province', ['region', 'location']],
  ['night', ['date']],
  ['date', ['night']],
  ['cnt', ['slots', 'days', 'limit']],
  ['count', ['limit', 'slots', 'days']],
  ['temperature', ['threshold_temperature']],
  ['probability', ['threshold_probability']],
  ['excel', ['csv-excel']],
  ['xls', ['csv-excel']],
  ['xlsx', ['csv-excel']],
  ['text/csv', ['csv']],
  ['ical', ['ics']],
  ['icalendar', ['ics']],
  ['calendar', ['ics']],
  ['text/calendar', ['ics']],
  ['application/geo+json', ['geojson']],
  ['application/json', ['json']],
  ['fahrenheit', ['imperial']],
  ['celsius', ['metric']]
])

/** A misspelt name differs from the meant one by at most so many slips, a short one by fewer. */
const mostSlips = 3
const lettersForEachSlip = 3

/**
 * The one of `names` that was meant by another name or a misspelt one; null where none is near: at most one slip for
 * every three letters, and three in all.
 */
export function nearestName(wrong: string, names: readonly string[]): string | null {
  const folded = wrong.slice(0, 40).toLowerCase()
  const other = otherNames.get(folded)?.find((name) => names.includes(name))
  if (other !== undefined) return other
  let best: string | null = null
  let least = mostSlips + 1
  for (const name of names) {
    const farthest = Math.min(mostSlips, Math.floor(name.length / lettersForEachSlip))
    const slips = countSlips(folded, name.toLowerCase(), farthest)
    if (slips <= farthest && slips < least) {
      least = slips
      best = name
    }
  }
  return best
}

/** The end of a problem's sentence: ` Did you mean "lat"?`, or nothing where no name is near. */
export function didYouMean(wrong: string, names: readonly string[]): string {
  const near = nearestName(wrong, names)
  return near === null ? '' : ` Did you mean "${near}"?`
}
