/** OpenWeatherMap's 5 day / 3 hour forecast on loopback (openweathermap.org/forecast5). */
import {
  judgeQuery,
  member,
  type Provider,
  type ProviderAnswer,
  type ReceivedRequest,
  type Reporting
} from './provider.ts'
import type { WeatherAt } from './weather.ts'

/** The only key that this provider knows. */
export const openWeatherMapKey = '0123456789abcdef0123456789abcdef'

const rules = {
  lat: { required: true, pattern: /^-?\d{1,2}(\.\d+)?$/ },
  lon: { required: true, pattern: /^-?\d{1,3}(\.\d+)?$/ },
  units: { required: true, pattern: /^metric$/ },
  appid: { required: true, pattern: new RegExp(`^${openWeatherMapKey}$`) }
}
const slotHours = 3

export const openWeatherMapProvider: Provider = {
  id: 'openweathermap',
  errorObject: { cod: '500', message: 'Internal error' },
  violationsOf: ({ method, path, query }) => {
    if (method !== 'GET') return [`method ${method}`]
    return path === '/data/2.5/forecast' ? judgeQuery(query, rules) : [`there is no ${path}`]
  },
  answer: answerOpenWeatherMap,
  spoil: {
    nullColumn: (json, column) => changeColumn(json, column, () => null),
    unequalColumns: (json) => {
      delete slotsOf(json)[3]?.['main']
    },
    strings: (json, column) => changeColumn(json, column, String),
    fractions: (json) => changeColumn(json, 'cloud', (value) => value / 100 + 0.001)
  }
}

function answerOpenWeatherMap({ query }: ReceivedRequest, { weather, now }: Reporting): ProviderAnswer {
  const place = { lat: Number(query.get('lat')), lon: Number(query.get('lon')) }
  const first = (Math.floor(now / (slotHours * 3_600_000)) + 1) * slotHours
  const list = Array.from({ length: 40 }, (_, index) => slotAt(place, first + slotHours * index, weather))
  const city = {
    id: 1,
    name: '',
    coord: place,
    country: '',
    population: 0,
    timezone: 0,
    sunrise: 0,
    sunset: 0
  }
  return { status: 200, headers: {}, json: { cod: '200', message: 0, cnt: 40, list, city } }
}

/** `temp_min` and `temp_max` are far off on purpose: they are a spread in space and must not be read. */
function slotAt(place: Parameters<WeatherAt>[0], hour: number, weather: WeatherAt): unknown {
  const reported = weather(place, hour)
  const rain = [0, 1, 2].reduce((sum, back) => sum + weather(place, hour - back).precipitationMm, 0)
  const pressure = Math.round(reported.pressureHpa)
  return {
    dt: hour * 3600,
    main: {
      temp: reported.temperatureC,
      feels_like: reported.temperatureC - 3,
      temp_min: reported.temperatureC - 5,
      temp_max: reported.temperatureC + 5,
      pressure,
      sea_level: pressure,
      grnd_level: pressure,
      humidity: reported.humidityPercent,
      temp_kf: 0
    },
    weather: [{ id: rain > 0 ? 500 : 800, main: 'Clear', description: 'clear sky', icon: '01n' }],
    clouds: { all: reported.cloudPercent },
    wind: { speed: reported.windMps, deg: reported.windDirection, gust: reported.gustMps },
    visibility: 10_000,
    pop: rain > 0 ? 0.8 : 0,
    ...(rain > 0 ? { rain: { '3h': Math.round(rain * 100) / 100 } } : {}),
    sys: { pod: 'n' },
    dt_txt: new Date(hour * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  }
}

function slotsOf(json: unknown): readonly Record<string, unknown>[] {
  return member(json)['list'] as unknown as readonly Record<string, unknown>[]
}

function changeColumn(
  json: unknown,
  column: 'temperature' | 'cloud',
  change: (value: number) => unknown
): void {
  for (const slot of slotsOf(json)) {
    const [parent, name] =
      column === 'temperature' ? [member(slot, 'main'), 'temp'] : [member(slot, 'clouds'), 'all']
    parent[name] = change(parent[name] as number)
  }
}
