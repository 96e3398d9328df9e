/** MET Norway's weather symbols as WMO codes (nrkno.github.io/yr-weather-symbols). */

const sky: ReadonlyMap<string, number> = new Map([
  ['clearsky', 0],
  ['fair', 1],
  ['partlycloudy', 2],
  ['cloudy', 3],
  ['fog', 45]
])

/** Light, plain and heavy. Sleet has no code of its own in the app's table and is shown as snow, which it partly is. */
const falling: ReadonlyMap<string, readonly [number, number, number]> = new Map([
  ['rain', [61, 63, 65]],
  ['rainshowers', [80, 81, 82]],
  ['sleet', [71, 73, 75]],
  ['sleetshowers', [85, 85, 86]],
  ['snow', [71, 73, 75]],
  ['snowshowers', [85, 85, 86]]
])

/**
 * The WMO code of a symbol such as `lightrainshowers_day`; null for a symbol that is not known. MET writes two symbols
 * with an s too many (`lightssleetshowersandthunder`, `lightssnowshowersandthunder`: api.met.no's documentation of
 * WeatherIcon).
 */
export function weatherCodeOf(symbol: string): number | null {
  const name = symbol.replace(/_(day|night|polartwilight)$/, '')
  const clear = sky.get(name)
  if (clear !== undefined) return clear
  if (name.endsWith('andthunder')) return 95
  const [, strength, kind = ''] = /^(light|heavy)?(.+)$/.exec(name) ?? []
  const codes = falling.get(kind) ?? (strength === 'light' ? falling.get(kind.replace(/^s/, '')) : undefined)
  if (codes === undefined) return null
  return strength === undefined ? codes[1] : strength === 'heavy' ? codes[2] : codes[0]
}
