/** What the operator can set for OpenWeatherMap. */
import { type SettingsOf, textVariable } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'

const key = textVariable({
  name: 'OPENWEATHERMAP_KEY',
  description: "OpenWeatherMap's API key; without it OpenWeatherMap isn't asked.",
  secret: true,
  pattern: /^[A-Za-z0-9_-]{8,128}$/,
  allowed: {
    en: '8 to 128 letters, digits, - and _',
    tr: '8–128 karakter: harf, rakam, - ve _'
  },
  remedy: {
    en: 'Copy the key as it stands on home.openweathermap.org/api_keys, without quotes or spaces.',
    tr: 'Anahtarı home.openweathermap.org/api_keys sayfasındaki gibi, tırnaksız ve boşluksuz kopyalayın.'
  }
})

export const openWeatherMapEnvironment = {
  url: serverVariable('OPENWEATHERMAP_URL', "OpenWeatherMap's server.", 'https://api.openweathermap.org'),
  key
} as const

export type OpenWeatherMapSettings = SettingsOf<typeof openWeatherMapEnvironment>
