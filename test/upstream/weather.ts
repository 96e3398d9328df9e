/** The weather that the loopback providers tell where no capture is played: one function, so that all of them agree. */

export interface UpstreamWeather {
  readonly temperatureC: number
  readonly dewPointC: number
  readonly humidityPercent: number
  readonly cloudPercent: number
  readonly windMps: number
  readonly gustMps: number
  readonly windDirection: number
  /** In the hour that ends at the stamp [mm]. */
  readonly precipitationMm: number
  readonly pressureHpa: number
  readonly visibilityM: number
  readonly weatherCode: number
}

/** Weather at a place and a whole UTC hour since the epoch. */
export type WeatherAt = (
  place: { readonly lat: number; readonly lon: number },
  hour: number
) => UpstreamWeather

/** A clear calm spring night that falls from +9 °C at half past two to −3 °C at half past five in local solar time. */
export const clearNights: WeatherAt = ({ lon }, hour) => {
  const solarHour = (((hour + lon / 15) % 24) + 24) % 24
  const sinceWarmest = (solarHour - 14.5 + 24) % 24
  const share = sinceWarmest < 15 ? sinceWarmest / 15 : (24 - sinceWarmest) / 9
  return {
    temperatureC: round(3 + 6 * Math.cos(Math.PI * share), 1),
    dewPointC: -4.5,
    humidityPercent: Math.round(60 + 30 * share),
    cloudPercent: 10 + (hour % 3),
    windMps: 1.2,
    gustMps: 2.5,
    windDirection: 350 + (hour % 10),
    precipitationMm: 0,
    pressureHpa: 1021.3,
    visibilityM: 24_000,
    weatherCode: 0
  }
}

/** Where the real clock counts: before seven in the morning only news of the night that is on is sent. */
export function placeByDay(): { readonly slug: string; readonly name: string } {
  const hour = new Date().getUTCHours()
  return hour >= 5 && hour < 17
    ? { slug: 'malatya', name: 'Malatya' }
    : { slug: 'los-angeles', name: 'Los Angeles' }
}

/** The same hours, warmer or colder by so much. */
export function shifted(weather: WeatherAt, byC: number): WeatherAt {
  return (place, hour) => {
    const reported = weather(place, hour)
    return {
      ...reported,
      temperatureC: round(reported.temperatureC + byC, 1),
      dewPointC: round(reported.dewPointC + byC, 1)
    }
  }
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0
}
