import type { SeriesVariable } from '../../weather/series.ts'

const labels: Readonly<Record<string, string>> = {
  '0': 'Clear',
  '1': 'Mostly clear',
  '2': 'Partly cloudy',
  '3': 'Overcast',
  '45': 'Fog',
  '48': 'Freezing fog',
  '51': 'Light drizzle',
  '53': 'Drizzle',
  '55': 'Heavy drizzle',
  '56': 'Light freezing drizzle',
  '57': 'Freezing drizzle',
  '61': 'Light rain',
  '63': 'Rain',
  '65': 'Heavy rain',
  '66': 'Light freezing rain',
  '67': 'Freezing rain',
  '71': 'Light snow',
  '73': 'Snow',
  '75': 'Heavy snow',
  '77': 'Snow grains',
  '80': 'Light showers',
  '81': 'Showers',
  '82': 'Violent showers',
  '85': 'Light snow showers',
  '86': 'Snow showers',
  '95': 'Thunderstorm',
  '96': 'Thunderstorm with hail',
  '99': 'Thunderstorm with heavy hail'
}

const variables: Readonly<Record<SeriesVariable, string>> = {
  temperature: 'temperature',
  dewPoint: 'dew point',
  relativeHumidity: 'humidity',
  apparentTemperature: 'apparent temperature',
  precipitation: 'precipitation',
  precipitationProbability: 'chance of precipitation',
  snowfall: 'snowfall',
  weatherCode: 'weather code',
  pressureMsl: 'pressure',
  cloudCover: 'cloud cover',
  visibility: 'visibility',
  windSpeed: 'wind speed',
  windGustSpeed: 'gusts',
  windDirection: 'wind direction',
  uvIndex: 'UV index',
  snowDepth: 'snow depth'
}

/**
 * Weather codes (WMO 4677, the subset that forecasts use) and the eight points of the compass from north; columns of a
 * forecast within a sentence.
 */
export const weather = {
  labels,
  compass: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  variables
}
