/**
 * Letters left out, put in, exchanged, or swapped with their neighbour (optimal string alignment); `farthest + 1`
 * beyond. Both forms are under 200 characters.
 */
export function countSlips(one: string, other: string, farthest: number): number {
  let beforeLast = new Uint8Array(other.length + 1)
  let last = Uint8Array.from(beforeLast.keys())
  let current = new Uint8Array(other.length + 1)
  for (let row = 1; row <= one.length; row++) {
    current[0] = row
    let best = row
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const beside = 1 + Math.min(last[column] ?? 0, current[column - 1] ?? 0)
      let slips = Math.min(beside, (last[column - 1] ?? 0) + (same ? 0 : 1))
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        slips = Math.min(slips, (beforeLast[column - 2] ?? 0) + 1)
      }
      current[column] = slips
      best = Math.min(best, slips)
    }
    if (best > farthest) return farthest + 1
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return Math.min(last[other.length] ?? 0, farthest + 1)
}

/** What other services call a parameter, a member or a value, and what it is called here, the likeliest first. */
const otherNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['latitude', ['lat']],
  ['longitude', ['lon']],
  ['long', ['lon']],
  ['lng', ['lon']],
  ['forecast_days', ['days']],
  ['language', ['lang']],
  ['locale', ['lang']],
  ['turkish', ['tr']],
  ['turkce', ['tr']],
  ['english', ['en']],
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
  ['temp', ['temperature', 'threshold_temperature']],
  ['min', ['minimum']],
  ['tmin', ['minimum']],
  ['humidity', ['relative_humidity']],
  ['rh', ['relative_humidity']],
  ['nem', ['relative_humidity']],
  ['time', ['measured_at']],
  ['timestamp', ['measured_at']],
  ['tarih', ['date']],
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
  ['fahrenheit', ['imperial', 'F']],
  ['celsius', ['metric', 'C']],
  ['°f', ['F']],
  ['°c', ['C']],
  ['air', ['air_2m']],
  ['hava', ['air_2m']],
  ['bitki', ['plant']],
  ['mail', ['email']],
  ['sehir', ['location']],
  ['il', ['location']],
  ['ilce', ['location']],
  ['yer', ['location']],
  ['enlem', ['lat']],
  ['boylam', ['lon']]
])

/** Most slips in a misspelt name; a short one has fewer. */
const maxSlips = 3
const lettersForEachSlip = 3

/** Finds another name or a misspelling: one slip for every three letters, three at most; null where none is near. */
export function nearestName(wrong: string, names: readonly string[]): string | null {
  const folded = wrong.slice(0, 40).toLowerCase()
  const other = otherNames.get(plainLetters(folded))?.find((name) => names.includes(name))
  if (other !== undefined) return other
  // `tr-TR` is a locale of the language.
  const language = /^([a-z]{2})[-_][a-z]{2}$/.exec(folded)?.[1]
  if (language !== undefined && names.includes(language)) return language
  let best: string | null = null
  let least = maxSlips + 1
  for (const name of names) {
    const farthest = Math.min(maxSlips, Math.floor(name.length / lettersForEachSlip))
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

/**
 * Without marks and what is not seen, such as a soft hyphen: `İ`, `I`, `ı` and `i` become `i`, `Ş` `s`, `â` `a`. A
 * locale's lower case keeps the four apart, and `'İ'.toLowerCase()` is two code points. U+200C, which parts Arabic
 * letters, stays.
 */
export function plainLetters(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}]+/gu, '')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replaceAll('ı', 'i')
}
