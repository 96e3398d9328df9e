/** OpenWeatherMap's condition ids as WMO codes (openweathermap.org/weather-conditions). */

/**
 * Sleet is shown as snow, which it partly is; smoke, dust, ash, squalls and tornadoes have no code in the app's table.
 */
const codes: Readonly<Record<number, number>> = {
  300: 51,
  301: 53,
  302: 55,
  310: 51,
  311: 53,
  312: 55,
  313: 53,
  314: 55,
  321: 53,
  500: 61,
  501: 63,
  502: 65,
  503: 65,
  504: 65,
  511: 66,
  520: 80,
  521: 81,
  522: 82,
  531: 81,
  600: 71,
  601: 73,
  602: 75,
  611: 71,
  612: 85,
  613: 85,
  615: 71,
  616: 73,
  620: 85,
  621: 85,
  622: 86,
  701: 45,
  741: 45,
  800: 0,
  801: 1,
  802: 2,
  803: 2,
  804: 3
}

/** The WMO code of a condition id; NaN for one that has none. */
export function weatherCodeOf(id: number): number {
  return id >= 200 && id < 300 ? 95 : (codes[id] ?? Number.NaN)
}
