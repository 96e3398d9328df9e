import { type SettingsOf, wordVariable } from '../../config/environment.ts'
import { serverVariable } from '../../config/web-address.ts'

export const metarEnvironment = {
  metar: wordVariable(
    'METAR',
    'Whether the hourly reports of airports near watched places are fetched, by which a night is followed as it comes.',
    { default: 'on', of: ['on', 'off'] as const }
  ),
  url: serverVariable(
    'METAR_URL',
    'The Aviation Weather Center’s server or a caching proxy before it.',
    'https://aviationweather.gov'
  )
} as const

export type MetarSettings = SettingsOf<typeof metarEnvironment>
