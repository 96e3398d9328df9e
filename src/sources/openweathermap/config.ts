/** What the operator can set for OpenWeatherMap. */
import type { EnvironmentVariable, SettingsOf } from '../../config/environment.ts'
import { urlVariable } from '../server-url.ts'

const key: EnvironmentVariable<string | null> = {
  name: 'OPENWEATHERMAP_KEY',
  description: "OpenWeatherMap's API key; without it OpenWeatherMap isn't asked.",
  default: null,
  secret: true,
  parse: (text) => {
    if (/^[A-Za-z0-9_-]{8,128}$/.test(text)) return { value: text }
    return {
      mistake: 'OPENWEATHERMAP_KEY holds characters that no key has.',
      remedy: 'Copy the key as it stands on home.openweathermap.org/api_keys, without quotes or spaces.'
    }
  }
}

export const openWeatherMapEnvironment = {
  url: urlVariable('OPENWEATHERMAP_URL', "OpenWeatherMap's server.", 'https://api.openweathermap.org'),
  key
} as const

export type OpenWeatherMapSettings = SettingsOf<typeof openWeatherMapEnvironment>
